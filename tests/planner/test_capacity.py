from craftplan.planner import Goal, Inventory, plan
from craftplan.planner.capacity import SLOTS, peak_slots
from craftplan.recipes.builtin import builtin
from small_catalogs import catalog_of


def test_the_fullest_moment_counts():
    catalog = catalog_of("9 ingot = block", "gear = ingot", stack_sizes={"gear": 1})
    have = Inventory({"minecraft:block": 2})
    found = plan(catalog, Goal("minecraft:gear", 5), have)
    assert peak_slots(found, catalog, have) == 1 + 1 + 5


def test_ten_thousand_cakes_do_not_fit():
    catalog = builtin("1.20.4")
    found = plan(catalog, Goal("minecraft:cake", 10_000), stations=["crafting_table"])
    assert peak_slots(found, catalog, Inventory()) > SLOTS
    small = plan(catalog, Goal("minecraft:cake"), stations=["crafting_table"])
    assert peak_slots(small, catalog, Inventory()) <= SLOTS
