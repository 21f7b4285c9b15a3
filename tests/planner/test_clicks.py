"""A search over all clicks finds no shorter list for one craft; batches come out exactly."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from craftplan.planner import Goal, Inventory, plan
from craftplan.planner.clicks import (
    DRAG,
    LEFT,
    NUMBER,
    PLAIN,
    RIGHT,
    SHIFT,
    Click,
    Clicks,
    Held,
    clicks,
    emptying,
    fillings,
)
from craftplan.planner.result import Bind, Station, Step
from craftplan.planner.window import Window
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId
from small_catalogs import catalog_of

TABLE_MAIN, TABLE_HOTBAR = 10, 37
ITEMS = tuple(ItemId(f"minecraft:{name}") for name in "abcdefghi")
CATALOG = catalog_of("x = a b c d e f g h i")

Stack = tuple[str, int]
State = tuple[Stack | None, tuple[Stack | None, ...], tuple[Stack | None, ...]]
"""What is on the cursor, in the inventory's slots, in the cells."""


def step_of(cells: str, times: int = 1) -> Step:
    """A step at a table that fills cells 1, 2, … with one letter each."""
    recipe = Recipe(RecipeId("test:x"), Kind.SHAPELESS, (), ITEMS[0])
    bind = tuple(Bind(slot, ItemId(f"minecraft:{letter}")) for slot, letter in enumerate(cells, 1))
    return Step(1, recipe, ItemId("minecraft:x"), times, times, Station.CRAFTING_TABLE, 0, (), bind)


def fewest(cells: str, stacks: list[Stack], hotbar: int, limit: int) -> int | None:
    """Search all clicks, fewer than ``limit``: the first ``hotbar`` stacks lie there; one more slot is free.

    Left and right on every slot, number keys, left drags over any cells.
    """
    begin: State = (None, (*stacks, None), (None,) * len(cells))
    best = {begin: 0}
    buckets: dict[int, list[State]] = {0: [begin]}
    for length in range(limit):
        for state in buckets.pop(length, []):
            if best[state] < length:
                continue
            if _wrong(state, cells) == 0:
                return length
            for after, cost in following(state, hotbar):
                # Every wrong cell takes a click at least, and so does what is on the cursor.
                reached = length + cost
                if reached + _wrong(after, cells) < limit and reached < best.get(after, 99):
                    best[after] = reached
                    buckets.setdefault(reached, []).append(after)
    return None


def _wrong(state: State, cells: str) -> int:
    cursor, _, filled = state
    return sum(held != (letter, 1) for held, letter in zip(filled, cells, strict=True)) or (cursor is not None)


