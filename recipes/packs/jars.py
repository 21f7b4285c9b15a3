"""The game's own jars: a server or client jar, and the bundler jar with the real one inside."""

import json
import re
from typing import Any

from ..diagnostics import Diagnostic
from ..documents import read_document
from ..errors import InputError
from ..rejected import Rejected
from .archive import MAX_ARCHIVE, Archive
from .files import Files

VERSION = "version.json"
BUNDLED = "META-INF/versions.list"
PATCH = re.compile(r"META-INF/versions/.*\.patch|patch\.properties|META-INF/download-context")
RECIPES = re.compile(r"(data|assets)/minecraft/recipes?/.+\.json")


def game_version(files: Files) -> str | None:
    """Return the version that a game's jar declares in its ``version.json``; None when it has none."""
    document = _json(files, VERSION)
    name = document.get("id") or document.get("name")
    return name.split(" ")[0] if isinstance(name, str) and name[:1].isdigit() else None


def has_game(files: Files) -> bool:
    """Whether the game's own recipes are in there."""
    return any(RECIPES.fullmatch(path) for path in files)


def game_jar(files: Files) -> Files | None:
    """Return the files with the game's recipes: the jar itself, or the one that a bundler carries. None: no game jar.

    Raises InputError for a jar which holds only a patch of the game (Paper's), and for a bundler without its jar.
    """
    if VERSION in files and has_game(files):
        return files
    if BUNDLED in files:
        path = _bundled(files)
        if path not in files:
            raise InputError(
                f"{files.name} lists {path} but does not hold it", hint="download the server again", code="broken_jar"
            )
        return Archive(files.read(path, MAX_ARCHIVE), f"{files.name}!{path.rpartition('/')[2]}")
    if any(PATCH.fullmatch(path) for path in files):
        raise InputError(
            f"{files.name} holds a patch of the game, not the game",
            hint="start the server once, then name its folder: cache/mojang_*.jar or versions/ has the recipes",
            code="patch_only",
        )
    return files if has_game(files) and "META-INF/MANIFEST.MF" in files else None


def _bundled(files: Files) -> str:
    line = files.read(BUNDLED).decode("utf-8", "replace").strip().splitlines()
    fields = line[0].split("\t") if line else []
    if len(fields) != 3:  # noqa: PLR2004 - hash, version, path
        raise InputError(f"{files.name}: {BUNDLED} is damaged", hint="download the server again", code="broken_jar")
    return f"META-INF/versions/{fields[2]}"


def _json(files: Files, path: str) -> dict[str, Any]:
    if path not in files:
        return {}
    ignored: list[Diagnostic] = []
    try:
        return read_document(files.read(path), ignored.append)
    except (Rejected, json.JSONDecodeError):
        return {}
