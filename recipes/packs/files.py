"""The files of one pack, wherever they are: a folder, a zip, a jar inside a jar. Read lazily, each within bounds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from ..diagnostics import Diagnostic
from ..documents import MAX_BYTES

MAX_FILES = 1_000_000
MAX_PATH = 1024


class Files(Protocol):
    """Paths with ``/``, relative to the pack's root, in the container's order."""

    name: str
    notices: list[Diagnostic]

    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, path: object) -> bool: ...
    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return at most ``limit`` bytes of a file. Raises Rejected when it cannot be read."""
        ...

    def digest(self) -> str:
        """Return the SHA-256 of everything that a loader may read."""
        ...


class Memory:
    """Files that are already in memory: packs made by a program, and tests of single documents."""

    def __init__(self, name: str, content: Mapping[str, bytes]) -> None:
        self.name = name
        self.notices: list[Diagnostic] = []
        self._content = content

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __contains__(self, path: object) -> bool:
        return path in self._content

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return the first bytes of a file."""
        return self._content[path][:limit]

    def digest(self) -> str:
        """Return the hash of names and content."""
        return hash_of((path, content) for path, content in sorted(self._content.items()))


class Under:
    """Another container's files below one of its folders."""

    def __init__(self, files: Files, folder: str, name: str | None = None) -> None:
        self.name = name or files.name
        self.notices = files.notices
        self._files = files
        self._folder = folder

    def __iter__(self) -> Iterator[str]:
        cut = len(self._folder)
        return (path[cut:] for path in self._files if path.startswith(self._folder))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._folder + path in self._files

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return the first bytes of a file."""
        return self._files.read(self._folder + path, limit)

    def digest(self) -> str:
        """Return the container's own hash; the folder is part of the name."""
        return self._files.digest()


def hash_of(parts: Iterable[tuple[str, bytes]]) -> str:
    """Return one hash over names and contents, neither of which can run into the other."""
    from hashlib import sha256

    whole = sha256()
    for name, content in parts:
        whole.update(f"{len(name)}:{len(content)}:{name}".encode(errors="surrogatepass"))
        whole.update(content)
    return whole.hexdigest()


def unsafe(path: str) -> str | None:
    """Return why a path may not be followed, or None."""
    plain = ".." not in path and "\\" not in path and ":" not in path and "\x00" not in path
    if plain and not path.startswith("/") and len(path) <= MAX_PATH:
        return None
    if "\x00" in path:
        return "has a NUL in its name"
    if path.startswith("/") or "\\" in path or ":" in path.partition("/")[0]:
        return "is absolute or not written with /"
    if ".." in path.split("/"):
        return "leaves its container"
    if len(path) > MAX_PATH:
        return f"is longer than {MAX_PATH} characters"
    return None
