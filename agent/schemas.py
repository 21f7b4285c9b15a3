"""JSON documents checked against their schemas; a violation says where, which rule, the limit, and what was seen."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ..recipes.errors import SchemaError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

MOST = 20
"""How many violations an error lists; it always tells how many there are."""
EXCERPT = 120
"""How many characters of the offending value are shown."""
LISTED = 64
"""How many values of an enum are listed as its limit; of longer ones it says how many there are."""
_SIZES = {"maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"}
_BOUNDS = {"maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"}
_JSON_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}


def check(document: object, schema: Mapping[str, Any]) -> None:
    """Return when the document keeps to its schema; else raise a SchemaError with every violation."""
    verify(document, validator(schema))


def validator(schema: Mapping[str, Any]) -> "Draft202012Validator":
    """Return a validator of the schema, to be used again and again."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(dict(schema))


def verify(document: object, against: "Draft202012Validator") -> None:
    """Return when the document keeps to the validator's schema; else raise a SchemaError.

    Its evidence holds up to 20 ``violations`` (pointer, keyword, limit, actual, over_by, excerpt, schema), their
    ``total``, and ``partial``: the document without what is wrong in it.
    """
    found = sorted(against.iter_errors(document), key=lambda error: (error.json_path, str(error.validator)))
    if not found:
        return
    name = against.schema.get("$id", "document") if isinstance(against.schema, dict) else "document"
    violations = [violation(error, name) for error in found[:MOST]]
    first = violations[0]
    actual = json.dumps(first["actual"], ensure_ascii=False)
    raise SchemaError(
        f"{name}: {first['pointer'] or '/'} breaks {first['keyword']} {_shortened(json.dumps(first['limit']))}: "
        f"got {_shortened(actual)} in {first['excerpt']}",
        hint=f"{len(found)} violation{'s' if len(found) > 1 else ''} in all; `--json` lists them with their pointers",
        schema=name,
        total=len(found),
        violations=violations,
        partial=without(document, [path for error in found for path in _wrong(error)]),
    )


def violation(error: "ValidationError", schema: str) -> dict[str, Any]:
    """Return one violation. ``over_by`` is null where the rule is no number."""
    limit, actual, over_by = _measured(error)
    return {
        "pointer": pointer(error.absolute_path),
        "keyword": error.validator,
        "limit": limit,
        "actual": actual,
        "over_by": over_by,
        "excerpt": _shortened(json.dumps(error.instance, ensure_ascii=False)),
        "schema": schema,
    }


def pointer(path: Sequence[str | int]) -> str:
    """Return the JSON Pointer of a path.

    >>> pointer(["goals", 0, "a/b"])
    '/goals/0/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def json_type(value: object) -> str:
    """Return JSON's name of a value's type.

    >>> json_type("3"), json_type(None), json_type(True)
    ('string', 'null', 'boolean')
    """
    return _JSON_TYPES.get(type(value), "null")


def without(document: object, paths: Sequence[Sequence[str | int]]) -> object:
    """Return the document without what stands at the paths; None where the whole of it is wrong."""
    rest: Any = [deepcopy(document)]
    for path in sorted({tuple(path) for path in paths}, key=lambda path: tuple(map(str, path)), reverse=True):
        if path:
            _cut(rest[0], path)
        elif not isinstance(rest[0], dict | list):
            rest[0] = None
    return rest[0]


def _cut(document: Any, path: Sequence[str | int]) -> None:
    for part in path[:-1]:
        try:
            document = document[part]
        except (KeyError, IndexError, TypeError):
            return
    last = path[-1]
    if isinstance(document, list) and isinstance(last, int) and last < len(document):
        document[last] = None
    elif isinstance(document, dict):
        document.pop(last, None)


def _wrong(error: "ValidationError") -> list[list[str | int]]:
    """Return the paths of what is wrong: of members that nobody declared their own, not their object's."""
    path = list(error.absolute_path)
    if error.validator != "additionalProperties":
        return [path]
    return [[*path, name] for name in _undeclared(error)]


def _undeclared(error: "ValidationError") -> list[str]:
    declared = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    names: Any = error.instance
    return [name for name in names if name not in declared]


def _measured(error: "ValidationError") -> tuple[Any, Any, int | float | None]:
    """Return limit, actual and over_by of a violation, in the words of its keyword."""
    rule: Any = error.validator_value
    value: Any = error.instance
    keyword = error.validator
    if keyword in _SIZES:
        return rule, len(value), abs(len(value) - rule)
    if keyword in _BOUNDS:
        return rule, value, abs(value - rule)
    if keyword == "type":
        return rule, json_type(value), None
    if keyword == "required":
        return rule, list(value), sum(name not in value for name in rule)
    if keyword == "additionalProperties":
        declared = list(error.schema.get("properties", {})) if isinstance(error.schema, dict) else []
        unknown = _undeclared(error)
        return declared, [_shortened(name) for name in unknown[:MOST]], len(unknown)
    if keyword == "enum" and len(rule) > LISTED:
        return f"one of {len(rule)}", _brief(value), None
    limit = rule if isinstance(rule, int | float | str | bool | list) else _shortened(json.dumps(rule))
    return limit, _brief(value), None


def _brief(value: object) -> object:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= EXCERPT else _shortened(text)


def _shortened(text: str) -> str:
    return text if len(text) <= EXCERPT else text[: EXCERPT - 1] + "…"
