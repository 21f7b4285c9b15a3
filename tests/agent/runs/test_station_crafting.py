"""Runs that cook, cut and smith, confirmed by the server's own inventory."""

import pytest
from craftplan.agent.runs.gates import Policy, Terms
from craftplan.agent.runs.report import Result
from stage import until
from workshop import BOT, Workshop

pytestmark = pytest.mark.server
VERSIONS = pytest.mark.parametrize("workshop", ["1.16.5", "1.20.4", "1.21.4"], indirect=True)
AT = (9, 5, 9)
FAST = 40


def put(workshop: Workshop, block: str) -> None:
    """Put a station into the bot's reach."""
    workshop.practice.control.set_block(*AT, block)
    until(lambda: any(found.block == f"minecraft:{block}" for found in workshop.bot.snapshot().stations), block)


@pytest.mark.promise("craft.stations")
@VERSIONS
def test_ingots_are_smelted_at_a_furnace_in_reach_and_the_rest_of_the_coal_comes_back(workshop: Workshop) -> None:
    workshop.practice.control.conditions(cooking_speed=FAST)
    put(workshop, "furnace")
    workshop.give(iron_ore=10, coal=3)
    report, listener = workshop.craft(("iron_ingot", 9))
    assert report.result is Result.CONFIRMED
    assert listener.confirmed == ["iron_ingot"]
    assert workshop.truth() == {"iron_ingot": 9, "iron_ore": 1, "coal": 1}
    assert workshop.practice.control.container(*AT) == (None, None, None)


def test_a_furnace_is_placed_and_taken_back_with_the_pickaxe_that_it_asks_for(workshop: Workshop) -> None:
    workshop.practice.control.conditions(cooking_speed=FAST)
    workshop.give(sand=2, coal=1, furnace=1, wooden_pickaxe=1)
    report, _ = workshop.craft(("glass", 2))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"glass": 2, "furnace": 1, "wooden_pickaxe": 1}
    assert dict(workshop.practice.control.dropped()) == {}


def test_a_furnace_stays_behind_where_no_pickaxe_is_at_hand_and_it_says_so(workshop: Workshop) -> None:
    workshop.practice.control.conditions(cooking_speed=FAST)
    workshop.give(sand=1, coal=1, furnace=1)
    report, listener = workshop.craft(("glass", 1))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"glass": 1}
    assert any("the furnace stays behind" in said and "wooden_pickaxe" in said for said in listener.said)


@pytest.mark.promise("craft.stations")
@VERSIONS
def test_a_stonecutter_in_reach_is_chosen_where_it_saves_stone(workshop: Workshop) -> None:
    put(workshop, "stonecutter")
    workshop.give(stone=7)
    report, _ = workshop.craft(("stone_brick_stairs", 5))
    assert report.result is Result.CONFIRMED
    assert [step.station for step in report.plan.steps] == ["stonecutter"]
    assert workshop.truth() == {"stone_brick_stairs": 5, "stone": 2}


@pytest.mark.promise("craft.stations")
@VERSIONS
def test_diamond_is_upgraded_at_a_smithing_table_that_is_brought_along(workshop: Workshop) -> None:
    workshop.give(diamond_sword=1, netherite_ingot=1, smithing_table=1)
    if workshop.minecraft != "1.16.5":
        workshop.give(netherite_upgrade_smithing_template=1)
    report, _ = workshop.craft(("netherite_sword", 1), terms=Terms(policy=Policy.NONE))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"netherite_sword": 1, "smithing_table": 1}


def test_a_lantern_from_ore_is_smelted_crafted_and_confirmed(workshop: Workshop) -> None:
    workshop.practice.control.conditions(cooking_speed=FAST)
    put(workshop, "blast_furnace")
    workshop.give(raw_iron=1, coal=3, stick=1, crafting_table=1)
    report, listener = workshop.craft(("lantern", 1))
    assert report.result is Result.CONFIRMED
    assert listener.confirmed[-1] == "lantern"
    truth = workshop.truth()
    assert (truth["lantern"], truth["crafting_table"], truth.get("raw_iron", 0)) == (1, 1, 0)


@pytest.mark.promise("learn.refusal")
def test_an_ore_that_the_server_does_not_smelt_becomes_a_lesson(workshop: Workshop) -> None:
    workshop.practice.control.conditions(cooking_speed=FAST)
    workshop.practice.control.refuse({"result": "iron_ingot", "member": "iron_ore"})
    put(workshop, "furnace")
    workshop.give(iron_ore=2, raw_iron=2, coal=1)
    report, listener = workshop.craft(("iron_ingot", 1))
    assert report.result is Result.CONFIRMED
    assert listener.refused in ([], ["iron_ingot"])
    assert workshop.truth()["iron_ingot"] == 1
    assert workshop.practice.control.inventory(BOT).cursor is None
