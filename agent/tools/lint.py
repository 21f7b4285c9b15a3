"""What providers refuse in a tool or a schema: one bad entry and they refuse the whole list."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MOST_LEVELS = 10
MOST_VALUES = 1_000
LONG_ENUM = 250
MOST_LETTERS = 15_000
"""OpenAI strict: letters of one enum that has more than 250 values."""
MOST_PROPERTIES = 5_000
MOST_OPTIONAL = 24
"""Anthropic: arguments of all strict tools that may be left out."""
LONGEST = 512
"""llama.cpp writes a string's length out into its grammar: long ones make it slow, then refuse."""
MOST_ITEMS = 256
_OPENAI = frozenset(
    "type properties required additionalProperties items enum const anyOf description pattern format $ref $defs".split()
)
_ANTHROPIC = _OPENAI | {"allOf", "default"}
_LLAMA = _OPENAI | {
    *("default", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "allOf", "oneOf")
}
_ESCAPES = re.compile(r"\\[SsDdWwbB]")


def openai(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield what OpenAI's strict mode refuses in a schema."""
    values = properties = 0
    for place, level, part in parts(schema):
        yield from _keywords(place, part, _OPENAI)
        yield from _closed(place, part)
        if set(part.get("required", ())) != set(part.get("properties", {})):
            yield f"{place}: not everything is required"
        if level > MOST_LEVELS:
            yield f"{place}: more than {MOST_LEVELS} levels deep"
        letters = sum(len(str(value)) for value in part.get("enum", ()))
        if len(part.get("enum", ())) > LONG_ENUM and letters > MOST_LETTERS:
            yield f"{place}: an enum of {letters} letters"
        values += len(part.get("enum", ()))
        properties += len(part.get("properties", {}))
    if values > MOST_VALUES:
        yield f"{values} enum values in all"
    if properties > MOST_PROPERTIES:
        yield f"{properties} properties in all"
    if "anyOf" in schema or schema.get("type") != "object":
        yield "the root is no plain object"


def anthropic(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield what Anthropic's strict tools refuse in a schema."""
    for place, _, part in parts(schema):
        yield from _keywords(place, part, _ANTHROPIC)
        yield from _closed(place, part)
    if schema.get("type") != "object" or "anyOf" in schema:
        yield "the root is no plain object"


def llama(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield what llama.cpp cannot turn into a grammar that does what the schema says."""
    for place, _, part in parts(schema):
        yield from _keywords(place, part, _LLAMA)
        if not {"type", "enum", "const", "anyOf", "$ref"} & set(part):
            yield f"{place}: no explicit type"
        pattern = part.get("pattern")
        if pattern is not None and not (pattern.startswith("^") and pattern.endswith("$")):
            yield f"{place}: the pattern is not anchored"
        if pattern is not None and _ESCAPES.search(pattern):
            yield f"{place}: the pattern has a class that grammars lack"
        if part.get("maxLength", 0) > LONGEST:
            yield f"{place}: maxLength {part['maxLength']}"
        if part.get("maxItems", 0) > MOST_ITEMS:
            yield f"{place}: maxItems {part['maxItems']}"
        if part.get("type") == "string" and not {"maxLength", "enum", "const", "pattern"} & set(part):
            yield f"{place}: a string without a maxLength"


def draft(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes it no JSON Schema 2020-12."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(dict(schema))
    except SchemaError as wrong:
        yield wrong.message


def listed(tool: Mapping[str, Any], name: str, description: str) -> Iterator[str]:
    """Yield what is wrong with a tool's name, its description and the nulls in its enums."""
    if not NAME.fullmatch(name):
        yield f"{name!r} is no name"
    if not 0 < len(description) <= LONGEST * 2:
        yield f"{name}: a description of {len(description)} characters"
    if any(None in part["enum"] for _, _, part in parts(tool) if "enum" in part):
        yield f"{name}: null in an enum"


def parts(schema: Mapping[str, Any], place: str = "#", level: int = 0) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """Yield every schema inside a schema, with where it stands and how deep."""
    yield place, level, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts(part, f"{place}/{name}", level + 1)
    for key in ("anyOf", "allOf", "oneOf"):
        for number, part in enumerate(schema.get(key, ())):
            yield from parts(part, f"{place}/{key}/{number}", level + 1)
    if isinstance(schema.get("items"), Mapping):
        yield from parts(schema["items"], f"{place}/[]", level + 1)
    if isinstance(schema.get("additionalProperties"), Mapping):
        yield from parts(schema["additionalProperties"], f"{place}/*", level + 1)


def _keywords(place: str, part: Mapping[str, Any], known: frozenset[str]) -> Iterator[str]:
    unknown = sorted(set(part) - known)
    if unknown:
        yield f"{place}: {', '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} not known there"
    if len(json.dumps(part.get("description", ""))) > LONGEST * 2:
        yield f"{place}: a long description"


def _closed(place: str, part: Mapping[str, Any]) -> Iterator[str]:
    kind = part.get("type", ())
    if (kind == "object" or "object" in kind) and part.get("additionalProperties") is not False:
        yield f"{place}: additionalProperties is not false"
