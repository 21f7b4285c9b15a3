"""What every command that lets tools act is told of the place: the server, the bot's account, version and packs."""

from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import Any

import click

from ..exits import Exit
from ..streams import Streams
from ..tool_context import Place
from . import options


def placed(command: Callable[..., Exit]) -> Callable[..., Exit]:
    """Add the options of a place; the command gets them as its second argument: a ``Place``."""

    def acting(
        streams: Streams,
        /,
        *,
        address: str | None,
        username: str,
        auth: str,
        minecraft: str | None,
        paths: tuple[Path, ...],
        **rest: Any,
    ) -> Exit:
        return command(streams, Place(address, username, auth, minecraft, paths), **rest)

    collected = update_wrapper(click.pass_obj(acting), command)
    for option in (options.catalog, options.minecraft, options.server):
        collected = option(collected)
    return collected
