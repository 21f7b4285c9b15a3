"""The tools as a skill: a thin page that routes, and one page a section, made from the declarations."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..memory.hot import estimate
from .tool import Tool
from .toolbox import Toolbox

ROUTER = "SKILL.md"
SECTIONS = {
    "look": ("what there is", ("find_items", "describe_recipe", "resolve_tag", "inventory")),
    "plan": ("how to make something, and why not", ("plan_craft", "explain_plan")),
    "craft": ("letting the bot do it", ("craft", "resume", "approve")),
    "memory": ("what was learnt and wished", ("lessons", "remember", "reconcile")),
    "tools": ("the tools themselves", ("find_tools", "describe_tool")),
}
"""Each tool is in one section; a page of its own is read only when it is needed."""
_HEAD = """---
name: craftplan
description: Plan and do Minecraft crafting with tags, slot by slot, confirmed by the server. Use for anything about
  recipes, what can be made from what is at hand, missing materials, or letting a bot craft on a server.
---

# craftplan

Counts are items, never crafts. An ingredient is a tag with members; any mix of members may fill its slots. Names may be
loose (`Oak Planks`): what was put right stands in `repairs`.

1. `inventory` says what the bot holds. Do not guess it.
2. `plan_craft` with it says the steps, or what is missing in the end. Missing: say so, and stop.
3. `craft` does it. Only `made` and `confirmed` are true; nothing else was made.

Call a tool over MCP (`craftplan mcp`), or from a shell: `craftplan tools call NAME 'JSON'`. Every answer is one
envelope:

* `ok`: read `result`.
* `needs_input`: ask the person, or choose from `input.response_schema`; call again with `input.arguments` and the
  answers.
* `needs_approval`: show `approval.preview` to the person; `approval.hint` says who may approve, and how. Never approve
  without a yes.
* `failed`, `partial`, `cancelled`: `error.fix` says what to do. `retry_differently`: change what `pointer` names.
  `stop`: tell the person.

Read the page of the section you need, no other:

"""


def skill(toolbox: Toolbox) -> dict[str, str]:
    """Return the pages by their names: the router first, then the sections' references."""
    pages = {
        f"reference/{name}.md": "\n".join(_reference(about, [toolbox.tools[tool] for tool in tools]))
        for name, (about, tools) in SECTIONS.items()
    }
    rows = [
        f"| {about} | {', '.join(f'`{tool}`' for tool in tools)} | [{name}](reference/{name}.md) | "
        f"{estimate(pages[f'reference/{name}.md'])} |"
        for name, (about, tools) in SECTIONS.items()
    ]
    table = "\n".join(["| for | tools | page | tokens |", "|---|---|---|---|", *rows])
    return {ROUTER: f"{_HEAD}{table}\n", **pages}


def _reference(about: str, tools: list[Tool[Any, Any]]) -> Iterator[str]:
    yield f"# {about[0].upper()}{about[1:]}"
    for tool in tools:
        yield ""
        yield f"## {tool.name}"
        yield ""
        yield f"{tool.description} ({tool.effect})"
        yield ""
        required = tool.input_schema.get("required", ())
        yield from (f"* {line}" for line in _arguments(tool.input_schema, required, ""))
        answers = ", ".join(f"`{name}`" for name in tool.output_schema["properties"])
        yield f"* answers {answers}"
    yield ""


def _arguments(schema: Mapping[str, Any], required: Any, before: str) -> Iterator[str]:
    for name, part in schema.get("properties", {}).items():
        must = "" if name in required else ", may be left out"
        inner = part.get("items", part)
        listed = "list of " if part["type"] == "array" else ""
        values = f", one of {', '.join(inner['enum'])}" if "enum" in inner else ""
        said = f": {part['description']}" if "description" in part and part["type"] != "object" else ""
        yield f"`{before}{name}` ({listed}{inner['type']}{must}{values}){said}"
        if inner["type"] == "object":
            yield from _arguments(inner, inner.get("required", ()), f"{before}{name}[].")
