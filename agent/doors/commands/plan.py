"""``craftplan plan``: how to make it, without a server."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....recipes.errors import InputError
from ....recipes.ids import short
from ..exits import Exit
from ..streams import Streams
from . import options
from .questions import question

if TYPE_CHECKING:
    from ....planner import Goal, Plan
    from ....planner.explain import Explainer


@click.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, required=True, metavar="ITEM [COUNT] …")
@question
@click.option("--max", "most", is_flag=True, help="As many as what is at hand makes; a count is the most of them.")
@click.option("--explain", is_flag=True, help="Say why: what every other recipe or member would cost.")
@options.out
@options.grids
@options.as_json
@click.option("--dry-run", is_flag=True, help="The same: a plan never clicks.")
def plan(
    streams: Streams,
    planner: "Explainer",
    goals: tuple[str, ...],
    *,
    most: bool,
    explain: bool,
    out: Path | None,
    grids: bool,
    as_json: bool,
    dry_run: bool,  # noqa: ARG001 - accepted where people try it
) -> Exit:
    """Say which crafts make the items, and which item goes into which slot.

    Several goals share what they leave over: `craftplan plan "3 torch" chest`. What is made comes on top of what is at
    hand.
    """
    from ....planner.capacity import SLOTS, peak_slots
    from ...drawing.plan import draw_plan
    from ...drawing.reasons import draw_reasons
    from ..wished import ever_wished
    from ..words import read_goals

    wanted = read_goals(goals, planner.catalog)
    answer = _most(planner, wanted) if most else planner.plan(wanted)
    reasons = planner.explain(answer) if explain else None
    if not answer.ready and ever_wished():
        from ..standing import standing_in_the_way

        for wish in standing_in_the_way(planner, answer):
            streams.complain(f"in the way: {wish}; `craftplan forget {wish.id}` lifts it")
    peak = peak_slots(answer, planner.catalog, planner.inventory)
    if as_json or out:
        from ....planner.window import click_lists
        from ...document import plan_document, render

        document = plan_document(answer, reasons, click_lists(answer, planner.catalog, planner.inventory), peak)
        if out:
            _write(out, render(document))
        if as_json:
            streams.document(document)
            return Exit.DONE if answer.ready else Exit.NO
    streams.answer(draw_plan(answer, width=streams.width, all_grids=grids))
    if answer.steps and peak > SLOTS:
        streams.answer([f"to carry   {peak} slots at the fullest moment, and a player has {SLOTS}: make it in parts"])
    if reasons:
        streams.answer(["", *draw_reasons(answer, reasons, planner.inventory)])
    if answer.steps:
        streams.answer([f"hint: run `craftplan {_again(answer)}` to let the bot do it"])
    return Exit.DONE if answer.ready else Exit.NO


def _again(answer: "Plan") -> str:
    """Return the goals and wishes as they are typed."""
    typed = click.get_current_context().params
    goals = [f"{short(goal.item)} {goal.count}" if goal.count > 1 else short(goal.item) for goal in answer.goals]
    wishes = [f"--{name} {shlex.quote(said)}" for name in ("prefer", "avoid", "keep") for said in typed[name]]
    return " ".join([*goals, *wishes])


def _most(planner: "Explainer", wanted: "tuple[Goal, ...]") -> "Plan":
    if len(wanted) > 1:
        named = ", ".join(short(goal.item) for goal in wanted)
        raise InputError(f"--max is for one item, and these are {len(wanted)}: {named}", hint="ask for one at a time")
    from ..words import LARGEST

    (goal,) = wanted
    return planner.most(goal.item, goal.count if goal.count > 1 else LARGEST)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as failed:
        raise InputError(
            f"cannot write {path}: {failed.strerror}", hint="--out takes a file in a folder that is there"
        ) from None
