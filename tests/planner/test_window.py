"""A plan's clicks, played one after another by the game's rules, end with what the plan claims."""

from collections import Counter
from collections.abc import Mapping

import pytest
from craftplan.planner import Goal, Inventory, Plan, Step, plan
from craftplan.planner.clicks import Held, first_slot
from craftplan.planner.window import SLOTS, Window, click_lists, laid_out
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId, qualified, short
from random_tasks import random_tasks

VANILLA = builtin("1.20.4")
REACH = ["furnace", "stonecutter", "smithing_table"]


def counts(text: str) -> Inventory:
    return Inventory({ItemId(qualified(name)): int(n) for name, _, n in (one.partition("=") for one in text.split())})


def start(found: Plan, have: Inventory) -> Counter[ItemId]:
    held = Counter(have.counts)
    held.update({lack.item: lack.count for lack in found.missing})
    return +held


def claimed(found: Plan, have: Inventory) -> Counter[ItemId]:
    """What is there in the end, as the plan has it."""
    held = start(found, have)
    made = {item: count for item, count in found.kept if not held[item]}
    wanted = {goal.item: goal.count for goal in found.goals}
    held.subtract(dict(found.needs))
    held.update(dict(found.left_over))
    held.update({item: max(wanted.get(item, 0), made.get(item, 0)) for item in {**wanted, **made}})
    return +held


def lying(places: Mapping[int, Held]) -> Counter[ItemId]:
    found: Counter[ItemId] = Counter()
    for item, count in places.values():
        found[item] += count
    return found


def played(step: Step, before: Mapping[int, Held], catalog: Catalog) -> Window:
    """The step's window after its clicks."""
    first = first_slot(step)
    assert first is not None
    window = Window(step, {slot - first: held for slot, held in before.items()}, catalog)
    assert window.step() is not None
    return window


@pytest.mark.promise("plan.clicks")
def test_the_clicks_of_random_plans_end_with_what_the_plans_claim() -> None:
    whole = 0
    for goal, have in random_tasks(VANILLA, 150):
        found = plan(VANILLA, goal, have, stations=REACH, gather=False)
        lists = click_lists(found, VANILLA, have)
        if not found.steps or None in lists:
            continue
        for step, one in zip(found.steps, lists, strict=True):
            assert one is not None
            window = played(step, one.window, VANILLA)
            assert (window.cursor, window.fits) == (None, True), (goal, step.recipe.id)
        table = None if step.station in {"inventory", *REACH} else ItemId(f"minecraft:{step.station}")
        assert lying(window.places(picked_up=table)) == claimed(found, have), goal
        whole += 1
    assert whole > 40


def test_a_table_that_stands_in_the_world_is_not_in_its_window() -> None:
    have = counts("oak_planks=9 stick=2")
    found = plan(VANILLA, Goal(ItemId("minecraft:wooden_pickaxe")), have)
    pickaxe = click_lists(found, VANILLA, have)[-1]
    assert pickaxe is not None
    assert lying(pickaxe.window) == counts("oak_planks=5 stick=2").counts


def test_steps_whose_things_do_not_fit_have_no_clicks() -> None:
    have = counts("oak_planks=2400 coal=1")
    found = plan(VANILLA, Goal(ItemId("minecraft:stick"), 4), have)
    assert laid_out(have, VANILLA) is None
    assert click_lists(found, VANILLA, have) == (None,)
    full = counts("oak_log=1 oak_planks=2240")
    found = plan(VANILLA, Goal(ItemId("minecraft:oak_planks"), 4), full)
    assert click_lists(found, VANILLA, full) != (None,), "the log's own slot is free by then"
    fuller = counts("oak_log=2 oak_planks=2240")
    found = plan(VANILLA, Goal(ItemId("minecraft:oak_planks"), 4), fuller)
    assert click_lists(found, VANILLA, fuller) == (None,)


def test_a_campfire_has_no_window_and_the_steps_after_it_have() -> None:
    have = counts("potato=1 oak_planks=2")
    goals = [Goal(ItemId("minecraft:baked_potato")), Goal(ItemId("minecraft:stick"), 4)]
    found = plan(VANILLA, goals, have, stations=["campfire"])
    lists = {short(step.item): one for step, one in zip(found.steps, click_lists(found, VANILLA, have), strict=True)}
    assert lists["baked_potato"] is None
    assert lists["stick"] is not None


def test_things_lie_in_the_hotbar_first_and_stack_by_stack() -> None:
    places = laid_out(counts("cake=2 stick=70 coal=3"), VANILLA)
    assert places is not None
    assert [(slot, short(item), count) for slot, (item, count) in places.items()] == [
        (27, "coal", 3),
        (28, "stick", 64),
        (29, "stick", 6),
        (30, "cake", 1),
        (31, "cake", 1),
    ]
    assert laid_out(counts(f"cake={SLOTS}"), VANILLA) is not None
    assert laid_out(counts(f"cake={SLOTS + 1}"), VANILLA) is None


def test_a_container_that_comes_back_from_a_craft_is_picked_up() -> None:
    have = counts("milk_bucket=3 sugar=2 egg=1 wheat=3")
    found = plan(VANILLA, Goal(ItemId("minecraft:cake")), have, stations=["crafting_table"])
    (one,) = click_lists(found, VANILLA, have)
    assert one is not None
    window = played(found.steps[0], one.window, VANILLA)
    assert {slot: short(item) for slot, (item, _) in window.slots.items() if slot < 10} == dict.fromkeys(
        (1, 2, 3), "bucket"
    )
    assert lying(window.places()) == counts("bucket=3 cake=1").counts
