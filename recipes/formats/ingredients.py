"""Reads one ingredient in each of the game's forms, and in those of the mod loaders."""

from typing import Any

from ..catalog import Ingredient
from ..diagnostics import Diagnostic, Level
from ..ids import ItemId
from ..rejected import Rejected
from .custom import custom_type, read_custom
from .generations import Ingredients
from .legacy import read_legacy_ingredient
from .lookup import Lookup


def read_ingredient(lookup: Lookup, written: Any, pointer: str) -> Ingredient:
    """Return the ingredient. Raises Rejected for what this version does not load."""
    form = lookup.generation.ingredients
    if form is Ingredients.STRINGS:
        return _strings(lookup, written, pointer)
    if form is Ingredients.OBJECTS:
        return _objects(lookup, written, pointer)
    return read_legacy_ingredient(lookup, written, pointer)


def _strings(lookup: Lookup, written: Any, pointer: str) -> Ingredient:
    """From 1.21.2: ``"item"``, ``"#tag"``, ``["item", …]``."""
    if isinstance(written, str):
        return lookup.tagged(written[1:], pointer) if written.startswith("#") else lookup.single(written, pointer)
    if isinstance(written, list):
        for place, entry in enumerate(written):
            if isinstance(entry, str) and entry.startswith("#"):
                raise Rejected("tag_in_list", "a list holds items, never tags", pointer=f"{pointer}/{place}")
            if isinstance(entry, dict):
                raise _old_form(f"{pointer}/{place}")
        return _union([lookup.single(entry, f"{pointer}/{n}") for n, entry in enumerate(written)], pointer)
    if isinstance(written, dict):
        custom = custom_type(lookup, written)
        if custom:
            return read_custom(lookup, custom, written, pointer, read_ingredient)
        raise _old_form(pointer)
    raise _no_ingredient(pointer)


def _old_form(pointer: str) -> Rejected:
    return Rejected(
        "old_ingredient",
        'an ingredient as {"item"} or {"tag"} is the form before 1.21.2',
        pointer=pointer,
        hint='from 1.21.2 it is "minecraft:item", "#minecraft:tag" or a list of items',
    )


def _objects(lookup: Lookup, written: Any, pointer: str) -> Ingredient:
    """Up to 1.21.1: ``{"item"}``, ``{"tag"}``, or a list of those."""
    if isinstance(written, dict):
        return _met(lookup, written) or _object(lookup, written, pointer)
    if isinstance(written, list):
        return _union([_objects_entry(lookup, entry, f"{pointer}/{n}") for n, entry in enumerate(written)], pointer)
    if isinstance(written, str):
        raise Rejected(
            "new_ingredient",
            "an ingredient as a string is the form from 1.21.2 on",
            pointer=pointer,
            hint='up to 1.21.1 it is {"item": …} or {"tag": …}',
        )
    raise _no_ingredient(pointer)


def _met(lookup: Lookup, written: dict[str, Any]) -> Ingredient | None:
    """The ingredient, where the same plain item or filled tag was read before: nearly always."""
    if len(written) != 1:
        return None
    for form, name in written.items():
        if isinstance(name, str):
            if form == "item":
                return lookup.items.get(name)
            if form == "tag" and (found := lookup.sets.get(name)) and found.members:
                return found
    return None


def _objects_entry(lookup: Lookup, written: Any, pointer: str) -> Ingredient:
    if not isinstance(written, dict):
        raise _no_ingredient(pointer)
    return _object(lookup, written, pointer)


def _object(lookup: Lookup, written: dict[str, Any], pointer: str) -> Ingredient:
    custom = custom_type(lookup, written)
    if custom:
        return read_custom(lookup, custom, written, pointer, read_ingredient)
    if "count" in written:
        message = "a count on an ingredient has no effect: a cell takes one item"
        lookup.notice(Diagnostic("ingredient_count", message, pointer=f"{pointer}/count", level=Level.WARNING))
    if "item" in written and "tag" in written:
        raise Rejected("item_and_tag", "an ingredient is an item or a tag, not both", pointer=pointer)
    if "item" in written:
        return lookup.single(written["item"], f"{pointer}/item")
    if "tag" in written:
        return lookup.tagged(written["tag"], f"{pointer}/tag")
    raise _no_ingredient(pointer)


def _union(parts: list[Ingredient], pointer: str) -> Ingredient:
    """A list of alternatives; a list of one is that one."""
    if not parts:
        raise Rejected("empty_ingredient", "an empty list of alternatives", pointer=pointer)
    if len(parts) == 1:
        return parts[0]
    if any(part.components for part in parts):
        raise Rejected(
            "unsupported_ingredient", "alternatives that differ in components cannot be planned", pointer=pointer
        )
    members: dict[ItemId, None] = {}
    for part in parts:
        members.update(dict.fromkeys(part.members))
    return Ingredient(None, tuple(members))


def _no_ingredient(pointer: str) -> Rejected:
    return Rejected(
        "bad_ingredient", "not an ingredient: neither an item nor a tag nor a list of them", pointer=pointer
    )
