"""``craftplan doctor``: whether everything is here that a run needs."""

from dataclasses import asdict

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.option("--server", "address", metavar="HOST[:PORT]", help="A server to reach as well.")
@options.as_json
@click.pass_obj
def doctor(streams: Streams, address: str | None, *, as_json: bool) -> Exit:
    """Check Python, Node, the pinned packages, the disk, the ledger and a server; say how to mend what is not well."""
    from rich.text import Text

    from ...doctor import examine

    checks = []
    for check in examine(address):
        checks.append(check)
        if not as_json:
            mark = ("✓ ", "green") if check.ok else ("✗ ", "red")
            streams.answer([Text.assemble(mark, f"{check.id}: {check.evidence}")])
            streams.answer([f"  hint: {check.fix}"] if check.fix else [])
    if as_json:
        streams.document({"schema": "craftplan/doctor/1", "checks": [asdict(check) for check in checks]})
    return Exit.DONE if all(check.ok for check in checks) else Exit.WORLD
