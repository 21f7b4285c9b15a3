"""``craftplan why-not``: what keeps an item from being made, recipe by recipe."""

import shlex
from typing import TYPE_CHECKING

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options
from .questions import question

if TYPE_CHECKING:
    from ....planner.explain import Explainer


@click.command("why-not", options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, required=True, metavar="ITEM [COUNT]")
@question
@options.as_json
def why_not(streams: Streams, planner: "Explainer", goals: tuple[str, ...], *, as_json: bool) -> Exit:
    """Say what keeps an item from being made: what each of its recipes lacks, and how far what is at hand reaches.

    Exits 0 when nothing keeps it, else 1.
    """
    from ...document import why_not_document
    from ...drawing.reasons import draw_why_not
    from ..words import read_goals

    wanted = read_goals(goals, planner.catalog)
    if len(wanted) > 1:
        raise InputError(f"why-not is for one item, and these are {len(wanted)}", hint="ask for one at a time")
    found = planner.why_not(wanted[0])
    if as_json:
        streams.document(why_not_document(found))
    else:
        streams.answer(draw_why_not(found))
        if found.plan.answer in {"feasible", "missing"}:
            streams.answer([f"hint: `craftplan plan {shlex.join(goals)}` says how"])
    return Exit.DONE if found.plan.ready else Exit.NO
