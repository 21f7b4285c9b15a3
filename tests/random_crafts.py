"""Random crafts on a server that misbehaves at random, and whether the server's own books balance after each."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from craftplan.bridge.messages import Attempt, AttemptReport, Position
from craftplan.planner.result import Station
from stage import BUCKETS, CAKE, MIXED_CHEST, MIXED_PICKAXE, Stage, step, until

HAND, TABLE, CUTTER = Station.INVENTORY, Station.CRAFTING_TABLE, Station.STONECUTTER


class Kind(NamedTuple):
    """A recipe with its cells, and where it is made."""

    cells: Mapping[int, str]
    result: str
    count: int
    station: Station


KINDS = (
    Kind({1: "oak_log"}, "oak_planks", 4, HAND),
    Kind({1: "oak_planks", 3: "spruce_planks"}, "stick", 4, HAND),
    Kind({2: "coal", 4: "stick"}, "torch", 4, HAND),
    Kind({1: "iron_block"}, "iron_ingot", 9, HAND),
    Kind(MIXED_PICKAXE, "wooden_pickaxe", 1, TABLE),
    Kind(MIXED_CHEST, "chest", 1, TABLE),
    Kind(CAKE, "cake", 1, TABLE),
    Kind(dict.fromkeys(range(1, 10), "iron_ingot"), "iron_block", 1, TABLE),
    Kind({0: "stone"}, "stone_slab", 2, CUTTER),
    Kind({0: "stone"}, "stone_brick_stairs", 1, CUTTER),
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


@dataclass(frozen=True)
class Turn:
    """One random attempt: what was asked under which fault, the report, the server's crafts, and what is wrong."""

    said: str
    report: AttemptReport
    made: list[Mapping[str, Any]]
    wrong: str | None


def stations(stage: Stage) -> Mapping[Station, Position]:
    """Put what random crafts need into the bot's reach."""
    places = {TABLE: Position(x=9, y=5, z=9), CUTTER: Position(x=7, y=5, z=9)}
    for station, at in places.items():
        stage.server.control.set_block(at.x, at.y, at.z, station)
    until(lambda: {found.position for found in stage.bot.snapshot().stations} >= set(places.values()), "the stations")
    return places


def stacks(dice: random.Random, kind: Kind, times: int) -> Iterator[tuple[str, int]]:
    """Broken stacks of what a step needs, sometimes one too few, some of the result, and some dirt."""
    for item, cells in Counter(kind.cells.values()).items():
        left = cells * times + dice.choice((-1, 0, 0, 3, 20))
        while left > 0:
            count = min(STACKS.get(item, 64), dice.randint(1, left))
            yield item, count
            left -= count
    if dice.random() < 0.4:
        yield kind.result, 1
    yield from dice.choice(([], [("dirt", 7)], [("cobblestone", 64)] * 36))


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


def turn(stage: Stage, dice: random.Random, places: Mapping[Station, Position], *, ordered: int = 0) -> Turn:
    """Do one random attempt and compare what the server holds with what it crafted and what the bot reports."""
    control = stage.server.control
    kind, fault = dice.choice(KINDS), dice.choice(FAULTS)
    times = ordered or dice.choice((1, 1, 2, 3, 17))
    strategy = dice.choice(("burst", "burst", "careful")) if times <= 3 else "burst"
    stage.hold()
    for item, count in stacks(dice, kind, times):
        control.give(stage.name, item, count)
    stage.bot.snapshot()
    before, begun = Counter(stage.held()), crafted(stage)
    control.conditions(**fault)
    report = stage.bot.attempt(order_for(kind, times, strategy, places))
    control.reset()
    # before 1.17 a server that closes a window lets the cursor's stack fall; the bot stands on it
    until(lambda: control.dropped() == {}, "what fell is picked up")
    counts = stage.bot.snapshot().counts
    made = crafts(stage, crafted(stage) - begun)
    wrong = None
    if Counter(stage.held()) != expected(before, kind, made):
        wrong = f"holds {stage.held()}; {dict(expected(before, kind, made))} expected"
    elif report.after not in (None, counts) and "close_window" not in fault:
        wrong = f"reported {report.after}; the server shows {counts}"
    elif report.outcome == "ok" and len(made) != times:
        wrong = f"claimed {times} crafts; the server did {len(made)}"
    said = f"{fault} {strategy} {times} {kind.result}: {report.outcome} {report.detail}"
    return Turn(said, report, made, wrong)


def order_for(kind: Kind, times: int, strategy: Any, places: Mapping[Station, Position]) -> Attempt:
    """Return the step."""
    position = places.get(kind.station)
    return step(
        kind.station, kind.cells, kind.result, kind.count, times, strategy, position=position, remainders=BUCKETS
    )


def crafted(stage: Stage) -> int:
    """How many crafts the server has done for the bot."""
    return int(stage.server.control.log(stage.name, 1)["crafted"])


def crafts(stage: Stage, last: int) -> list[Mapping[str, Any]]:
    """The server's last crafts for the bot, in their order."""
    return list(stage.server.control.log(stage.name, last)["crafts"]) if last else []
