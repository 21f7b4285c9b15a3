"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document, on errors too.")
minecraft = click.option("--minecraft", metavar="VERSION", help="The game's version; 1.20.4 if nothing says otherwise.")
have = click.option(
    "--have", metavar="ITEMS|FILE", help="What is at hand: oak_planks=2,stick=2, or a file (JSON, or one item a line)."
)
catalog = click.option(
    "--catalog",
    "paths",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Read recipes from a jar, server folder, data pack or mod; may be repeated, lowest first.",
)
grids = click.option("--grids", is_flag=True, help="Draw every grid, also of plans with many steps.")
budget = click.option(
    "--budget",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to look for a better plan.",
)
station = click.option(
    "--station",
    "stations",
    multiple=True,
    metavar="NAME",
    help="A station in reach, such as crafting_table or furnace; may be repeated.",
)
out = click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the JSON document there too."
)
port = click.option("--port", type=click.IntRange(0, 65535), default=25565, show_default=True, help="0: a free one.")


def _set(name: str) -> str | None:
    """Return what config.toml says of an option that was not given."""
    from ...settings import settings

    found: str | None = getattr(settings(), name)
    return found


approve = click.option(
    "--approve",
    type=click.Choice(["none", "scarce", "plans", "all"]),
    default=lambda: _set("approve"),
    show_default="scarce, or what config.toml says",
    help="What waits for a person's word: nothing, what uses up scarce things, every plan, everything.",
)
approver = click.option(
    "--approver",
    metavar="WHO",
    default=lambda: _set("approver"),
    help="Who alone may approve: shell:NAME, or player:NAME in the game's chat.",
)
vault = click.option(
    "--vault",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="The folder of notes, if it is not the one that config.toml names or craftplan's own.",
)
reach = click.option(
    "--reach",
    type=click.FloatRange(4.5, 64),
    default=4.5,
    show_default=True,
    metavar="BLOCKS",
    help="How far a station may stand; the bot walks there.",
)
storage = click.option(
    "--storage", metavar="X,Y,Z|nearby", help="A chest, or all in reach: what a plan needs of it is taken out."
)
quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing of the progress.")


def wishes(command: Command) -> Command:
    """Add the options that say how to plan: ``--prefer``, ``--avoid``, ``--keep``."""
    for option in (
        click.option("--keep", multiple=True, metavar="ITEM[=COUNT]", help="What stays as it is, as many as that."),
        click.option(
            "--avoid",
            multiple=True,
            metavar="NAME",
            help="An item, #tag or recipe to do without.",
        ),
        click.option(
            "--prefer", multiple=True, metavar="ITEM", help="An item or #tag to use first where several would do."
        ),
    ):
        command = option(command)
    return command


def server(command: Command) -> Command:
    """Add the options that name a server and the bot's account on it."""
    for option in (
        click.option("--auth", type=click.Choice(["offline", "microsoft"]), default="offline", show_default=True),
        click.option("--username", default="Craftplan", show_default=True, help="The bot's name."),
        click.option("--server", "address", metavar="HOST[:PORT]", help="A running server; else a practice server."),
    ):
        command = option(command)
    return command
