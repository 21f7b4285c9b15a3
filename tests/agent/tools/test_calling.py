"""Calls: arguments repaired and checked, names resolved, and an envelope whatever happens."""

from dataclasses import replace
from typing import Any

import pytest
from craftplan.agent.tools import TOOLS, Tombstone, Toolbox, call
from craftplan.recipes.errors import BusyError, WorldError
from toolroom import ToolRoom


def test_resolve_tag_lists_the_members_and_what_is_at_hand(tools: ToolRoom) -> None:
    answer = tools.ok("resolve_tag", tag="planks", at_hand={"spruce_planks": 3, "stick": 1})
    assert answer["tag"] == "#minecraft:planks"
    assert len(answer["members"]) == 11
    assert answer["at_hand"] == {"minecraft:spruce_planks": 3}


@pytest.mark.promise("tools.cells")
def test_a_plans_schema_limits_each_cell_to_its_tags_members_at_hand(tools: ToolRoom) -> None:
    held = {"oak_planks": 2, "spruce_planks": 1, "stick": 2, "crafting_table": 1, "diamond": 9}
    answer = tools.ok("plan_craft", goals=[{"item": "wooden_pickaxe"}], inventory=held)
    assert answer["ready"]
    cells = answer["choices_schema"]["properties"]["step_1"]["properties"]
    assert sorted(cells) == ["slot_1", "slot_2", "slot_3"]
    assert all(cell["enum"] == ["minecraft:oak_planks", "minecraft:spruce_planks"] for cell in cells.values())


@pytest.mark.parametrize(
    "choices",
    [
        [{"step": 1, "slot": 1, "item": "spruce_planks"}, {"step": 1, "slot": 3, "item": "oak_planks"}],
        {"step_1": {"slot_1": "spruce_planks", "slot_3": "oak_planks"}},
    ],
)
def test_another_member_can_be_chosen_for_a_cell(tools: ToolRoom, choices: Any) -> None:
    held = {"oak_planks": 2, "spruce_planks": 2}
    answer = tools.ok("plan_craft", goals=[{"item": "stick", "count": 4}], inventory=held, choices=choices)
    bound = {bind["slot"]: bind["item"] for bind in answer["plan"]["steps"][0]["bind"]}
    assert bound == {1: "minecraft:spruce_planks", 3: "minecraft:oak_planks"}
    assert answer["plan"]["needs"] == {"minecraft:oak_planks": 1, "minecraft:spruce_planks": 1}


@pytest.mark.promise("tools.violations")
def test_a_choice_that_is_no_member_at_hand_is_answered_with_the_members(tools: ToolRoom) -> None:
    choices = [{"step": 1, "slot": 1, "item": "stone"}]
    error = tools.error("plan_craft", goals=[{"item": "stick"}], inventory={"oak_planks": 2}, choices=choices)
    (violation,) = error["violations"]
    assert violation == {
        "pointer": "/step_1/slot_1",
        "keyword": "enum",
        "limit": ["minecraft:oak_planks"],
        "actual": "minecraft:stone",
        "over_by": None,
        "excerpt": '"minecraft:stone"',
        "schema": "craftplan/choices/1",
    }
    assert error["then"] == "retry_differently"


def test_choices_that_take_more_than_there_is_are_refused(tools: ToolRoom) -> None:
    choices = [{"step": 1, "slot": slot, "item": "oak_planks"} for slot in (1, 3)]
    held = {"oak_planks": 1, "spruce_planks": 1}
    error = tools.error("plan_craft", goals=[{"item": "stick", "count": 4}], inventory=held, choices=choices)
    assert "does not play out" in error["message"]


def test_names_are_repaired_where_only_one_thing_can_be_meant_and_it_is_said(tools: ToolRoom) -> None:
    envelope = tools("plan_craft", goals=[{"item": "Wooden Pickaxes"}, {"item": "minecraft:torch"}, {"item": "stick"}])
    assert envelope["repairs"] == [
        {"pointer": "/goals/0/item", "was": "Wooden Pickaxes", "now": "minecraft:wooden_pickaxe", "why": "name"}
    ]
    assert envelope["result"]["plan"]["goals"][0] == {"item": "minecraft:wooden_pickaxe", "count": 1}


