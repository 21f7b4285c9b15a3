"""``craftplan trace``: what happened in a run, and when."""

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("run", metavar="RUN")
@options.as_json
@click.pass_obj
def trace(streams: Streams, run: str, *, as_json: bool) -> Exit:
    """Show a run as a timeline: milliseconds since its start, what happened, and which record tells of it."""
    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.timeline import timeline
    from ...runs.unfinished import records_of

    moments = list(timeline(records_of(Ledger(places.state() / "ledger"), run)))
    if not moments:
        raise InputError(
            f"the ledger holds no run {run!r}",
            hint="`craftplan ledger show --kind run` shows the runs",
            code="unknown_run",
        )
    if as_json:
        shown = [{"seq": one.seq, "ms": one.ms, "kind": one.event, "text": one.text} for one in moments]
        streams.document({"schema": "craftplan/trace/1", "run": run, "moments": shown})
        return Exit.DONE
    for one in moments:
        streams.answer([f"{one.ms:>8} ms  {one.event:<18} {one.text}".rstrip() + f"  #{one.seq}"])
    return Exit.DONE
