"""The manifest that agents were given: what it held still holds, or its tool has a new major version or a tombstone."""

import json
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.runs.gates import digest
from craftplan.agent.tools import TOOLS, Toolbox
from craftplan.agent.tools.tool import Tool

KEPT = Path(__file__).parent / "golden" / "manifest"
"""One file a version of a tool, ``NAME-VERSION.json``: what its schemas were. A new version gets a new file."""


def kept_of(tool: Tool[Any, Any]) -> dict[str, Any]:
    return {"name": tool.name, "version": tool.version, "input": tool.input_schema, "output": tool.output_schema}


def broken(old: dict[str, Any], toolbox: Toolbox) -> list[str]:
    """Return what an agent that knows the old tool would run into."""
    name = old["name"]
    if name in toolbox.removed:
        return []
    now = toolbox.tools.get(name)
    if now is None:
        return [f"{name} is gone without a tombstone"]
    if now.version.split(".")[0] != old["version"].split(".")[0]:
        return []
    required = set(now.input_schema.get("required", ())) - set(old["input"].get("required", ()))
    refused = set(old["input"]["properties"]) - set(now.input_schema["properties"])
    lost = set(old["output"]["properties"]) - set(now.output_schema["properties"])
    return [f"{name} {what}" for what in sorted(required | refused | lost)]


@pytest.mark.promise("tools.versions")
def test_whoever_knows_an_old_manifest_can_still_call_what_it_held() -> None:
    old = [json.loads(path.read_text("utf-8")) for path in sorted(KEPT.glob("*.json"))]
    assert {tool["name"] for tool in old} >= set(TOOLS.tools)
    assert [found for tool in old for found in broken(tool, TOOLS)] == []


@pytest.mark.promise("tools.versions")
@pytest.mark.parametrize("name", TOOLS.tools)
def test_a_tools_schemas_change_only_with_its_version(name: str) -> None:
    tool = TOOLS.tools[name]
    path = KEPT / f"{name}-{tool.version}.json"
    assert path.exists(), f"keep {name} {tool.version}: python tests/agent/tools/test_manifest.py"
    assert digest(json.loads(path.read_text("utf-8"))) == digest(kept_of(tool)), f"{name} changed: a new version is due"


@pytest.mark.promise("tools.versions")
def test_what_would_break_an_old_agent_is_found() -> None:
    old = kept_of(TOOLS.tools["craft"])
    fewer = Toolbox({name: tool for name, tool in TOOLS.tools.items() if name != "craft"})
    assert broken(old, fewer) == ["craft is gone without a tombstone"]
    before = {
        **old,
        "input": {**old["input"], "properties": {**old["input"]["properties"], "colour": {}}, "required": []},
    }
    assert broken(before, TOOLS) == ["craft colour", "craft goals"]
    assert broken({**before, "version": "1.9.0"}, TOOLS) == []


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for tool in TOOLS.tools.values():
        text = json.dumps(kept_of(tool), indent=1) + "\n"
        (KEPT / f"{tool.name}-{tool.version}.json").write_text(text, encoding="utf-8")
