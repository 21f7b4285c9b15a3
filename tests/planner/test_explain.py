import pytest
from craftplan.planner import Answer, Experience, Goal, Inventory, plan
from craftplan.planner.explain import Explainer
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, RecipeId
from random_tasks import random_tasks
from small_catalogs import catalog_of

CATALOG = catalog_of(
    *("4 planks = oak|birch", "stick = bamboo bamboo", "4 stick = planks planks", "ladder = stick stick stick"),
    *("torch = stick coal|charcoal",),
)


def counts(**have: int) -> Inventory:
    return Inventory({f"minecraft:{item}": count for item, count in have.items()})


def test_every_step_says_what_the_other_recipes_would_have_cost():
    have = counts(oak=1, birch=2, bamboo=6)
    found = plan(CATALOG, Goal("minecraft:ladder"), have)
    reasons = Explainer(CATALOG, have).explain(found)
    assert [reason.recipe for reason in reasons] == ["test:0_planks", "test:2_stick", "test:3_ladder"]
    (oak,) = reasons[0].members
    assert (oak.member, oak.instead, oak.crafts, oak.missing) == ("minecraft:oak", "minecraft:birch", 0, ())
    (other,) = reasons[1].recipes
    assert (other.recipe, other.answer, other.crafts) == ("test:1_stick", Answer.FEASIBLE, 1)
    assert reasons[2].forced
    assert [reason.after for reason in reasons] == [(), (1,), (2,)]


def test_an_alternative_that_cannot_be_done_says_what_it_lacks():
    have = counts(oak=1)
    found = plan(CATALOG, Goal("minecraft:stick", 2), have)
    (reason,) = [reason for reason in Explainer(CATALOG, have).explain(found) if reason.recipes]
    (other,) = reason.recipes
    assert other.answer is Answer.MISSING
    assert [(lack.item, lack.count) for lack in other.missing] == [("minecraft:bamboo", 4)]


def test_why_not_names_every_recipe_and_who_is_one_material_short():
    answer = Explainer(CATALOG, counts(bamboo=1)).why_not(Goal("minecraft:stick"))
    assert not answer.plan.ready
    assert [(other.recipe, len(other.missing)) for other in answer.alternatives] == [
        ("test:1_stick", 1),
        ("test:2_stick", 1),
    ]
    assert answer.one_short == ("test:1_stick", "test:2_stick")


def test_a_member_whose_use_costs_more_says_how_much() -> None:
    gates = catalog_of("gate = tin|zinc", "pin = zinc", "zinc = nail")
    have = counts(tin=1, zinc=1, nail=1)
    explainer = Explainer(gates, have)
    found = explainer.plan((Goal(ItemId("minecraft:gate")), Goal(ItemId("minecraft:pin"))))
    (gate,) = [reason for reason in explainer.explain(found) if reason.recipe == "test:0_gate"]
    (zinc,) = gate.members
    assert (zinc.member, zinc.answer, zinc.crafts) == ("minecraft:zinc", Answer.FEASIBLE, 1)


def test_members_that_are_kept_or_refused_are_no_alternative() -> None:
    have = counts(oak=1, birch=2)
    recipe = RecipeId("test:0_planks")
    birch = Experience(avoid_members=frozenset({(recipe, ItemId("minecraft:birch"))}))
    for explainer in (
        Explainer(CATALOG, have, keep={ItemId("minecraft:birch"): 2}),
        Explainer(CATALOG, have, experience=birch),
    ):
        (reason,) = explainer.explain(explainer.plan((Goal(ItemId("minecraft:planks"), 4),)))
        assert reason.members == ()


def test_why_not_names_what_was_left_out_by_wish() -> None:
    bamboo = Experience(avoid=frozenset({RecipeId("test:1_stick")}))
    answer = Explainer(CATALOG, counts(bamboo=2), experience=bamboo).why_not(Goal(ItemId("minecraft:stick")))
    assert answer.avoided == ("test:1_stick",)
    assert [other.recipe for other in answer.alternatives] == ["test:2_stick"]


@pytest.mark.parametrize("logs", [0, 1, 2, 5, 96])
def test_the_most_that_can_be_made_is_exact(logs: int) -> None:
    """One log is eight sticks, and a ladder takes three."""
    ladders = Explainer(CATALOG, counts(oak=logs)).most(ItemId("minecraft:ladder"), 1000)
    most = 8 * logs // 3
    assert (ladders.ready, ladders.goals[0].count) == (most > 0, max(most, 1))


def test_the_most_keeps_to_its_limit() -> None:
    explainer = Explainer(CATALOG, counts(oak=64))
    assert [explainer.most(ItemId("minecraft:ladder"), limit).goals[0].count for limit in (1, 2, 5, 64)] == [
        1,
        2,
        5,
        64,
    ]


@pytest.mark.promise("plan.max")
def test_one_more_than_the_most_cannot_be_made() -> None:
    catalog, looked = builtin("1.20.4"), 0
    for goal, have in random_tasks(catalog, 40):
        if not plan(catalog, Goal(goal.item), have, gather=False).ready:
            continue
        found = Explainer(catalog, have).most(goal.item, 500)
        assert found.ready
        most = found.goals[0].count
        assert most == 500 or not plan(catalog, Goal(goal.item, most + 1), have, gather=False).ready
        looked += 1
    assert looked > 10
