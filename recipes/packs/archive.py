"""A pack in a zip or jar, also inside another one.

Files are inflated straight from memory and never beyond the limit: that is several times faster than ``ZipFile.open``,
and makes a bomb harmless.
"""

import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from struct import Struct

from ..diagnostics import Diagnostic
from ..documents import MAX_BYTES
from ..errors import InputError
from ..rejected import Rejected
from .directory import Entry, read_directory
from .files import MAX_FILES, unsafe

MAX_ARCHIVE = 1_000_000_000
HEADER = Struct("<4s22x2H")
MOST_INFLATED = 1032
"""Deflate makes no byte into more than so many."""
LINK = 0o120000
STORED = 0
DEFLATED = 8
ENCRYPTED = 0x1


class Archive:
    """The files of a zip or jar; names that could leave it, links and encrypted files are refused with a notice."""

    def __init__(self, content: bytes, name: str) -> None:
        self.name = name
        self.notices: list[Diagnostic] = []
        self._content = content
        found = list(read_directory(content, name, MAX_FILES + 1))
        self._entries = {entry.name: entry for entry in found[:MAX_FILES] if self._safe(entry)}
        if len(found) > MAX_FILES:
            self.notices.append(Diagnostic("too_many_files", f"only the first {MAX_FILES:,} are read", pack=name))

    @classmethod
    def at(cls, path: Path) -> "Archive":
        """Return the archive in a file. Raises InputError when it cannot be read or is none."""
        try:
            if path.stat().st_size > MAX_ARCHIVE:
                raise InputError(
                    f"{path} has more than {MAX_ARCHIVE:,} bytes", hint="name the server's own jar", code="too_large"
                )
            return cls(path.read_bytes(), path.name)
        except OSError as error:
            raise InputError(
                f"{path} cannot be read: {error.strerror}", hint="check the path and its rights"
            ) from error

    def _safe(self, entry: Entry) -> bool:
        if entry.name.endswith("/"):
            return False
        reason = "is a link" if entry.mode & 0o170000 == LINK else unsafe(entry.name)
        if reason:
            shown = entry.name.encode(errors="replace").decode()[:200]
            message = f"{shown!r} {reason}; it is not read"
            self.notices.append(Diagnostic("unsafe_path", message, pack=self.name, file=shown))
        return reason is None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return at most ``limit`` bytes of a file, inflated. Raises Rejected when it is damaged or encrypted."""
        entry = self._entries[path]
        if entry.flags & ENCRYPTED:
            raise Rejected("encrypted", "the file is encrypted")
        start = entry.offset
        if not 0 <= start <= len(self._content) - HEADER.size:
            raise Rejected("damaged_zip", "the zip's directory points at no file")
        signature, named, extra = HEADER.unpack_from(self._content, start)
        if signature != b"PK\x03\x04":
            raise Rejected("damaged_zip", "the zip's directory points at no file")
        start += HEADER.size + named + extra
        packed = self._content[start : start + entry.packed]
        if entry.method == STORED:
            return packed[:limit]
        if entry.method != DEFLATED:
            raise Rejected("unreadable", f"compressed by method {entry.method}, not deflate")
        try:
            if len(packed) * MOST_INFLATED < limit:  # cannot burst, and this is the faster way
                inflated = zlib.decompress(packed, -15, 1024)
            else:
                inflated = zlib.decompressobj(-15).decompress(packed, limit)
        except zlib.error as error:
            raise Rejected("damaged_zip", f"cannot be inflated: {error}") from error
        if len(inflated) < limit and zlib.crc32(inflated) != entry.crc:
            raise Rejected("damaged_zip", "its checksum is wrong")
        return inflated

    def digest(self) -> str:
        """Return the hash of the whole archive."""
        return sha256(self._content).hexdigest()
