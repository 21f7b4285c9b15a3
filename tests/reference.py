"""Vanilla's own recipe and tag files, where they are at hand, read by code that shares nothing with recipes/."""

import json
import tarfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ARCHIVE = Path(__file__).parents[1] / "../shared/data/vanilla-recipes-tags.tar.xz"
needs_reference = pytest.mark.skipif(not ARCHIVE.exists(), reason=f"the vanilla reference is not at {ARCHIVE}")

SLOTS = ("ingredient", "template", "base", "addition")
COOKED = ("smelting", "blasting", "smoking", "campfire_cooking")
TICKS = {"smelting": 200, "blasting": 100, "smoking": 100, "campfire_cooking": 100}


class Expected(NamedTuple):
    """A recipe as the game's file says it: one (tag, members) or None a cell."""

    kind: str
    cells: tuple[Any, ...]
    result: str | None
    count: int
    width: int
    height: int
    ticks: int


@cache
def files() -> dict[str, dict[str, Any]]:
    """Every JSON document of the archive, by version and path inside ``data/minecraft``."""
    found: dict[str, dict[str, Any]] = {}
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            version, _, path = member.name.removeprefix("./").partition("/data/minecraft/")
            stream = archive.extractfile(member)
            if path and stream:
                found.setdefault(version, {})[path.removesuffix(".json")] = json.load(stream)
    return found


@cache
def expected_tags(version: str) -> dict[str, tuple[str, ...]]:
    """The item tags of a version with their members, nested ones flattened in order."""
    written = {}
    for path, document in files()[version].items():
        for folder in ("tags/items/", "tags/item/"):
            if path.startswith(folder):
                written[f"#minecraft:{path.removeprefix(folder)}"] = document["values"]

    def members(tag: str) -> list[str]:
        ids = [entry["id"] if isinstance(entry, dict) else entry for entry in written[tag]]
        return [member for entry in ids for member in (members(entry) if entry.startswith("#") else [entry])]

    return {tag: tuple(dict.fromkeys(members(tag))) for tag in written}


@cache
def expected_recipes(version: str) -> tuple[dict[str, Expected], dict[str, str]]:
    """The plain recipes of a version, and those of other types with their type."""
    plain, other = {}, {}
    for path, document in files()[version].items():
        folder, _, name = path.partition("/")
        if folder in ("recipe", "recipes"):
            recipe = _recipe(version, document)
            if recipe is None:
                kind = document["type"]
                other[f"minecraft:{name}"] = kind if ":" in kind else f"minecraft:{kind}"
            else:
                plain[f"minecraft:{name}"] = recipe
    return plain, other


def _recipe(version: str, document: dict[str, Any]) -> Expected | None:
    kind = document["type"].removeprefix("minecraft:").removeprefix("crafting_")
    cells: list[Any]
    width = height = 0
    if kind == "shaped":
        rows = _trimmed(document["pattern"])
        width, height = len(rows[0]), len(rows)
        cells = [None if key == " " else _cell(version, document["key"][key]) for row in rows for key in row]
    elif kind == "shapeless":
        cells = [_cell(version, ingredient) for ingredient in document["ingredients"]]
    elif kind in (*COOKED, "stonecutting", "smithing", "smithing_transform", "smithing_trim"):
        cells = [_cell(version, document[slot]) for slot in SLOTS if slot in document]
    else:
        return None
    result = document.get("result")
    result = {"id": result} if isinstance(result, str) else result or {}
    count = result.get("count", document.get("count", 1))
    ticks = document.get("cookingtime", TICKS[kind]) if kind in COOKED else 0
    return Expected(kind, tuple(cells), result.get("id", result.get("item")), count, width, height, ticks)


def _cell(version: str, written: Any) -> tuple[str | None, tuple[str, ...]]:
    if isinstance(written, list):
        parts = [_cell(version, entry) for entry in written]
        members = tuple(member for _, found in parts for member in found)
        return (parts[0][0] if len(parts) == 1 else None), members
    if isinstance(written, dict):
        written = f"#{written['tag']}" if "tag" in written else written["item"]
    return (written, expected_tags(version)[written]) if written.startswith("#") else (None, (written,))


def _trimmed(pattern: list[str]) -> list[str]:
    while not pattern[0].strip():
        pattern = pattern[1:]
    while not pattern[-1].strip():
        pattern = pattern[:-1]
    left = min(len(row) - len(row.lstrip()) for row in pattern)
    right = max(len(row.rstrip()) for row in pattern)
    return [row[left:right] for row in pattern]
