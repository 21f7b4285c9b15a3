"""Compiled catalogs on disk, each under the hash of all that it was made from.

A file is one line of checksum, one of what the load reported, then the compiled catalog. Files are written aside and
moved into place: two processes may build the same catalog at once, and nobody ever reads half of one. A damaged file
is ignored and written again.
"""

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import file_digest, sha256
from pathlib import Path
from zlib import crc32

from .build import build_catalog
from .builtin import DATA
from .compiled import FORMAT, compile_catalog
from .diagnostics import Diagnostic, Level
from .errors import InputError, IntegrityError
from .formats.lookup import Loader
from .load import Loaded
from .opened import open_catalog
from .packs.folder import Folder
from .packs.server_folder import is_server_folder, read_server_folder
from .read_recipes import Counts

READER = 1
"""Raised whenever the readers come to another result for the same files."""


def cached_catalog(
    paths: Sequence[Path],
    *,
    minecraft: str | None = None,
    loader: Loader | None = None,
    mods: Iterable[str] = (),
    beneath: bool = True,
    folder: Path | None = None,
) -> Loaded:
    """Return what ``build_catalog`` returns, from the cache where the same sources were built before.

    ``folder`` is where the cache lies, the user's by default; where it cannot be written nothing is kept.
    """
    place = folder if folder is not None else _user_folder()
    mods = sorted(mods)
    file = place / f"{_key(paths, [minecraft, loader, mods, beneath])}.catalog"
    found = _read(file)
    if found is not None:
        return found
    loaded = build_catalog(paths, minecraft=minecraft, loader=loader, mods=mods, beneath=beneath)
    _write(file, loaded)
    return loaded


def _user_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("craftplan") / "catalogs"


def _key(paths: Sequence[Path], options: list[object]) -> str:
    text = json.dumps([FORMAT, READER, options, _builtins()])
    parts = [text, *(f"{path.name}:{_digest(path)}" for path in paths)]
    return sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()


def _builtins() -> list[str]:
    """The built-in catalogs may lie beneath: another edition of them is another result."""
    return [f"{path.name}:{path.stat().st_size}" for path in sorted(DATA.glob("*.json"))]


def _digest(path: Path) -> str:
    """The hash of all that a source's loader may read."""
    try:
        if not path.is_dir():
            with path.open("rb") as stream:
                return file_digest(stream, "blake2b").hexdigest()
        if not is_server_folder(path):
            return Folder(path).digest()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint="check the path and its rights") from error
    server = read_server_folder(path)
    parts = [f"{part.name}:{_digest(part)}" for part in (*server.jars, *server.mods, *server.packs)]
    return sha256("\n".join([repr(server.loader), *parts]).encode(errors="surrogatepass")).hexdigest()


def _read(file: Path) -> Loaded | None:
    try:
        checksum, _, rest = file.read_bytes().partition(b"\n")
        if b"%08x" % crc32(rest) != checksum:
            return None
        report, _, compiled = rest.partition(b"\n")
        said = json.loads(report)
        return Loaded(
            catalog=open_catalog(compiled),
            diagnostics=tuple(Diagnostic(**{**one, "level": Level(one["level"])}) for one in said["diagnostics"]),
            counts=Counts(**said["counts"]),
            packs=tuple(said["packs"]),
            minecraft=said["minecraft"],
            loader=Loader(said["loader"]),
        )
    except (OSError, ValueError, LookupError, TypeError, IntegrityError):
        return None


def _write(file: Path, loaded: Loaded) -> None:
    report = {
        "diagnostics": [diagnostic.data() for diagnostic in loaded.diagnostics],
        "counts": asdict(loaded.counts),
        "packs": loaded.packs,
        "minecraft": loaded.minecraft,
        "loader": loaded.loader,
    }
    rest = f"{json.dumps(report)}\n{compile_catalog(loaded.catalog)}".encode(errors="surrogatepass")
    temporary = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.stem[:12], suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(b"%08x\n" % crc32(rest) + rest)
        Path(temporary).replace(file)
    except OSError:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()
