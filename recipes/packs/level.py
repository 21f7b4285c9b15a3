"""``level.dat``: which datapacks a world has switched on, and in which order. A small reader of NBT."""

import gzip
import struct
import zlib
from typing import Any

MAX_BYTES = 50_000_000
MAX_DEPTH = 64
_NUMBERS = {1: ">b", 2: ">h", 3: ">i", 4: ">q", 5: ">f", 6: ">d"}
_ARRAYS = {7: 1, 11: 4, 12: 8}
_STRING, _LIST, _COMPOUND = 8, 9, 10


def datapacks(level: bytes) -> tuple[list[str], list[str]]:
    """Return the names of the enabled packs, the lowest first, and of the disabled ones. Raises ValueError."""
    try:
        unpacked = zlib.decompressobj(31).decompress(level, MAX_BYTES) if level[:2] == b"\x1f\x8b" else level
        root = _Reader(unpacked).root()
    except (struct.error, IndexError, zlib.error, gzip.BadGzipFile, RecursionError) as error:
        raise ValueError(f"not a level.dat: {error}") from error
    data = root.get("Data")
    packs = data.get("DataPacks") if isinstance(data, dict) else None
    if not isinstance(packs, dict):
        return [], []
    return _names(packs.get("Enabled")), _names(packs.get("Disabled"))


def _names(value: Any) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def root(self) -> dict[str, Any]:
        if self._number(">B") != _COMPOUND:
            raise struct.error("no compound at its root")
        self._string()
        return self._compound(0)

    def _number(self, form: str) -> Any:
        (value,) = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        return value

    def _string(self) -> str:
        length = self._number(">H")
        self._at += length
        return self._content[self._at - length : self._at].decode("utf-8", "replace")

    def _compound(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while (kind := self._number(">B")) != 0:
            name = self._string()
            found[name] = self._value(kind, depth + 1)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise struct.error("nested too deep")
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if kind in _ARRAYS:
            self._at += max(0, self._number(">i")) * _ARRAYS[kind]
            return None
        if kind == _STRING:
            return self._string()
        if kind == _COMPOUND:
            return self._compound(depth)
        if kind != _LIST:
            raise struct.error(f"no tag type {kind}")
        inner, length = self._number(">B"), self._number(">i")
        if inner == 0 and length > 0:
            raise struct.error("a list of nothing")
        return [self._value(inner, depth) for _ in range(min(max(0, length), len(self._content)))]
