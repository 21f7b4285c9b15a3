"""Where craftplan keeps things. ``CRAFTPLAN_HOME`` overrides every place; nothing goes into the working directory."""

import os
from pathlib import Path

from platformdirs import PlatformDirs


def state() -> Path:
    """Return the folder of what must be kept: the ledger, run locks, tracebacks."""
    return _place("state", _dirs().user_state_path)


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
