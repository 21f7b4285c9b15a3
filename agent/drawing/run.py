"""A run as people follow it: one line a step, from planned to confirmed or to what was seen instead."""

from rich.text import Text

from ...planner.result import Step
from ..runs.verification import Verdict
from .words import amount, signed


def planned(step: Step) -> Text:
    """Return ``· 2 stick ×4``."""
    return Text.assemble(("· ", "dim"), f"{step.number} {amount(step.item, step.count)}")


def confirmed(step: Step, verdict: Verdict, ms: int) -> Text:
    """Return ``✓ 2 stick ×4  confirmed: +4 stick, −2 oak_planks  (slot 0, 38 ms)``."""
    return Text.assemble(
        ("✓ ", "green"),
        f"{step.number} {amount(step.item, step.count)}  confirmed: {signed(verdict.seen.items())}",
        (f"  (slot {step.result_slot}, {ms} ms)", "dim"),
    )


def failed(step: Step, verdict: Verdict, reason: str, attempt: str) -> Text:
    """Return ``✗ 4 wooden_pickaxe ×1  no_result: expected …, saw nothing  → craftplan why …``."""
    return Text.assemble(
        ("✗ ", "red"),
        f"{step.number} {amount(step.item, step.count)}  {reason.replace('_', ' ')}: ",
        f"expected {signed(verdict.expected.items())}; saw {signed(verdict.seen.items())}",
        (f"  → craftplan why {attempt}", "dim"),
    )
