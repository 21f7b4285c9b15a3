"""The game's own data as a reference: one data pack a version, in a folder or in one archive."""

import tarfile
from pathlib import Path

from .builtin import builtin, builtin_versions
from .compare import Fidelity, fidelity
from .documents import MAX_BYTES
from .errors import InputError
from .load import Options, load_packs
from .packs.files import Memory
from .packs.folder import Folder
from .packs.pack import Pack, open_pack

NEAREST = {"1.13.2": "1.13.1"}
"""Versions whose recipes are those of another one that the reference has."""


def measured(reference: Path, versions: tuple[str, ...] = ()) -> list[Fidelity]:
    """Compare built-in catalogs with a reference: a folder or tar of ``<version>/data/…`` packs.

    Without ``versions`` all built-in ones that the reference has are measured. Raises InputError for a reference that
    cannot be read.
    """
    packs = _packs(reference)
    found = []
    for version in versions or builtin_versions():
        pack = packs.get(version) or packs.get(NEAREST.get(version, ""))
        if pack is not None:
            found.append(fidelity(builtin(version), load_packs([pack], Options(version)).catalog))
    return found


def _packs(reference: Path) -> dict[str, Pack]:
    if reference.is_dir():
        return {path.name: open_pack(Folder(path)) for path in reference.iterdir() if (path / "data").is_dir()}
    content: dict[str, dict[str, bytes]] = {}
    try:
        with tarfile.open(reference) as archive:
            for member in archive:
                version, _, path = member.name.removeprefix("./").partition("/")
                stream = archive.extractfile(member) if member.isfile() else None
                if stream and path:
                    content.setdefault(version, {})[path] = stream.read(MAX_BYTES)
    except (OSError, tarfile.TarError, EOFError) as error:
        raise InputError(
            f"{reference} is no reference: {error}", hint="a folder or tar of <version>/data/minecraft/… packs"
        ) from error
    return {version: open_pack(Memory(version, files)) for version, files in content.items()}
