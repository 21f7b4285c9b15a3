"""``craftplan why-not``: what keeps an item from being made."""

import pytest
from craftplan.agent.document import published_schema
from craftplan.agent.schemas import check
from shell import craftplan


@pytest.mark.promise("plan.why-not")
def test_every_recipe_says_what_it_lacks_and_how_far_it_reaches() -> None:
    said = craftplan("why-not", "stick", "--have", "bamboo=1")
    assert (said.code, said.err) == (1, "")
    assert said.out.splitlines() == [
        "Stick ×1   Minecraft 1.20.4 · 1 step · needs 1 bamboo",
        "",
        "recipes",
        "  stick                   lacks 1 oak log  one material short",
        "  stick_from_bamboo_item  lacks 1 bamboo  one material short",
        "",
        "missing  have  need  how",
        "bamboo      1     2  to gather",
        "",
        "what is at hand reaches for 0 of 1",
        "hint: `craftplan plan stick` says how",
    ]


@pytest.mark.promise("plan.why-not")
@pytest.mark.parametrize(
    ("arguments", "answer", "code"),
    [
        (("stick", "--have", "bamboo=2"), "feasible", 0),
        (("stick",), "missing", 1),
        (("bedrock",), "uncraftable", 1),
        (("tipped_arrow",), "special", 1),
        (("raw_iron",), "unreachable", 1),
    ],
)
def test_different_answers_stay_apart(arguments: tuple[str, ...], answer: str, code: int) -> None:
    said = craftplan("why-not", *arguments, "--json")
    assert (said.code, said.document["answer"]) == (code, answer)
    check(said.document, published_schema("why-not"))
    check(said.document["plan"], published_schema("plan"))
    assert craftplan("why-not", *arguments).code == code


def test_what_is_one_material_short_is_named() -> None:
    document = craftplan(
        "why-not", "3 diamond_pickaxe", "--have", "diamond=4,stick=9,crafting_table", "--json"
    ).document
    assert document["one_short"] == ["minecraft:diamond_pickaxe"]
    (lack,) = document["recipes"][0]["missing"]
    assert (lack["item"], lack["have"], lack["need"]) == ("minecraft:diamond", 4, 9)
    assert document["plan"]["reach"] == 1


def test_a_recipe_that_was_left_out_is_said() -> None:
    said = craftplan("why-not", "stick", "--avoid", "recipe:stick")
    assert "  stick                   avoided" in said.out.splitlines()


def test_an_unknown_item_exits_2_with_near_names() -> None:
    said = craftplan("why-not", "wodden_pickaxe")
    assert (said.code, said.out) == (2, "")
    assert "did you mean wooden_pickaxe" in said.err


def test_it_is_for_one_item() -> None:
    assert craftplan("why-not", "stick", "chest").code == 2
