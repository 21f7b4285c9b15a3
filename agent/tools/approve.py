"""``approve``: pass the gate that a run waits at, or say no."""

from pydantic import Field

from ..runs import gates
from ..runs.resuming import own_progress
from ..runs.resuming import resume as go_on
from .envelope import Ending, Failure, Status, Then, who_approves
from .outcome import Outcome
from .running import Ended, ended
from .tool import Context, Effect, Model, Tool

NOT_YOURS = "gate_approver"
"""The code of a gate's refusal of one who may not pass it."""


class Approve(Model):
    """Which gate, and the answer."""

    gate: str = Field(min_length=8, max_length=32, description="The approval_id (8 hex digits) or the resume_token.")
    reject: bool = Field(default=False, description="Say no: the run does not go on.")


def approve(context: Context, wanted: Approve) -> Outcome:
    """Pass a gate, once, for the plan and inventory that it was opened for, and go on with its run.

    An agent may say no, and yes only where it was let. A yes to a gate of another bot's run leaves that open.
    """
    if wanted.reject:
        found = gates.reject(context.ledger, wanted.gate, context.caller)
        fix = f"`resume` asks again for run {found.run}"
        failure = Failure("approval", "gate_rejected", f"gate {found.id} was rejected", fix, Then.STOP)
        return Outcome(Ending(Status.CANCELLED, failure=failure))
    with context.world() as world:
        catalog = context.catalog
        gate = gates.find(context.ledger, wanted.gate)
        own_progress(world, context.ledger, gate.run)
        try:
            claim = gates.claim(context.ledger, gate.id, context.caller, barred=not context.passes_gates)
        except gates.GateError as refused:
            if refused.code != NOT_YOURS:
                raise
            return _refused(gate, refused)
        report = go_on(world, catalog, context.ledger, claim.run, context.audience, context.terms, claim=claim)
        return ended(context, report)


def _refused(gate: gates.Gate, refused: gates.GateError) -> Outcome:
    """Return how it ends for one who may not: with the gate's preview, so that it can be put to one who may."""
    evidence = {
        "gate": gate.id,
        "preview": gate.preview.model_dump(mode="json"),
        "required_approver": gate.required_approver,
    }
    failure = Failure(
        "approval", refused.code, refused.message, who_approves(gate, agent=True), Then.STOP, evidence=evidence
    )
    return Outcome(Ending(Status.FAILED, failure=failure))


APPROVE = Tool(
    "approve",
    "Approve what a run is about to use up, or reject it. Ask your person first: a gate is there for a person's word.",
    Approve,
    Ended,
    approve,
    Effect.CRAFTS,
    triggers=("allow", "confirm", "gate", "approve", "reject"),
)
