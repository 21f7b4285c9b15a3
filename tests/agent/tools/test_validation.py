"""What breaks a schema is answered with place, rule, limit, what was seen, and what was good."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.schemas import check
from craftplan.agent.tools import TOOLS
from craftplan.recipes.errors import SchemaError
from tool_fuzz import violated
from toolroom import ToolRoom


@pytest.mark.promise("tools.violations")
@pytest.mark.parametrize(
    ("arguments", "pointer", "keyword", "actual", "over_by"),
    [
        ({}, "", "required", [], 1),
        ({"goals": []}, "/goals", "minItems", 0, 1),
        ({"goals": [{"item": "stick", "count": 0}]}, "/goals/0/count", "minimum", 0, 1),
        ({"goals": [{"item": "stick", "count": "four"}]}, "/goals/0/count", "type", "string", None),
        ({"goals": [{"item": "x" * 101}]}, "/goals/0/item", "maxLength", 101, 1),
        ({"goals": [{"item": "stick"}], "colour": 1}, "", "additionalProperties", ["colour"], 1),
        ({"goals": [{"item": "stick"}], "stations": ["anvil"]}, "/stations/0", "enum", "anvil", None),
    ],
)
def test_every_violation_says_where_which_rule_and_what_was_seen(
    tools: ToolRoom, arguments: dict[str, Any], pointer: str, keyword: str, actual: Any, over_by: int | None
) -> None:
    error = tools.error("plan_craft", **arguments)
    (violation,) = error["violations"]
    assert (violation["pointer"], violation["keyword"]) == (pointer, keyword)
    assert (violation["actual"], violation["over_by"]) == (actual, over_by)
    assert violation["limit"] not in (None, [])
    assert len(violation["excerpt"]) <= 120
    assert violation["schema"] == "craftplan/tool/plan_craft/input/1"
    assert error["then"] == "retry_differently"


@pytest.mark.promise("tools.violations")
def test_wrong_arguments_of_every_kind_all_come_back_with_pointer_limit_and_actual(tools: ToolRoom) -> None:
    chance = random.Random(7)
    names = list(TOOLS.tools)
    for turn in range(300):
        name = names[turn % len(names)]
        arguments = violated(TOOLS.tools[name].input_schema, chance)
        error = tools.error(name, **arguments)
        assert error["code"] == "schema", (name, arguments, error)
        for violation in error["violations"]:
            assert {"pointer", "keyword", "limit", "actual", "over_by", "excerpt", "schema"} == set(violation)
            assert violation["actual"] is not None or violation["excerpt"] == "null"
        assert len(json.dumps(error)) < 20_000


@pytest.mark.promise("tools.violations")
def test_3200_characters_where_3000_are_allowed_say_so_and_keep_the_rest() -> None:
    properties = {"description": {"type": "string", "maxLength": 3000}, "name": {"type": "string"}}
    schema = {"$id": "demo/1", "type": "object", "properties": properties}
    with pytest.raises(SchemaError) as wrong:
        check({"description": "x" * 3200, "name": "kept"}, schema)
    (violation,) = wrong.value.evidence["violations"]
    assert (violation["pointer"], violation["limit"], violation["actual"], violation["over_by"]) == (
        "/description",
        3000,
        3200,
        200,
    )
    assert wrong.value.evidence["partial"] == {"name": "kept"}
    assert len(str(wrong.value)) < 500


@pytest.mark.promise("tools.violations")
def test_the_good_part_comes_back_and_a_long_one_as_a_file_with_its_hash(tools: ToolRoom) -> None:
    goals = [{"item": "stick", "count": 4}, {"item": "torch", "count": 0}]
    assert tools.error("plan_craft", goals=goals, x=1)["partial"] == {
        "goals": [{"item": "stick", "count": 4}, {"item": "torch"}]
    }
    many = [{"item": f"{'long_name_' * 8}{number}", "count": 1} for number in range(150)]
    kept = tools.error("plan_craft", goals=[], inventory=many)["partial"]
    assert kept["bytes"] > 4096
    assert json.loads(Path(kept["path"]).read_text(encoding="utf-8"))["inventory"] == many


def test_of_many_violations_twenty_are_listed_and_all_counted(tools: ToolRoom) -> None:
    error = tools.error("plan_craft", goals=["stick"], inventory=[{"item": "stick", "count": -1}] * 30)
    assert (len(error["violations"]), error["total"]) == (20, 30)


@pytest.mark.promise("tools.repairs")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"goals": [{"item": "torch", "count": "3"}]}, "a number as text"),
        ({"goals": [{"item": "torch", "count": 3.0}]}, "a number as text"),
        ({"goals": '[{"item": "torch", "count": 3}]'}, "JSON as text"),
        ({"goals": {"item": "torch", "count": 3}}, "one thing where a list is asked for"),
        ({"goals": '{"torch": 3}'}, "JSON as text"),
        ({"goals": {"torch": 3}}, "counts by name"),
    ],
)
def test_what_can_only_mean_one_thing_is_put_right_and_said(tools: ToolRoom, arguments: Any, why: str) -> None:
    envelope = tools("plan_craft", **arguments, inventory=[], stations=None)
    assert envelope["status"] == "ok", envelope["error"]
    assert envelope["result"]["plan"]["goals"] == [{"item": "minecraft:torch", "count": 3}]
    assert why in [repair["why"] for repair in envelope["repairs"]] or why == "a number as text"


@pytest.mark.promise("tools.repairs")
@pytest.mark.parametrize(
    "count", [float("nan"), float("inf"), "3.5", "three", "", "1e3", True, None, [3], "99999999999999999999"]
)
def test_what_is_no_count_is_never_guessed(tools: ToolRoom, count: Any) -> None:
    error = tools.error("resolve_tag", tag="planks", at_hand=[{"item": "oak_planks", "count": count}])
    assert error["violations"][0]["pointer"] == "/at_hand/0/count"
    assert json.dumps(error, allow_nan=False)
