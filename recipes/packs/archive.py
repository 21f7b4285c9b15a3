"""A pack in a zip or jar, also inside another one.

``zipfile`` reads the directory; single files are inflated here, straight from memory and never beyond the limit, which
is several times faster than ``ZipFile.open`` and makes a bomb harmless.
"""

import zlib
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ..diagnostics import Diagnostic
from ..documents import MAX_BYTES
from ..errors import InputError
from ..rejected import Rejected
from .files import MAX_FILES, unsafe

MAX_ARCHIVE = 1_000_000_000
HEADER = 30
LINK = 0o120000
ENCRYPTED = 0x1


class Archive:
    """The files of a zip or jar; names that could leave it, links and encrypted files are refused with a notice."""

    def __init__(self, content: bytes, name: str) -> None:
        self.name = name
        self.notices: list[Diagnostic] = []
        self._content = content
        try:
            with ZipFile(BytesIO(content)) as directory:
                found = directory.infolist()
        except (BadZipFile, NotImplementedError, ValueError, OSError, OverflowError, zlib.error) as error:
            raise InputError(
                f"{name} is not a zip or jar: {error}", hint="is it whole? download or copy it again", code="not_a_zip"
            ) from error
        self._entries = {info.filename: info for info in found[:MAX_FILES] if self._safe(info)}
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

    def _safe(self, info: ZipInfo) -> bool:
        if info.filename.endswith("/"):
            return False
        reason = unsafe(info.orig_filename if "\x00" in info.orig_filename else info.filename)
        if info.external_attr >> 16 & 0o170000 == LINK:
            reason = "is a link"
        if reason:
            shown = info.orig_filename.encode(errors="replace").decode()[:200]
            message = f"{shown!r} {reason}; it is not read"
            self.notices.append(Diagnostic("unsafe_path", message, pack=self.name, file=shown))
        return reason is None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return at most ``limit`` bytes of a file, inflated. Raises Rejected when it is damaged or encrypted."""
        info = self._entries[path]
        if info.flag_bits & ENCRYPTED:
            raise Rejected("encrypted", "the file is encrypted")
        start = info.header_offset
        header = self._content[start : start + HEADER]
        if len(header) < HEADER or header[:4] != b"PK\x03\x04":
            raise Rejected("damaged_zip", "the zip's directory points at no file")
        start += HEADER + int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        packed = self._content[start : start + info.compress_size]
        if info.compress_type == ZIP_STORED:
            return packed[:limit]
        if info.compress_type != ZIP_DEFLATED:
            raise Rejected("unreadable", f"compressed by method {info.compress_type}, not deflate")
        try:
            inflated = zlib.decompressobj(-15).decompress(packed, limit)
        except zlib.error as error:
            raise Rejected("damaged_zip", f"cannot be inflated: {error}") from error
        if len(inflated) < limit and zlib.crc32(inflated) != info.CRC:
            raise Rejected("damaged_zip", "its checksum is wrong")
        return inflated

    def digest(self) -> str:
        """Return the hash of the whole archive."""
        return sha256(self._content).hexdigest()
