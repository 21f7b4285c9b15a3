"""Whether everything craftplan needs is here: each check with its evidence, and what to do if it failed."""

import os
import platform
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..recipes.errors import CraftplanError, WorldError
from . import places
from .ledger.ledger import Ledger
from .node import find_node, packages_for


@dataclass(frozen=True, slots=True)
class Check:
    """One check: ``ok``, what was seen, and what to do where it failed."""

    id: str
    ok: bool
    evidence: str
    fix: str = ""


def examine(address: str | None) -> Iterator[Check]:
    """Yield the checks in the order a run needs them; ``address`` is that of a server to reach."""
    for name, look in CHECKS.items():
        yield _check(name, look)
    if address:
        yield _check("server", lambda: _reach(address))


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, ok=True, evidence=look())
    except CraftplanError as error:
        return Check(name, ok=False, evidence=error.message, fix=error.hint)
    except OSError as error:
        return Check(name, ok=False, evidence=str(error), fix="is the disk there, writable and not full?")


def _python() -> str:
    return f"{platform.python_version()} at {sys.executable}"


def _catalogs() -> str:
    from ..recipes.builtin import builtin, builtin_versions

    catalog = builtin()
    return f"{', '.join(builtin_versions())}; {catalog.minecraft} has {len(catalog.recipes)} recipes"


def _node() -> str:
    node = find_node()
    return f"{node.version} at {node.path}"


def _bridge() -> str:
    from .world import BRIDGE_PACKAGES

    return str(packages_for(BRIDGE_PACKAGES, find_node()))


def _practice() -> str:
    from .world import SERVER_PACKAGES

    return str(packages_for(SERVER_PACKAGES, find_node()))


def _java() -> str:
    """Java is no need of crafting, so that none is no failure."""
    from ..server.java import Need, find_java

    try:
        found = find_java(Need(8))
    except WorldError:
        return "none; only `craftplan server paper` and `server vanilla` need it"
    return f"Java {found.major} at {found.path}"


def _ledger() -> str:
    ledger = Ledger(places.state() / "ledger")
    found = ledger.verify()
    if found.damage:
        raise CraftplanError(
            f"{found.damage.segment} line {found.damage.line} {found.damage.problem}",
            hint=f"look at its byte {found.damage.offset}, in {ledger.folder}; nothing is overwritten",
        )
    return f"{found.records} records, chain whole, in {ledger.folder}"


def _disk() -> str:
    probe = places.state() / f"probe-{os.getpid()}"
    try:
        with probe.open("wb") as file:
            file.write(b"craftplan")
            os.fsync(file.fileno())
    finally:
        probe.unlink(missing_ok=True)
    return f"{places.state()} can be written and synced"


def _reach(address: str) -> str:
    from ..server.ping import ping
    from .world import split_address

    host, port = split_address(address)
    try:
        answer = ping(host, port)
    except WorldError as error:
        if error.code != "extra_missing":
            raise
        return _connect(host, port)
    return f"{host}:{port} answers: {answer.minecraft}, protocol {answer.protocol}"


def _connect(host: str, port: int) -> str:
    try:
        with socket.create_connection((host, port), timeout=5):
            return f"{host}:{port} answers"
    except OSError as error:
        raise WorldError(f"{host}:{port}: {error}", hint="is the server started, and is the port right?") from None


CHECKS: dict[str, Callable[[], str]] = {
    "python": _python,
    "disk": _disk,
    "ledger": _ledger,
    "catalogs": _catalogs,
    "node": _node,
    "bridge packages": _bridge,
    "practice server packages": _practice,
    "java": _java,
}
