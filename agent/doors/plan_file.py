"""A plan in a file, as `craftplan plan --json --out FILE` writes it."""

import json
from pathlib import Path
from typing import Any

from ...recipes.errors import InputError


def read_plan(path: Path) -> dict[str, Any]:
    """Return the plan's document. Raises an InputError where there is none, a SchemaError where it is no plan."""
    from ..document import published_schema
    from ..schemas import check

    try:
        plan: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as failed:
        hint = "`craftplan plan ITEM --json --out FILE` writes one"
        raise InputError(f"cannot read {path}: {failed}", hint=hint) from None
    check(plan, published_schema("plan"))
    return plan
