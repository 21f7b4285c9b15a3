"""A real server's own files: what it listens on, who may join, and whether its licence was accepted."""

import getpass
import secrets
import shutil
import socket
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..recipes.errors import CraftplanError, InputError

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"0.0.0.0", "::", "[::]"})  # noqa: S104 - known, not listened on
LOCAL = frozenset({LOOPBACK, "localhost", "::1", "[::1]"})
EULA = "https://aka.ms/MinecraftEULA"
FIRST = {
    "difficulty": "peaceful",
    "enforce-secure-profile": "false",
    "generate-structures": "false",
    "level-type": "flat",
    "max-players": "20",
    "motd": "craftplan",
    "spawn-protection": "0",
    "sync-chunk-writes": "false",
    "view-distance": "5",
}
"""What a new server gets: quick to start, and bots may build at spawn. The person's own changes stay."""


class EulaError(CraftplanError):
    """The server's licence was not accepted, and only a person can."""

    exit_code = 10
    code = "eula"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server was told to listen on; ``online`` where players need an account."""

    address: str
    port: int
    online: bool
    rcon_port: int
    rcon_password: str


def write_settings(folder: Path, port: int, rcon_port: int) -> Settings:
    """Write ``server.properties`` for bots on this machine, and return what the server will listen on.

    Everything else that stands there is kept. Raises an InputError where the file opens a server that asks nobody for
    an account to more than this machine.
    """
    path = folder / "server.properties"
    before = _read(path)
    address = before.get("server-ip", LOOPBACK) or LOOPBACK
    if before.get("online-mode", "false") == "false" and address not in LOCAL:
        raise InputError(
            f"{path} lets anybody join under any name (online-mode=false), from other machines too ({address})",
            hint=f"set server-ip={LOOPBACK}, or online-mode=true",
            code="open_server",
        )
    password = before.get("rcon.password") or secrets.token_hex(16)
    ours = {
        "enable-rcon": "true",
        "enable-status": "true",
        "online-mode": before.get("online-mode", "false"),
        "rcon.password": password,
        "rcon.port": str(rcon_port),
        "server-ip": address,
        "server-port": str(port),
    }
    lines = [f"{name}={value}" for name, value in sorted({**FIRST, **before, **ours}.items())]
    path.touch(mode=0o600)
    path.write_text("\n".join([f"#written by craftplan, {_now()}", *lines, ""]), encoding="utf-8")
    return Settings(address, port, ours["online-mode"] != "false", rcon_port, password)


def free_ports(*asked: int) -> list[int]:
    """Return the ports, each 0 replaced by one that is free now."""
    with ExitStack() as held:
        found = []
        for port in asked:
            probe = held.enter_context(socket.socket())
            if port == 0:
                probe.bind((LOOPBACK, 0))
            found.append(port or probe.getsockname()[1])
        return found


def add_datapacks(folder: Path, packs: Sequence[Path]) -> None:
    """Copy data packs into the world that the settings name, over those of the same name."""
    world = _read(folder / "server.properties").get("level-name", "world")
    for pack in packs:
        place = folder / world / "datapacks" / pack.name
        place.parent.mkdir(parents=True, exist_ok=True)
        if pack.is_dir():
            shutil.copytree(pack, place, dirs_exist_ok=True)
        else:
            shutil.copy(pack, place)


def accepted(folder: Path) -> bool:
    """Whether the server's licence was accepted in this folder."""
    return _read(folder / "eula.txt").get("eula", "").lower() == "true"


def check_accepted(folder: Path) -> None:
    """Return if the licence was accepted. Raises an EulaError that says how to."""
    if not accepted(folder):
        raise EulaError(
            f"a real server runs only for those who accept Mojang's EULA, {EULA}",
            hint="read it, then add --accept-eula; that is recorded in the server's folder",
        )


def accept(folder: Path) -> None:
    """Record that the person who runs this accepted the licence, when, and by which words."""
    if accepted(folder):
        return
    who = getpass.getuser()
    record = f"#{EULA} was accepted by {who} with `craftplan server … --accept-eula`, {_now()}\neula=true\n"
    (folder / "eula.txt").write_text(record, encoding="utf-8")


def _read(path: Path) -> Mapping[str, str]:
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith(("#", "!")))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
