"""Downloads that can be trusted: resumed where they were cut off, checked, and only then put in their place."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

from .errors import InputError, WorldError

ATTEMPTS = 5
BLOCK = 1 << 16
MAX_DOCUMENT = 20_000_000
PARTIAL = 206
NOT_SATISFIABLE = 416

Algorithm = Literal["sha1", "sha256"]
Progress = Callable[[int, int], None]
"""Takes bytes that are there and bytes in all."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where things are fetched: from the official hosts, or with ``mirror`` (``https://host/path``) in their place.

    ``timeout`` is the longest silence in seconds, ``agent`` what the hosts are told of who asks.
    """

    mirror: str | None = None
    timeout: float = 30.0
    agent: str = "craftplan"

    def address(self, url: str) -> str:
        """Return where a URL's content is asked for. Raises an InputError if that is no web address."""
        parts = urlsplit(url)
        if self.mirror:
            at = urlsplit(self.mirror)
            parts = parts._replace(scheme=at.scheme, netloc=at.netloc, path=at.path.rstrip("/") + parts.path)
        if parts.scheme not in {"http", "https"}:
            raise InputError(f"{url[:100]!r} is no web address", hint="--mirror https://host/path")
        return urlunsplit(parts)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to fetch, with the size in bytes and the checksum that its index says."""

    url: str
    size: int
    checksum: str
    algorithm: Algorithm = "sha1"
    source: Source = field(default_factory=Source)

    @property
    def address(self) -> str:
        """Where it is asked for."""
        return self.source.address(self.url)

    def is_at(self, path: Path) -> bool:
        """Whether a file is there that has the checksum."""
        return path.exists() and _checksum(path, self.algorithm) == self.checksum


def document(url: str, source: Source, sha1: object = None) -> Any:
    """Return the JSON at a URL, checked where its checksum is known. Raises a WorldError as ``fetch`` does."""
    address = source.address(url)
    with _open(address, source, 0) as stream:
        try:
            content = stream.read(MAX_DOCUMENT)
        except (OSError, HTTPException) as error:
            raise _cut_off(address, 0, error) from error
    if isinstance(sha1, str) and hashlib.sha1(content, usedforsecurity=False).hexdigest() != sha1:
        raise _wrong_checksum(address)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise WorldError(f"{address} is not JSON", hint="is that a mirror of the game's files?") from error


def fetch(wanted: Wanted, target: Path, progress: Progress) -> None:
    """Download to a ``.part`` beside the target; a cut goes on where it stopped, a wrong checksum starts once more.

    Raises a WorldError where the network, the mirror or the file cannot be trusted: ``unreachable``, ``not_found``,
    ``cut_off``, ``checksum``.
    """
    part = target.with_suffix(".part")
    spoilt = False
    error: Exception | None = None
    for _ in range(ATTEMPTS):
        try:
            _append(wanted, part, progress)
        except (OSError, HTTPException) as failure:
            error = failure
            continue
        if part.stat().st_size < wanted.size:
            continue
        if wanted.is_at(part):
            part.replace(target)
            return
        part.unlink()
        if spoilt:
            raise _wrong_checksum(wanted.address)
        spoilt = True
    raise _cut_off(wanted.address, part.stat().st_size if part.exists() else 0, error)


def _append(wanted: Wanted, part: Path, progress: Progress) -> None:
    there = part.stat().st_size if part.exists() else 0
    if there >= wanted.size:
        if there > wanted.size:
            part.unlink()
        return
    with _open(wanted.address, wanted.source, there) as stream:
        going_on = there > 0 and stream.status == PARTIAL
        done = there if going_on else 0
        with part.open("ab" if going_on else "wb") as file:
            while done < wanted.size and (block := stream.read(min(BLOCK, wanted.size - done))):
                file.write(block)
                done += len(block)
                progress(done, wanted.size)


class _Answer:
    """An open answer of the server, with its status."""

    def __init__(self, raw: Any) -> None:
        self._raw: BinaryIO = raw
        self.status: int = raw.status

    def read(self, most: int) -> bytes:
        return self._raw.read(most)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()


def _open(address: str, source: Source, start: int) -> _Answer:
    request = Request(address, headers={"User-Agent": source.agent})  # noqa: S310 - Source lets http and https pass
    if start:
        request.add_header("Range", f"bytes={start}-")
    try:
        return _Answer(urlopen(request, timeout=source.timeout))  # noqa: S310
    except HTTPError as error:
        error.close()
        if error.code == NOT_SATISFIABLE and start:
            return _open(address, source, 0)
        missing = error.code in {404, 410}
        raise WorldError(
            f"{address} answers {error.code} {error.reason}",
            hint="is the version there? another --mirror?" if missing else "try again later, or another --mirror",
            code="not_found" if missing else "unreachable",
        ) from error
    except (URLError, OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise WorldError(
            f"{address} cannot be reached: {reason}", hint="is there a network? behind a wall use --mirror URL"
        ) from error


def _checksum(path: Path, algorithm: Algorithm) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.new(algorithm, usedforsecurity=False)).hexdigest()


def _cut_off(address: str, done: int, error: Exception | None) -> WorldError:
    why = f": {error}" if error else ""
    return WorldError(
        f"{address} was cut off after {done:,} bytes, {ATTEMPTS} times{why}",
        hint="run it again: it goes on where it stopped",
        code="cut_off",
    )


def _wrong_checksum(address: str) -> WorldError:
    return WorldError(
        f"{address} does not have the checksum that its index says",
        hint="the download was thrown away; try another --mirror",
        code="checksum",
    )
