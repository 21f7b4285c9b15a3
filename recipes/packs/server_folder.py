"""A server's folder: its jar, its world's datapacks in their order, its mods."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics import Diagnostic, Level
from ..errors import InputError
from ..formats.lookup import Loader
from ..versions import version_key
from .level import datapacks

SIGNS = ("server.properties", "eula.txt", "versions", "cache", "mods", "libraries")
JARS = ("versions/*/*.jar", "cache/mojang_*.jar", "*.jar", "libraries/net/minecraft/server/*/server-*-extra.jar")
LOADERS = {
    "libraries/net/neoforged": Loader.NEOFORGE,
    "libraries/net/minecraftforge": Loader.FORGE,
    "libraries/net/fabricmc": Loader.FABRIC,
    ".fabric": Loader.FABRIC,
    "libraries/org/quiltmc": Loader.QUILT,
}
ENOUGH_SIGNS = 2


@dataclass(frozen=True, slots=True)
class ServerFolder:
    """Where a server keeps what it reads. ``jars`` are those that may hold the game, the likeliest first."""

    root: Path
    jars: tuple[Path, ...]
    packs: tuple[Path, ...]
    mods: tuple[Path, ...]
    loader: Loader | None
    notices: tuple[Diagnostic, ...]


def is_server_folder(root: Path) -> bool:
    """Whether a folder looks like a server's."""
    return sum((root / sign).exists() for sign in SIGNS) >= ENOUGH_SIGNS or (root / "server.properties").exists()


def read_server_folder(root: Path) -> ServerFolder:
    """Return the parts of a server's folder. Raises InputError where its level cannot be read at all."""
    notices: list[Diagnostic] = []
    world = root / _level_name(root)
    packs = tuple(_packs(world, notices)) if (world / "datapacks").is_dir() else ()
    mods = tuple(sorted((root / "mods").glob("*.jar")))
    loader = next((loader for sign, loader in LOADERS.items() if (root / sign).exists()), None)
    return ServerFolder(root, tuple(_jars(root)), packs, mods, loader, tuple(notices))


def _jars(root: Path) -> Iterator[Path]:
    for pattern in JARS:
        found = sorted(root.glob(pattern))
        yield from sorted(found, key=lambda path: version_key(_numbers(path.stem)), reverse=True)


def _numbers(name: str) -> str:
    found = re.search(r"\d+(\.\d+)+", name)
    return found[0] if found else "0"


def _level_name(root: Path) -> str:
    try:
        text = (root / "server.properties").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "world"
    found = re.search(r"^level-name=(.+)$", text, re.MULTILINE)
    name = found[1].strip() if found else "world"
    if ".." in Path(name).parts or Path(name).is_absolute():
        raise InputError(f"level-name={name} leaves the server's folder", hint="name the datapacks one by one")
    return name


def _packs(world: Path, notices: list[Diagnostic]) -> Iterator[Path]:
    """The world's packs in the order of its level.dat, unknown ones last by name."""
    there = {path.name: path for path in sorted((world / "datapacks").iterdir()) if _may_be_pack(path)}
    enabled: list[str] = []
    disabled: list[str] = []
    try:
        enabled, disabled = datapacks((world / "level.dat").read_bytes())
    except OSError:
        notices.append(_order_by_name("there is no level.dat"))
    except ValueError as error:
        notices.append(_order_by_name(str(error)))
    names = [name.removeprefix("file/") for name in enabled if name.startswith("file/")]
    off = {name.removeprefix("file/") for name in disabled}
    yield from (there[name] for name in names if name in there)
    yield from (path for name, path in there.items() if name not in names and name not in off)
    notices += [
        Diagnostic("disabled_pack", "the world has this pack switched off", name, level=Level.NOTE)
        for name in sorted(off & set(there))
    ]


def _may_be_pack(path: Path) -> bool:
    return path.is_dir() or path.suffix == ".zip"


def _order_by_name(why: str) -> Diagnostic:
    return Diagnostic("pack_order", f"{why}: the packs are stacked by name", "level.dat", level=Level.WARNING)
