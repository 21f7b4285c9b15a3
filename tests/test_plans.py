"""Plans over the game's own catalog: what a player would expect of them."""

import random

import pytest
from craftplan.agent.document import plan_document, published_schema
from craftplan.agent.schemas import check
from craftplan.planner import Answer, Goal, Inventory, Plan, plan
from craftplan.planner.simulate import simulate
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, qualified, short

CATALOG = builtin("1.20.4")
SCHEMA = published_schema("plan")


def planned(*goals: tuple[str, int], **have: int) -> Plan:
    wanted = [Goal(ItemId(qualified(name)), count) for name, count in goals]
    return plan(CATALOG, wanted, Inventory({ItemId(qualified(name)): count for name, count in have.items()}))


def missing(answer: Plan) -> dict[str, int]:
    return {short(lack.item): lack.count for lack in answer.missing}


@pytest.mark.promise("plan.mixed")
@pytest.mark.promise("catalog.tags")
def test_a_pickaxe_takes_two_oak_and_one_spruce_planks() -> None:
    answer = planned(("wooden_pickaxe", 1), oak_planks=2, spruce_planks=1, stick=2, crafting_table=1)
    assert answer.ready
    (step,) = answer.steps
    assert sorted(short(bind.item) for bind in step.bind) == [
        "oak_planks",
        "oak_planks",
        "spruce_planks",
        "stick",
        "stick",
    ]
    assert {bind.slot for bind in step.bind if bind.item == "minecraft:stick"} == {5, 8}
    assert dict(answer.kept) == {"minecraft:crafting_table": 1}


@pytest.mark.promise("plan.mixed")
def test_a_chest_takes_any_eight_planks() -> None:
    answer = planned(("chest", 1), oak_planks=3, birch_planks=2, crimson_planks=3, crafting_table=1)
    assert answer.ready
    assert {bind.slot for bind in answer.steps[-1].bind} == {1, 2, 3, 4, 6, 7, 8, 9}


@pytest.mark.promise("plan.pool")
def test_leftover_planks_of_one_branch_serve_the_others() -> None:
    answer = planned(("wooden_pickaxe", 1))
    assert missing(answer) == {"oak_log": 3}
    assert answer.missing[0].tag == "#minecraft:oak_logs"
    assert [(short(step.item), step.count) for step in answer.steps] == [
        ("oak_planks", 12),
        ("stick", 4),
        ("crafting_table", 1),
        ("wooden_pickaxe", 1),
    ]
    assert dict(answer.left_over) == {"minecraft:oak_planks": 3, "minecraft:stick": 2}


@pytest.mark.promise("plan.missing")
def test_everything_that_lacks_is_listed_down_to_base_materials() -> None:
    answer = planned(("bookshelf", 1), crafting_table=1)
    assert answer.answer is Answer.MISSING
    assert missing(answer) == {"oak_log": 2, "sugar_cane": 9, "leather": 3}


def test_what_is_at_hand_of_a_kind_is_taken_before_another_kind_is_asked_for() -> None:
    answer = planned(("wooden_pickaxe", 1), oak_log=1)
    assert missing(answer) == {"oak_log": 2}


def test_an_iron_pickaxe_from_raw_iron_is_smelted_with_what_burns() -> None:
    answer = planned(("iron_pickaxe", 1), raw_iron=3, stick=2, crafting_table=1, furnace=1, coal=1)
    assert answer.ready
    assert [(short(step.item), step.station) for step in answer.steps] == [
        ("iron_ingot", "furnace"),
        ("iron_pickaxe", "crafting_table"),
    ]


def test_what_is_only_unpacked_from_what_it_makes_has_to_be_found() -> None:
    answer = planned(("raw_iron", 2))
    assert (answer.answer, missing(answer)) == (Answer.UNREACHABLE, {"raw_iron": 2})
    assert planned(("raw_iron", 2), raw_iron_block=1).ready


@pytest.mark.promise("plan.simulated")
def test_random_goals_play_out_in_the_simulator_and_keep_to_the_published_schema() -> None:
    chance = random.Random(20)
    craftable = sorted(CATALOG.producers)
    stocked = sorted(CATALOG.items)
    for _ in range(80):
        wanted = [Goal(chance.choice(craftable), chance.randint(1, 9)) for _ in range(chance.randint(1, 2))]
        inventory = Inventory({chance.choice(stocked): chance.randint(1, 64) for _ in range(chance.randint(0, 12))})
        answer = plan(CATALOG, wanted, inventory)
        assert simulate(answer, CATALOG, inventory, claims=True) is None
        check(plan_document(answer), SCHEMA)
