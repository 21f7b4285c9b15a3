"""Terms of a run that the shell begins, and runs that it takes up again: after a cut, or through a gate."""

import getpass
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..ledger.ledger import Ledger
from ..runs.gates import Gate, Policy, Terms
from .exits import Exit
from .streams import Streams


def who() -> str:
    """Return who sits at this shell: ``shell:<user>``."""
    try:
        return f"shell:{getpass.getuser()}"
    except (KeyError, OSError):
        return "shell:unknown"


def terms_of(streams: Streams, policy: str, *, approver: str | None = None, different: bool = False) -> Terms:
    """Return the shell's terms. A person at a terminal is asked at once; elsewhere the run waits at its gate."""
    terms = Terms(Policy(policy), who(), approver, different)
    asks = sys.stdin.isatty() and streams.err.isatty() and approver is None and not different
    return replace(terms, ask=lambda gate: _ask(streams, gate)) if asks else terms


def _ask(streams: Streams, gate: Gate) -> bool:
    import click

    from ..drawing.gate import draw_gate

    for line in draw_gate(gate):
        streams.complain(line)
    return click.confirm("approve?", default=False, err=True)


def take_up(
    streams: Streams,
    ledger: Ledger,
    run: str,
    terms: Terms,
    *,
    claim: Gate | None = None,
    from_here: bool = False,
    paths: Sequence[Path] = (),
    grids: bool = False,
    as_json: bool = False,
) -> Exit:
    """Join the run's server with its bot and go on with it."""
    from ..runs.resuming import resume
    from ..runs.unfinished import progress_of
    from ..world import server_world
    from .after_run import write_notes
    from .audience import ShellAudience
    from .catalogs import catalog_on
    from .outcome import show

    begun = progress_of(ledger, run).begun
    _check_lasts(run, begun.get("lasts", True))
    auth = begun.get("auth", "offline")
    with (
        ShellAudience(streams, silent=as_json, all_grids=grids) as audience,
        server_world(begun["address"], begun["username"], auth, None, streams.say) as world,
    ):
        catalog = catalog_on(streams, world, paths)
        report = resume(world, catalog, ledger, run, audience, terms, claim=claim, from_here=from_here)
    write_notes(ledger, report.run, streams.say)
    return show(report, streams, as_json=as_json, grids=grids)


def _check_lasts(run: str, lasts: object) -> None:
    from ...recipes.errors import InputError

    if not lasts:
        raise InputError(
            f"run {run} was on a practice server, which ended with it",
            hint="begin a new one; nothing of yours was touched",
            code="practice_run",
        )
