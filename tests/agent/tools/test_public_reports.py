"""What others' tools did wrong with language models, by the ids of the public reports (group f)."""

import json
import re
from typing import Any

import pytest
from craftplan.agent.tools import TOOLS, Context, call
from craftplan.agent.tools.lint import parts
from craftplan.agent.tools.rendering import for_mcp
from craftplan.planner.stations import station_of
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog, Ingredient, Item, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId
from toolroom import ToolRoom, nowhere


@pytest.mark.promise("tools.reports")
def test_d_f01_only_what_is_lacking_is_reported_missing(tools: ToolRoom) -> None:
    held = {"cherry_planks": 4, "flint": 1}
    plan = tools.ok("plan_craft", goals=["fletching_table"], inventory=held, stations=["crafting_table"])["plan"]
    assert [(lack["item"], lack["count"]) for lack in plan["missing"]] == [("minecraft:flint", 1)]


@pytest.mark.promise("tools.reports")
def test_d_f02_wrong_calls_are_answered_shortly_with_what_is_valid_and_change_nothing(tools: ToolRoom) -> None:
    wrong = [
        ("craftItem2", {"item": "stick"}),
        ("plan_craft", {}),
        ("plan_craft", {"goals": ["stick"], "quantity": 4}),
    ]
    for name, arguments in wrong:
        error = tools.error(name, **arguments)
        assert len(json.dumps(error)) < 1500
        assert error["code"] in {"unknown_tool", "schema"}
        assert error["then"] == "retry_differently"
    assert tools.error(wrong[0][0])["near"] == ["craft"]
    assert "goals" in tools.error(*wrong[1][:1])["violations"][0]["limit"]
    assert tools.error(wrong[2][0], **wrong[2][1])["violations"][0]["limit"] == [
        *("goals", "inventory", "stations", "choices")
    ]
    without_count = tools.ok("plan_craft", goals=[{"item": "stick"}])
    assert without_count["plan"]["goals"] == [{"item": "minecraft:stick", "count": 1}]
    assert "if left out: 1" in json.dumps(tools_for_openai())
    assert tools.context.ledger.head().seq == 0


def tools_for_openai() -> Any:
    from craftplan.agent.tools.rendering import for_openai

    return for_openai(TOOLS)


@pytest.mark.promise("tools.reports")
def test_d_f03_a_recipe_is_told_with_counts_and_places(tools: ToolRoom) -> None:
    (recipe,) = tools.ok("describe_recipe", item="conduit")["recipes"]
    assert (recipe["count"], recipe["station"]) == (1, "crafting_table")
    assert {part["members"][0]: part["slots"] for part in recipe["ingredients"]} == {
        "minecraft:nautilus_shell": [1, 2, 3, 4, 6, 7, 8, 9],
        "minecraft:heart_of_the_sea": [5],
    }


@pytest.mark.promise("tools.reports")
def test_d_f04_a_number_as_text_is_the_number_in_every_tool_and_it_is_said(tools: ToolRoom) -> None:
    plan = tools("plan_craft", goals=[{"item": "torch", "count": "3"}], inventory={"coal": "1", "stick": "1"})
    assert plan["result"]["plan"]["left_over"] == {"minecraft:torch": 1}
    assert {"pointer": "/goals/0/count", "was": "3", "now": 3, "why": "a number as text"} in plan["repairs"]
    assert len(tools.ok("find_items", words="oak", most="2")["items"]) == 2


@pytest.mark.promise("tools.reports")
def test_d_f05_nested_arguments_as_json_text_are_parsed_once_and_checked_by_the_same_schema(tools: ToolRoom) -> None:
    text = '[{"item":"torch","count":4}]'
    envelope = tools("plan_craft", goals=text, inventory='{"coal":1,"stick":1}')
    assert envelope["result"]["ready"]
    twice = tools.error("plan_craft", goals=json.dumps(text))
    assert (twice["code"], twice["pointer"]) == ("schema", "/goals")
    assert tools.error("plan_craft", goals='[{"item":"torch","count":0}]')["pointer"] == "/goals/0/count"


