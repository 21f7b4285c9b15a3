"""``craftplan resume``: go on with a run that was cut off."""

from pathlib import Path

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("run", required=False, metavar="[RUN]")
@click.option("--from-here", is_flag=True, help="Go on with what is there, though nobody knows what an attempt did.")
@options.approve
@options.approver
@options.catalog
@options.grids
@options.quiet
@options.as_json
@click.pass_obj
def resume(
    streams: Streams,
    run: str | None,
    approve: str,
    approver: str | None,
    paths: tuple[Path, ...],
    *,
    from_here: bool,
    grids: bool,
    quiet: bool,
    as_json: bool,
) -> Exit:
    """Go on with a run that was interrupted, stopped, or waits: the newest, where none is named.

    The server is asked first what became of the last attempt; then the steps that are left are done. Nothing is used
    twice.
    """
    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.resuming import newest_open
    from ...runs.unfinished import progress_of
    from ..taking_up import take_up, terms_of

    streams.quiet = quiet
    ledger = Ledger(places.state() / "ledger")
    if run is None:
        newest = newest_open(ledger)
        if newest is None:
            raise InputError("no run was interrupted", hint="`craftplan ledger show` shows them all", code="no_run")
        run = newest.id
        streams.say(f"going on with run {run}")
    kept = progress_of(ledger, run).begun.get("terms", {})
    who = kept.get("required_approver") or approver
    terms = terms_of(streams, approve, approver=who, different=kept.get("different_approver", False))
    return take_up(streams, ledger, run, terms, from_here=from_here, paths=paths, grids=grids, as_json=as_json)
