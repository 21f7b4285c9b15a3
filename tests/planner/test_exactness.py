from collections import Counter

import pytest
from craftplan.planner import Answer, Goal, Inventory, Minimal, plan
from craftplan.planner.closure import closure_of
from craftplan.planner.goal import Experience
from craftplan.planner.simulate import simulate
from craftplan.planner.stations import PLANNED_KINDS
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog, Ingredient, Item, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId
from exhaustive import cheaper, fewest_crafts
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from small_catalogs import catalog_of

ITEMS = [f"test:{letter}" for letter in "abcdefg"]
THOROUGH = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
cells = st.lists(st.sampled_from(ITEMS), min_size=1, max_size=2, unique=True).map(sorted).map("|".join)


@st.composite
def catalogs(draw: st.DrawFn) -> Catalog:
    """Up to six heaps of one to three cells; in some, using an item leaves another."""
    texts = []
    for _ in range(draw(st.integers(1, 6))):
        needs = " ".join(draw(st.lists(cells, min_size=1, max_size=3)))
        texts.append(f"{draw(st.integers(1, 3))} {draw(st.sampled_from(ITEMS))} = {needs}")
    back = draw(st.dictionaries(st.sampled_from(ITEMS), st.sampled_from(ITEMS), max_size=1))
    return catalog_of(*texts, remainders=back, more=ITEMS)


inventories = st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 4), max_size=5)
goals = st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 3), min_size=1, max_size=2)


def make(catalog: Catalog, wanted: dict[str, int], have: dict[str, int]):
    return plan(catalog, [Goal(item, count) for item, count in wanted.items()], Inventory(have), budget=0.05)


@THOROUGH
@given(catalogs(), goals, inventories)
def test_what_trying_everything_finds_is_no_better(
    catalog: Catalog, wanted: dict[str, int], have: dict[str, int]
) -> None:
    found = make(catalog, wanted, have)
    assume(found.answer in {Answer.FEASIBLE, Answer.MISSING})
    assert simulate(found, catalog, Inventory(have), claims=True) is None
    deepest = min(found.crafts, 6) if found.ready else 6
    try:
        best = fewest_crafts(catalog, wanted, have, deepest)
    except OverflowError:
        return
    if found.ready:
        assert best is None or best >= found.crafts or found.minimal is Minimal.BEST_KNOWN
        assert found.crafts > 6 or best is not None
    else:
        assert best is None or found.minimal is Minimal.BEST_KNOWN


@THOROUGH
@given(catalogs(), goals, inventories)
def test_nothing_cheaper_is_enough(catalog: Catalog, wanted: dict[str, int], have: dict[str, int]) -> None:
    found = make(catalog, wanted, have)
    assume(found.answer is Answer.MISSING and found.minimal is Minimal.PROVED)
    # No recipe is used only for the container that it gives back: there trying everything knows more.
    assume(all(item.remainder is None for item in catalog.items.values()))
    closure = closure_of(catalog, tuple(wanted), PLANNED_KINDS, frozenset(), Experience())
    prices = {
        item: price
        for item, number in closure.index.items()
        if (price := closure.book.values.prices.get(number)) is not None
    }
    paid = sum(prices[lack.item] * lack.count for lack in found.missing)
    for bought in list(cheaper(prices, paid))[:150]:
        try:
            enough = fewest_crafts(catalog, wanted, Counter(have) + Counter(bought), 5)
        except OverflowError:
            continue
        assert enough is None, f"{dict(bought)} would do"


@THOROUGH
@given(catalogs(), goals, inventories, st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 3), max_size=3))
def test_more_items_never_make_it_worse(
    catalog: Catalog, wanted: dict[str, int], have: dict[str, int], more: dict[str, int]
) -> None:
    assume(make(catalog, wanted, have).ready)
    after = make(catalog, wanted, dict(Counter(have) + Counter(more)))
    assert after.ready or after.minimal is Minimal.BEST_KNOWN