@cache
def clicked(cursor: Stack | None, slot: Stack | None, button: int) -> tuple[Stack | None, Stack | None]:
    """What a click leaves on the cursor and in the slot."""
    if cursor is None:
        if slot is None:
            return None, None
        taken = slot[1] if button == LEFT else -(-slot[1] // 2)
        return (slot[0], taken), (slot[0], slot[1] - taken) if slot[1] > taken else None
    if slot is not None and slot[0] != cursor[0]:
        return slot, cursor
    put = cursor[1] if button == LEFT else 1
    return (cursor[0], cursor[1] - put) if cursor[1] > put else None, (cursor[0], (slot[1] if slot else 0) + put)


def following(state: State, hotbar: int) -> list[tuple[State, int]]:
    cursor, stacks, cells = state
    found: list[tuple[State, int]] = []
    for button in (LEFT, RIGHT):
        for place, stack in enumerate(stacks):
            after, slot = clicked(cursor, stack, button)
            found.append(((after, (*stacks[:place], slot, *stacks[place + 1 :]), cells), 1))
        for place, cell in enumerate(cells):
            after, slot = clicked(cursor, cell, button)
            found.append(((after, stacks, (*cells[:place], slot, *cells[place + 1 :])), 1))
    for key in range(hotbar):
        for place, cell in enumerate(cells):
            moved = (*stacks[:key], cell, *stacks[key + 1 :])
            found.append(((cursor, moved, (*cells[:place], stacks[key], *cells[place + 1 :])), 1))
    for size in range(2, len(cells) + 1) if cursor else ():
        for chosen in combinations(range(len(cells)), size):
            assert cursor is not None
            item, count = cursor
            each = count // size
            if each and all(cells[place] is None or cells[place][0] == item for place in chosen):  # type: ignore[index]
                spread = tuple(
                    (item, each + (cell[1] if cell else 0)) if place in chosen else cell
                    for place, cell in enumerate(cells)
                )
                left = (item, count - each * size) if count > each * size else None
                found.append(((left, stacks, spread), size + 2))
    return found


def window_of(stacks: list[Stack], hotbar: int) -> dict[int, Held]:
    slots = [*range(TABLE_HOTBAR, TABLE_HOTBAR + hotbar), *range(TABLE_MAIN, TABLE_MAIN + 27)]
    return {slot: (ItemId(f"minecraft:{letter}"), count) for slot, (letter, count) in zip(slots, stacks, strict=False)}


def filled(step: Step, window: dict[int, Held]) -> tuple[Clicks, Window]:
    """The step's clicks, and the window once its cells are filled."""
    found = clicks(step, window)
    assert found is not None
    after = Window(step, {slot - TABLE_MAIN: held for slot, held in window.items()}, CATALOG)
    for click in found.fill:
        after.click(click)
    return found, after


def check(cells: str, stacks: list[Stack], hotbar: int) -> None:
    found, after = filled(step_of(cells), window_of(stacks, hotbar))
    assert after.cursor is None
    assert {slot: held for slot, held in after.slots.items() if slot < TABLE_MAIN} == {
        slot: (f"minecraft:{letter}", 1) for slot, letter in enumerate(cells, 1)
    }
    assert sum((Counter({item: count}) for item, count in after.slots.values()), Counter()) == sum(
        (Counter({f"minecraft:{letter}": count}) for letter, count in stacks), Counter()
    )
    assert fewest(cells, stacks, hotbar, len(found.fill) + 1) == len(found.fill), (found.fill, stacks)


@pytest.mark.promise("plan.clicks")
@pytest.mark.parametrize("hotbar", [0, 1])
@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_no_search_finds_fewer_clicks_for_one_item(cells: int, hotbar: int) -> None:
    for count in range(cells, 2 * cells + 4):
        check("a" * cells, [("a", count)], hotbar)


@pytest.mark.promise("plan.clicks")
@pytest.mark.parametrize("hotbar", [0, 1, 2])
@pytest.mark.parametrize("cells", ["ab", "aab", "aabb"])
def test_no_search_finds_fewer_clicks_for_two_items(cells: str, hotbar: int) -> None:
    for first in (cells.count("a"), 2 * cells.count("a"), 9):
        for second in (cells.count("b"), 2 * cells.count("b"), 7):
            check(cells, [("a", first), ("b", second)], hotbar)


@pytest.mark.promise("plan.clicks")
@pytest.mark.parametrize("stacks", [(5, 6, 7), (1, 6, 7), (2, 1, 9), (5, 5, 2)])
def test_no_search_finds_fewer_clicks_for_three_items(stacks: tuple[int, int, int]) -> None:
    check("abc", list(zip("abc", stacks, strict=True)), 1)


def test_what_is_left_over_is_exchanged_for_the_next_stack() -> None:
    found, after = filled(step_of("ab"), window_of([("a", 5), ("b", 6)], 0))
    assert [click.slot for click in found.fill] == [10, 1, 11, 2, 10]
    assert {slot: held for slot, held in after.slots.items() if slot >= TABLE_MAIN} == {
        10: ("minecraft:b", 5),
        11: ("minecraft:a", 4),
    }


@pytest.mark.parametrize(("cells", "times"), [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (9, 16)])
def test_batches_come_out_exactly(cells: int, times: int) -> None:
    for count in range(cells * times, min(2 * cells * times + 3, 300)):
        stacks = [("a", 64)] * (count // 64) + [("a", count % 64)] * (count % 64 > 0)
        _, after = filled(step_of("a" * cells, times), window_of(stacks, 2))
        assert after.cursor is None
        assert all(after.slots[slot] == ("minecraft:a", times) for slot in range(1, cells + 1))
        assert sum(count for _, count in after.slots.values()) == count


def test_an_even_batch_is_dragged() -> None:
    eight = tuple((slot, 4) for slot in range(1, 9))
    way = min(fillings({20: 32}, eight, 37), key=lambda way: len(way.clicks))
    assert [click.mode for click in way.clicks] == [PLAIN, *[DRAG] * 10]


def test_a_step_is_filled_and_taken_with_its_window_cleared_first() -> None:
    stick, coal, dirt = (ItemId(f"minecraft:{name}") for name in ("stick", "coal", "dirt"))
    (step,) = plan(builtin("1.20.4"), Goal(ItemId("minecraft:torch"), 4), Inventory({stick: 1, coal: 5})).steps
    found = clicks(step, {2: (dirt, 1), 5: (ItemId("minecraft:iron_helmet"), 1), 10: (coal, 5), 36: (stick, 1)})
    assert found is not None
    assert found.fill[0] == Click(2, LEFT, SHIFT)
    assert found.take == (Click(0, LEFT, SHIFT),)
    assert len(found.fill) == 1 + 1 + 1 + 2
    assert clicks(step, {36: (stick, 1)}) is None


def test_number_keys_fill_a_cell_with_a_whole_stack_of_the_hotbar() -> None:
    found, _ = filled(step_of("ab"), window_of([("a", 1), ("b", 1)], 2))
    assert found.fill == (Click(1, 0, NUMBER), Click(2, 1, NUMBER))


def test_what_lies_in_the_grid_is_sent_back_by_a_shift_click_each() -> None:
    assert emptying({4: ITEMS[0], 1: ITEMS[1]}) == (Click(1, LEFT, SHIFT), Click(4, LEFT, SHIFT))
