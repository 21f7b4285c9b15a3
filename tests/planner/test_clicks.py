"""Click lists are played on a small model of a window, and a search over all clicks finds none shorter."""

from itertools import combinations

import pytest
from craftplan.planner import Goal, Inventory, plan
from craftplan.planner.clicks import DRAG, LEFT, NUMBER, PLAIN, RIGHT, SHIFT, Click, clicks, fillings
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId

SOURCE = 36
State = tuple[int, int, tuple[int, ...]]
"""Items on the cursor, in the source slot, in each cell."""


def played(way: tuple[Click, ...], count: int, slots: list[int]) -> State:
    """Play clicks by the game's rules."""
    cursor, held = 0, {SOURCE: count, **dict.fromkeys(slots, 0)}
    dragged: list[int] = []
    for click in way:
        if click.mode == NUMBER:
            held[click.slot], held[SOURCE] = held[SOURCE], held[click.slot]
        elif click.mode == DRAG and click.button == 1:
            dragged.append(click.slot)
        elif click.mode == DRAG and click.button == 2:
            each = cursor // len(dragged)
            for slot in dragged:
                held[slot] += each
            cursor -= each * len(dragged)
        elif click.mode == PLAIN:
            cursor, held[click.slot] = clicked(cursor, held[click.slot], click.button)
    return cursor, held[SOURCE], tuple(held[slot] for slot in slots)


def clicked(cursor: int, slot: int, button: int) -> tuple[int, int]:
    if cursor == 0:
        taken = slot if button == LEFT else -(-slot // 2)
        return taken, slot - taken
    put = cursor if button == LEFT else 1
    return cursor - put, slot + put


def fewest(count: int, cells: int, times: int, *, hotbar: bool) -> int:
    """Search all clicks: left and right on every slot, number keys, left drags over any cells."""
    begin: State = (0, count, (0,) * cells)
    goal: State = (0, count - times * cells, (times,) * cells)
    best = {begin: 0}
    buckets: dict[int, list[State]] = {0: [begin]}
    length = 0
    while buckets:
        for state in buckets.pop(length, []):
            if state == goal:
                return length
            if best[state] < length:
                continue
            for after, cost in following(state, hotbar=hotbar):
                if length + cost < best.get(after, 99):
                    best[after] = length + cost
                    buckets.setdefault(length + cost, []).append(after)
        length += 1
    raise AssertionError((count, cells, times))


def following(state: State, *, hotbar: bool) -> list[tuple[State, int]]:
    cursor, source, cells = state
    found: list[tuple[State, int]] = []
    for button in (LEFT, RIGHT):
        after, slot = clicked(cursor, source, button)
        found.append(((after, slot, cells), 1))
        for place, cell in enumerate(cells):
            after, slot = clicked(cursor, cell, button)
            found.append(((after, source, (*cells[:place], slot, *cells[place + 1 :])), 1))
    if hotbar and cursor == 0:
        found += [((0, c, (*cells[:p], source, *cells[p + 1 :])), 1) for p, c in enumerate(cells)]
    for size in range(2, len(cells) + 1):
        for chosen in combinations(range(len(cells)), size):
            each = cursor // size
            if each:
                spread = tuple(cell + each * (place in chosen) for place, cell in enumerate(cells))
                found.append(((cursor - each * size, source, spread), size + 2))
    return found


@pytest.mark.parametrize("hotbar", [True, False])
@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_no_search_finds_fewer_clicks_for_one_craft(cells: int, *, hotbar: bool) -> None:
    slots = list(range(1, cells + 1))
    for count in range(cells, 2 * cells + 4):
        ways = list(fillings(SOURCE, count, slots, 1, 0 if hotbar else None))
        assert {played(way, count, slots) for way in ways} == {(0, count - cells, (1,) * cells)}
        assert min(map(len, ways)) == fewest(count, cells, 1, hotbar=hotbar), count


@pytest.mark.parametrize(("cells", "times"), [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2)])
def test_batches_come_out_exactly_and_within_three_clicks_of_the_best(cells: int, times: int) -> None:
    slots = list(range(1, cells + 1))
    for count in range(cells * times, 2 * cells * times + 3):
        ways = list(fillings(SOURCE, count, slots, times, None))
        assert {played(way, count, slots) for way in ways} == {(0, count - cells * times, (times,) * cells)}
        assert min(map(len, ways)) - fewest(count, cells, times, hotbar=False) <= 3


def test_a_step_is_filled_and_taken_with_its_window_cleared_first() -> None:
    stick, coal, dirt = (ItemId(f"minecraft:{name}") for name in ("stick", "coal", "dirt"))
    (step,) = plan(builtin("1.20.4"), Goal("minecraft:torch", 4), Inventory({stick: 1, coal: 5})).steps
    found = clicks(step, {2: (dirt, 1), 10: (coal, 5), 36: (stick, 1)})
    assert found is not None
    assert found[0] == Click(2, LEFT, SHIFT)
    assert found[-1] == Click(0, LEFT, SHIFT)
    assert Click(3, 0, NUMBER) in found
    assert len(found) == 1 + 1 + 3 + 1
    assert clicks(step, {36: (stick, 1)}) is None
