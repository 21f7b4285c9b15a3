"""Where craftplan keeps things. ``CRAFTPLAN_HOME`` overrides every place; nothing goes into the working directory."""

import os
from pathlib import Path
from typing import Literal

from ..recipes.errors import InputError


def state() -> Path:
    """Return the folder of what must be kept: the ledger, run locks, tracebacks."""
    return _place("state")


def vault() -> Path:
    """Return the folder of the notes: the one that ``config.toml`` names as ``vault``, else one of craftplan's own.

    Raises an InputError for a ``config.toml`` that cannot be read.
    """
    config = _place("config") / "config.toml"
    if config.is_file():
        import tomllib

        try:
            named = tomllib.loads(config.read_text(encoding="utf-8")).get("vault")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
            raise InputError(f"{config} cannot be read: {broken}", hint='it may say vault = "/a/folder"') from None
        if named:
            return Path(str(named)).expanduser()
    return _place("data") / "vault"


def cache() -> Path:
    """Return the folder of what can be made again: Node packages, compiled catalogs."""
    return _place("cache")


def _place(name: Literal["state", "config", "data", "cache"]) -> Path:
    home = os.environ.get("CRAFTPLAN_HOME")
    folder = Path(home).expanduser() / name if home else _usual(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _usual(name: str) -> Path:
    from platformdirs import PlatformDirs

    folder: Path = getattr(PlatformDirs("craftplan", appauthor=False), f"user_{name}_path")
    return folder
