"""Where solver and simulator differ, what was found is cut off, and the search goes on to what both accept."""

from collections.abc import Iterable, Mapping, Sequence

import pytest
from craftplan.planner import PLANNED_KINDS, Answer, Experience, Goal, Inventory, Minimal, Plan, plan
from craftplan.planner.closure import closure_of
from craftplan.planner.crafts import Bound
from craftplan.planner.simulate import simulate
from craftplan.planner.solve import Solver
from craftplan.planner.task import Task
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId
from small_catalogs import catalog_of

VANILLA = builtin("1.20.4")


def have(**counts: int) -> Inventory:
    return Inventory({ItemId(f"minecraft:{item}"): count for item, count in counts.items()})


def lacking(found: Plan) -> dict[str, int]:
    return {lack.item.removeprefix("minecraft:"): lack.count for lack in found.missing}


def planned(catalog: Catalog, goals: Iterable[Goal] | Goal, inventory: Inventory, **options: object) -> Plan:
    """Plan; whatever the answer is, the simulator accepts it."""
    found = plan(catalog, goals, inventory, budget=60, **options)
    assert simulate(found, catalog, inventory, claims=True) is None
    return found


@pytest.mark.promise("plan.refused")
def test_two_kinds_of_logs_are_two_fires_and_the_second_one_s_coal_is_missing() -> None:
    # The balance says that one coal burns long enough for eight; but between two stacks the fire goes on for nothing.
    stock = have(oak_log=4, birch_log=4, coal=1)
    found = planned(VANILLA, Goal(ItemId("minecraft:charcoal"), 8), stock, stations=["furnace"])
    assert (found.answer, lacking(found), found.minimal) == (Answer.MISSING, {"coal": 1}, Minimal.BEST_KNOWN)
    near = planned(VANILLA, Goal(ItemId("minecraft:charcoal"), 8), stock, stations=["furnace"], gather=False)
    assert near.answer is Answer.MISSING


@pytest.mark.promise("plan.refused")
@pytest.mark.parametrize("gather", [True, False])
def test_a_refused_solution_is_cut_off_and_the_next_one_is_not_called_proved(*, gather: bool) -> None:
    catalog = catalog_of("gear = iron", "gear = tin tin", "iron = ore")
    iron, tin = ItemId("minecraft:iron"), ItemId("minecraft:tin")
    inventory = Inventory({iron: 1, tin: 2})
    goal = ItemId("minecraft:gear")
    closure = closure_of(catalog, (goal,), PLANNED_KINDS, frozenset(), Experience())
    task = Task(closure, {goal: 1}, inventory, frozenset(), Experience(), 1.0)
    asked = []

    def refused(crafts: Sequence[Bound], gathered: Mapping[int, int]) -> bool:
        asked.append(gathered)
        return any(closure.index[iron] in craft.cells for craft in crafts)

    solver = Solver(task, refused)
    found = solver.solve(gather=gather)
    assert asked
    assert not solver.sure
    assert found is not None
    assert (found.crafts[0].cells, found.proved) == ((closure.index[tin],) * 2, False)


def test_a_station_may_be_used_up_once_everything_is_made_at_it() -> None:
    stock = have(furnace=1, iron_ingot=5, stone=3, coal=1)
    found = planned(VANILLA, Goal(ItemId("minecraft:blast_furnace")), stock, stations=["crafting_table"])
    assert (found.ready, found.crafts, found.kept, found.minimal) == (True, 4, (), Minimal.PROVED)
    goals = [Goal(ItemId("minecraft:furnace_minecart")), Goal(ItemId("minecraft:glass"))]
    both = planned(VANILLA, goals, have(furnace=1, minecart=1, sand=1, coal=1))
    assert both.ready
    assert [step.item for step in both.steps] == ["minecraft:glass", "minecraft:furnace_minecart"]


def test_a_station_that_is_used_up_at_itself_is_needed_twice() -> None:
    catalog = catalog_of("crafter = crafting_table a a a a")
    found = planned(catalog, Goal(ItemId("minecraft:crafter")), have(crafting_table=1, a=4))
    assert (found.answer, lacking(found)) == (Answer.MISSING, {"crafting_table": 1})


def test_no_lava_is_burnt_for_its_bucket() -> None:
    catalog = catalog_of("brick ~ clay", more=["lava_bucket", "bucket"], remainders={"lava_bucket": "bucket"})
    goals = [Goal(ItemId("minecraft:brick"), 3)]
    stock = have(clay=3, lava_bucket=5)
    assert planned(catalog, goals, stock, stations=["furnace"]).left_over == (("minecraft:bucket", 1),)
    wanted = [*goals, Goal(ItemId("minecraft:bucket"), 2)]
    assert not planned(catalog, wanted, stock, stations=["furnace"]).ready


def test_what_is_being_made_is_not_burnt_for_it() -> None:
    catalog = catalog_of("crafting_table ~ ash", more=["stick"])
    stock = have(ash=40, stick=8, crafting_table=2)
    found = planned(catalog, Goal(ItemId("minecraft:crafting_table"), 7), stock, stations=["furnace"])
    assert found.ready
