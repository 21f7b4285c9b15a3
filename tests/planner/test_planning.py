import pytest
from craftplan.planner import HAND_KINDS, Answer, Goal, Inventory, Minimal, plan
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import InputError, UnknownItemError
from small_catalogs import catalog_of

VANILLA = builtin("1.20.4")


def have(**counts: int) -> Inventory:
    return Inventory({f"minecraft:{item}": count for item, count in counts.items()})


def test_a_wooden_pickaxe_from_nothing_takes_three_logs_and_four_steps():
    found = plan(VANILLA, Goal("minecraft:wooden_pickaxe"))
    assert [(step.item, step.count, step.times) for step in found.steps] == [
        ("minecraft:oak_planks", 12, 3),
        ("minecraft:stick", 4, 1),
        ("minecraft:crafting_table", 1, 1),
        ("minecraft:wooden_pickaxe", 1, 1),
    ]
    assert [(lack.item, lack.count, lack.tag) for lack in found.missing] == [
        ("minecraft:oak_log", 3, "#minecraft:oak_logs")
    ]
    assert found.left_over == (("minecraft:oak_planks", 3), ("minecraft:stick", 2))
    assert found.kept == (("minecraft:crafting_table", 1),)
    assert found.minimal is Minimal.PROVED


def test_the_table_is_in_reach_carried_or_made():
    goal, planks = Goal("minecraft:chest"), have(oak_planks=8)
    assert plan(VANILLA, goal, planks, stations=["crafting_table"]).ready
    carried = plan(VANILLA, goal, have(oak_planks=8, crafting_table=1))
    assert (carried.ready, carried.kept) == (True, (("minecraft:crafting_table", 1),))
    made = plan(VANILLA, goal, have(oak_planks=12))
    assert (made.ready, made.crafts, made.left_over) == (True, 2, ())
    assert not plan(VANILLA, goal, have(oak_planks=11)).ready


def test_a_table_that_is_a_goal_serves_as_the_table_too():
    found = plan(VANILLA, [Goal("minecraft:crafting_table"), Goal("minecraft:chest")], have(oak_planks=12))
    assert (found.ready, found.crafts) == (True, 2)


def test_smelting_takes_a_furnace_and_fuel_that_burns_long_enough():
    found = plan(VANILLA, Goal("minecraft:glass", 9), have(sand=9, coal=2, stick=5), stations=["furnace"])
    (step,) = found.steps
    assert step.fuel is not None
    assert (step.fuel.slot, step.fuel.item, step.fuel.count) == (1, "minecraft:coal", 2)
    assert (step.bind[0].slot, step.result_slot) == (0, 2)
    short = plan(VANILLA, Goal("minecraft:glass", 9), have(sand=9, coal=1), stations=["furnace"])
    assert [(lack.item, lack.count) for lack in short.missing] == [("minecraft:coal", 1)]
    assert short.reach == 8


def test_smithing_and_stonecutting_have_their_own_slots():
    stock = have(diamond_sword=1, netherite_ingot=1, netherite_upgrade_smithing_template=1)
    (step,) = plan(VANILLA, Goal("minecraft:netherite_sword"), stock, stations=["smithing_table"]).steps
    assert [bind.item for bind in step.bind] == [
        "minecraft:netherite_upgrade_smithing_template",
        "minecraft:diamond_sword",
        "minecraft:netherite_ingot",
    ]
    assert ([bind.slot for bind in step.bind], step.result_slot) == ([0, 1, 2], 3)
    (cut,) = plan(VANILLA, Goal("minecraft:stone_stairs"), have(stone=1), stations=["stonecutter"]).steps
    assert (cut.bind[0].slot, cut.result_slot, cut.count) == (0, 1, 1)


def test_batches_stay_within_a_stack():
    found = plan(VANILLA, Goal("minecraft:oak_planks", 400), have(oak_log=100))
    assert [step.times for step in found.steps] == [64, 36]


def test_what_is_kept_is_not_touched():
    planks = {"minecraft:oak_planks": 7}
    assert not plan(
        VANILLA, Goal("minecraft:chest"), have(oak_planks=14), keep=planks, stations=["crafting_table"]
    ).ready
    assert plan(VANILLA, Goal("minecraft:chest"), have(oak_planks=15), keep=planks, stations=["crafting_table"]).ready
    table = plan(
        VANILLA, Goal("minecraft:chest"), have(oak_planks=8, crafting_table=1), keep={"minecraft:crafting_table": 1}
    )
    assert table.ready


@pytest.mark.parametrize(
    ("item", "answer"),
    [
        ("oak_log", Answer.UNCRAFTABLE),
        ("written_book", Answer.SPECIAL),
        ("tipped_arrow", Answer.SPECIAL),
        ("glass", Answer.UNREACHABLE),
    ],
)
def test_there_are_different_ways_to_say_no(item: str, answer: Answer) -> None:
    found = plan(VANILLA, Goal(f"minecraft:{item}"), kinds=HAND_KINDS)
    assert (found.answer, found.steps, found.ready) == (answer, (), False)


def test_an_unknown_item_is_named_with_near_ones():
    with pytest.raises(UnknownItemError) as error:
        plan(VANILLA, Goal("minecraft:wooden_pickax"))
    assert "wooden_pickaxe" in error.value.near


def test_a_count_below_one_is_refused():
    with pytest.raises(InputError):
        plan(VANILLA, Goal("minecraft:stick", 0))


def test_borrowed_bottles_have_to_be_there_all_at_once():
    found = plan(VANILLA, Goal("minecraft:sugar", 3), have(honey_block=1, glass=6), stations=["crafting_table"])
    assert (found.ready, found.crafts, found.minimal) == (True, 4, Minimal.PROVED)


def test_without_gathering_there_is_only_the_answer():
    found = plan(VANILLA, Goal("minecraft:chest"), gather=False)
    assert (found.answer, found.steps, found.missing) == (Answer.MISSING, (), ())


def test_stations_that_make_each_other_are_no_way_out():
    catalog = catalog_of("crafting_table @ a a a", "b @ a a a")
    assert not plan(catalog, Goal("minecraft:b"), have(a=9)).ready
