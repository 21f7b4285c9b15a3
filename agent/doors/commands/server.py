"""``craftplan server``: servers to try on."""

import click

from .server_attach import attach
from .server_practice import practice
from .server_real import paper, vanilla


@click.group(commands=(practice, paper, vanilla, attach))
def server() -> None:
    """Servers to try on: the practice server, which needs no Java, real ones, and those that run already."""
