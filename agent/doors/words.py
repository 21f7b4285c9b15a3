"""What people type: goals and inventories, the same in the shell and in the game's chat."""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...planner.goal import Goal, Inventory
from ...recipes.catalog import Catalog
from ...recipes.errors import CraftplanError, InputError
from ...recipes.ids import ItemId
from ...recipes.names import resolve_item

LARGEST = 1_000_000
"""The largest count of items that is taken for what was meant."""
_COUNT_FIRST = re.compile(r"(-?\d+)\s*[x×]?\s+(\S.*)")
_COUNT_LAST = re.compile(r"(.*[^\s=×])\s*(?:[=×]|\s)\s*(-?\d+)")
_FILES = frozenset({".json", ".txt"})
"""What ends like that is a file, also one that is not there."""
_INVENTORY_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "craftplan/inventory/1",
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": LARGEST},
}


def read_goals(words: Sequence[str], catalog: Catalog) -> tuple[Goal, ...]:
    """Return the goals of words such as ``stick 4``, ``"3 torch" chest``, ``wooden pickaxe`` or ``torch=3``.

    A number belongs to the name before it that has none yet, else to the name after it. Raises an InputError for an
    unknown or ambiguous item, and for a count that is not between 1 and 1,000,000.
    """
    found: list[tuple[str, int | None]] = []
    ahead: int | None = None
    for word in words:
        if re.fullmatch(r"-?\d+", word):
            if ahead is None and found and found[-1][1] is None:
                found[-1] = (found[-1][0], _count(word, least=1))
            else:
                ahead = _count(word, least=1)
        else:
            name, count = _counted(word, least=1)
            found.append((name, ahead if count is None else count))
            ahead = None
    goals = [Goal(item, 1 if count is None else count) for item, count in _items(found, catalog)]
    if not goals:
        raise InputError("no item is named", hint="name one, as in `craftplan plan wooden_pickaxe`", code="usage")
    return tuple(goals)


def read_inventory(text: str, catalog: Catalog) -> Inventory:
    """Return the inventory of ``oak_planks=2,stick=2``, or of a file of that: JSON, or one item a line.

    Raises an InputError that names the part it cannot read, a SchemaError that points into a JSON file.
    """
    counts: dict[ItemId, int] = {}
    for item, count in read_counts(text, catalog):
        counts[item] = counts.get(item, 0) + (1 if count is None else count)
    return Inventory(counts)


def read_counts(text: str, catalog: Catalog) -> list[tuple[ItemId, int | None]]:
    """Return the items of ``oak_planks=2,stick``, or of a file of them, with the counts that stand there."""
    path = Path(text)
    parts = _read_file(path) if path.suffix in _FILES or _is_file(path) else text.split(",")
    counted = [_counted(part.strip(), least=0) if isinstance(part, str) else part for part in parts]
    return [(resolve_item(catalog, name), count) for name, count in counted if name]


def _is_file(path: Path) -> bool:
    with suppress(OSError, ValueError):  # a long list of items is no name that a file can have
        return path.is_file()
    return False


def _read_file(path: Path) -> Sequence[str | tuple[str, int]]:
    """Return the lines of a file (``#`` begins a comment), or the pairs of its JSON object."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as failed:
        said = failed.strerror if isinstance(failed, OSError) else "it is not text"
        raise InputError(f"cannot read {path}: {said}", hint="--have takes item=count,… or a file of them") from None
    if path.suffix != ".json" and not text.lstrip().startswith(("{", "[")):
        return [part for line in text.splitlines() for part in line.partition("#")[0].split(",")]
    from ..schemas import check

    try:
        document = json.loads(text)
    except ValueError as broken:
        raise InputError(
            f"{path} is not JSON: {broken}", hint='it should read {"oak_planks": 2}', code="schema"
        ) from None
    check(document, _INVENTORY_SCHEMA)
    return list(document.items())


def _counted(word: str, *, least: int) -> tuple[str, int | None]:
    """Return the name and the count, if there is one, of ``torch``, ``3 torch``, ``torch 3`` or ``torch=3``."""
    if match := _COUNT_FIRST.fullmatch(word):
        return match[2], _count(match[1], least=least)
    if match := _COUNT_LAST.fullmatch(word):
        return match[1], _count(match[2], least=least)
    if "=" in word:
        raise _no_count(word.partition("=")[2].strip(), least)
    return word, None


def _count(text: str, *, least: int) -> int:
    if len(text) > len(str(LARGEST)) or not least <= int(text) <= LARGEST:
        raise _no_count(text, least)
    return int(text)


def _no_count(text: str, least: int) -> InputError:
    return InputError(
        f"{text or 'nothing'} is not a count of items",
        hint=f"a count is a whole number from {least} to {LARGEST:,}",
        code="count",
    )


def _items(found: list[tuple[str, int | None]], catalog: Catalog) -> Iterable[tuple[ItemId, int | None]]:
    """Yield the items of the names; words that only together name one (``2 wooden pickaxe``) are one."""
    start = 0
    while start < len(found):
        item, stop = _longest(found, start, catalog)
        yield item, next((count for _, count in found[start:stop] if count is not None), None)
        start = stop


def _longest(found: list[tuple[str, int | None]], start: int, catalog: Catalog) -> tuple[ItemId, int]:
    """Return the item that the most words from ``start`` on name, and where they end."""
    for stop in range(len(found), start + 1, -1):
        if sum(count is not None for _, count in found[start:stop]) <= 1:
            with suppress(CraftplanError):
                return resolve_item(catalog, " ".join(name for name, _ in found[start:stop])), stop
    return resolve_item(catalog, found[start][0]), start + 1
