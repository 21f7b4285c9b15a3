"""``craftplan server paper`` and ``vanilla``: real servers, downloaded, started for bots on this machine, kept."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ....server.downloads import Kind
    from ....server.real import RealServer

RCON_PORT = 25575
TENTHS = 10


def _shared(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        options.as_json,
        options.quiet,
        click.option("--mirror", metavar="URL", help="Where to look instead of the official hosts; the paths stay."),
        click.option("--memory", default="2G", show_default=True, metavar="SIZE", help="The most that Java may use."),
        click.option("--java", type=click.Path(path_type=Path), metavar="PATH", help="The Java to use, or its folder."),
        click.option(
            "--datapack",
            "datapacks",
            multiple=True,
            type=click.Path(path_type=Path, exists=True),
            metavar="PATH",
            help="A data pack to copy into the world; may be repeated.",
        ),
        click.option("--folder", type=click.Path(path_type=Path), metavar="PATH", help="Where it lives; kept."),
        click.option("--rcon-port", type=click.IntRange(0, 65535), default=RCON_PORT, show_default=True),
        options.port,
        click.option("--accept-eula", is_flag=True, help="You have read and accept https://aka.ms/MinecraftEULA."),
        click.argument("version"),
        click.command(options_metavar="[OPTIONS]"),
    ):
        command = option(command)
    return command


@_shared
@click.pass_obj
def vanilla(streams: Streams, /, **asked: Any) -> Exit:
    """Run the game's own server until ctrl-C.

    It is downloaded from Mojang and checked, listens on this machine only, and keeps its world.
    """
    return _run(streams, "vanilla", build=None, contact="", **asked)


@_shared
@click.option("--build", type=int, metavar="NUMBER", help="A build of Paper; else the newest stable one.")
@click.option(
    "--contact",
    envvar="CRAFTPLAN_CONTACT",
    default="",
    metavar="URL|ADDRESS",
    help="Where Paper's download service can reach you; it asks for that. Also CRAFTPLAN_CONTACT.",
)
@click.pass_obj
def paper(streams: Streams, /, **asked: Any) -> Exit:
    """Run a Paper server until ctrl-C.

    It is downloaded from Paper's service and checked, listens on this machine only, and keeps its world.
    """
    return _run(streams, "paper", **asked)


def _run(
    streams: Streams,
    kind: "Kind",
    *,
    version: str,
    accept_eula: bool,
    port: int,
    rcon_port: int,
    folder: Path | None,
    datapacks: tuple[Path, ...],
    java: Path | None,
    memory: str,
    mirror: str | None,
    build: int | None,
    contact: str,
    quiet: bool,
    as_json: bool,
) -> Exit:
    from filelock import FileLock, Timeout

    from ....recipes.errors import BusyError
    from ....server.downloads import agent, server_jar
    from ....server.java import find_java, java_for
    from ....server.real import RealServer
    from ....server.settings import accept, add_datapacks, check_accepted, free_ports, write_settings
    from ... import places

    streams.quiet = quiet
    home = folder or places.state() / "servers" / f"{kind}-{version.replace('/', '_')}"
    home.mkdir(parents=True, exist_ok=True)
    if accept_eula:
        accept(home)
    check_accepted(home)
    found = find_java(java_for(version, paper=kind == "paper"), java)
    jar = server_jar(
        *(kind, version, places.cache() / "jars"),
        source=agent(mirror, contact),
        build=build,
        progress=_told(streams),
        say=streams.say,
    )
    try:
        with FileLock(home / ".craftplan.lock", timeout=0):
            settings = write_settings(home, *free_ports(port, rcon_port))
            add_datapacks(home, datapacks)
            streams.say(f"starting {jar.path.name} with Java {found.major}; the first start makes the world")
            with RealServer(found, jar.path, home, settings, memory=memory) as running:
                try:
                    _show(streams, kind, running, home, jar.build, found.path, as_json=as_json)
                    running.wait()
                except KeyboardInterrupt:
                    streams.say("stopping; the world is kept")
    except Timeout:
        raise BusyError(f"another server runs in {home}", hint="stop it, or use another --folder") from None
    return Exit.DONE


def _show(
    streams: Streams, kind: str, running: "RealServer", home: Path, build: str, java: Path, *, as_json: bool
) -> None:
    answer, settings = running.answer, running.settings
    if as_json:
        streams.document(
            {
                "schema": "craftplan/server/1",
                "kind": kind,
                "build": build,
                "minecraft": answer.minecraft,
                "protocol": answer.protocol,
                "host": running.host,
                "port": running.port,
                "online": settings.online,
                "rcon": {"host": running.rcon.host, "port": running.rcon.port, "password": running.rcon.password},
                "folder": str(home),
                "java": str(java),
                "pid": running.pid,
                "stop": "SIGINT or SIGTERM",
            }
        )
        return
    made = f", build {build}" if build else ""
    joins = "with accounts" if settings.online else "any name, from this machine"
    streams.answer(
        [
            f"{kind:<7} server  {answer.minecraft}{made} on {settings.address}:{running.port}, {joins}",
            f"folder          {home}",
            f"console         {running.rcon.host}:{running.rcon.port}, its password is in server.properties",
            f"try             craftplan stick 4 --server {running.host}:{running.port}",
            "stop            ctrl-C",
        ]
    )


def _told(streams: Streams) -> Callable[[int, int], None]:
    told = -1

    def progress(done: int, total: int) -> None:
        nonlocal told
        tenth = TENTHS * done // max(total, 1)
        if tenth != told:
            told = tenth
            streams.say(f"{done / 1e6:.1f} of {total / 1e6:.1f} MB")

    return progress
