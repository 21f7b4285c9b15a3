"""``craftplan review``: whether ledger, attempts, lessons and notes still agree."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.option("--since", default="1d", show_default=True, metavar="TIME", help="What to count: 12h, 1d, 2026-12-01.")
@options.vault
@options.as_json
@click.pass_obj
def review(streams: Streams, since: str, vault: Path | None, *, as_json: bool) -> Exit:
    """Look at the chain, torn tails, open attempts and gates, the caps of what is remembered, and every note.

    Exit 4 where something does not agree. The result is recorded, and stands in the day's note.
    """
    from ... import places
    from ...review import review as look
    from ..standing import open_memory

    done = look(open_memory(), vault or places.vault(), since)
    if as_json:
        streams.document(
            {
                "schema": "craftplan/review/1",
                "since": done.since,
                "checks": [{"check": check.name, "problems": list(check.problems)} for check in done.checks],
                "counts": done.counts,
            }
        )
        return Exit.DRIFT if done.problems else Exit.DONE
    for check in done.checks:
        streams.answer([f"{'✗' if check.problems else '✓'} {check.name}"])
        streams.answer(f"  {problem}" for problem in check.problems)
    counted = ", ".join(f"{count} {what}" for what, count in done.counts.items())
    streams.answer([f"since {done.since}: {counted}"])
    return Exit.DRIFT if done.problems else Exit.DONE
