"""``craftplan invariants``: the rules that hold whatever happens."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def invariants(streams: Streams, *, as_json: bool) -> Exit:
    """List the rules that hold whatever happens, each with what keeps it and the test that tries to break it."""
    from ...invariants import INVARIANTS

    if as_json:
        shown = [{"id": one.id, "rule": one.rule, "check": one.check, "test": one.test} for one in INVARIANTS]
        streams.document({"schema": "craftplan/invariants/1", "invariants": shown})
        return Exit.DONE
    for one in INVARIANTS:
        streams.answer([f"{one.id}: {one.rule}", f"    kept by {one.check}", f"    tried by tests/{one.test}"])
    return Exit.DONE
