"""Tables that the bot brings along."""

import pytest
from craftplan.bridge.messages import Position, Refusal
from stage import MIXED_PICKAXE, Stage, at_table, until

pytestmark = pytest.mark.server


def test_a_table_is_placed_used_and_taken_back(stage: Stage) -> None:
    stage.hold(crafting_table=1, oak_planks=3, spruce_planks=3, stick=2)
    position = stage.bot.place_station("minecraft:crafting_table")
    assert isinstance(position, Position)
    assert stage.server.control.block(position.x, position.y, position.z) == "minecraft:crafting_table"
    assert position in [station.position for station in stage.bot.snapshot().stations]
    assert stage.bot.attempt(at_table(position, MIXED_PICKAXE, "wooden_pickaxe")).outcome == "ok"
    report = stage.bot.take_station(position)
    assert (report.taken, report.picked_up, report.detail) == (True, True, "")
    assert stage.server.control.block(position.x, position.y, position.z) == "minecraft:air"
    assert stage.held() == {"crafting_table": 1, "oak_planks": 1, "spruce_planks": 2, "wooden_pickaxe": 1}


def test_a_table_far_back_in_the_inventory_is_brought_to_the_hand(stage: Stage) -> None:
    stage.hold(dirt=9 * 64, crafting_table=2)
    position = stage.bot.place_station("minecraft:crafting_table")
    assert isinstance(position, Position)
    assert stage.held() == {"dirt": 9 * 64, "crafting_table": 1}
    stage.bot.take_station(position)
    assert stage.held() == {"dirt": 9 * 64, "crafting_table": 2}


def test_a_table_dug_up_from_afar_is_walked_to(stage: Stage) -> None:
    place = stage.bot.snapshot().position
    table = Position(x=int(place.x) + 3, y=5, z=int(place.z))
    stage.server.control.set_block(table.x, table.y, table.z, "crafting_table")
    until(lambda: any(found.position == table for found in stage.bot.snapshot().stations), "the table")
    report = stage.bot.take_station(table)
    assert (report.taken, report.picked_up, report.detail) == (True, True, "")
    assert stage.held() == {"crafting_table": 1}
    assert stage.bot.snapshot().position != place


def test_without_a_table_none_is_placed(stage: Stage) -> None:
    refusal = stage.bot.place_station("minecraft:crafting_table")
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "no_item"


def test_what_is_no_station_is_not_dug_up(stage: Stage) -> None:
    report = stage.bot.take_station(Position(x=8, y=4, z=8))
    assert (report.taken, report.picked_up) == (False, False)
    assert stage.server.control.block(8, 4, 8) != "minecraft:air"
