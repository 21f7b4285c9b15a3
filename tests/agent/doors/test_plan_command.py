"""``craftplan plan``: wishes, limits, reasons, and the document."""

import json
from pathlib import Path

import pytest
from craftplan.agent.document import published_schema
from craftplan.agent.schemas import check
from shell import craftplan

PLANKS = "oak_planks=4,birch_planks=9"


def bound(*arguments: str) -> set[str]:
    """The items that the steps of a plan use."""
    document = craftplan("plan", *arguments, "--json").document
    check(document, published_schema("plan"))
    return {bind["item"].partition(":")[2] for step in document["steps"] for bind in step["bind"]}


@pytest.mark.promise("plan.wishes")
def test_a_preferred_member_is_used_where_several_would_do() -> None:
    assert bound("stick", "--have", PLANKS) == {"birch_planks"}
    assert bound("stick", "--have", PLANKS, "--prefer", "oak_planks") == {"oak_planks"}


@pytest.mark.promise("plan.wishes")
@pytest.mark.parametrize(
    ("avoid", "used"),
    [
        ("birch_planks", {"oak_planks"}),
        ("#planks", {"bamboo"}),
        ("recipe:stick", {"bamboo"}),
        ("minecraft:stick_from_bamboo_item", {"birch_planks"}),
        ("birch planks, stick_from_bamboo_item", {"oak_planks"}),
    ],
)
def test_what_is_avoided_is_done_without(avoid: str, used: set[str]) -> None:
    assert bound("stick", "--have", f"{PLANKS},bamboo=8", "--avoid", avoid) == used


@pytest.mark.promise("plan.wishes")
@pytest.mark.parametrize(("count", "fuel"), [(1, {"minecraft:oak_log": 1}), (64, {"minecraft:lava_bucket": 1})])
def test_what_is_avoided_is_not_burnt_either_nor_asked_for_as_a_block(count: int, fuel: dict[str, int]) -> None:
    stock = ("--have", "raw_iron=64,coal=9", "--station", "furnace")
    lacking = craftplan("plan", f"{count} iron_ingot", *stock, "--avoid", "coal", "--json").document["missing"]
    assert {lack["item"]: lack["count"] for lack in lacking} == fuel


@pytest.mark.promise("plan.wishes")
@pytest.mark.parametrize("keep", ["birch_planks", "birch_planks=8", "2 oak_planks,birch_planks"])
def test_what_is_kept_is_not_used(keep: str) -> None:
    assert bound("stick", "--have", PLANKS, "--keep", keep) == {"oak_planks"}


