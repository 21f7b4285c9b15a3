"""The ingredient types of the mod loaders, each a predicate: read exactly, or refused; never widened to "anything"."""

from collections.abc import Callable
from json import dumps
from typing import Any

from ..catalog import Ingredient
from ..ids import ItemId, TagId, qualified
from ..rejected import Rejected
from .generations import Ingredients
from .lookup import Loader, Lookup

Read = Callable[[Lookup, Any, str], Ingredient]
Custom = Callable[[Lookup, dict[str, Any], str, Read], Ingredient]


def canonical(components: object) -> str:
    """Return JSON that is equal where the components are equal."""
    return dumps(components, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def custom_type(lookup: Lookup, written: dict[str, Any]) -> str | None:
    """Return the custom type that the running loader sees in an ingredient, None for a plain one."""
    if lookup.loader is Loader.VANILLA:
        return None
    key = _key(lookup)
    name = written.get(key) if key else None
    return qualified(name) if isinstance(name, str) else None


def _key(lookup: Lookup) -> str | None:
    match lookup.loader:
        case Loader.FABRIC | Loader.QUILT:
            return "fabric:type"
        case Loader.FORGE:
            return "type"
        case Loader.NEOFORGE:
            return "neoforge:ingredient_type" if lookup.generation.ingredients is Ingredients.STRINGS else "type"
    return None


def read_custom(lookup: Lookup, kind: str, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    """Return what a custom ingredient accepts. Raises Rejected for types that are not known."""
    reader = _TYPES.get(kind)
    if reader is None:
        raise Rejected(
            "unsupported_ingredient",
            f"the ingredient type {kind[:100]} is not supported",
            pointer=pointer,
            hint="the recipe is listed and never planned",
        )
    return reader(lookup, written, pointer, read)


def _field(written: dict[str, Any], name: str, pointer: str) -> Any:
    if name not in written:
        raise Rejected("missing_field", f"the field {name!r} is missing", pointer=pointer)
    return written[name]


def _plain(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    del read
    if "tag" in written:
        return lookup.tagged(written["tag"], f"{pointer}/tag")
    return lookup.single(_field(written, "item", pointer), f"{pointer}/item")


def _children(name: str) -> Callable[[Lookup, dict[str, Any], str, Read], list[Ingredient]]:
    def children(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> list[Ingredient]:
        found = _field(written, name, pointer)
        if not isinstance(found, list) or not found:
            raise Rejected("bad_ingredient", f"{name!r} is a list of ingredients", pointer=f"{pointer}/{name}")
        return [read(lookup, part, f"{pointer}/{name}/{place}") for place, part in enumerate(found)]

    return children


def _any(name: str) -> Custom:
    def read_any(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
        parts = _children(name)(lookup, written, pointer, read)
        _no_components(parts, pointer)
        return Ingredient(None, tuple(dict.fromkeys(member for part in parts for member in part.members)))

    return read_any


def _all(name: str) -> Custom:
    def read_all(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
        first, *others = _children(name)(lookup, written, pointer, read)
        _no_components(others, pointer)
        keep = [member for member in first.members if all(member in other.members for other in others)]
        return Ingredient(None, tuple(keep), first.components, first.strict)

    return read_all


def _difference(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    base = read(lookup, _field(written, "base", pointer), f"{pointer}/base")
    subtracted = read(lookup, _field(written, "subtracted", pointer), f"{pointer}/subtracted")
    _no_components([subtracted], pointer)
    left = tuple(member for member in base.members if member not in subtracted.members)
    return Ingredient(None, left, base.components, base.strict)


def _no_components(parts: list[Ingredient], pointer: str) -> None:
    if any(part.components for part in parts):
        raise Rejected("unsupported_ingredient", "a set of ingredients with different components", pointer=pointer)


def _components(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    """NeoForge's: ``items`` (an id, a list, a tag), ``components``, ``strict``."""
    del read
    named = _field(written, "items", pointer)
    names = named if isinstance(named, list) else [named]
    parts = [
        lookup.tagged(name[1:], f"{pointer}/items")
        if isinstance(name, str) and name.startswith("#")
        else lookup.single(name, f"{pointer}/items")
        for name in names
    ]
    members = tuple(dict.fromkeys(member for part in parts for member in part.members))
    wanted = _field(written, "components", pointer)
    return Ingredient(None, members, canonical(wanted) if wanted else "", strict=written.get("strict") is True)


def _fabric_components(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    base = read(lookup, _field(written, "base", pointer), f"{pointer}/base")
    _no_components([base], pointer)
    return Ingredient(base.tag, base.members, canonical(_field(written, "components", pointer)))


def _nbt(*, strict: bool | None = None) -> Custom:
    """Forge's and Fabric's: kept as ``{"nbt": …}``; without ``strict`` given, the document says it."""

    def read_nbt(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
        if "base" in written:
            base = read(lookup, written["base"], f"{pointer}/base")
            _no_components([base], pointer)
        else:
            names = written["items"] if isinstance(written.get("items"), list) else [written.get("item")]
            parts = [lookup.single(name, f"{pointer}/item") for name in names]
            base = Ingredient(None, tuple(dict.fromkeys(member for part in parts for member in part.members)))
        exact = written.get("strict") is True if strict is None else strict
        return Ingredient(base.tag, base.members, canonical({"nbt": written.get("nbt")}), exact)

    return read_nbt


def _block_tag(lookup: Lookup, written: dict[str, Any], pointer: str, read: Read) -> Ingredient:
    del read
    tag = TagId(qualified(f"#{_field(written, 'tag', pointer)}"))
    members: tuple[ItemId, ...] = tuple(block for block in lookup.block_tags.get(tag, ()) if lookup.known(block))
    return Ingredient(None, members)


_TYPES: dict[str, Custom] = {
    "minecraft:item": _plain,
    "forge:difference": _difference,
    "forge:intersection": _all("children"),
    "forge:compound": _any("children"),
    "forge:any": _any("children"),
    "forge:nbt": _nbt(strict=True),
    "forge:partial_nbt": _nbt(strict=False),
    "neoforge:difference": _difference,
    "neoforge:intersection": _all("children"),
    "neoforge:compound": _any("children"),
    "neoforge:components": _components,
    "neoforge:block_tag": _block_tag,
    "fabric:difference": _difference,
    "fabric:all": _all("ingredients"),
    "fabric:any": _any("ingredients"),
    "fabric:components": _fabric_components,
    "fabric:nbt": _nbt(),
    "fabric:custom_data": _nbt(strict=False),
}
