"""Whether a run may go on: its gates, asked under its terms, each answer recorded, also where nobody was asked."""

from collections.abc import Mapping

from ...planner import Plan
from ...planner.result import Station
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId
from ..ledger.record import Event
from ..world import World
from .execution import Hands
from .gates import Gate, GateRejectedError, Kind, Opened, Policy, Preview, Terms, digest, is_scarce, new_gate
from .kept_plan import plan_hash
from .run import Run


class Asking:
    """Opens the gates of one run. ``opened`` is the gate that it waits at; ``claim`` one that was just passed."""

    def __init__(self, world: World, run: Run, terms: Terms) -> None:
        self.world = world
        self.run = run
        self.terms = terms
        self.claim: Gate | None = None
        self.opened: Opened | None = None
        self.stale = False

    def discovery(self, hands: Hands) -> bool:
        """Ask before anything in the world is touched, where everything is asked for; return whether the run waits."""
        uses = tuple(sorted({found.block for found in hands.stations}))
        preview = Preview(makes=dict(self.run.progress.goals), consumes={}, crafts=0, uses=uses)
        subject = digest(dict(self.run.progress.goals)), digest(uses)
        self._ask(Kind.DISCOVERY, subject, preview, needed=self.terms.policy is Policy.ALL)
        return self.opened is not None

    def plan(self, ready: Plan, catalog: Catalog, hands: Hands) -> str:
        """Ask for a plan; return ``skipped``, ``approved`` or ``opened``: then the run waits."""
        preview = _preview(ready, hands)
        at_hand = {item: hands.counts.get(item, 0) for item in preview.consumes}
        subject = plan_hash(ready, catalog), digest(at_hand)
        policy = self.terms.policy
        needed = bool(preview.scarce) if policy is Policy.SCARCE else policy is not Policy.NONE
        return self._ask(Kind.PLAN, subject, preview, needed=needed)

    def _ask(self, kind: Kind, subject: tuple[str, str], preview: Preview, *, needed: bool) -> str:
        if not needed or self._approved_already(kind, preview.consumes):
            why = "approved before" if needed else f"policy {self.terms.policy}"
            skipped = {"gate": kind, "policy": self.terms.policy, "crafts": preview.crafts, "why": why}
            self.run.record(Event.GATE_SKIPPED, skipped)
            return "skipped"
        if self.claim is not None and self.claim.kind is kind:
            claim, self.claim = self.claim, None
            if (claim.plan, claim.inventory) == subject:
                return self._approve(claim, preview)
            self.stale = True
            self.run.record(Event.GATE_EXPIRED, {"gate": {"id": claim.id}, "why": "stale: the world has changed"})
        opened = new_gate(self.run.id, kind, subject, preview, self.terms)
        self.run.record(Event.GATE_OPENED, {"gate": opened.gate.model_dump(mode="json")})
        if self.terms.ask is None:
            self.opened = opened
            return "opened"
        return self._at_once(opened.gate, preview)

    def _at_once(self, gate: Gate, preview: Preview) -> str:
        """Ask the person who sits in front of it."""
        assert self.terms.ask is not None
        answer = {"gate": {"id": gate.id}, "approver": self.terms.initiated_by}
        if not self.terms.ask(gate):
            self.run.record(Event.GATE_REJECTED, answer)
            raise GateRejectedError("not approved", hint="nothing was touched", gate=gate.id)
        self.run.record(Event.GATE_CLAIMED, answer)
        return self._approve(gate, preview)

    def _approve(self, gate: Gate, preview: Preview) -> str:
        body = {"gate": {"id": gate.id}, "kind": gate.kind, "consumes": preview.consumes}
        self.run.record(Event.GATE_APPROVED, body)
        return "approved"

    def _approved_already(self, kind: Kind, consumes: Mapping[ItemId, int]) -> bool:
        """Whether what is used up was approved in this run and something of it was done since: no new question."""
        approved = self.run.progress.approved
        if kind is Kind.DISCOVERY:
            plan_was_asked = self.claim is not None and self.claim.kind is Kind.PLAN
            return plan_was_asked or self.run.progress.attempts > 0
        if approved is None or approved["kind"] != kind or not self.run.progress.since_approval:
            return False
        left: Mapping[ItemId, int] = approved["consumes"]
        return all(left.get(item, 0) >= count for item, count in consumes.items())


def _preview(ready: Plan, hands: Hands) -> Preview:
    consumes = dict(ready.needs)
    stations = {step.station for step in ready.steps} - {Station.INVENTORY}
    near = {found.block.removeprefix("minecraft:") for found in hands.stations}
    return Preview(
        makes={goal.item: goal.count for goal in ready.goals},
        consumes=consumes,
        crafts=ready.crafts,
        scarce=tuple(sorted(item for item in consumes if is_scarce(item))),
        places=tuple(sorted(station for station in stations if station not in near)),
        uses=tuple(sorted(station for station in stations if station in near)),
    )
