"""Schemas as providers take them: no global enum, no rule of any provider broken, the same for every recipe."""

import json
from pathlib import Path

import pytest
from craftplan.agent.tools import TOOLS
from craftplan.agent.tools.lint import llama, openai
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Ingredient, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId, TagId
from shell import craftplan
from tool_lint import choices_of, problems, recipe_problems


@pytest.mark.promise("tools.lint")
def test_no_provider_refuses_any_tool() -> None:
    assert list(problems()) == []


@pytest.mark.promise("tools.lint")
@pytest.mark.parametrize("version", ["1.13.2", "1.20.4", "26.1"])
def test_no_provider_refuses_the_choices_of_a_recipe(version: str) -> None:
    recipes = [recipe for recipe in builtin(version).recipes.values() if recipe.result is not None]
    found = [(recipe.id, problem) for recipe in recipes[::31] for problem in recipe_problems(recipe)]
    assert found == []


def test_the_lint_finds_what_providers_refuse() -> None:
    wide = {"type": "object", "properties": {"a": {"type": "string", "enum": [f"{n:0100}" for n in range(300)]}}}
    assert any("letters" in found for found in openai({**wide, "required": ["a"], "additionalProperties": False}))
    assert any("not everything is required" in found for found in openai({**wide, "additionalProperties": False}))
    assert any("additionalProperties" in found for found in openai(wide))
    for pattern in ("abc", r"^\S+$"):
        assert list(llama({"type": "string", "pattern": pattern}))
    assert list(llama({"type": "string", "maxLength": 3000}))
    assert list(llama({"properties": {"a": {}}}))


@pytest.mark.promise("tools.cells")
def test_a_cell_with_more_than_64_members_at_hand_takes_a_string_and_says_so() -> None:
    many = Ingredient(TagId("#demo:gears"), tuple(ItemId(f"demo:gear_{number}") for number in range(80)))
    recipe = Recipe(RecipeId("demo:clock"), Kind.SHAPELESS, (many, many), ItemId("demo:clock"))
    cells = choices_of(recipe)["properties"]["step_1"]["properties"]
    assert [("enum" in cell, "checked when you choose" in cell["description"]) for cell in cells.values()] == [
        (False, True)
    ] * 2
    assert list(recipe_problems(recipe)) == []
    few = choices_of(recipe, at_hand=3)["properties"]["step_1"]["properties"]
    assert [len(cell["enum"]) for cell in few.values()] == [3, 3]


@pytest.mark.promise("tools.cells")
def test_no_list_of_all_items_is_ever_in_a_schema(home: Path) -> None:
    for provider in ("mcp", "openai", "anthropic", "json-schema"):
        document = craftplan("tools", "schema", "wooden_pickaxe", "--have", "oak_log=3", "--for", provider).document
        assert len(json.dumps(document["tools"])) < 40_000
        assert "minecraft:acacia_boat" not in json.dumps(document)


@pytest.mark.promise("tools.cells")
@pytest.mark.parametrize("provider", ["mcp", "openai", "anthropic", "json-schema"])
def test_the_schemas_of_a_plan_in_a_file_hold_its_cells(home: Path, tmp_path: Path, provider: str) -> None:
    path = tmp_path / "plan.json"
    craftplan("plan", "stick", "--have", "oak_planks=1,birch_planks=1", "--json", "--out", str(path))
    said = craftplan("tools", "schema", "--plan", str(path), "--for", provider, "--have", "oak_planks=1,birch_planks=1")
    text = json.dumps(said.document["tools"])
    assert said.document["choices"]["properties"]["step_1"]["properties"]["slot_1"]["enum"] == [
        "minecraft:oak_planks",
        "minecraft:birch_planks",
    ]
    assert '"slot_3": {"description": "#minecraft:planks: its members at hand", "enum"' in text
    assert said.document["manifest_hash"] == TOOLS.manifest_hash


def test_a_file_that_is_no_plan_is_refused_with_its_violations(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text("{}", encoding="utf-8")
    assert craftplan("tools", "schema", "--plan", str(path)).code == 2


def test_a_tool_is_called_from_the_shell_and_its_status_is_the_exit_code(home: Path) -> None:
    said = craftplan("tools", "call", "resolve_tag", '{"tag": "planks"}')
    assert (said.code, said.document["status"], len(said.document["result"]["members"])) == (0, "ok", 11)
    assert craftplan("tools", "call", "resolve_tag", '{"tag": 5}').code == 2
    assert craftplan("tools", "call", "plan_craft", '{"goals": ["door"]}').code == 11
    assert craftplan("tools", "call", "inventory", "{}", "--server", "127.0.0.1:1").code == 3
    assert craftplan("tools", "call", "plan_craft", "{").code == 2
