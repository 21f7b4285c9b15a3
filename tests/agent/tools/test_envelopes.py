"""Golden envelopes: what agents were promised yesterday is what they get today."""

import json
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.tools import TOOLS
from craftplan.agent.tools.rendering import envelope_schema
from jsonschema import Draft202012Validator
from toolroom import ToolRoom

GOLDEN = Path(__file__).parent / "golden"
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "ok": ("plan_craft", {"goals": ["stick"], "inventory": {"oak_planks": "1", "birch_planks": 1}}),
    "needs_input": ("plan_craft", {"goals": [{"item": "boat"}]}),
    "schema": ("plan_craft", {"goals": [{"item": "stick", "count": 0}], "colour": "red"}),
    "unknown_item": ("describe_recipe", {"item": "wooden_pikaxe"}),
    "unknown_tool": ("plancraft", {}),
    "recipe": ("describe_recipe", {"item": "ladder"}),
    "approval_token": ("approve", {"gate": "no-gate-!", "reject": True}),
}


@pytest.mark.promise("tools.envelope")
@pytest.mark.parametrize("name", CALLS)
def test_an_envelope_is_the_golden_one(tools: ToolRoom, name: str) -> None:
    tool, arguments = CALLS[name]
    envelope = json.loads(json.dumps(tools(tool, **arguments)))
    envelope["_meta"]["ms"] = {}
    envelope["manifest_hash"] = "…"
    assert envelope == json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.promise("tools.envelope")
def test_every_golden_envelope_keeps_to_the_schema_that_clients_are_given() -> None:
    for path in GOLDEN.glob("*.json"):
        envelope = json.loads(path.read_text(encoding="utf-8"))
        tool = TOOLS.tools.get(envelope["tool"], TOOLS.tools["craft"])
        Draft202012Validator(envelope_schema(tool)).validate(envelope)


def test_the_manifest_changes_with_a_tools_words() -> None:
    from dataclasses import replace

    from craftplan.agent.tools import Toolbox

    other = {**TOOLS.tools, "craft": replace(TOOLS.tools["craft"], description="Something else.")}
    assert Toolbox(TOOLS.tools).manifest_hash == TOOLS.manifest_hash != Toolbox(other).manifest_hash
    assert all(tool.version.count(".") == 2 for tool in TOOLS.tools.values())
