"""Where notes lie: every node has one path, with forward slashes, inside of the vault, and nothing else has."""

import re
from hashlib import sha256
from pathlib import Path

from ...recipes.errors import IntegrityError

_FOLDERS = {"recipe": "Recipes", "tag": "Tags", "item": "Items"}
_ID = re.compile(r"[a-z0-9_.-]+:[a-z0-9_.-]+(?:/[a-z0-9_.-]+)*")
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
_LONGEST = 150


def path_of(node: str) -> str | None:
    """Return a node's path without ``.md``, or None for a node that can have none: its id is of an odd form.

    >>> path_of("recipe:minecraft:stick"), path_of("item:demo:parts/gear"), path_of("item:demo:../gear")
    ('Recipes/stick', 'Items/demo+parts=gear', None)
    """
    kind, _, name = node.partition(":")
    if kind == "server":
        return f"Servers/{_server(name)}"
    if kind == "run":
        return f"Runs/{name}" if _NAME.fullmatch(name) else None
    if kind == "lesson":
        return f"Lessons/{name}" if _NAME.fullmatch(name) else None
    if kind == "day":
        return f"Log/Daily/{name}"
    bare = name.removeprefix("#") if kind == "tag" else name
    parts = re.split("[:/]", bare)
    if kind not in _FOLDERS or not _ID.fullmatch(bare) or any(part.startswith(".") for part in parts):
        return None
    flat = bare.removeprefix("minecraft:").replace(":", "+").replace("/", "=")
    return f"{_FOLDERS[kind]}/{flat}" if len(flat) <= _LONGEST else None


def inside(root: Path, path: str) -> Path:
    """Return the file of a path in the vault. Raises an IntegrityError where it leads out of it, or over a link."""
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise IntegrityError(f"{path!r} is no path in the vault", hint="notes have plain paths", code="vault_path")
    place = root
    for part in parts:
        place = place / part
        if place.is_symlink():
            raise IntegrityError(
                f"{place} is a symbolic link, and notes are written to real files only",
                hint="move the link out of the vault; nothing was written through it",
                code="vault_link",
            )
    return place


def _server(name: str) -> str:
    """A server's name as a file's: readable, and never the same for two servers."""
    slug = re.sub("[^a-z0-9._-]+", "-", name.lower()).strip("-.")[:60] or "server"
    return slug if slug == name else f"{slug}-{sha256(name.encode()).hexdigest()[:6]}"
