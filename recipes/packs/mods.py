"""Mod jars: which mods they carry, for which loader, and the jars inside them."""

import tomllib
from dataclasses import dataclass
from typing import Any

from ..diagnostics import Diagnostic
from ..documents import read_document
from ..errors import InputError
from ..formats.lookup import Loader
from ..rejected import Rejected
from .archive import MAX_ARCHIVE, Archive
from .files import Files

MAX_DEPTH = 5
METADATA = {
    "fabric.mod.json": Loader.FABRIC,
    "quilt.mod.json": Loader.QUILT,
    "META-INF/neoforge.mods.toml": Loader.NEOFORGE,
    "META-INF/mods.toml": Loader.FORGE,
    "mcmod.info": Loader.FORGE,
}


@dataclass(frozen=True, slots=True)
class Mod:
    """One jar: its files, the ids of its mods, and the loaders that it says it is for."""

    files: Files
    ids: frozenset[str]
    loaders: frozenset[Loader]


def read_mod(files: Files) -> Mod | None:
    """Return what a jar says of itself; None when it says nothing, so it is no mod."""
    found = {path: loader for path, loader in METADATA.items() if path in files}
    if not found:
        return None
    ids = {identifier for path in found for identifier in _ids(files, path)}
    return Mod(files, frozenset(ids | _namespaces(files)), frozenset(found.values()))


def with_nested(files: Files, notices: list[Diagnostic], depth: int = 0) -> list[Files]:
    """Return a jar and all jars inside it, those inside first: they lie below."""
    inner: list[Files] = []
    for path in files:
        if not path.endswith(".jar") or not path.startswith("META-INF/"):
            continue
        if depth >= MAX_DEPTH:
            notices.append(Diagnostic("too_deep", f"jars inside jars deeper than {MAX_DEPTH}", files.name, path))
            continue
        try:
            nested = Archive(files.read(path, MAX_ARCHIVE), f"{files.name}!{path.rpartition('/')[2]}")
        except (InputError, Rejected) as error:
            notices.append(Diagnostic("unreadable_jar", error.message, files.name, path, hint=error.hint))
        else:
            inner += with_nested(nested, notices, depth + 1)
    return [*inner, files]


def _ids(files: Files, path: str) -> list[str]:
    try:
        content = files.read(path)
        if path.endswith(".toml"):
            document: Any = tomllib.loads(content.decode("utf-8", "replace"))
            return [mod["modId"] for mod in document.get("mods", []) if isinstance(mod.get("modId"), str)]
        if path == "mcmod.info":
            return []
        document = read_document(content, lambda _: None)
    except (Rejected, tomllib.TOMLDecodeError, AttributeError, TypeError):
        return []
    if path == "quilt.mod.json":
        document = document.get("quilt_loader", {})
    names = [document.get("id"), *_provided(document.get("provides"))]
    return [name for name in names if isinstance(name, str)]


def _provided(written: Any) -> list[Any]:
    entries = written if isinstance(written, list) else []
    return [entry.get("id") if isinstance(entry, dict) else entry for entry in entries]


def _namespaces(files: Files) -> set[str]:
    """The namespaces that a mod brings things for: those with pictures or models."""
    return {path.split("/")[1] for path in files if path.startswith("assets/") and path.count("/") > 1} - {"minecraft"}
