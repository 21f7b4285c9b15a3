"""1.12: metadata and the ore dictionary. An item with variants is ``minecraft:planks@2``; ``data`` 32767 is any."""

from typing import Any

from ..catalog import Ingredient
from ..ids import ItemId, qualified
from ..rejected import Rejected
from .legacy_items import variants
from .lookup import Lookup

ANY = 32767


def read_legacy_ingredient(lookup: Lookup, written: Any, pointer: str) -> Ingredient:
    """Return the ingredient with the variants that it accepts. Raises Rejected."""
    if isinstance(written, list) and written:
        parts = [read_legacy_ingredient(lookup, part, f"{pointer}/{place}") for place, part in enumerate(written)]
        return Ingredient(None, tuple(dict.fromkeys(member for part in parts for member in part.members)))
    if not isinstance(written, dict):
        raise Rejected("bad_ingredient", "not an ingredient of 1.12", pointer=pointer)
    item = written.get("item")
    if isinstance(item, str) and item.startswith("#"):
        return _constant(lookup, item[1:], f"{pointer}/item")
    kind = written.get("type", "minecraft:item")
    if kind in {"forge:ore_dict", "minecraft:ore_dict"}:
        return lookup.tagged(f"ore:{written.get('ore', '')}", f"{pointer}/ore")
    if kind not in {"minecraft:item", "item"}:
        raise Rejected(
            "unsupported_ingredient", f"the ingredient type {str(kind)[:100]} is not supported", pointer=pointer
        )
    return Ingredient(None, legacy_items(lookup, written, pointer, wildcard=True))


def _constant(lookup: Lookup, name: str, pointer: str) -> Ingredient:
    """A name that the mod's ``_constants.json`` defines."""
    choices = lookup.constants.get(name)
    if choices is None:
        raise Rejected("unknown_constant", f"_constants.json defines no {name[:80]}", pointer=pointer)
    for choice in choices:
        if "conditions" in choice:
            raise Rejected(
                "unsupported_ingredient", f"the constant {name[:80]} depends on conditions in code", pointer=pointer
            )
        return read_legacy_ingredient(lookup, choice.get("ingredient"), pointer)
    raise Rejected("unknown_constant", f"the constant {name[:80]} is empty", pointer=pointer)


def legacy_items(lookup: Lookup, written: dict[str, Any], pointer: str, *, wildcard: bool) -> tuple[ItemId, ...]:
    """Return what ``{"item", "data"}`` means: the plain item, one of its variants, or (``wildcard``) all of them."""
    name = written.get("item")
    if not isinstance(name, str):
        raise Rejected("bad_item", "an item is written as a string", pointer=f"{pointer}/item")
    item = qualified(name)
    known = variants(item)
    data = written.get("data")
    if known is None:
        return (lookup.item(item if data in {None, 0, ANY} else f"{item}@{data}", f"{pointer}/item"),)
    if data is None:
        raise Rejected(
            "no_data",
            f"{item} has variants: `data` says which",
            pointer=pointer,
            hint=f"0 to {max(known)}, or {ANY} for any",
        )
    if data == ANY and wildcard:
        return tuple(ItemId(f"{item}@{number}") for number in known)
    if data not in known:
        raise Rejected("bad_data", f"{item} has no variant {str(data)[:20]}", pointer=f"{pointer}/data")
    return (ItemId(f"{item}@{data}"),)
