"""What every question to the planner is asked with: what is at hand, and how to plan."""

from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ....planner.explain import Explainer


def question(command: Callable[..., Exit]) -> Callable[..., Exit]:
    """Add the options of a question; the command gets them, read, as its second argument: an ``Explainer``."""

    def asked(
        streams: Streams,
        /,
        *,
        have: str | None,
        prefer: tuple[str, ...],
        avoid: tuple[str, ...],
        keep: tuple[str, ...],
        stations: tuple[str, ...],
        minecraft: str | None,
        paths: tuple[Path, ...],
        budget: float,
        **rest: Any,
    ) -> Exit:
        return command(streams, _read(streams, minecraft, paths, have, prefer, avoid, keep, stations, budget), **rest)

    collected = update_wrapper(click.pass_obj(asked), command)
    for option in (
        options.budget,
        options.catalog,
        options.minecraft,
        options.station,
        options.wishes,
        options.have,
    ):
        collected = option(collected)
    return collected


def _read(
    streams: Streams,
    minecraft: str | None,
    paths: tuple[Path, ...],
    have: str | None,
    prefer: tuple[str, ...],
    avoid: tuple[str, ...],
    keep: tuple[str, ...],
    stations: tuple[str, ...],
    budget: float,
) -> "Explainer":
    from ....planner import Inventory
    from ....planner.explain import Explainer
    from ..catalogs import read_catalog
    from ..wished import ever_wished
    from ..wishes import read_stations, read_wishes
    from ..words import read_inventory

    catalog = read_catalog(streams, minecraft, paths)
    inventory = read_inventory(have, catalog) if have else Inventory()
    wishes = read_wishes(catalog, prefer=prefer, avoid=avoid, keep=keep)
    planner = Explainer(
        catalog, inventory, wishes.experience, read_stations(stations), budget=budget, keep=dict(wishes.keep)
    )
    if not ever_wished():
        return planner
    from ..standing import heeding

    return heeding(planner)
