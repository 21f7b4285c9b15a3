"""Why a plan is as it is, and why there is none: each step's or recipe's alternatives, and what they would cost."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from ...planner.explain import Alternative, Reason, WhyNot
from ...planner.goal import Inventory
from ...planner.result import Answer, Minimal, Plan
from ...recipes.ids import short
from .plan import header, missing_table
from .words import amount, plural, shortage

SHOWN = 6
"""How many other members of one step are named; the rest is counted."""


def draw_reasons(plan: Plan, reasons: Sequence[Reason], inventory: Inventory) -> list[Text]:
    """Return what speaks for each step: what it waits for, and what else would have cost."""
    if not plan.steps:
        return []
    proof = (
        "proved: none needs less"
        if plan.minimal is Minimal.PROVED
        else f"best known: at most {plural('craft', plan.gap)} too many"
    )
    lines = [Text.assemble(("why", "bold"), f"  {proof}")]
    for step, reason in zip(plan.steps, reasons, strict=True):
        after = f"after {', '.join(map(str, reason.after))}" if reason.after else ""
        forced = "no other way" if reason.forced else ""
        notes = ", ".join(filter(None, (after, forced)))
        lines.append(Text.assemble(f"{step.number} ", (amount(step.item, step.count), "bold"), f"  {notes}".rstrip()))
        rows = [(short(other.recipe), cost(plan, other)) for other in reason.recipes]
        rows += [_member_row(plan, other, inventory) for other in reason.members[:SHOWN]]
        lines += _columns(rows)
        if len(reason.members) > SHOWN:
            lines.append(Text(f"  and {len(reason.members) - SHOWN} members more (--json names them)", "dim"))
    return lines


def draw_why_not(found: WhyNot) -> list[Text]:
    """Return what keeps a goal from being made: recipe by recipe, then the cheapest way's whole shortage."""
    (goal,) = found.plan.goals
    lines = [header(found.plan)]
    rows = [(short(other.recipe), _shortage(other, found)) for other in found.alternatives]
    rows += [(short(recipe), Text("avoided", "dim")) for recipe in found.avoided]
    if rows:
        lines += [Text(), Text("recipes", "bold"), *_columns(rows)]
    if found.plan.missing:
        lines += [Text(), *missing_table(found.plan.missing)]
    if found.plan.answer is Answer.MISSING:
        lines += [Text(), Text(f"what is at hand reaches for {found.plan.reach} of {goal.count}")]
    return lines


def cost(plan: Plan, other: Alternative, *, always: bool = False) -> Text:
    """Return what an alternative costs against the plan: ``2 crafts more``, ``lacks 4 bamboo``, ``cannot be done``."""
    if other.answer is Answer.UNKNOWN:
        return Text("not found in time", "dim")
    if other.answer not in {Answer.FEASIBLE, Answer.MISSING}:
        return Text("cannot be done: nothing makes what it needs", "red")
    parts = []
    if other.missing and (always or set(other.missing) != set(plan.missing)):
        parts.append(f"lacks {shortage(other.missing)}")
    if other.crafts:
        more = "more" if other.crafts > 0 else "fewer"
        parts.append(f"{abs(other.crafts)} craft{'s' if abs(other.crafts) > 1 else ''} {more}")
    return Text(", ".join(parts) or "costs the same", "red" if parts and other.missing else "")


def _member_row(plan: Plan, other: Alternative, inventory: Inventory) -> tuple[str, Text]:
    assert other.member is not None
    assert other.instead is not None
    said = cost(plan, other)
    counts = inventory[other.member], inventory[other.instead]
    if any(counts):
        said.append(f"  {counts[0]} at hand, {short(other.instead)} {counts[1]}", "dim")
    return f"with {short(other.member)}", said


def _shortage(other: Alternative, found: WhyNot) -> Text:
    said = cost(found.plan, replace(other, crafts=0), always=True)
    return said.append("  one material short", "yellow") if other.recipe in found.one_short else said


def _columns(rows: Sequence[tuple[str, Text | str]]) -> list[Text]:
    wide = max((len(name) for name, _ in rows), default=0)
    return [
        Text(f"  {name:<{wide}}  ").append_text(Text(said) if isinstance(said, str) else said) for name, said in rows
    ]
