"""The tools as each provider takes them: the same declarations, in the part of JSON Schema that it knows."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from .tool import Tool
from .toolbox import Toolbox

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LIMITS = {
    "maxLength": "at most {} characters",
    "minLength": "at least {} characters",
    "maxItems": "at most {} of them",
    "minItems": "at least {} of them",
    "minimum": "at least {}",
    "maximum": "at most {}",
}
"""What Anthropic's and OpenAI's strict modes do not enforce is said in words, and checked by us."""
CHOICES = "choices"
"""The argument of `plan_craft` that a plan's own schema takes the place of."""
Render = Callable[[Toolbox, "Mapping[str, Any] | None"], list[dict[str, Any]]]


def for_mcp(toolbox: Toolbox, choices: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the tools as MCP lists them."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": arguments_of(tool, choices),
            "outputSchema": envelope_schema(tool),
            "annotations": annotations_of(tool),
        }
        for tool in toolbox.tools.values()
    ]


def for_openai(toolbox: Toolbox, choices: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the tools as OpenAI's strict functions: everything required, what may be left out is null instead."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "strict": True,
                "parameters": _strict(arguments_of(tool, choices)),
            },
        }
        for tool in toolbox.tools.values()
    ]


def for_anthropic(toolbox: Toolbox, choices: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the tools as Anthropic takes them, with limits in words."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": _in_words(arguments_of(tool, choices)),
        }
        for tool in toolbox.tools.values()
    ]


def for_json_schema(toolbox: Toolbox, choices: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the tools with the schemas of their arguments and results as they are."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": {"$schema": DIALECT, **tool.input_schema, **arguments_of(tool, choices)},
            "output_schema": {"$schema": DIALECT, **tool.output_schema},
        }
        for tool in toolbox.tools.values()
    ]


RENDERINGS: Mapping[str, Render] = {
    "mcp": for_mcp,
    "openai": for_openai,
    "anthropic": for_anthropic,
    "json-schema": for_json_schema,
}
"""By the name that `craftplan tools schema --for` takes."""


def arguments_of(tool: Tool[Any, Any], choices: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of a tool's arguments without its own name; with one plan's choices where it takes some."""
    schema = {key: value for key, value in deepcopy(tool.input_schema).items() if key != "$id"}
    if choices and choices.get("properties") and CHOICES in schema["properties"]:
        own = {key: value for key, value in deepcopy(dict(choices)).items() if not key.startswith("$")}
        schema["properties"][CHOICES] = {**own, "description": "Which member goes into each cell of this very plan."}
    return schema


def annotations_of(tool: Tool[Any, Any]) -> dict[str, Any]:
    """Return MCP's hints: whether a tool reads only, and whether it uses something up."""
    reads, crafts = tool.effect == "reads", tool.effect == "crafts"
    return {
        "title": tool.name.replace("_", " ").capitalize(),
        "readOnlyHint": reads,
        "destructiveHint": crafts,
        "idempotentHint": not crafts,
        "openWorldHint": crafts or tool.name in {"inventory", "reconcile"},
    }


def envelope_schema(tool: Tool[Any, Any]) -> dict[str, Any]:
    """Return the schema of the envelope that holds a tool's result."""
    result = {key: value for key, value in deepcopy(tool.output_schema).items() if key != "$id"}
    loose: dict[str, Any] = {"type": ["object", "null"]}
    members: dict[str, Any] = {
        "schema": {"type": "string"},
        "tool": {"type": "string"},
        "status": {
            "type": "string",
            "enum": ["ok", "needs_approval", "needs_input", "cancelled", "failed", "partial"],
        },
        "result": {**result, "type": ["object", "null"]},
        "error": loose,
        "approval": loose,
        "input": loose,
        "repairs": {"type": "array", "items": {"type": "object"}},
        "manifest_hash": {"type": "string"},
        "_meta": {"type": "object"},
    }
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with every member required; those that may be left out may be null."""
    schema = _in_words(schema)
    if "properties" in schema:
        needed = set(schema.get("required", ()))
        schema["properties"] = {
            name: _strict(part) if name in needed else _nullable(_strict(part))
            for name, part in schema["properties"].items()
        }
        schema["required"] = list(schema["properties"])
    if "items" in schema:
        schema["items"] = _strict(schema["items"])
    return schema


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "enum" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _in_words(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with its limits and defaults in the description."""
    said = [text.format(schema[key]) for key, text in _LIMITS.items() if key in schema]
    if schema.get("default", []) != []:
        said.append(f"if left out: {schema['default']!r}".lower())
    rest = {key: value for key, value in schema.items() if key not in {*_LIMITS, "default"}}
    if said:
        rest["description"] = " ".join(filter(None, [rest.get("description"), f"({'; '.join(said)})"]))
    if "properties" in rest:
        rest["properties"] = {name: _in_words(part) for name, part in rest["properties"].items()}
    if "items" in rest:
        rest["items"] = _in_words(rest["items"])
    return rest
