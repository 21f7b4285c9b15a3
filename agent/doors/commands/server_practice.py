"""``craftplan server practice``: a server to try on, also for bots of other authors."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options
from .craft import PRACTICE

if TYPE_CHECKING:
    from ....server.practice import PracticeServer

TICK_MS = 50


@click.command(options_metavar="[OPTIONS]")
@click.option("--minecraft", default=PRACTICE, show_default=True, metavar="VERSION", help="The game's version.")
@options.port
@click.option(
    "--datapack",
    "datapacks",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A data pack's folder or zip, a mod, a server's folder; may be repeated, lowest first.",
)
@click.option("--tick", type=click.IntRange(0, 10_000), metavar="MS", help=f"Packets wait for it; {TICK_MS}; 0: none.")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME=VALUE",
    help="Misbehave, as in --fault lag=200 --fault drop_chance=0.05; docs/servers.md lists them. May be repeated.",
)
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="Faults and changed recipes, in JSON.")
@click.option("--keep", type=click.Path(path_type=Path), metavar="FILE", help="Keep players and blocks in this file.")
@options.quiet
@options.as_json
@click.pass_obj
def practice(
    streams: Streams,
    minecraft: str,
    port: int,
    datapacks: tuple[Path, ...],
    tick: int | None,
    faults: tuple[str, ...],
    config: Path | None,
    keep: Path | None,
    *,
    quiet: bool,
    as_json: bool,
) -> Exit:
    """Run the practice server until ctrl-C.

    Crafting is decided by the server, it listens on this machine only, and it needs no Java.

    Its control port gives items, says what a player truly holds, and makes the server misbehave while it runs.
    """
    from ....server.practice import PracticeServer, practice_versions
    from ...node import find_node, packages_for
    from ...world import SERVER_PACKAGES

    streams.quiet = quiet
    if minecraft not in practice_versions():
        raise InputError(
            f"no practice server for Minecraft {minecraft}",
            hint=f"there is one for {', '.join(practice_versions())}",
            code="unknown_version",
        )
    conditions, patch = _scenario(config, faults, tick)
    node = find_node()
    with PracticeServer(
        node.path,
        packages_for(SERVER_PACKAGES, node, streams.say),
        version=minecraft,
        port=port,
        patch=patch,
        conditions=conditions,
        datapacks=datapacks,
        keep=keep,
    ) as running:
        try:
            _show(streams, running, conditions, as_json=as_json)
            running.wait()
        except KeyboardInterrupt:
            streams.say("stopped")
    return Exit.DONE


def _show(streams: Streams, running: "PracticeServer", conditions: Mapping[str, Any], *, as_json: bool) -> None:
    control = running.control
    for line in running.log:
        streams.say(line)
    if as_json:
        streams.document(
            {
                "schema": "craftplan/practice/1",
                "minecraft": running.version,
                "host": running.host,
                "port": running.port,
                "control": {"host": control.host, "port": control.port, "token": control.token},
                "rcon": {"host": running.rcon.host, "port": running.rcon.port, "password": running.rcon.password},
                "conditions": dict(conditions),
                "pid": running.pid,
                "stop": "SIGINT or SIGTERM",
            }
        )
        return
    set_ones = ", ".join(f"{name} {json.dumps(value)}" for name, value in conditions.items())
    streams.answer(
        [
            f"practice server  Minecraft {running.version} on {running.host}:{running.port}, offline mode",
            f"control port     {control.host}:{control.port}, token {control.token}",
            f"console (RCON)   {running.rcon.host}:{running.rcon.port}, the token is its password",
            f"conditions       {set_ones}",
            f"try              craftplan stick 4 --server {running.host}:{running.port}",
            "stop             ctrl-C",
        ]
    )


def _scenario(config: Path | None, faults: tuple[str, ...], tick: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return conditions and patch of the file, with the faults over it. Raises a SchemaError, or an InputError."""
    from ....server.scenario import Scenario
    from ...schemas import check

    written: dict[str, Any] = _read(config) if config else {}
    conditions = {"tick": TICK_MS}
    if isinstance(written, dict) and isinstance(written.get("conditions", {}), dict):
        conditions |= written.get("conditions", {})
        conditions |= dict(_fault(fault) for fault in faults)
        conditions |= {} if tick is None else {"tick": tick}
        written = {**written, "conditions": conditions}
    check(written, Scenario.model_json_schema())
    return conditions, written.get("patch", {})


def _fault(text: str) -> tuple[str, Any]:
    """Return name and value of ``lag=200``; the value is JSON, or a word that needs no quotes."""
    from ....server.scenario import Conditions

    name, equals, value = text.partition("=")
    if name not in Conditions.model_fields:
        raise InputError(f"no fault {name!r}", hint=f"there are {', '.join(Conditions.model_fields)}", code="usage")
    if not equals:
        raise InputError(f"--fault {text!r} has no value", hint="as in --fault lag=200", code="usage")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint="check the path") from error
    except ValueError as error:
        raise InputError(f"{path} is no JSON: {error}", hint="docs/servers.md shows one") from error