@pytest.mark.promise("tools.reports")
def test_d_f06_a_name_without_namespace_is_minecrafts_and_never_a_mods(tools: ToolRoom) -> None:
    game = builtin("1.20.4")
    torch = ItemId("demo:torch")
    stick = Ingredient(None, (ItemId("minecraft:stick"),))
    catalog = Catalog(
        minecraft="1.20.4",
        source="test",
        items=[Item(torch), *game.items.values()],
        tags=game.tags,
        recipes=[Recipe(RecipeId("demo:torch"), Kind.SHAPELESS, (stick,), torch), *game.recipes.values()],
    )
    modded = Context(catalog, tools.context.ledger, nowhere)

    def planned(name: str) -> Any:
        return call(TOOLS, modded, "plan_craft", {"goals": [{"item": name}]})

    goals = {
        name: planned(name)["result"]["plan"]["goals"][0]["item"] for name in ("minecraft:torch", "torch", "Torch")
    }
    assert set(goals.values()) == {"minecraft:torch"}
    assert planned("demo:torch")["result"]["plan"]["goals"][0]["item"] == "demo:torch"
    assert [repair["now"] for repair in planned("Torch")["repairs"]] == ["minecraft:torch"]


@pytest.mark.promise("tools.reports")
def test_d_f07_a_loose_name_is_said_or_asked_for_and_never_chosen_in_silence(tools: ToolRoom) -> None:
    for name, held in (("planks", {"birch_log": 1}), ("door", {"oak_planks": 6})):
        asked = tools("plan_craft", goals=[{"item": name, "count": 4}], inventory=held)
        assert asked["status"] == "needs_input"
        assert len(asked["input"]["response_schema"]["properties"]["goals_0_item"]["enum"]) > 5
    plural = tools("plan_craft", goals=["wooden_pickaxes"])
    assert plural["repairs"][-1]["now"] == "minecraft:wooden_pickaxe"


@pytest.mark.promise("tools.reports")
@pytest.mark.parametrize("slot", [0, 46, -1, "D4", 47])
def test_d_f08_slots_outside_of_the_grid_are_refused_with_what_is_permitted(tools: ToolRoom, slot: Any) -> None:
    choices = [{"step": 1, "slot": slot, "item": "oak_planks"}]
    error = tools.error("plan_craft", goals=["stick"], inventory={"oak_planks": 2}, choices=choices)
    assert error["violations"][0]["limit"] in (["slot_1", "slot_3"], 0, 46, "integer")


@pytest.mark.promise("tools.reports")
@pytest.mark.parametrize("count", [0, -1, 1_000_001])
def test_d_f08_counts_that_nobody_can_mean_are_refused_with_the_range(tools: ToolRoom, count: int) -> None:
    (violation,) = tools.error("plan_craft", goals=[{"item": "stick", "count": count}])["violations"]
    assert (violation["pointer"], violation["limit"] in {1, 1_000_000}) == ("/goals/0/count", True)


@pytest.mark.promise("tools.reports")
def test_d_f09_every_tool_has_a_name_and_a_schema_that_all_providers_take() -> None:
    for tool in for_mcp(TOOLS):
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"])
        assert tool["inputSchema"]["type"] == "object"
        assert not {"anyOf", "oneOf", "allOf"} & set(tool["inputSchema"])
        for _, _, part in parts(tool["inputSchema"]):
            assert None not in part.get("enum", ())


def test_every_recipe_that_is_described_stands_at_the_planners_station() -> None:
    from craftplan.agent.tools.ingredients import described
    from craftplan.planner.stations import PLANNED_KINDS

    for recipe in builtin("1.20.4").recipes.values():
        if recipe.kind in PLANNED_KINDS:
            assert described(recipe).station == station_of(recipe)
