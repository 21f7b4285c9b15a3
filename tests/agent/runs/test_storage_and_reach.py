"""Runs that use chests and walk to stations."""

import pytest
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.report import Result
from craftplan.agent.world import read_where
from craftplan.bridge.messages import Position
from craftplan.recipes.errors import InputError
from shell import craftplan
from stage import until
from workshop import Workshop

pytestmark = pytest.mark.server
CHEST = (7, 5, 9)
VERSIONS = pytest.mark.parametrize("workshop", ["1.16.5", "1.21.4"], indirect=True)


def fill(workshop: Workshop, **items: int) -> None:
    """Put a chest with these into the bot's reach."""
    control = workshop.practice.control
    control.set_block(*CHEST, "chest")
    stacks = [{"slot": slot, "item": item, "count": count} for slot, (item, count) in enumerate(items.items())]
    control.container(*CHEST, *stacks)
    until(lambda: workshop.bot.snapshot().chests != (), "the chest")


def inside(workshop: Workshop) -> dict[str, int]:
    held = [stack for stack in workshop.practice.control.container(*CHEST) if stack]
    return {stack["item"].removeprefix("minecraft:"): stack["count"] for stack in held}


@pytest.mark.promise("craft.storage")
@VERSIONS
def test_what_a_plan_lacks_is_taken_out_of_a_chest_and_what_is_left_over_goes_back(workshop: Workshop) -> None:
    fill(workshop, oak_log=20, stick=9)
    workshop.give(dirt=3, oak_planks=1)
    report, _ = workshop.craft(("chest", 1), storage="nearby")
    assert report.result is Result.CONFIRMED
    truth = workshop.truth()
    assert (truth.pop("chest"), truth.pop("dirt")) == (1, 3)
    assert truth in ({"oak_planks": 1}, {})
    left = inside(workshop)
    assert (left.pop("stick"), left.pop("crafting_table")) == (9, 1)
    planks = left.pop("oak_planks", 0) + truth.get("oak_planks", 0)
    assert 4 * left.pop("oak_log") + planks + 8 + 4 == 4 * 20 + 1
    assert left == {}


def test_a_chest_that_is_named_is_used_and_no_other_is_touched(workshop: Workshop) -> None:
    fill(workshop, oak_planks=2)
    report, _ = workshop.craft(("stick", 4), storage=Position(x=6, y=5, z=6))
    assert report.result is Result.MISSING
    assert inside(workshop) == {"oak_planks": 2}
    report, _ = workshop.craft(("stick", 4), storage=Position(x=CHEST[0], y=CHEST[1], z=CHEST[2]))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"stick": 4}
    moved = [record.body for record in workshop.ledger.read(events=frozenset({Event.STORAGE_MOVED}))]
    assert [(body["take"], body["outcome"]) for body in moved] == [({"minecraft:oak_planks": 2}, "ok")]


def test_without_storage_no_chest_is_opened(workshop: Workshop) -> None:
    fill(workshop, oak_planks=2)
    report, _ = workshop.craft(("stick", 4))
    assert report.result is Result.MISSING
    assert inside(workshop) == {"oak_planks": 2}


@pytest.mark.promise("craft.reach")
@VERSIONS
def test_a_table_in_sight_is_walked_to_where_that_is_allowed(workshop: Workshop) -> None:
    workshop.practice.control.set_block(16, 5, 9, "crafting_table")
    workshop.give(oak_planks=3, stick=2)
    until(lambda: workshop.bot.snapshot(20).stations != (), "the table")
    report, listener = workshop.craft(("wooden_pickaxe", 1))
    assert report.result is Result.MISSING
    report, listener = workshop.craft(("wooden_pickaxe", 1), reach=20)
    assert report.result is Result.CONFIRMED
    assert listener.confirmed == ["wooden_pickaxe"]
    assert workshop.truth() == {"wooden_pickaxe": 1}
    assert workshop.practice.control.block(16, 5, 9) == "minecraft:crafting_table"


def test_where_no_way_leads_to_the_table_the_one_in_the_inventory_is_placed(workshop: Workshop) -> None:
    control = workshop.practice.control
    control.set_block(16, 5, 8, "crafting_table")
    for y in (5, 6):
        for x in range(11, 22):
            for z in range(3, 14):
                if max(abs(x - 16), abs(z - 8)) == 5:
                    control.set_block(x, y, z, "stone")
    workshop.give(oak_planks=3, stick=2, crafting_table=1)
    until(lambda: workshop.bot.snapshot(20).stations != (), "the table")
    report, listener = workshop.craft(("wooden_pickaxe", 1), reach=20)
    assert report.result is Result.CONFIRMED
    assert any(said.startswith("no way to 16 5 8") for said in listener.said)
    assert workshop.truth() == {"wooden_pickaxe": 1, "crafting_table": 1}


def test_what_names_no_chest_is_said_before_anything_starts() -> None:
    assert read_where("-3,64,7") == Position(x=-3, y=64, z=7)
    with pytest.raises(InputError):
        read_where("somewhere")
    assert craftplan("stick", "--storage", "1,2").code == 2
