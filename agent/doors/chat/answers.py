"""Plans, runs and attempts in at most three short lines."""

from collections.abc import Iterable, Mapping

from ....planner import Plan
from ....recipes.ids import ItemId, short
from ...drawing.plan import NO_STEPS
from ...drawing.words import amount, plural, signed
from ...ledger.record import Event, Record
from ...runs.gates import Gate
from ...runs.report import Report, Result

SHOWN = 8
"""How many things one line lists."""


def describe(plan: Plan) -> list[str]:
    """Return a plan in at most three lines: can I, how, what is missing."""
    wanted = ", ".join(amount(goal.item, goal.count) for goal in plan.goals)
    if plan.answer in NO_STEPS:
        return [f"{wanted}: {NO_STEPS[plan.answer]}"]
    steps = ", ".join(amount(step.item, step.count) for step in plan.steps)
    lines = [f"{wanted}: {len(plan.steps)} steps: {steps}"]
    if plan.missing:
        lines.append("missing: " + ", ".join(plural(lack.item, lack.count) for lack in plan.missing))
    return lines


def describe_run(report: Report) -> list[str]:
    """Return a run's end in at most three lines."""
    if report.gate:
        return describe_gate(report.gate.gate)
    if report.result is Result.CONFIRMED:
        return [", ".join(amount(item, count) for item, count in report.made) + " made, confirmed by the server"]
    if report.stop:
        made = [amount(item, count) for item, count in report.made if count > 0]
        lines = [f"stopped: {report.stop.message}"]
        if made:
            lines.append(f"made before: {', '.join(made)}")
        return [*lines, f"!why {report.stop.attempt} shows the evidence"] if report.stop.attempt else lines
    lines = describe(report.plan)
    if report.in_the_way:
        lines.append("in the way: " + ", ".join(f"{wish} ({wish.id})" for wish in report.in_the_way))
    return lines


def describe_gate(gate: Gate) -> list[str]:
    """Return what has to be approved, and how."""
    used = ", ".join(plural(item, count) for item, count in listed(gate.preview.consumes))
    makes = ", ".join(amount(item, count) for item, count in gate.preview.makes.items())
    who = f" by {gate.required_approver}" if gate.required_approver else ""
    return [f"{makes} would use up {used or 'nothing yet'}", f"!approve {gate.id}{who} goes on; !reject {gate.id}"]


def describe_attempt(records: Iterable[Record]) -> list[str]:
    """Return an attempt in at most three lines: what was meant, what the server showed, the verdict."""
    lines, what = [], ""
    for record in records:
        body = record.body
        if record.event == Event.ATTEMPT_INTENT:
            what = f"{body['attempt']}: {short(str(body['recipe']))} ×{body['times']}, {body['strategy']} clicks"
        elif record.event == Event.ATTEMPT_RESULT:
            lines = [f"{what}: {str(body['outcome']).replace('_', ' ')}. {body.get('detail', '')}".strip()]
        elif record.event in {Event.VERIFY_RESULT, Event.RECONCILE_RESULT} and "expected" in body:
            expected, seen = signed(body["expected"].items()), signed(body.get("seen", {}).items())
            lines.append(f"expected {expected}; seen {seen}: {str(body['outcome']).replace('_', ' ')}")
    return lines or ([f"{what}: nobody knows how it ended"] if what else [])


def describe_inventory(counts: Mapping[ItemId, int]) -> list[str]:
    """Return what is carried, most first."""
    if not counts:
        return ["I carry nothing that can be used"]
    more = f" and {len(counts) - SHOWN} other kinds" if len(counts) > SHOWN else ""
    return ["I carry " + ", ".join(plural(item, count) for item, count in listed(counts)) + more]


def listed(counts: Mapping[ItemId, int]) -> list[tuple[ItemId, int]]:
    """Return the largest counts."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]
