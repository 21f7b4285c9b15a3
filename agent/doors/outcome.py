"""How a run ended, as the shell shows it and as JSON."""

from ..drawing.gate import draw_gate
from ..drawing.plan import draw_plan
from ..drawing.words import amount
from ..runs.report import Report, Result, run_document
from .exits import Exit
from .streams import Streams

_EXITS = {
    Result.CONFIRMED: Exit.DONE,
    Result.PLANNED: Exit.DONE,
    Result.NEEDS_APPROVAL: Exit.NEEDS_APPROVAL,
}


def show(report: Report, streams: Streams, *, as_json: bool, grids: bool) -> Exit:
    """Show a run's end and return its exit code."""
    if as_json:
        streams.document(run_document(report))
    elif report.result in {Result.PLANNED, Result.MISSING, Result.IMPOSSIBLE}:
        streams.answer(draw_plan(report.plan, width=streams.width, all_grids=grids))
    elif report.result is Result.CONFIRMED:
        made = ", ".join(amount(item, count) for item, count in report.made)
        streams.answer([f"{made} made, confirmed by the server"])
    if report.gate:
        if not as_json:
            streams.answer(draw_gate(report.gate.gate))
        streams.complain(f"craftplan: run {report.run} waits for an approval")
        streams.complain(f"hint: `craftplan approve {report.gate.gate.id}`, or with --reject")
    if report.stop:
        streams.complain(f"craftplan: stopped: {report.stop.message}")
        why = report.stop.attempt
        again = f"`craftplan resume {report.run}` goes on"
        streams.complain(f"hint: `craftplan why {why}` shows the evidence; {again}" if why else f"hint: {again}")
    for lesson in report.applied:
        streams.say(f"heeded {lesson.id}: {lesson.resolution}")
    return _EXITS.get(report.result, Exit.NO)
