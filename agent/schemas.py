"""JSON documents checked against their schemas; a violation says where, which rule, the limit, and what was seen."""

import json
from collections.abc import Mapping
from typing import Any

from ..recipes.errors import SchemaError

MOST = 20
"""How many violations an error lists; it always tells how many there are."""
EXCERPT = 120
"""How many characters of the offending value are shown."""
_LENGTHS = {"maxLength": len, "minLength": len, "maxItems": len, "minItems": len}


def check(document: object, schema: Mapping[str, Any]) -> None:
    """Return when the document keeps to its schema; else raise a SchemaError with every violation."""
    from jsonschema import Draft202012Validator

    found = sorted(Draft202012Validator(dict(schema)).iter_errors(document), key=lambda error: error.json_path)
    if not found:
        return
    violations = [_violation(error) for error in found[:MOST]]
    first = violations[0]
    raise SchemaError(
        f"{schema.get('$id', 'document')}: {first['pointer'] or '/'} breaks {first['keyword']} {first['limit']}: "
        f"{first['excerpt']}",
        hint=f"{len(found)} violation{'s' if len(found) > 1 else ''} in all; `--json` lists them with their pointers",
        schema=schema.get("$id"),
        total=len(found),
        violations=violations,
    )


def _violation(error: Any) -> dict[str, Any]:
    limit, actual = error.validator_value, error.instance
    violation = {
        "pointer": "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in error.absolute_path),
        "keyword": error.validator,
        "limit": limit if isinstance(limit, int | str | bool | list) else json.dumps(limit),
        "excerpt": _shortened(json.dumps(actual, ensure_ascii=False)),
    }
    if error.validator in _LENGTHS:
        violation |= {"actual": len(actual), "over_by": abs(len(actual) - limit)}
    elif error.validator in {"maximum", "minimum"}:
        violation |= {"actual": actual, "over_by": abs(actual - limit)}
    else:
        violation |= {"actual": type(actual).__name__}
    return violation


def _shortened(text: str) -> str:
    return text if len(text) <= EXCERPT else text[: EXCERPT - 1] + "…"
