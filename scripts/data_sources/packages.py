"""The two npm packages, in exactly these versions, and what is read from them."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = {"minecraft-packets": "1.9.0", "minecraft-data": "3.119.0"}
PACKETS = "minecraft-packets/minecraft-packets/data/pc"
DATA = "minecraft-data/minecraft-data/data"


def installed() -> Path:
    """Return a node_modules with both packages, installed by npm into the user's cache when it is not there yet."""
    from platformdirs import user_cache_path

    names = "_".join(f"{name}-{version}" for name, version in PACKAGES.items())
    folder = user_cache_path("craftplan") / "data-sources" / names
    done = folder / "installed"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        print(f"npm install of {names} into {folder}", file=sys.stderr)
        wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
        quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
        npm = Path(sys.executable).with_name("npm")
        command = str(npm) if npm.exists() else "npm"
        subprocess.run([command, "install", *quiet, "--prefix", str(folder), *wanted], check=True)
        done.touch()
    return folder / "node_modules"


@cache
def read(path: Path) -> Any:
    """Return the JSON of one file."""
    return json.loads(path.read_text(encoding="utf-8"))


def data_path(packages: Path, version: str, what: str) -> Path:
    """Return where minecraft-data keeps ``what`` (items, recipes) of a version; it shares files between versions."""
    folder = read(packages / DATA / "dataPaths.json")["pc"][version][what]
    return packages / DATA / folder / f"{what}.json"


def recorded_versions(packages: Path) -> list[str]:
    """Return the versions whose recipe packets are recorded."""
    return [path.parts[-3] for path in (packages / PACKETS).glob("*/from-server/declare_recipes")]
