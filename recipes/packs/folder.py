"""A pack that is a plain folder."""

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from ..diagnostics import Diagnostic
from ..documents import MAX_BYTES
from ..rejected import Rejected
from .files import MAX_FILES, hash_of

SKIPPED = frozenset({".git", ".svn", "__MACOSX", "node_modules"})


class Folder:
    """The files below a folder, sorted; links that lead out of it are not followed."""

    def __init__(self, root: Path, name: str | None = None) -> None:
        self.root = root
        self.name = name or root.name or str(root)
        self.notices: list[Diagnostic] = []

    @cached_property
    def _paths(self) -> dict[str, None]:
        return dict.fromkeys(self._walk())

    def _walk(self) -> Iterator[str]:
        real, seen = self.root.resolve(), 0
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name not in SKIPPED)
            start = Path(folder)
            for name in [name for name in folders if (start / name).is_symlink()]:
                folders.remove(name)
                self._refuse((start / name).relative_to(self.root).as_posix(), "is a link to a folder")
            for name in sorted(names):
                path = os.path.relpath(f"{folder}/{name}", self.root).replace(os.sep, "/")
                seen += 1
                if seen > MAX_FILES:
                    self._refuse(path, f"is beyond the first {MAX_FILES:,} files")
                    return
                if (start / name).is_symlink() and not (start / name).resolve().is_relative_to(real):
                    self._refuse(path, "is a link that leaves the pack")
                else:
                    yield path

    def _refuse(self, path: str, why: str) -> None:
        shown = path.encode(errors="replace").decode()[:200]
        self.notices.append(Diagnostic("unsafe_path", f"{shown!r} {why}; it is not read", pack=self.name, file=shown))

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return the first bytes of a file. Raises Rejected when the system refuses."""
        try:
            target = self.root / path
            if not target.is_file():
                raise Rejected("unreadable", "is not a regular file")
            with target.open("rb") as stream:
                return stream.read(limit)
        except (OSError, ValueError) as error:
            raise Rejected("unreadable", f"cannot be read: {error.__class__.__name__}: {error}"[:200]) from error

    def digest(self) -> str:
        """Return the hash of every JSON file's name and content."""
        wanted = [path for path in self._paths if path.endswith((".json", ".mcmeta", ".toml"))]
        return hash_of((path, self._content(path)) for path in wanted)

    def _content(self, path: str) -> bytes:
        try:
            return self.read(path)
        except Rejected as rejected:
            return rejected.code.encode()
