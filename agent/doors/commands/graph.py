"""``craftplan graph``: everything that can matter for an item, or one plan, as a graph."""

from typing import TYPE_CHECKING

import click

from ..exits import Exit
from ..streams import Streams
from . import options
from .questions import question

if TYPE_CHECKING:
    from ....planner.explain import Explainer

FORMATS = ("mermaid", "dot", "json", "networkx")


@click.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, required=True, metavar="ITEM [COUNT] …")
@click.option("--plan", "planned", is_flag=True, help="The graph of the plan; else of all recipes that can matter.")
@click.option(
    "--format",
    "name",
    type=click.Choice(FORMATS),
    default="mermaid",
    show_default=True,
    help="networkx is the JSON that its node_link_graph reads back.",
)
@question
@options.as_json
def graph(
    streams: Streams, planner: "Explainer", goals: tuple[str, ...], *, planned: bool, name: str, as_json: bool
) -> Exit:
    """Print a graph of items, tags and recipes; edges that lie on a cycle (ingots and blocks) are marked.

    With --plan it exits 1 when the plan lacks something; what it lacks is in the graph.
    """
    from ....planner import graph as graphs
    from ..words import read_goals

    wanted = read_goals(goals, planner.catalog)
    answer = planner.plan(wanted) if planned else None
    drawn = graphs.plan_graph(answer) if answer else graphs.closure_graph(planner.closure(wanted))
    if as_json:
        streams.document(graphs.document(drawn))
    else:
        streams.out.write(graphs.FORMATS[name](drawn) + "\n")
    return Exit.NO if answer and not answer.ready else Exit.DONE
