"""Runs against a server that is only a rule: what it refuses. Plans, lessons and ledger are the real ones."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.learning import Learning
from craftplan.agent.memory.lessons import FailureClass, Lesson
from craftplan.agent.runs.execution import Attempted
from craftplan.agent.runs.run import Run
from craftplan.agent.runs.verification import Outcome, Verdict, expected_delta
from craftplan.agent.world import World
from craftplan.bridge.bot import Bot
from craftplan.planner import Goal, Plan
from craftplan.planner.result import Step
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId, qualified, short
from workshop import Listener

Refuses = Callable[[Step], bool]
MOST_TRIES = 12


def member(result: str, *members: str) -> Refuses:
    """A server that shows no such result with one of these in the grid; without members, never."""
    return lambda step: (
        short(step.item) == result and (not members or any(short(bind.item) in members for bind in step.bind))
    )


def only(result: str, *members: str) -> Refuses:
    """A server that shows such a result with these alone."""
    return lambda step: short(step.item) == result and any(short(bind.item) not in members for bind in step.bind)


def nothing(_: Step) -> bool:
    """A server that behaves."""
    return False


def evidence(ledger: Ledger, recipe: str = "minecraft:stick", server: str = "a") -> tuple[int, int]:
    """Write down an attempt of the recipe that failed there and one that was confirmed; return their numbers."""
    run = f"evidence on {server}"
    place = {"goals": [], "server": server, "address": server, "username": "Tester"}
    ledger.append(Event.RUN_STARTED, place, run=run)
    verdict: dict[str, object] = {"attempt": "x", "expected": {}, "seen": {}}
    failed, fixed = (
        ledger.append(Event.VERIFY_RESULT, {**verdict, "outcome": outcome}, node=f"recipe:{recipe}", run=run).seq
        for outcome in (Outcome.NOTHING_MADE, Outcome.CONFIRMED)
    )
    return failed, fixed


@dataclass
class School:
    """One ledger, and runs that end in it."""

    folder: Path
    catalog: Catalog = field(default_factory=lambda: builtin("1.20.4"))
    server: str = "a"
    runs: int = 0
    said: list[str] = field(default_factory=list)

    def run(self, goal: str, have: Mapping[str, int], refuses: Refuses, count: int = 1) -> tuple[list[Step], Plan]:
        """Make the goal as the pipeline does; return the steps that were refused, and the last plan."""
        self.runs += 1
        world = World(cast("Bot", None), self.server, self.server, self.catalog.minecraft, "Tester")
        run = Run(Ledger(self.folder), f"run-{self.runs}")
        learning = Learning(world, self.catalog, run, Listener(said=self.said))
        ledger = run.ledger
        wanted: dict[str, object] = {"goals": [{"item": qualified(goal), "count": count}], "server": self.server}
        wanted |= {"address": self.server, "username": "Tester"}
        ledger.append(Event.RUN_STARTED, wanted, run=run.id)
        ledger.append(Event.PHASE_COMPLETED, {"phase": "context", "minecraft": self.catalog.minecraft}, run=run.id)
        counts: Counter[ItemId] = Counter({ItemId(qualified(name)): number for name, number in have.items()})
        left, refused = (Goal(ItemId(qualified(goal)), count),), list[Step]()
        plan = learning.plan(left, counts, frozenset({"crafting_table"}))
        while plan.ready and len(refused) < MOST_TRIES:
            for step in plan.steps:
                bad = refuses(step)
                self._attempted(learning, step, refused=bad)
                if bad:
                    refused.append(step)
                    break
                counts.update(expected_delta(step, self.catalog))
            else:
                break
            plan = learning.plan(left, counts, frozenset({"crafting_table"}))
        summary: dict[str, object] = {"result": "confirmed" if plan.ready else "missing"}
        if refused and not plan.ready:
            summary = {"result": "stopped", "failure": "logic", "code": "no_result", "message": f"{goal}: no result"}
        ledger.append(Event.RUN_SUMMARY, summary, run=run.id)
        learning.memory.index.close()
        return refused, plan

    def lessons(self) -> dict[str, Lesson]:
        """Every lesson by what it says to do."""
        from craftplan.agent.memory.memory import Memory

        return {str(lesson.resolution): lesson for lesson in Memory(Ledger(self.folder)).lessons()}

    def _attempted(self, learning: Learning, step: Step, *, refused: bool) -> None:
        learning.memory.redeem(learning.receipt, step.recipe.id)
        outcome = Outcome.NOTHING_MADE if refused else Outcome.CONFIRMED
        expected = expected_delta(step, self.catalog)
        verdict = Verdict(outcome, expected, {} if refused else expected)
        body = {"attempt": "x", "outcome": outcome, "expected": dict(expected), "seen": dict(verdict.seen)}
        seq = learning.run.ledger.append(
            Event.VERIFY_RESULT, body, node=f"recipe:{step.recipe.id}", run=learning.run.id
        ).seq
        reason = "no_result" if refused else "ok"
        done = Attempted("x", step, verdict, seq, reason, FailureClass.LOGIC if refused else None)
        if refused:
            learning.refused(done)
        else:
            learning.confirmed(done)
