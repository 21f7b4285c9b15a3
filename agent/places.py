"""Where craftplan keeps things. ``CRAFTPLAN_HOME`` overrides every place; nothing goes into the working directory."""

import os
import tomllib
from pathlib import Path

from platformdirs import PlatformDirs

from ..recipes.errors import InputError


def state() -> Path:
    """Return the folder of what must be kept: the ledger, run locks, tracebacks."""
    return _place("state", _dirs().user_state_path)


def vault() -> Path:
    """Return the folder of the notes: the one that ``config.toml`` names as ``vault``, else one of craftplan's own.

    Raises an InputError for a ``config.toml`` that cannot be read.
    """
    config = _place("config", _dirs().user_config_path) / "config.toml"
    if config.is_file():
        try:
            named = tomllib.loads(config.read_text(encoding="utf-8")).get("vault")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
            raise InputError(f"{config} cannot be read: {broken}", hint='it may say vault = "/a/folder"') from None
        if named:
            return Path(str(named)).expanduser()
    return _place("data", _dirs().user_data_path) / "vault"


def cache() -> Path:
    """Return the folder of what can be made again: Node packages, compiled catalogs."""
    return _place("cache", _dirs().user_cache_path)


def _dirs() -> PlatformDirs:
    return PlatformDirs("craftplan", appauthor=False)


def _place(name: str, default: Path) -> Path:
    home = os.environ.get("CRAFTPLAN_HOME")
    folder = Path(home).expanduser() / name if home else default
    folder.mkdir(parents=True, exist_ok=True)
    return folder
