"""``craftplan approve``: pass the gate that a run waits at, or say no."""

from typing import TYPE_CHECKING

import click

from ....recipes.errors import BusyError, InputError
from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ...runs.gates import Gate


@click.command(options_metavar="[OPTIONS]")
@click.argument("gate", required=False, metavar="[ID|TOKEN]")
@click.option("--reject", is_flag=True, help="Say no: the run does not go on through this gate.")
@options.grids
@options.quiet
@options.as_json
@click.pass_obj
def approve(
    streams: Streams, gate: str | None, *, reject: bool, grids: bool, quiet: bool, as_json: bool
) -> Exit:  # fmt: skip
    """Approve what a run is about to use up, and go on with it; without an id list the gates that wait.

    A gate is passed once, by one, for one plan and one inventory: when either has changed it is asked anew.
    """
    from ... import places
    from ...ledger.ledger import Ledger
    from ...ledger.record import Event
    from ...runs import gates
    from ...runs.unfinished import progress_of
    from ..taking_up import take_up, terms_of, who

    streams.quiet = quiet
    ledger = Ledger(places.state() / "ledger")
    if gate is None:
        if reject:
            raise InputError("which gate is rejected?", hint="`craftplan approve` lists them", code="usage")
        return _list(streams, gates.waiting(ledger), as_json=as_json)
    if reject:
        found = gates.reject(ledger, gate, who())
        streams.say(f"gate {found.id} is rejected; `craftplan resume {found.run}` asks again")
        if as_json:
            streams.document({"schema": "craftplan/gates/1", "rejected": found.id, "run": found.run})
        return Exit.DONE
    found = gates.claim(ledger, gate, who())
    begun = progress_of(ledger, found.run).begun
    policy = begun.get("terms", {}).get("approve", found.policy)
    terms = terms_of(streams, policy, approver=found.required_approver, different=found.different_approver)
    try:
        return take_up(streams, ledger, found.run, terms, claim=found, grids=grids, as_json=as_json)
    except BusyError as busy:
        ledger.append(Event.GATE_HANDED_ON, {"gate": {"id": found.id}, "approver": who()}, run=found.run)
        streams.say(f"gate {found.id} is approved; {busy.message}, where `resume` goes on with run {found.run}")
    if as_json:
        streams.document({"schema": "craftplan/gates/1", "approved": found.id, "run": found.run})
    return Exit.DONE


def _list(streams: Streams, waiting: "tuple[Gate, ...]", *, as_json: bool) -> Exit:
    from ...drawing.gate import draw_gate

    if as_json:
        shown = [gate.model_dump(mode="json", exclude={"token_hash"}) for gate in waiting]
        streams.document({"schema": "craftplan/gates/1", "waiting": shown})
        return Exit.DONE
    for gate in waiting:
        streams.answer([*draw_gate(gate), ""])
    streams.answer([f"{len(waiting)} gates wait"] if waiting else ["no gate waits"])
    return Exit.DONE