@pytest.mark.promise("tools.asks")
def test_names_of_several_things_are_asked_for_with_the_names_all_at_once(tools: ToolRoom) -> None:
    envelope = tools("plan_craft", goals=[{"item": "door"}, {"item": "stick"}, {"item": "#planks"}])
    asked = envelope["input"]
    assert envelope["status"] == "needs_input"
    assert asked["fields"] == {"goals_0_item": "/goals/0/item", "goals_2_item": "/goals/2/item"}
    choices = asked["response_schema"]["properties"]
    assert "oak_door" in choices["goals_0_item"]["enum"]
    assert len(choices["goals_2_item"]["enum"]) == 11
    assert envelope["result"] is None


def test_a_name_that_nothing_has_fails_with_near_names(tools: ToolRoom) -> None:
    error = tools.error("plan_craft", goals=[{"item": "wooden_pikaxe"}])
    assert (error["code"], error["pointer"], error["near"][0]) == ("unknown_item", "/goals/0/item", "wooden_pickaxe")


def test_a_tool_that_was_taken_out_names_its_replacement(tools: ToolRoom) -> None:
    later = Toolbox(
        {name: tool for name, tool in TOOLS.tools.items() if name != "resolve_tag"},
        {"resolve_tag": Tombstone("0.9.0", "describe_recipe")},
    )
    envelope = call(later, tools.context, "resolve_tag", {"tag": "planks"})
    assert envelope["error"]["code"] == "removed_tool"
    assert envelope["error"]["replacement"] == "describe_recipe"
    assert envelope["manifest_hash"] == later.manifest_hash != TOOLS.manifest_hash


@pytest.mark.promise("tools.envelope")
@pytest.mark.parametrize(
    ("raised", "code", "kind", "then"),
    [
        (WorldError("the server is down", hint="start it", code="refused"), "refused", "infrastructure", "stop"),
        (BusyError("another run holds the bot", hint="wait"), "busy", "infrastructure", "retry_differently"),
        (ZeroDivisionError("division by zero"), "bug", "instrumentation", "stop"),
        (KeyError("lost"), "bug", "instrumentation", "stop"),
    ],
)
def test_whatever_is_raised_comes_out_as_an_envelope_with_class_and_code(
    tools: ToolRoom, raised: Exception, code: str, kind: str, then: str
) -> None:
    def broken() -> Any:
        raise raised

    envelope = call(TOOLS, replace(tools.context, world=broken), "inventory", {})
    assert envelope["status"] == "failed"
    error = envelope["error"]
    assert (error["code"], error["class"], error["then"]) == (code, kind, then)
    assert error["message"]
    assert error["fix"]


def test_a_bug_is_saved_with_its_traceback(tools: ToolRoom) -> None:
    def broken() -> Any:
        raise ZeroDivisionError

    error = call(TOOLS, replace(tools.context, world=broken), "inventory", {})["error"]
    with open(error["path"], encoding="utf-8") as saved:  # noqa: PTH123 - a path as the envelope gives it
        assert "ZeroDivisionError" in saved.read()


def test_a_wish_that_is_remembered_is_heeded_and_named_in_plans(tools: ToolRoom) -> None:
    kept = tools.ok("remember", wish="never use cherry_planks")
    envelope = tools("plan_craft", goals=["stick"], inventory={"cherry_planks": 4})
    assert not envelope["result"]["ready"]
    assert envelope["_meta"]["lessons"] == [kept["id"]]
    assert tools.ok("lessons")["wishes"] == [f"{kept['id']}: never use cherry_planks"]
    assert tools.ok("remember", wish="never use cherry_planks", forget=True)["holds"] is False
    assert tools.ok("plan_craft", goals=["stick"], inventory={"cherry_planks": 4})["ready"]


