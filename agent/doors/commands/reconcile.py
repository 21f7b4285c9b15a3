"""``craftplan reconcile``: the ledger's account of a bot's inventory, against the server's."""

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@options.server
@options.quiet
@options.as_json
@click.pass_obj
def reconcile(
    streams: Streams, address: str | None, username: str, auth: str, *, quiet: bool, as_json: bool
) -> Exit:  # fmt: skip
    """Compare what a bot should hold by the ledger with what the server shows; exit 4 where they differ.

    What is found is recorded, and from then on the server's word is the account. On the server nothing is changed.
    """
    from ... import places
    from ...drawing.words import signed
    from ...ledger.ledger import Ledger
    from ...memory.memory import Memory
    from ...runs.holdings import drift, record_drift
    from ...vault.drift import note_drift
    from ...world import server_world

    streams.quiet = quiet
    if address is None:
        raise InputError("which server?", hint="name it: --server HOST[:PORT]", code="usage")
    ledger = Ledger(places.state() / "ledger")
    with server_world(address, username, auth, None, streams.say) as world:
        counts = world.bot.snapshot().counts
        found = drift(ledger, world.address, world.username, counts)
        if found is None:
            raise InputError(
                f"the ledger knows nothing of {world.username} on {world.address}",
                hint="it learns what a bot holds when the bot is first used there",
                code="no_account",
            )
        record_drift(ledger, world.address, world.username, counts, found)
    notes = note_drift(Memory(ledger), places.vault())
    drifted = found.found or notes.found
    if as_json:
        streams.document(
            {
                "schema": "craftplan/reconcile/1",
                "drift": drifted,
                "missing_in_vault": list(notes.missing_in_vault),
                "edited_in_vault": list(notes.edited_in_vault),
                "orphan_in_vault": list(notes.orphan_in_vault),
                "inventory_surplus": dict(found.surplus),
                "inventory_deficit": dict(found.deficit),
                "unknown_effect": list(found.open),
                "certain": found.certain,
            }
        )
        return Exit.DRIFT if drifted else Exit.DONE
    if found.surplus:
        streams.answer([f"more than the ledger says: {signed(found.surplus.items())}"])
    if found.deficit:
        streams.answer([f"less than the ledger says: {signed((item, -n) for item, n in found.deficit.items())}"])
    for attempt in found.open:
        streams.answer([f"nobody knows what attempt {attempt} did: `craftplan resume` settles it"])
    if not found.certain:
        streams.answer(["the ledger was damaged and repaired since: its account was uncertain, the server's holds now"])
    if not found.found:
        streams.answer([f"{username} holds what the ledger says: {len(counts)} kinds of items"])
    for what, paths in (
        ("is missing", notes.missing_in_vault),
        ("was edited, and is not taken in yet", notes.edited_in_vault),
        ("is about nothing that the ledger knows", notes.orphan_in_vault),
    ):
        streams.answer(f"{path} {what}: `craftplan memory sync`" for path in paths[:20])
    return Exit.DRIFT if drifted else Exit.DONE
