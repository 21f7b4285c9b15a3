"""What a file is, by its path; and what somebody probably meant when it is nothing."""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from ..diagnostics import Diagnostic, Level
from ..formats.generations import Generation

NAMESPACE = re.compile(r"[a-z0-9_.-]+")
PATH = re.compile(r"[a-z0-9_./-]+")
OTHERS = {"recipes": "recipe", "recipe": "recipes", "items": "item", "item": "items"}
ALIKE = 0.8
IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep", "_factories.json"})


class Place(NamedTuple):
    """``kind`` is recipe, tag, block_tag or constants; ``name`` the id of what the file defines."""

    kind: str
    name: str


def place_of(path: str, inner: str, generation: Generation) -> Place | Diagnostic | None:
    """Return what a file is: ``inner`` is its path below ``data/``. None: nothing that matters here."""
    namespace, _, rest = inner.partition("/")
    folder, _, tail = rest.partition("/")
    if not rest or (not tail and namespace in {"recipes", "recipe", "tags"}):
        return _no_namespace(path, inner)
    if folder == generation.recipes:
        return _named("recipe", namespace, tail, path)
    if folder == "tags" and generation.tags:
        registry, _, tail = tail.partition("/")
        if registry == generation.tags:
            return _named("tag", namespace, tail, path)
        if registry in {"blocks", "block"}:
            found = _named("block_tag", namespace, tail, path)
            return found if isinstance(found, Place) else None
        return _misspelt(registry, tail, generation.tags, "tags/")
    return _misspelt(folder, tail, generation.recipes, "")


def _named(kind: str, namespace: str, tail: str, path: str) -> Place | Diagnostic | None:
    name = tail.rpartition("/")[2]
    if name in IGNORED:
        return None
    if kind == "recipe" and name == "_constants.json":
        return Place("constants", namespace)
    if not tail.endswith(".json"):
        message = "is no .json file; the game does not read it"
        return Diagnostic("not_json_name", message, file=path, level=Level.WARNING)
    tail = tail.removesuffix(".json")
    if not NAMESPACE.fullmatch(namespace) or not PATH.fullmatch(tail):
        bad = namespace if not NAMESPACE.fullmatch(namespace) else tail
        shown = bad.encode(errors="replace").decode()[:80]
        hint = "a-z, 0-9, _ . - are allowed, and / in paths"
        return Diagnostic("bad_path", f"{shown!r} cannot be part of an id", file=path, hint=hint)
    return Place(kind, f"{namespace}:{tail}")


def _no_namespace(path: str, inner: str) -> Diagnostic | None:
    if not inner.endswith(".json"):
        return None
    hint = "the path is data/<namespace>/<folder>/<name>.json"
    return Diagnostic("no_namespace", "the file lies in no namespace", file=path, hint=hint)


def _misspelt(folder: str, tail: str, wanted: str, before: str) -> Diagnostic | None:
    if not tail.endswith(".json"):
        return None
    if OTHERS.get(folder) == wanted:
        message = f"the folder {before}{folder} is that of other versions; this one reads {before}{wanted}"
        return Diagnostic("folder_of_other_version", message)
    if SequenceMatcher(None, folder, wanted).ratio() >= ALIKE:
        return Diagnostic("misspelt_folder", f"no folder {before}{folder[:80]}; {before}{wanted} is meant?")
    return None
