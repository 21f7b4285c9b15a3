"""The vault's files: read with a look at their dates first, written whole or not at all, never deleted."""

import os
from collections.abc import Iterator
from pathlib import Path

from ...recipes.errors import IntegrityError, WorldError
from .paths import inside

FOLDERS = ("Archive", "Index", "Items", "Lessons", "Log", "Recipes", "Runs", "Servers", "Tags", "Tasks")
"""The folders that craftplan writes notes into; whatever else lies in a vault is none of its business."""
TOP = ("hot.md", "system-state.md")
_HALF = ".craftplan-half-written"
"""Where a file lies until it is whole: one place, so that what a killed process left is written over."""

Stamp = tuple[int, int]


def open_vault(root: Path) -> Path:
    """Return the vault's real folder, made if it is not there. Raises a WorldError where it cannot be made."""
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as failed:
        raise WorldError(
            f"the vault {root} cannot be made: {failed.strerror}",
            hint="--vault PATH, or vault in config.toml, names another folder",
            code="vault",
        ) from None
    return root.resolve()


def present(root: Path) -> Iterator[tuple[str, Stamp]]:
    """Yield path, date (ns) and size of every note there is. Raises an IntegrityError at a symbolic link."""
    for name in TOP:
        place = inside(root, name)
        if place.is_file():
            found = place.stat()
            yield name, (found.st_mtime_ns, found.st_size)
    for folder in FOLDERS:
        if inside(root, folder).is_dir():
            yield from _below(root, folder)


def _below(root: Path, folder: str) -> Iterator[tuple[str, Stamp]]:
    with os.scandir(root / folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            path = f"{folder}/{entry.name}"
            if entry.is_symlink():
                inside(root, path)
            if entry.is_dir():
                yield from _below(root, path)
            elif entry.name.endswith(".md"):
                found = entry.stat()
                yield path, (found.st_mtime_ns, found.st_size)


def write(root: Path, path: str, text: str) -> Stamp:
    """Write a note so that there is the old one or the new one, at any moment; return its date and size."""
    place = inside(root, path)
    half = inside(root, _HALF)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, place)  # noqa: PTH105 - over the one before
        found = place.stat()
    except OSError as failed:
        raise WorldError(
            f"the note {place} cannot be written: {failed.strerror}",
            hint="nothing of the ledger is lost; `craftplan memory sync` writes it later",
            code="vault",
        ) from None
    return found.st_mtime_ns, found.st_size


def read(root: Path, path: str) -> str | None:
    """Return a note's text, or None where it is no text. Raises an IntegrityError at a symbolic link."""
    place = inside(root, path)
    try:
        return place.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
    except OSError as failed:
        raise IntegrityError(
            f"the note {place} cannot be read: {failed.strerror}", hint="may you read it?", code="vault"
        ) from None
