"""``craftplan why``: everything the ledger holds of one attempt."""

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("attempt", metavar="ATTEMPT")
@options.as_json
@click.pass_obj
def why(streams: Streams, attempt: str, *, as_json: bool) -> Exit:
    """Show what was intended, what was clicked, and what the server showed, in an attempt or a whole run."""
    from ... import places
    from ...document import record_document
    from ...drawing.record import draw_record
    from ...ledger.ledger import Ledger

    records = [
        record
        for record in Ledger(places.state() / "ledger").read()
        if record.body.get("attempt") == attempt or record.run == attempt
    ]
    if not records:
        raise InputError(
            f"the ledger holds no attempt or run {attempt!r}",
            hint="a run prints the ids of its failed attempts; `craftplan ledger --last 20` shows the newest records",
            code="unknown_attempt",
        )
    if as_json:
        found = [record_document(record) for record in records]
        streams.document({"schema": "craftplan/records/1", "records": found})
    else:
        for record in records:
            streams.answer(draw_record(record))
    return Exit.DONE
