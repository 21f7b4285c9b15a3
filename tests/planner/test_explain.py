from craftplan.planner import Answer, Goal, Inventory, plan
from craftplan.planner.explain import Explainer
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
    assert reasons[0].members == ("minecraft:oak",)
    (other,) = reasons[1].alternatives
    assert (other.recipe, other.answer, other.crafts) == ("test:1_stick", Answer.FEASIBLE, 1)
    assert reasons[2].forced


def test_an_alternative_that_cannot_be_done_says_what_it_lacks():
    have = counts(oak=1)
    found = plan(CATALOG, Goal("minecraft:stick", 2), have)
    (reason,) = [reason for reason in Explainer(CATALOG, have).explain(found) if reason.alternatives]
    (other,) = reason.alternatives
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