def test_so_much_as_is_not_kept_may_be_used() -> None:
    said = craftplan("plan", "12 stick", "--have", PLANKS, "--keep", "birch_planks=7", "--json")
    assert said.document["needs"] == {"minecraft:oak_planks": 4, "minecraft:birch_planks": 2}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--avoid", "wodden_pickaxe"), "no item, tag or recipe called 'wodden_pickaxe'"),
        (("--avoid", "recipe:nothing"), "no item, tag or recipe called 'nothing'"),
        (("--avoid", "#plankz"), "no item tag called '#plankz'"),
        (("--prefer", "stick_from_bamboo_item"), "is a recipe, and --prefer takes items"),
        (("--keep", "stick=some"), "some is not a count of items"),
        (("--have", "stick=some"), "some is not a count of items"),
        (("--station", "anvil"), "'anvil' is no station"),
        (("--out", "/nowhere/at/all.json"), "cannot write /nowhere/at/all.json"),
        (("chest", "--max"), "--max is for one item, and these are 2: stick, chest"),
    ],
)
def test_wishes_that_cannot_be_read_exit_2_with_a_hint(arguments: tuple[str, ...], said: str) -> None:
    answer = craftplan("plan", "stick", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert "\nhint: " in answer.err


def test_the_hint_for_a_recipe_that_is_preferred_can_be_followed() -> None:
    hint = craftplan("plan", "stick", "--prefer", "stick_from_bamboo_item").err.rpartition("--avoid ")[2].strip()
    assert bound("stick", "--have", f"{PLANKS},bamboo=2", "--avoid", hint) == {"bamboo"}


def test_near_names_hold_recipes_too() -> None:
    said = craftplan("plan", "stick", "--avoid", "bamboo_item")
    assert "stick_from_bamboo_item" in said.err


@pytest.mark.promise("plan.have-file")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("have.json", '{"oak_planks": 5, "Birch Planks": 3}'),
        ("have.txt", "# my chest\noak_planks=5\n\n3 birch planks  # from the farm\n"),
        ("have", "oak_planks 5, birch_planks=1\nbirch_planks 2"),
        ("have", '\n {"oak_planks": 5, "birch_planks": 3}'),
    ],
)
def test_what_is_at_hand_may_stand_in_a_file(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = craftplan("plan", "chest", "--have", str(tmp_path / name), "--station", "crafting_table", "--json")
    assert said.code == 0
    assert said.document["needs"] == {"minecraft:oak_planks": 5, "minecraft:birch_planks": 3}


def test_a_list_as_long_as_no_file_name_can_be_is_read() -> None:
    assert bound("stick", "--have", ",".join([*["oak_planks=1"] * 400, "oak_planks=1"])) == {"oak_planks"}


@pytest.mark.promise("plan.max")
def test_max_makes_as_many_as_what_is_at_hand_allows() -> None:
    said = craftplan("plan", "torch", "--max", "--have", "coal=3,oak_log=1,stick=1", "--json")
    assert said.code == 0
    assert said.document["goals"] == [{"count": 12, "item": "minecraft:torch"}]
    assert (
        craftplan("plan", "torch 5", "--max", "--have", "coal=3,stick=9", "--json").document["goals"][0]["count"] == 5
    )
    none = craftplan("plan", "torch", "--max", "--have", "coal=3", "--json")
    assert (none.code, none.document["goals"][0]["count"]) == (1, 1)


@pytest.mark.promise("plan.explain")
def test_explain_says_what_every_alternative_would_cost() -> None:
    said = craftplan("plan", "stick", "--have", PLANKS, "--explain")
    assert said.code == 0
    assert said.out.partition("\nwhy  ")[2].splitlines() == [
        "proved: none needs less",
        "1 stick ×4",
        "  stick_from_bamboo_item  lacks 2 bamboo",
        "  with oak_planks         costs the same  4 at hand, birch_planks 9",
        "hint: run `craftplan stick` to let the bot do it",
    ]


@pytest.mark.promise("plan.explain")
def test_the_document_holds_the_reasons() -> None:
    document = craftplan("plan", "wooden_pickaxe", "--explain", "--json").document
    check(document, published_schema("plan"))
    assert [reason["after"] for reason in document["why"]] == [[], [1], [1], [1, 2, 3]]
    (bamboo,) = document["why"][1]["recipes"]
    assert (bamboo["recipe"], bamboo["answer"]) == ("minecraft:stick_from_bamboo_item", "missing")


def test_the_document_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    said = craftplan("plan", "stick", "--out", str(path))
    assert said.out.startswith("Stick ×1")
    assert json.loads(path.read_text()) == craftplan("plan", "stick", "--json").document


def test_a_dry_run_of_a_plan_is_the_plan() -> None:
    assert craftplan("plan", "stick", "--dry-run") == craftplan("plan", "stick")


def test_a_station_in_reach_is_not_made_first() -> None:
    here = craftplan("plan", "wooden_pickaxe", "--station", "crafting table", "--json").document
    assert [step["item"] for step in here["steps"]] == [
        "minecraft:oak_planks",
        "minecraft:stick",
        "minecraft:wooden_pickaxe",
    ]


@pytest.mark.promise("plan.clicks")
def test_the_document_carries_every_steps_clicks_for_the_window_as_it_lies() -> None:
    document = craftplan("plan", "torch", "--have", "coal=5,oak_planks=2", "--json").document
    check(document, published_schema("plan"))
    sticks, torches = (step["clicks"] for step in document["steps"])
    assert sticks["window"] == [
        {"slot": 36, "item": "minecraft:oak_planks", "count": 2},
        {"slot": 37, "item": "minecraft:coal", "count": 5},
    ]
    assert torches["window"] == [
        {"slot": 37, "item": "minecraft:coal", "count": 5},
        {"slot": 44, "item": "minecraft:stick", "count": 4},
    ]
    assert [(click["slot"], click["button"], click["mode"]) for click in (*torches["fill"], *torches["take"])] == [
        (37, 0, 0),
        (1, 1, 0),
        (44, 0, 0),
        (3, 1, 0),
        (37, 0, 0),
        (0, 0, 1),
    ]


def test_a_plan_too_large_to_carry_has_no_clicks() -> None:
    document = craftplan("plan", "1000 cake", "--json").document
    check(document, published_schema("plan"))
    assert {json.dumps(step["clicks"]) for step in document["steps"]} == {"null"}


@pytest.mark.server
@pytest.mark.promise("plan.wishes")
def test_wishes_hold_where_the_bot_does_it(home: Path) -> None:
    said = craftplan(
        "craft",
        "4 stick",
        "--have",
        "oak_planks=4,birch_planks=4",
        "--avoid",
        "oak planks",
        "--keep",
        "bamboo",
        "--json",
    )
    assert said.code == 0, said.err
    (step,) = said.document["plan"]["steps"]
    assert {bind["item"] for bind in step["bind"]} == {"minecraft:birch_planks"}
    assert craftplan("craft", "stick", "--avoid", "stik_from").code == 2


def test_more_than_a_player_can_carry_is_said() -> None:
    have = "milk_bucket=300,sugar=200,egg=100,wheat=300"
    said = craftplan("plan", "100 cake", "--have", have, "--station", "crafting_table")
    assert "\nto carry   316 slots at the fullest moment, and a player has 36: make it in parts\n" in said.out
    assert craftplan("plan", "100 cake", "--have", have, "--json").document["peak_slots"] >= 316
    assert "to carry" not in craftplan("plan", "cake", "--have", "milk_bucket=3,sugar=2,egg=1,wheat=3").out


def test_the_hint_names_goals_and_wishes_as_they_are_typed() -> None:
    said = craftplan(
        "plan", "8 stick", "chest", "--have", "oak_planks=40", "--avoid", "#logs", "--keep", "oak_planks=2"
    )
    assert said.out.endswith(
        "hint: run `craftplan stick 8 chest --avoid '#logs' --keep oak_planks=2` to let the bot do it\n"
    )
