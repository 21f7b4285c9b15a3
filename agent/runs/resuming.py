"""A run that was cut off goes on: the server is asked first, then the plan's steps that are left are done."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...bridge.messages import REACH
from ...planner import Answer, Goal, Inventory, Plan
from ...planner.result import Step
from ...planner.simulate import simulate
from ...recipes.catalog import Catalog
from ...recipes.errors import CraftplanError, InputError
from ...recipes.ids import ItemId
from ..drawing.words import signed
from ..ledger.ledger import Ledger
from ..ledger.record import Event
from ..world import World, read_where
from .gates import Gate, Terms
from .kept_plan import stale, steps_of
from .pipeline import Pipeline
from .progress import Progress
from .reconcile import Settled
from .report import Report, Result
from .run import Audience, Run
from .unfinished import OpenRun, progress_of, unfinished
from .verification import Outcome, expected_delta

FINISHED = frozenset({Result.CONFIRMED, Result.PLANNED, Result.ABANDONED})
"""Ends after which there is nothing to take up; a run that stopped, or lacked something, can be tried again."""


class NeedsAnswerError(CraftplanError):
    """Only a person can say how to go on: ``incomplete_run``, ``unknown_effect``."""

    exit_code = 11
    code = "needs_input"


def newest_open(ledger: Ledger, address: str | None = None, username: str | None = None) -> OpenRun | None:
    """Return the newest run without an end that has begun to change something, or waits at a gate."""
    runs = unfinished(ledger, address, username).runs
    return next((run for run in reversed(runs) if run.begun or run.gate), None)


def offer(ledger: Ledger, address: str, username: str) -> None:
    """Refuse to begin anew where a run of this bot was cut off: who does not know would use things up twice.

    Raises a NeedsAnswerError (``incomplete_run``) that names the run.
    """
    run = newest_open(ledger, address, username)
    if run is None:
        return
    goals = ", ".join(f"{count} {item.removeprefix('minecraft:')}" for item, count in run.goals.items())
    where = f"waits at gate {run.gate}" if run.gate else f"was interrupted after {run.attempts} attempts"
    raise NeedsAnswerError(
        f"run {run.id} ({goals}) {where}",
        hint=f"`craftplan resume {run.id}` goes on with it; --anew lets it be",
        code="incomplete_run",
        run=run.id,
        goals=dict(run.goals),
        phase=run.phase,
        attempts=run.attempts,
        gate=run.gate,
    )


def abandon(ledger: Ledger, address: str, username: str) -> None:
    """Let the runs of this bot at this address be that have not ended: they are not offered any more."""
    for run in unfinished(ledger, address, username).runs:
        ledger.append(Event.RUN_SUMMARY, {"result": Result.ABANDONED, "confirmed": {}}, run=run.id)


def own_progress(world: World, ledger: Ledger, run: str) -> Progress:
    """Return how far a run of this very bot on this very server came. Raises an InputError for any other."""
    progress = progress_of(ledger, run)
    begun = progress.begun
    if (begun["address"], begun["username"]) != (world.address, world.username):
        raise InputError(
            f"run {run} is of the bot {begun['username']} on {begun['address']}, not {world.username} on"
            f" {world.address}",
            hint="a run goes on with its own bot, on its own server",
            code="other_world",
        )
    return progress


def resume(
    world: World,
    catalog: Catalog,
    ledger: Ledger,
    run: str,
    audience: Audience,
    terms: Terms = Terms(),  # noqa: B008 - frozen
    *,
    claim: Gate | None = None,
    from_here: bool = False,
) -> Report:
    """Go on with a run where it was cut off, stopped, or waits; return what the server has confirmed of it in all.

    An attempt without a result is settled by the server's inventory first. ``claim`` is a gate of it that was just
    passed. The run reaches as far as it was begun with, and uses the same chests. Raises a NeedsAnswerError where the
    inventory does not tell what became of an attempt, unless the run is to go on ``from_here``; an InputError for a run
    that is not there, or that is finished.
    """
    progress = own_progress(world, ledger, run)
    if progress.ended in FINISHED:
        raise InputError(f"run {run} is finished: {progress.ended}", hint="begin a new one", code="finished_run")
    goals = tuple(Goal(item, count) for item, count in progress.goals.items())
    if not goals:
        raise InputError(f"run {run} has no goals", hint="begin a new one", code="unknown_run")
    begun = progress.begun
    world = replace(world, reach=begun.get("reach", REACH), storage=read_where(begun.get("storage")))
    pipeline = Pipeline(world, catalog, goals, Run(ledger, run, progress), audience, terms)
    pipeline.asking.claim = claim or (Gate.model_validate(progress.handed_on) if progress.handed_on else None)
    return _go_on(pipeline, from_here=from_here)


def _go_on(pipeline: Pipeline, *, from_here: bool) -> Report:
    progress = pipeline.run.progress
    begun = {name: progress.begun[name] for name in ("goals", "address", "username")}
    where = {"phase": progress.phase, "step": progress.step, "of": progress.of, "attempts": progress.attempts}
    pipeline.run.record(Event.RUN_RESUMED, {**where, **begun, "first": progress.first})
    for settled in pipeline.look_around():
        if settled.outcome is Outcome.UNKNOWN and not from_here:
            raise _unknown_effect(pipeline.run.id, settled)
    if not progress.attempts and pipeline.asking.discovery(pipeline.hands):
        return pipeline.waiting(pipeline.nothing_planned())
    pipeline.check_dependencies()
    left = pipeline.making.left()
    if not left:
        return pipeline.execute(replace(pipeline.nothing_planned(), answer=Answer.FEASIBLE))
    rest = rest_of(pipeline, left)
    if rest is None:
        return pipeline.go_on(pipeline.plan(left))
    pipeline.learning.consult(left)
    pipeline.keep(rest)
    return pipeline.go_on(rest)


def rest_of(pipeline: Pipeline, left: tuple[Goal, ...]) -> Plan | None:
    """Return what is left of the kept plan, as far as it still holds; None where nothing of it does.

    A step holds when its recipe and the members of its tags are what they were. Goals whose steps all hold keep them;
    only for the others a plan is made, with what the kept steps leave. The whole has to make the goals from what the
    server shows now.
    """
    todo, catalog, counts = pipeline.run.progress.todo, pipeline.catalog, pipeline.hands.counts
    changed = frozenset(stale(todo, catalog))
    holding = [goal for goal in left if changed.isdisjoint(step["recipe"] for step in steps_for(goal.item, todo))]
    held = [step for step in todo if any(step in steps_for(goal.item, todo) for goal in holding)]
    if not held:
        return None
    steps = steps_of(held, catalog)
    others = tuple(goal for goal in left if goal not in holding)
    if others:
        after = Counter(counts) + _change(steps, catalog)
        after.subtract({goal.item: goal.count for goal in holding})
        more = pipeline.learning.plan(others, dict(+after), pipeline.hands.in_reach)
        if not more.ready:
            return None
        steps += tuple(replace(step, number=len(steps) + step.number) for step in more.steps)
    needs = tuple(sorted((item, -count) for item, count in _change(steps, catalog).items() if count < 0))
    nothing = pipeline.nothing_planned()
    rest = replace(
        nothing, answer=Answer.FEASIBLE, goals=left, steps=steps, needs=needs, stations=pipeline.hands.in_reach
    )
    return None if simulate(rest, catalog, Inventory(counts)) else rest


def steps_for(item: str, todo: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the kept steps that an item's making rests on: those that make it, what goes into it, and its stations."""
    wanted, found = {item}, []
    for step in reversed(todo):
        if step["item"] in wanted:
            found.append(step)
            wanted |= {*step["bind"].values(), f"minecraft:{step['station']}"}
    return found


def _change(steps: tuple[Step, ...], catalog: Catalog) -> Counter[ItemId]:
    change: Counter[ItemId] = Counter()
    for step in steps:
        change.update(expected_delta(step, catalog))
    return change


def _unknown_effect(run: str, settled: Settled) -> NeedsAnswerError:
    expected, seen = signed(settled.expected.items()), signed(settled.seen.items())
    return NeedsAnswerError(
        f"nobody knows what became of attempt {settled.attempt}: expected {expected}; the inventory shows {seen}",
        hint=f"look for what is gone; `craftplan resume {run} --from-here` goes on with what is there",
        code="unknown_effect",
        attempt=settled.attempt,
        expected=dict(settled.expected),
        seen=dict(settled.seen),
    )