@pytest.mark.promise("tools.repairs")
def test_a_field_that_is_too_long_for_several_wishes_is_split_and_not_cut(tools: ToolRoom) -> None:
    woods = ("oak", "birch", "jungle", "acacia", "dark_oak", "mangrove", "warped", "crimson")
    said = [f"keep {count} {wood}_planks" for count in (3, 5) for wood in woods]
    for text in ("; ".join(said), "- " + "\n- ".join(said), ". ".join(said) + "."):
        assert len(text) > 200
        envelope = tools("remember", wish=text)
        kept = envelope["result"]
        assert [kept["says"], *(one["says"] for one in kept["more"])] == said
        assert envelope["repairs"][0]["why"] == "the rest is in more"
    assert len(tools.ok("lessons")["wishes"]) == 8
    wrong = tools.error("remember", wish="keep 9 oak_log", more=["make me happy"])
    assert (wrong["code"], len(tools.ok("lessons")["wishes"])) == ("wish", 8)
    whole = tools.error("remember", wish="x" * 3200)
    assert (whole["violations"][0]["pointer"], whole["violations"][0]["over_by"]) == ("/wish", 3000)
    long = tools.error("remember", wish="keep 3 oak_log; " + "y" * 300)
    assert long["violations"][0]["pointer"] == "/more/0"


def test_explaining_says_what_each_recipe_lacks(tools: ToolRoom) -> None:
    answer = tools.ok("explain_plan", goals=["chest"], inventory={"oak_planks": 7}, stations=["crafting_table"])
    (why,) = answer["why_not"]
    assert why["recipes"][0]["missing"][0]["count"] == 1
    held = {"oak_planks": 8}
    assert tools.ok("explain_plan", goals=["chest"], inventory=held, stations="crafting_table")["why_not"] == []


@pytest.mark.promise("tools.disclosure")
@pytest.mark.parametrize(
    ("words", "first", "total"),
    [
        ("oak planks", ["oak_planks", "dark_oak_planks"], 2),
        ("Wooden-Pickaxes", ["wooden_pickaxe"], 1),
        ("oak fence thing", ["oak_fence", "dark_oak_fence"], 4),
        ("zzz", [], 0),
    ],
)
def test_items_are_found_by_all_the_words_or_by_most_of_them(
    tools: ToolRoom, words: str, first: list[str], total: int
) -> None:
    found = tools.ok("find_items", words=words)
    assert [item["item"] for item in found["items"]][:2] == first
    assert found["total"] == total


@pytest.mark.promise("tools.disclosure")
def test_tools_are_found_by_words_and_described_one_at_a_time(tools: ToolRoom) -> None:
    found = tools.ok("find_tools", query="what does the bot hold in its inventory", most=2)
    assert found["tools"][0]["name"] == "inventory"
    assert len(tools.ok("find_tools", query="zzz")["tools"]) == 0
    assert [one["name"] for one in tools.ok("find_tools")["tools"]] == list(TOOLS.tools)
    described = tools.ok("describe_tool", name="craft")
    assert described["input_schema"] == TOOLS.tools["craft"].input_schema
    assert tools.error("describe_tool", name="crafts")["near"] == ["craft"]


@pytest.mark.promise("tools.disclosure")
def test_every_answer_says_how_many_tokens_it_told_and_spared(tools: ToolRoom) -> None:
    tokens = tools("describe_recipe", item="chest")["_meta"]["tokens"]
    assert 50 < tokens["disclosed"] < 1000
    assert tokens["avoided"] > 100_000
    assert tools("describe_recipe", item="chist")["_meta"]["tokens"]["avoided"] == 0


@pytest.mark.promise("tools.disclosure")
def test_every_tool_has_triggers_and_they_name_one_tool_each() -> None:
    seen: dict[str, str] = {}
    for tool in TOOLS.tools.values():
        assert tool.triggers, tool.name
        for word in tool.triggers:
            assert seen.setdefault(word, tool.name) == tool.name, word
