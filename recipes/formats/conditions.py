"""Load conditions: each loader reads its own block and nobody else's; vanilla reads none."""

from collections.abc import Callable
from typing import Any

from ..ids import TagId, qualified
from ..rejected import Rejected
from .generations import Format
from .lookup import Loader, Lookup

NEOFORGE_KEY_SINCE = Format(18)


def condition_keys(lookup: Lookup) -> tuple[str, ...]:
    """Return the keys of a document under which the running loader looks for conditions."""
    match lookup.loader:
        case Loader.FABRIC:
            return ("fabric:load_conditions",)
        case Loader.QUILT:
            return ("quilt:load_conditions", "fabric:load_conditions")
        case Loader.FORGE:
            return ("conditions", "forge:conditions", "forge:condition")
        case Loader.NEOFORGE:
            return ("neoforge:conditions",) if lookup.format >= NEOFORGE_KEY_SINCE else ("conditions",)
        case Loader.VANILLA:
            return ()


def meets_conditions(lookup: Lookup, document: dict[str, Any], own: str = "") -> bool:
    """Whether a document is loaded. Raises Rejected for a condition that the loader does not know.

    ``own`` is a further key that counts, for documents which carry conditions in their own field.
    """
    if lookup.loader is Loader.VANILLA:
        return True
    for key in (*condition_keys(lookup), *([own] if own else [])):
        if key in document:
            written = document[key]
            written = written if isinstance(written, list) else [written]
            results = [_holds(lookup, one, f"/{key}/{place}") for place, one in enumerate(written)]
            return all(results)
    return True


def _holds(lookup: Lookup, written: Any, pointer: str) -> bool:
    if not isinstance(written, dict):
        raise Rejected("bad_condition", "a condition is an object", pointer=pointer)
    key = "condition" if lookup.loader in {Loader.FABRIC, Loader.QUILT} else "type"
    name = written.get(key)
    namespace = {Loader.FABRIC: "fabric", Loader.QUILT: "fabric"}.get(lookup.loader, lookup.loader.value)
    name = str(name) if ":" in str(name) else f"{namespace}:{name}"
    test = _TESTS.get(name) if name.partition(":")[0] in _spoken(lookup) else None
    if test is None:
        raise Rejected(
            "unknown_condition",
            f"{lookup.loader.value} has no condition {name[:100]}",
            pointer=f"{pointer}/{key}",
            hint="the file is not loaded",
        )
    return test(lookup, written, pointer)


def _spoken(lookup: Lookup) -> tuple[str, ...]:
    match lookup.loader:
        case Loader.FABRIC:
            return ("fabric",)
        case Loader.QUILT:
            return ("fabric", "quilt")
        case Loader.NEOFORGE if lookup.format < NEOFORGE_KEY_SINCE:
            return ("forge", "neoforge")
    return (lookup.loader.value,)


Test = Callable[[Lookup, dict[str, Any], str], bool]


def _names(written: dict[str, Any], *keys: str) -> list[Any]:
    for key in keys:
        if key in written:
            value = written[key]
            return value if isinstance(value, list) else [value]
    return []


def _not(lookup: Lookup, written: dict[str, Any], pointer: str) -> bool:
    return not _holds(lookup, written.get("value"), f"{pointer}/value")


def _and(lookup: Lookup, written: dict[str, Any], pointer: str) -> bool:
    results = [_holds(lookup, one, f"{pointer}/values/{n}") for n, one in enumerate(_names(written, "values"))]
    return all(results)


def _or(lookup: Lookup, written: dict[str, Any], pointer: str) -> bool:
    results = [_holds(lookup, one, f"{pointer}/values/{n}") for n, one in enumerate(_names(written, "values"))]
    return any(results)


def _always(_: Lookup, __: dict[str, Any], ___: str) -> bool:
    return True


def _never(_: Lookup, __: dict[str, Any], ___: str) -> bool:
    return False


def _mods_all(lookup: Lookup, written: dict[str, Any], _: str) -> bool:
    return all(mod in lookup.mods for mod in _names(written, "modid", "values"))


def _mods_any(lookup: Lookup, written: dict[str, Any], _: str) -> bool:
    return any(mod in lookup.mods for mod in _names(written, "values"))


def _items_exist(lookup: Lookup, written: dict[str, Any], _: str) -> bool:
    return all(lookup.known(qualified(str(item))) for item in _names(written, "item", "value", "values"))


def _tags_filled(lookup: Lookup, written: dict[str, Any], _: str) -> bool:
    return all(lookup.tags.get(TagId(qualified(f"#{tag}"))) for tag in _names(written, "tag", "values"))


def _tag_empty(lookup: Lookup, written: dict[str, Any], pointer: str) -> bool:
    return not _tags_filled(lookup, written, pointer)


def _undecided(_: Lookup, written: dict[str, Any], pointer: str) -> bool:
    raise Rejected("undecided_condition", f"cannot be decided from files: {str(written)[:80]}", pointer=pointer)


_FORGE: dict[str, Test] = {
    "not": _not,
    "and": _and,
    "or": _or,
    "true": _always,
    "false": _never,
    "always": _always,
    "never": _never,
    "mod_loaded": _mods_all,
    "item_exists": _items_exist,
    "tag_empty": _tag_empty,
}
_TESTS: dict[str, Test] = {
    **{f"forge:{name}": test for name, test in _FORGE.items()},
    **{f"neoforge:{name}": test for name, test in _FORGE.items()},
    "neoforge:registered": _items_exist,
    "neoforge:feature_flags_enabled": _undecided,
    "fabric:true": _always,
    "fabric:not": _not,
    "fabric:and": _and,
    "fabric:or": _or,
    "fabric:all_mods_loaded": _mods_all,
    "fabric:any_mods_loaded": _mods_any,
    "fabric:any_mod_loaded": _mods_any,
    "fabric:item_tags_populated": _tags_filled,
    "fabric:tags_populated": _tags_filled,
    "fabric:registry_contains": _items_exist,
    "fabric:features_enabled": _undecided,
    "quilt:true": _always,
    "quilt:mod_loaded": _mods_all,
}
