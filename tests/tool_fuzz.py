"""Arguments that break a tool's schema in one way, made at random from the schema itself."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from craftplan.agent.tools.lint import parts

Schema = dict[str, Any]


def violated(schema: Schema, chance: random.Random) -> dict[str, Any]:
    """Return arguments of which one breaks the schema; names, numbers and lists are all that is spoilt."""
    document = valid(schema, chance)
    places = [(path, part) for path, part in _places(schema)]
    if not places or chance.random() < 0.15:
        document[f"extra_{chance.randrange(1000)}"] = chance.choice([1, "x", None, [], {}])
        return document
    path, part = chance.choice(places)
    _put(document, path, chance.choice(_spoilt(part)))
    return document


def valid(schema: Schema, chance: random.Random) -> Any:
    """Return something that keeps to the schema."""
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema["type"]
    if kind == "object":
        return {name: valid(part, chance) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [valid(schema["items"], chance) for _ in range(max(1, schema.get("minItems", 0)))]
    if kind == "integer":
        return schema.get("minimum", 0)
    return chance.random() < 0.5 if kind == "boolean" else "a" * max(1, schema.get("minLength", 0))


def _places(schema: Schema) -> list[tuple[tuple[str | int, ...], Schema]]:
    found = []
    for place, _, part in parts(schema):
        path = tuple(0 if name == "[]" else name for name in place.split("/")[1:])
        if path:
            found.append((path, dict(part)))
    return found


def _spoilt(part: Schema) -> list[Any]:
    """Return what a part of the schema refuses."""
    over = [way(part) for keyword, way in _LIMITS.items() if keyword in part]
    few = [[]] if part.get("minItems") else []
    unknown = ["no such value"] if "enum" in part else []
    return [*over, *few, *unknown, *_WRONG[part["type"]]]


def _put(document: Any, path: tuple[str | int, ...], value: Any) -> None:
    for name in path[:-1]:
        document = document[name]
    document[path[-1]] = deepcopy(value)


_LIMITS: dict[str, Callable[[Schema], Any]] = {
    "maxLength": lambda part: "x" * (part["maxLength"] + 200),
    "minLength": lambda part: "x" * (part["minLength"] - 1),
    "maximum": lambda part: part["maximum"] + 1,
    "minimum": lambda part: part["minimum"] - 1,
    "maxItems": lambda part: [None] * (part["maxItems"] + 1),
}
_WRONG: dict[str, list[Any]] = {
    "integer": ["many", 1.5, [1], {"a": 1}, ""],
    "string": [1, 2.5, [], {"a": 1}, True],
    "array": [7, 1.5, True],
    "boolean": ["maybe", 2, []],
    "object": [7, [1], True],
}
