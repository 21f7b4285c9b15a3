"""Tools: declared once, validated both ways, and aware of the tags."""

import json
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.ledger import Ledger
from craftplan.agent.tools import TOOLS
from craftplan.agent.tools.tool import Context
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import SchemaError
from jsonschema import Draft202012Validator
from shell import craftplan


@pytest.fixture
def context(tmp_path: Path) -> Context:
    def nowhere() -> Any:
        raise AssertionError("no server is needed for this tool")

    return Context(builtin("1.20.4"), Ledger(tmp_path), nowhere)


def test_every_schema_is_a_schema_and_refuses_what_nobody_declared() -> None:
    for tool in TOOLS.values():
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["additionalProperties"] is False


def test_resolve_tag_lists_the_members_and_what_is_at_hand(context: Context) -> None:
    answer = TOOLS["resolve_tag"].call(context, {"tag": "planks", "at_hand": {"spruce_planks": 3, "stick": 1}})
    assert answer["tag"] == "#minecraft:planks"
    assert len(answer["members"]) == 11
    assert answer["at_hand"] == {"minecraft:spruce_planks": 3}


@pytest.mark.promise("tools.cells")
def test_a_plans_schema_limits_each_cell_to_its_tags_members_at_hand(context: Context) -> None:
    held = {"oak_planks": 2, "spruce_planks": 1, "stick": 2, "crafting_table": 1, "diamond": 9}
    answer = TOOLS["plan_craft"].call(context, {"goals": [{"item": "wooden_pickaxe"}], "inventory": held})
    assert answer["ready"]
    cells = answer["choices_schema"]["properties"]["step_1"]["properties"]
    assert sorted(cells) == ["slot_1", "slot_2", "slot_3"]
    assert all(cell["enum"] == ["minecraft:oak_planks", "minecraft:spruce_planks"] for cell in cells.values())
    Draft202012Validator.check_schema(answer["choices_schema"])


@pytest.mark.promise("tools.cells")
def test_the_schema_that_the_shell_prints_is_the_same(home: Path) -> None:
    said = craftplan("tools", "schema", "stick", "--have", "oak_planks=1,birch_planks=1")
    document = json.loads(said.out)
    assert [tool["name"] for tool in document["tools"]] == ["plan_craft", "resolve_tag", "craft"]
    cells = document["choices"]["properties"]["step_1"]["properties"]
    assert cells["slot_1"]["enum"] == ["minecraft:oak_planks", "minecraft:birch_planks"]


def test_another_member_can_be_chosen_for_a_cell(context: Context) -> None:
    held = {"oak_planks": 2, "spruce_planks": 2}
    wanted = {"goals": [{"item": "stick", "count": 4}], "inventory": held}
    choices = [{"step": 1, "slot": 1, "item": "spruce_planks"}, {"step": 1, "slot": 3, "item": "oak_planks"}]
    answer = TOOLS["plan_craft"].call(context, {**wanted, "choices": choices})
    bound = {bind["slot"]: bind["item"] for bind in answer["plan"]["steps"][0]["bind"]}
    assert bound == {1: "minecraft:spruce_planks", 3: "minecraft:oak_planks"}
    assert answer["plan"]["needs"] == {"minecraft:oak_planks": 1, "minecraft:spruce_planks": 1}


@pytest.mark.promise("tools.violations")
def test_a_choice_that_is_no_member_at_hand_is_answered_with_the_members(context: Context) -> None:
    wanted = {"goals": [{"item": "stick", "count": 4}], "inventory": {"oak_planks": 2}}
    with pytest.raises(SchemaError) as wrong:
        TOOLS["plan_craft"].call(context, {**wanted, "choices": [{"step": 1, "slot": 1, "item": "stone"}]})
    (violation,) = wrong.value.evidence["violations"]
    assert violation == {
        "pointer": "/step_1/slot_1",
        "keyword": "enum",
        "limit": ["minecraft:oak_planks"],
        "actual": "str",
        "excerpt": '"minecraft:stone"',
    }


def test_choices_that_take_more_than_there_is_are_refused(context: Context) -> None:
    wanted = {"goals": [{"item": "stick", "count": 4}], "inventory": {"oak_planks": 1, "spruce_planks": 1}}
    choices = [{"step": 1, "slot": slot, "item": "oak_planks"} for slot in (1, 3)]
    with pytest.raises(SchemaError, match="does not play out"):
        TOOLS["plan_craft"].call(context, {**wanted, "choices": choices})


@pytest.mark.promise("tools.violations")
@pytest.mark.parametrize(
    ("arguments", "pointer", "keyword"),
    [
        ({}, "", "required"),
        ({"goals": []}, "/goals", "minItems"),
        ({"goals": [{"item": "stick", "count": 0}]}, "/goals/0/count", "minimum"),
        ({"goals": [{"item": "stick", "count": "4"}]}, "/goals/0/count", "type"),
        ({"goals": [{"item": "x" * 101}]}, "/goals/0/item", "maxLength"),
        ({"goals": [{"item": "stick"}], "colour": 1}, "", "additionalProperties"),
    ],
)
def test_every_violation_says_where_which_rule_and_what_was_seen(
    context: Context, arguments: dict[str, Any], pointer: str, keyword: str
) -> None:
    with pytest.raises(SchemaError) as wrong:
        TOOLS["plan_craft"].call(context, arguments)
    (violation,) = wrong.value.evidence["violations"]
    assert (violation["pointer"], violation["keyword"]) == (pointer, keyword)
    assert "limit" in violation
    assert "actual" in violation
    assert len(violation["excerpt"]) <= 120
