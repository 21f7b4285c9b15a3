"""Reads the pattern of a shaped recipe and trims its blank edges, as the game does."""

from functools import lru_cache
from typing import Any

from ..catalog import Ingredient
from ..rejected import Rejected
from .ingredients import read_ingredient
from .lookup import Lookup

SIDE = 3
Shape = tuple[int, int, tuple[Ingredient | None, ...]]


def read_shape(lookup: Lookup, document: dict[str, Any]) -> Shape:
    """Return width, height and the cells row by row. Raises Rejected."""
    pattern = document.get("pattern")
    if not isinstance(pattern, list) or not all(isinstance(row, str) for row in pattern):
        raise Rejected("bad_pattern", f"a pattern is a list of 1 to {SIDE} strings", pointer="/pattern")
    width, height, signs, used = _outline(tuple(pattern))
    key = document.get("key")
    if not isinstance(key, dict):
        raise Rejected("bad_key", "a shaped recipe has a key for its pattern", pointer="/key")
    if key.keys() != used:
        _check_key(key, used)
    cells: dict[str, Ingredient | None] = {
        sign: read_ingredient(lookup, written, f"/key/{sign if sign not in '~/' else _escaped(sign)}")
        for sign, written in key.items()
    }
    cells[" "] = None
    return width, height, tuple([cells[sign] for sign in signs])


def _check_key(key: dict[str, Any], used: frozenset[str]) -> None:
    for symbol in key:
        if len(symbol) != 1 or symbol == " ":
            raise Rejected("bad_key", f"the key {symbol[:40]!r} is not one visible sign", pointer="/key")
    if used - set(key):
        missing = ", ".join(sorted(used - set(key)))
        raise Rejected("undefined_sign", f"the pattern uses {missing}, the key does not define it", pointer="/pattern")
    extra = ", ".join(sorted(set(key) - used))
    raise Rejected("unused_sign", f"the key defines {extra}, the pattern does not use it", pointer="/key")


@lru_cache(maxsize=4096)
def _outline(pattern: tuple[str, ...]) -> tuple[int, int, str, frozenset[str]]:
    """Width, height and signs of a pattern without its blank edges, and the signs it uses. Patterns recur."""
    rows = _rows(pattern)
    trimmed = _trimmed(rows)
    return len(trimmed[0]), len(trimmed), "".join(trimmed), frozenset("".join(rows)) - {" "}


def _rows(pattern: tuple[str, ...]) -> tuple[str, ...]:
    if not 1 <= len(pattern) <= SIDE or any(len(row) > SIDE for row in pattern):
        message = f"a pattern has 1 to {SIDE} rows of at most {SIDE} signs"
        raise Rejected("bad_pattern", message, pointer="/pattern")
    if len({len(row) for row in pattern}) != 1:
        raise Rejected("bad_pattern", "the rows of a pattern are of one length", pointer="/pattern")
    if not "".join(pattern).strip(" "):
        raise Rejected("bad_pattern", "the pattern is empty", pointer="/pattern")
    return pattern


def _trimmed(rows: tuple[str, ...]) -> list[str]:
    full = [place for place, row in enumerate(rows) if row.strip(" ")]
    columns = [place for place in range(len(rows[0])) if any(row[place] != " " for row in rows)]
    return [row[columns[0] : columns[-1] + 1] for row in rows[full[0] : full[-1] + 1]]


def _escaped(symbol: str) -> str:
    return symbol.replace("~", "~0").replace("/", "~1")
