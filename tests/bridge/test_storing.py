"""Chests: exact counts out and in, and the server's books balance to the last item."""

import random
from collections import Counter

import pytest
from craftplan.bridge.messages import Position, StoreReport
from craftplan.recipes.ids import ItemId
from stage import Stage, until

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.13.2", "1.16.5", "1.21.4"], indirect=True, scope="module"),
]
AT = (9, 5, 9)


def chest(stage: Stage, *put: tuple[int, str, int], block: str = "chest") -> Position:
    """A fresh chest in reach, filled by the server."""
    control = stage.server.control
    control.set_block(*AT, block)
    control.container(*AT, *({"slot": slot, "item": item, "count": count} for slot, item, count in put))
    position = Position(x=AT[0], y=AT[1], z=AT[2])
    until(lambda: [found.position for found in stage.bot.snapshot().chests] == [position], "the chest is seen")
    return position


def inside(stage: Stage) -> Counter[str]:
    counts: Counter[str] = Counter()
    for held in stage.server.control.container(*AT):
        if held:
            counts[held["item"].removeprefix("minecraft:")] += held["count"]
    return counts


def move(stage: Stage, position: Position, take: dict[str, int], put: dict[str, int]) -> StoreReport:
    named = [{ItemId(f"minecraft:{item}"): count for item, count in side.items()} for side in (take, put)]
    return stage.bot.store(position, take=named[0], put=named[1])


@pytest.mark.promise("craft.storage")
@pytest.mark.parametrize("block", ["chest", "trapped_chest"])
def test_exact_counts_are_taken_out_and_put_in(stage: Stage, block: str) -> None:
    position = chest(stage, (0, "oak_log", 64), (5, "oak_log", 13), (26, "stick", 3), block=block)
    stage.hold(dirt=70)
    look = stage.bot.store(position)
    assert (look.outcome, look.clicks) == ("ok", ())
    assert look.held == {"minecraft:oak_log": 77, "minecraft:stick": 3}
    report = move(stage, position, {"oak_log": 66, "stick": 1}, {"dirt": 65})
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"dirt": 5, "oak_log": 66, "stick": 1}
    assert inside(stage) == {"oak_log": 11, "stick": 2, "dirt": 65}
    assert report.held == {f"minecraft:{item}": count for item, count in inside(stage).items()}


def test_more_than_there_is_or_than_fits_moves_nothing(stage: Stage) -> None:
    position = chest(stage, (0, "oak_log", 5))
    stage.hold(dirt=36 * 64)
    assert move(stage, position, {"oak_log": 6}, {}).outcome == "missing_items"
    assert move(stage, position, {"oak_log": 5}, {}).outcome == "inventory_full"
    assert move(stage, position, {}, {"dirt": 27 * 64}).outcome == "storage_full"
    assert stage.held() == {"dirt": 36 * 64}
    assert inside(stage) == {"oak_log": 5}


def test_what_is_no_chest_is_said(stage: Stage) -> None:
    position = chest(stage)
    stage.server.control.set_block(*AT, "furnace")
    until(lambda: stage.bot.snapshot().chests == (), "the furnace")
    assert stage.bot.store(position).outcome == "no_station"
    assert stage.bot.store(Position(x=30, y=5, z=9)).outcome == "no_station"


@pytest.mark.promise("craft.storage")
def test_nothing_is_lost_or_doubled_whatever_the_server_does_to_clicks(stage: Stage) -> None:
    dice = random.Random(5)
    items = ("oak_log", "stick", "dirt", "egg")
    position = chest(stage, (0, "oak_log", 50), (3, "stick", 40), (4, "egg", 16), (9, "egg", 7), (20, "dirt", 64))
    stage.hold(oak_log=30, dirt=20)
    stage.server.control.reset()

    def books() -> Counter[str]:
        ground = {item.removeprefix("minecraft:"): count for item, count in stage.server.control.dropped().items()}
        return Counter(stage.held()) + inside(stage) + Counter(ground)

    total = books()
    for _ in range(5):
        here, there = Counter(stage.held()), inside(stage)
        take, put = ({item: dice.randint(0, side[item]) for item in items} for side in (there, here))
        fault = dice.choice(({}, {"drop_clicks": 1}, {"reject_clicks": 2}, {"close_window": 3}, {"always_stale": True}))
        stage.server.control.conditions(**fault)
        report = move(stage, position, take, put)
        stage.server.control.reset()
        stage.bot.snapshot()
        until(lambda: books() == total, f"the books balance after {fault}, {report.outcome}")
        if report.outcome == "ok":
            assert inside(stage) == +(there - Counter(take) + Counter(put))
