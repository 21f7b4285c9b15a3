"""A plain folder of recipe files, as people keep them: no ``data``, no ``pack.mcmeta``."""

import re
from collections.abc import Iterator

from ..documents import MAX_BYTES
from ..formats.generations import Generation
from .files import Files


class Loose:
    """The JSON files of a folder as recipes of one namespace, in the place where a version has its recipes."""

    def __init__(self, files: Files, generation: Generation) -> None:
        self.name = files.name
        self.notices = files.notices
        self._files = files
        root = "data" if generation.tags else "assets"
        namespace = re.sub(r"[^a-z0-9_.-]", "_", files.name.lower()) or "loose"
        self._prefix = f"{root}/{namespace}/{generation.recipes}/"

    def __iter__(self) -> Iterator[str]:
        return (self._prefix + path for path in self._files if path.endswith(".json"))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and path.startswith(self._prefix) and path[len(self._prefix) :] in self._files

    def read(self, path: str, limit: int = MAX_BYTES + 1) -> bytes:
        """Return the first bytes of a file."""
        return self._files.read(path[len(self._prefix) :], limit)

    def digest(self) -> str:
        """Return the hash of the folder."""
        return self._files.digest()
