"""Brewing as data, from 26.3: ``{"item", "potion_contents": {"potions"}}``."""

from typing import Any

from ..catalog import Ingredient
from ..ids import qualified
from ..rejected import Rejected
from .custom import canonical
from .lookup import Lookup


def read_brewing_ingredient(lookup: Lookup, document: dict[str, Any], field: str) -> Ingredient:
    """Return the bottle or the reagent; the potion it must hold is kept as a component. Raises Rejected."""
    written = document.get(field)
    pointer = f"/{field}"
    if not isinstance(written, dict):
        raise Rejected("bad_ingredient", "an ingredient of brewing is an object", pointer=pointer)
    base = lookup.single(written.get("item"), f"{pointer}/item")
    wanted = written.get("potion_contents")
    if wanted is None:
        return base
    potion = wanted.get("potions") if isinstance(wanted, dict) else None
    if not isinstance(potion, str) or potion.startswith("#") or len(wanted) != 1:
        raise Rejected(
            "unsupported_ingredient", "only a single potion can be asked for", pointer=f"{pointer}/potion_contents"
        )
    components = {"minecraft:potion_contents": {"potion": qualified(potion)}}
    return Ingredient(base.tag, base.members, canonical(components))
