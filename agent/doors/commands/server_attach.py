"""``craftplan server attach``: a server that runs already: what it is, and what craftplan would do there."""

import re
from typing import TYPE_CHECKING, Any

import click

from ....recipes.versions import version_key
from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ....server.ping import Answer
    from ....server.rcon import Rcon

_VERSION = re.compile(r"\d+\.\d+(?:\.\d+)?")
STATES_SINCE, TAGS_SINCE, BOOK_SINCE = "1.17.1", "1.13", "1.21.2"


@click.command(options_metavar="[OPTIONS]")
@click.argument("address", metavar="HOST[:PORT]")
@click.option("--rcon-port", type=click.IntRange(1, 65535), metavar="PORT", help="Ask the server's console as well.")
@click.option("--rcon-password", envvar="CRAFTPLAN_RCON_PASSWORD", help="Also CRAFTPLAN_RCON_PASSWORD.", default="")
@click.option("--player", metavar="NAME", help="With --item: how many the console says this player holds.")
@click.option("--item", "items", multiple=True, metavar="ITEM", help="May be repeated.")
@options.as_json
@click.pass_obj
def attach(
    streams: Streams,
    address: str,
    rcon_port: int | None,
    rcon_password: str,
    player: str | None,
    items: tuple[str, ...],
    *,
    as_json: bool,
) -> Exit:
    """Say what a running server is and what craftplan would do there.

    Exits 1 if craftplan has no recipes of its version.
    """
    from ....recipes.builtin import builtin_versions
    from ....recipes.errors import InputError
    from ....recipes.versions import nearest
    from ....server.ping import ping
    from ....server.rcon import Rcon
    from ...world import split_address

    host, port = split_address(address)
    if items and not (rcon_port and player):
        raise InputError("--item is counted by the console", hint="add --rcon-port and --player", code="usage")
    answer = ping(host, port)
    minecraft = _one_version(answer.minecraft)
    known = minecraft in builtin_versions()
    near = () if known or not minecraft else nearest(minecraft, builtin_versions())
    held = _counted(Rcon(host, rcon_port, rcon_password), player or "", items) if rcon_port else {}
    if as_json:
        streams.document(
            {
                "schema": "craftplan/attach/1",
                "host": host,
                "port": port,
                "says": answer.minecraft,
                "minecraft": minecraft,
                "protocol": answer.protocol,
                "players": answer.players,
                "motd": answer.motd,
                "latency_ms": answer.latency,
                "catalog": known,
                "nearest": list(near),
                "holds": held,
            }
        )
    else:
        streams.answer(_lines(answer, minecraft, known, near))
        streams.answer(f"{player} holds    {item} ×{count}, says the console" for item, count in held.items())
        streams.answer([f"try       craftplan stick 4 --server {address}"] if known else [])
    return Exit.DONE if known else Exit.NO


def _lines(answer: "Answer", minecraft: str | None, known: bool, near: tuple[str, ...] | list[str]) -> list[str]:  # noqa: FBT001 - private
    crowd = f"{answer.players} of {answer.most} players"
    lines = [
        f"{answer.minecraft}   protocol {answer.protocol} · {crowd} · {answer.latency} ms",
        f"says      {answer.motd}",
    ]
    if minecraft is None:
        return [*lines, "catalog   the server does not say one version; name it with --minecraft"]
    key = version_key(minecraft)
    catalog = f"built in for {minecraft}" if known else f"none for {minecraft}; nearest: {', '.join(near)}"
    recipes = "those unlocked" if key >= version_key(BOOK_SINCE) else "all"
    return [
        *lines,
        f"catalog   {catalog}; --catalog reads the server's own files",
        f"tells     {f'its item tags, {recipes} of its recipes' if key >= version_key(TAGS_SINCE) else 'no tags'}",
        f"clicks    {'answered with state ids' if key >= version_key(STATES_SINCE) else 'acknowledged one by one'}",
        "gives     nothing: a run there uses what the bot holds, and says what is missing",
    ]


def _counted(console: "Rcon", player: str, items: tuple[str, ...]) -> dict[str, Any]:
    if not items:
        console.ask("list")
    return {item: console.count(player, item) for item in items}


def _one_version(said: str) -> str | None:
    """Return the version in what a server says of itself, as ``Paper 1.20.4``; None when it says several or none."""
    found = set(_VERSION.findall(said))
    return found.pop() if len(found) == 1 else None
