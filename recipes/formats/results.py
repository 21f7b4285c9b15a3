"""Reads what a recipe makes, in the form of its version."""

from typing import Any, NamedTuple

from ..diagnostics import Diagnostic, Level
from ..ids import ItemId
from ..rejected import Rejected
from .custom import canonical
from .generations import Ingredients, Results
from .legacy import legacy_items
from .lookup import Loader, Lookup

MOST = 99
"""The largest count a stack may be written with, from 1.20.5 on."""
MOST_EVER = 2**31 - 1


class Result(NamedTuple):
    """An item, how many of it, and the components it carries besides its own (canonical JSON)."""

    item: ItemId
    amount: int = 1
    components: str = ""


def read_result(lookup: Lookup, recipe: dict[str, Any], field: str = "result") -> Result:
    """Return the result of a crafting or smithing recipe. Raises Rejected for another version's form."""
    if field not in recipe:
        raise Rejected("no_result", f"the field {field!r} is missing")
    written = recipe[field]
    if not isinstance(written, dict):
        raise Rejected("bad_result", "a result is an object here", pointer=f"/{field}")
    if lookup.generation.results is Results.ID:
        return _by_id(lookup, written, f"/{field}")
    if lookup.generation.ingredients is Ingredients.LEGACY:
        (item,) = legacy_items(lookup, written, f"/{field}", wildcard=False)
        return Result(item, read_count(written.get("count", 1), f"/{field}/count"))
    return _by_item(lookup, written, f"/{field}")


def read_simple_result(lookup: Lookup, recipe: dict[str, Any]) -> Result:
    """Return the result of smelting and stonecutting: up to 1.20.4 a string, the count beside it."""
    written = recipe.get("result")
    if lookup.generation.results is Results.ID or (isinstance(written, dict) and _forge(lookup)):
        return read_result(lookup, recipe)
    if not isinstance(written, str):
        hint = 'the object {"id": …} came with 1.20.5' if isinstance(written, dict) else ""
        raise Rejected("bad_result", "the result is a string in this version", pointer="/result", hint=hint)
    return Result(lookup.item(written, "/result"), read_count(recipe.get("count", 1), "/count"))


def read_string_result(lookup: Lookup, recipe: dict[str, Any]) -> Result:
    """Return the result of a transmutation, a plain id until 1.21.4."""
    return Result(lookup.item(recipe.get("result"), "/result"))


def _forge(lookup: Lookup) -> bool:
    return lookup.loader in {Loader.FORGE, Loader.NEOFORGE}


def _by_id(lookup: Lookup, written: dict[str, Any], pointer: str) -> Result:
    if "id" not in written and "item" in written:
        raise Rejected(
            "old_result",
            'a result with "item" is the form up to 1.20.4',
            pointer=f"{pointer}/item",
            hint='from 1.20.5 it is {"id": …}',
        )
    item = lookup.item(written.get("id"), f"{pointer}/id")
    count = read_count(written.get("count", 1), f"{pointer}/count", MOST)
    components = written.get("components")
    if components is not None and not isinstance(components, dict):
        raise Rejected("bad_components", "components are an object", pointer=f"{pointer}/components")
    return Result(item, count, canonical(components) if components else "")


def _by_item(lookup: Lookup, written: dict[str, Any], pointer: str) -> Result:
    if "item" not in written and "id" in written:
        raise Rejected(
            "new_result",
            'a result with "id" is the form from 1.20.5 on',
            pointer=f"{pointer}/id",
            hint='up to 1.20.4 it is {"item": …}',
        )
    if "data" in written:
        raise Rejected("disallowed_data", '"data" went with 1.12', pointer=f"{pointer}/data")
    item = lookup.item(written.get("item"), f"{pointer}/item")
    count = read_count(written.get("count", 1), f"{pointer}/count")
    if "nbt" not in written:
        return Result(item, count)
    if _forge(lookup):
        return Result(item, count, canonical({"nbt": written["nbt"]}))
    message = "`nbt` on a result is read by Forge only; the item is made without it"
    lookup.notice(Diagnostic("ignored_nbt", message, pointer=f"{pointer}/nbt", level=Level.WARNING))
    return Result(item, count)


def read_count(written: Any, pointer: str, most: int = MOST_EVER) -> int:
    """Return a whole number from 1 to ``most``; the game cuts fractions off, we refuse them."""
    if type(written) is int and 1 <= written <= most:
        return written
    whole = isinstance(written, int) and not isinstance(written, bool)
    if isinstance(written, float) and written.is_integer() and abs(written) <= MOST_EVER:
        written, whole = int(written), True
    if not whole or not 1 <= written <= most:
        shown = str(written)[:40]
        raise Rejected("bad_count", f"{shown} is no count from 1 to {most}", pointer=pointer)
    return int(written)
