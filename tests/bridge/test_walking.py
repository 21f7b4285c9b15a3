"""Walking to a station, and why it sometimes ends elsewhere."""

from collections.abc import Iterator

import pytest
from craftplan.bridge.messages import REACH, Position
from stage import MIXED_PICKAXE, Stage, at_table, until

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4", "1.21.4"], indirect=True, scope="module"),
]
FAR = Position(x=17, y=5, z=9)


@pytest.fixture(autouse=True)
def table(stage: Stage) -> Iterator[None]:
    control = stage.server.control
    control.set_block(FAR.x, FAR.y, FAR.z, "crafting_table")
    until(lambda: any(found.position == FAR for found in stage.bot.snapshot(30).stations), "the table")
    yield
    control.set_block(FAR.x, FAR.y, FAR.z, "air")


def walls(stage: Stage, block: str) -> None:
    for x in range(FAR.x - 6, FAR.x + 7):
        for z in range(FAR.z - 6, FAR.z + 7):
            if max(abs(x - FAR.x), abs(z - FAR.z)) == 6:
                for y in (5, 6):
                    stage.server.control.set_block(x, y, z, block)


def test_a_table_too_far_away_is_said_then_walked_to_and_used(stage: Stage) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=2)
    order = at_table(FAR, MIXED_PICKAXE, "wooden_pickaxe", strategy="burst")
    assert not any(found.position == FAR for found in stage.bot.snapshot().stations)
    report = stage.bot.attempt(order)
    assert (report.outcome, report.clicks, report.made) == ("too_far", (), {})
    walked = stage.bot.walk_to(FAR)
    assert (walked.arrived, walked.reason, walked.detail) == (True, "arrived", "")
    near = [found for found in stage.bot.snapshot().stations if found.position == FAR]
    assert near[0].distance <= REACH
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held() == {"oak_planks": 1, "spruce_planks": 2, "wooden_pickaxe": 1}
    stood = stage.bot.snapshot().position
    assert stage.bot.walk_to(FAR).position == stood


def test_where_no_way_leads_walking_ends_and_says_so(stage: Stage) -> None:
    stage.bot.walk_to(Position(x=6, y=4, z=8))
    walls(stage, "stone")
    try:
        walked = stage.bot.walk_to(FAR)
    finally:
        walls(stage, "air")
    assert (walked.arrived, walked.reason) == (False, "no_path")
    assert stage.bot.walk_to(FAR).arrived