@THOROUGH
@given(catalogs(), goals, st.permutations(list(enumerate(ITEMS))))
def test_the_order_of_the_inventory_changes_nothing(
    catalog: Catalog, wanted: dict[str, int], order: list[tuple[int, str]]
) -> None:
    have = {item: place % 3 + 1 for place, item in order}
    found = make(catalog, wanted, have)
    assume(found.minimal is Minimal.PROVED)
    assert found == make(catalog, wanted, dict(sorted(have.items())))


@THOROUGH
@given(catalogs(), st.sampled_from(ITEMS), st.integers(1, 3), inventories)
def test_one_more_never_costs_less(catalog: Catalog, item: str, count: int, have: dict[str, int]) -> None:
    fewer, more = make(catalog, {item: count}, have), make(catalog, {item: count + 1}, have)
    assume(more.ready and fewer.minimal is Minimal.PROVED is more.minimal)
    assert fewer.ready
    assert fewer.crafts <= more.crafts


@THOROUGH
@given(catalogs(), st.sampled_from(ITEMS), st.integers(1, 4), inventories)
def test_reach_is_the_largest_count_that_can_be_made(
    catalog: Catalog, item: str, count: int, have: dict[str, int]
) -> None:
    found = make(catalog, {item: count}, have)
    assume(found.answer is Answer.MISSING and found.minimal is Minimal.PROVED)
    assert found.reach < count
    assert not found.reach or make(catalog, {item: found.reach}, have).ready
    assert not make(catalog, {item: found.reach + 1}, have).ready


@pytest.mark.parametrize("budget", [0.0, 1e-6])
def test_without_time_there_is_still_an_answer_and_it_is_not_called_proved(budget: float) -> None:
    catalog = catalog_of("a = b b", "b = a", "c = a|b d|a", "2 d = c b", more=["e"])
    found = plan(catalog, Goal("minecraft:c", 7), Inventory({"minecraft:a": 9, "minecraft:d": 2}), budget=budget)
    assert found.answer in {Answer.FEASIBLE, Answer.UNKNOWN, Answer.MISSING}
    assert found.minimal is Minimal.BEST_KNOWN or found.gap == 0


@pytest.mark.promise("plan.exact")
@pytest.mark.parametrize("item", ["orange_carpet", "green_carpet", "purple_harness", "quartz_slab", "name_tag"])
def test_cycles_of_dyes_and_slabs_are_proved_without_a_search_that_runs_out_of_time(item: str) -> None:
    found = plan(builtin("26.1"), Goal(ItemId(f"minecraft:{item}")), budget=60)
    assert (found.answer, found.minimal) == (Answer.MISSING, Minimal.PROVED)
    assert simulate(found, builtin("26.1"), Inventory(), claims=True) is None


@THOROUGH
@given(catalogs(), goals, inventories, st.sampled_from(ITEMS))
def test_a_detour_that_is_left_out_makes_no_plan_dearer(
    catalog: Catalog, wanted: dict[str, int], have: dict[str, int], item: str
) -> None:
    """A way round about, by an item that only leads back, changes nothing."""
    found = make(catalog, wanted, have)
    assume(found.minimal is Minimal.PROVED and not any(one.remainder for one in catalog.items.values()))
    aside = Recipe(RecipeId("test:aside"), Kind.SHAPELESS, (Ingredient(None, (ItemId(item),)),), ItemId("test:aside"))
    back = Recipe(RecipeId("test:back"), Kind.SHAPELESS, (Ingredient(None, (ItemId("test:aside"),)),), ItemId(item))
    more = Catalog(
        minecraft=catalog.minecraft,
        source="tests",
        items=[*catalog.items.values(), Item(ItemId("test:aside"))],
        tags={},
        recipes=[*catalog.recipes.values(), aside, back],
    )
    other = make(more, wanted, have)
    assume(other.minimal is Minimal.PROVED and found.ready)
    assert (other.ready, other.crafts) == (True, found.crafts)
