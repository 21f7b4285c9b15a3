"""Where craftplan keeps things. ``CRAFTPLAN_HOME`` overrides every place; nothing goes into the working directory."""

import os
from pathlib import Path
from typing import Literal


def state() -> Path:
    """Return the folder of what must be kept: the ledger, run locks, tracebacks."""
    return _place("state")


def config() -> Path:
    """Return the folder of what a person set: craftplan writes nothing into it."""
    return _place("config")


def vault() -> Path:
    """Return the folder of the notes: the one that the settings name, else one of craftplan's own."""
    from .settings import settings

    return settings().vault or _place("data") / "vault"


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
