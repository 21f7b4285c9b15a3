"""Random crafts on a server that misbehaves at random: the server's own books must balance, and `ok` must be true."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from craftplan.bridge.messages import Attempt, Position
from stage import BUCKETS, CAKE, MIXED_CHEST, MIXED_PICKAXE, Stage, at_table, by_hand, until

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4"], indirect=True, scope="module"),
]
ROUNDS = 25


class Kind(NamedTuple):
    """A recipe with its cells; ``table`` where it needs one."""

    cells: Mapping[int, str]
    result: str
    count: int
    table: bool


KINDS = (
    Kind({1: "oak_log"}, "oak_planks", 4, table=False),
    Kind({1: "oak_planks", 3: "spruce_planks"}, "stick", 4, table=False),
    Kind({2: "coal", 4: "stick"}, "torch", 4, table=False),
    Kind({1: "iron_block"}, "iron_ingot", 9, table=False),
    Kind(MIXED_PICKAXE, "wooden_pickaxe", 1, table=True),
    Kind(MIXED_CHEST, "chest", 1, table=True),
    Kind(CAKE, "cake", 1, table=True),
    Kind(dict.fromkeys(range(1, 10), "iron_ingot"), "iron_block", 1, table=True),
)
STACKS = {"milk_bucket": 1, "egg": 16}
FAULTS: tuple[Mapping[str, Any], ...] = (
    {},
    {"always_stale": True},
    {"close_window": 3},
    {"close_window": 7},
    {"drop_clicks": 1},
    {"reject_clicks": 2},
    {"lag": 10},
    {"tick": 20},
    {"lie_result": {"item": "minecraft:stick", "count": 1}},
)


def stacks(dice: random.Random, kind: Kind, times: int) -> Iterator[tuple[str, int]]:
    """Broken stacks of what a step needs, sometimes one too few, and some dirt."""
    for item, cells in Counter(kind.cells.values()).items():
        left = cells * times + dice.choice((-1, 0, 0, 3, 20))
        while left > 0:
            count = min(STACKS.get(item, 64), dice.randint(1, left))
            yield item, count
            left -= count
    yield from dice.choice(([], [("dirt", 7)], [("cobblestone", 64)] * 36))


def order_for(kind: Kind, times: int, strategy: Any, table: Position) -> Attempt:
    if not kind.table:
        return by_hand(kind.cells, kind.result, kind.count, times, strategy)
    return at_table(table, kind.cells, kind.result, kind.count, times, strategy, BUCKETS)


def expected(before: Counter[str], kind: Kind, made: list[Mapping[str, Any]]) -> Counter[str]:
    """What must be there after the crafts that the server did."""
    after = Counter(before)
    for craft in made:
        after[craft["item"]] += craft["count"]
        for item in kind.cells.values():
            after[item] -= 1
            if item in BUCKETS:
                after[BUCKETS[item]] += 1
    return +after


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_or_doubled_and_no_craft_is_claimed_that_was_not_done(stage: Stage, seed: int) -> None:
    dice = random.Random(seed)
    control, table = stage.server.control, stage.table()
    for number in range(ROUNDS):
        kind, times, fault = dice.choice(KINDS), dice.choice((1, 1, 2, 3, 17)), dice.choice(FAULTS)
        strategy = dice.choice(("burst", "burst", "careful")) if times < 17 else "burst"
        stage.hold()
        for item, count in stacks(dice, kind, times):
            control.give(stage.name, item, count)
        stage.bot.snapshot()
        before, begun = Counter(stage.held()), len(crafts(stage))
        control.conditions(**fault)
        report = stage.bot.attempt(order_for(kind, times, strategy, table))
        control.conditions(
            drop_clicks=0, reject_clicks=0, always_stale=False, close_window=0, lag=0, tick=0, lie_result=None
        )
        # before 1.17 a server that closes a window lets the cursor's stack fall; the bot stands on it
        until(lambda: control.dropped() == {}, "what fell is picked up")
        counts = stage.bot.snapshot().counts
        made = crafts(stage)[begun:]
        said = (
            f"seed {seed}, number {number}: {fault} {strategy} {times} {kind.result}: {report.outcome} {report.detail}"
        )
        assert Counter(stage.held()) == expected(before, kind, made), said
        assert report.after in (None, counts) or "close_window" in fault, said
        assert (report.outcome == "ok") <= (len(made) == times), said


def crafts(stage: Stage) -> list[Mapping[str, Any]]:
    """Every craft that the server did for the bot, in its order."""
    return list(stage.server.control.ask("log", player=stage.name, last=100_000)["crafts"])
