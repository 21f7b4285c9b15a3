"""Fetches a game's server jar from the official version manifest: resumed where it was cut off, checked, kept."""

import hashlib
import json
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any, BinaryIO, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

from .errors import InputError, WorldError
from .versions import nearest

MANIFEST = "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json"
ATTEMPTS = 5
BLOCK = 1 << 16
MAX_DOCUMENT = 20_000_000
MAX_JAR = 500_000_000
PARTIAL = 206
NOT_SATISFIABLE = 416

Progress = Callable[[int, int], None]
"""Takes bytes that are there and bytes in all."""


def fetch_server_jar(
    minecraft: str,
    *,
    folder: Path | None = None,
    mirror: str | None = None,
    progress: Progress = lambda _done, _total: None,
    timeout: float = 30.0,
) -> Path:
    """Return the path of a version's server jar, downloaded when it is not there whole.

    ``folder`` is where jars are kept, the user's cache by default. ``mirror`` (``https://host/path``) takes the place
    of the official hosts, the paths stay. ``timeout`` is the longest silence in seconds.

    Raises InputError for a version that the manifest does not have; WorldError where the network, the mirror or the
    file cannot be trusted: ``unreachable``, ``not_found``, ``cut_off``, ``checksum``.
    """
    from filelock import FileLock
    from platformdirs import user_cache_path

    place = folder if folder is not None else user_cache_path("craftplan") / "jars"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with FileLock(place / f"{_safe(minecraft)}.lock"):
            download = _download_of(minecraft, mirror, timeout)
            jar = place / f"server-{_safe(minecraft)}.jar"
            if not (jar.exists() and _sha1(jar) == download["sha1"]):
                _fetch(_Jar(download["url"], mirror, timeout, download["sha1"], download["size"]), jar, progress)
            return jar
    except OSError as error:
        raise WorldError(
            f"{place} cannot be written: {error}", hint="free some space, or name another folder"
        ) from error


def _safe(minecraft: str) -> str:
    if not minecraft or not all(letter.isalnum() or letter in ".-_" for letter in minecraft) or ".." in minecraft:
        raise InputError(f"{minecraft[:40]!r} is no version of the game", hint="as in 1.20.4", code="unknown_version")
    return minecraft


def _download_of(minecraft: str, mirror: str | None, timeout: float) -> dict[str, Any]:
    manifest = _document(MANIFEST, mirror, timeout, None)
    entries = {entry.get("id"): entry for entry in manifest.get("versions", []) if isinstance(entry, dict)}
    entry = entries.get(minecraft)
    if entry is None:
        near = nearest(minecraft, [name for name in entries if isinstance(name, str) and name[:1].isdigit()])
        raise InputError(
            f"the version manifest has no {minecraft}",
            hint=f"nearest: {', '.join(near)}" if near else "is the mirror complete?",
            code="unknown_version",
            near=near,
        )
    version = _document(str(entry.get("url")), mirror, timeout, entry.get("sha1"))
    server = version.get("downloads", {}).get("server")
    if not isinstance(server, dict) or not {"url", "sha1", "size"} <= set(server):
        raise WorldError(f"there is no server of {minecraft} to download", hint="name a jar that you have")
    if not isinstance(server["size"], int) or not 0 < server["size"] <= MAX_JAR:
        raise WorldError(f"the manifest says {server['size']} bytes", hint="is the mirror honest?", code="checksum")
    return server


def _document(url: str, mirror: str | None, timeout: float, sha1: object) -> dict[str, Any]:
    with _open(_address(url, mirror), timeout, 0) as stream:
        try:
            content = stream.read(MAX_DOCUMENT)
        except (OSError, HTTPException) as error:
            raise _cut_off(_address(url, mirror), 0, error) from error
    if isinstance(sha1, str) and hashlib.sha1(content, usedforsecurity=False).hexdigest() != sha1:
        raise _wrong_checksum(_address(url, mirror))
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise WorldError(
            f"{_address(url, mirror)} is not JSON", hint="is that a mirror of the game's files?"
        ) from error
    return document if isinstance(document, dict) else {}


def _address(url: str, mirror: str | None) -> str:
    parts = urlsplit(url)
    if mirror:
        at = urlsplit(mirror)
        parts = parts._replace(scheme=at.scheme, netloc=at.netloc, path=at.path.rstrip("/") + parts.path)
    if parts.scheme not in {"http", "https"}:
        raise InputError(f"{url[:100]!r} is no web address", hint="--mirror https://host/path")
    return urlunsplit(parts)


class _Jar:
    """What is to be fetched, and from where."""

    def __init__(self, url: str, mirror: str | None, timeout: float, sha1: str, size: int) -> None:
        self.address = _address(url, mirror)
        self.timeout = timeout
        self.sha1 = sha1
        self.size = size


def _fetch(jar: _Jar, target: Path, progress: Progress) -> None:
    """Download to a ``.part`` beside the target; a cut goes on where it stopped, a wrong checksum starts once more."""
    part = target.with_suffix(".part")
    spoilt = False
    error: Exception | None = None
    for _ in range(ATTEMPTS):
        try:
            _append(jar, part, progress)
        except (OSError, HTTPException) as failure:
            error = failure
            continue
        if part.stat().st_size < jar.size:
            continue
        if _sha1(part) == jar.sha1:
            part.replace(target)
            return
        part.unlink()
        if spoilt:
            raise _wrong_checksum(jar.address)
        spoilt = True
    raise _cut_off(jar.address, part.stat().st_size if part.exists() else 0, error)


def _append(jar: _Jar, part: Path, progress: Progress) -> None:
    there = part.stat().st_size if part.exists() else 0
    if there >= jar.size:
        if there > jar.size:
            part.unlink()
        return
    with _open(jar.address, jar.timeout, there) as stream:
        going_on = there > 0 and stream.status == PARTIAL
        done = there if going_on else 0
        with part.open("ab" if going_on else "wb") as file:
            while done < jar.size and (block := stream.read(min(BLOCK, jar.size - done))):
                file.write(block)
                done += len(block)
                progress(done, jar.size)


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


def _open(address: str, timeout: float, start: int) -> _Answer:
    request = Request(address, headers={"User-Agent": "craftplan"})  # noqa: S310 - _address lets http and https pass
    if start:
        request.add_header("Range", f"bytes={start}-")
    try:
        return _Answer(urlopen(request, timeout=timeout))  # noqa: S310
    except HTTPError as error:
        error.close()
        if error.code == NOT_SATISFIABLE and start:
            return _open(address, timeout, 0)
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


def _sha1(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.sha1(usedforsecurity=False)).hexdigest()


def _cut_off(address: str, done: int, error: Exception | None) -> WorldError:
    why = f": {error}" if error else ""
    return WorldError(
        f"{address} was cut off after {done:,} bytes, {ATTEMPTS} times{why}",
        hint="run it again: it goes on where it stopped",
        code="cut_off",
    )


def _wrong_checksum(address: str) -> WorldError:
    return WorldError(
        f"{address} does not have the checksum that the manifest says",
        hint="the download was thrown away; try another --mirror",
        code="checksum",
    )
