"""Kills a run at one point, resumes it, and looks at what the server then holds; for tests and scripts/chaos."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Literal

from craftplan.agent import places
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.reconcile import open_intents
from craftplan.agent.runs.resuming import newest_open
from craftplan.agent.runs.run import Run
from craftplan.recipes.errors import CraftplanError
from craftplan.server.practice import PracticeServer

MORTAL = Path(__file__).with_name("mortal.py")
SECONDS = 120.0
CHEST = (7, 5, 9)
GOALS = [["wooden_pickaxe", 1]]
GIVEN = {"oak_log": 2, "spruce_log": 2}
HELD = {"dirt": 3, "oak_planks": 1}
STORED = {"oak_log": 5, "stick": 9, "crafting_table": 1}
"""What the same goals may be made of where a chest is used."""
Victim = Literal["python", "node", "server"]
When = Literal["before", "torn", "after"]


@dataclass(frozen=True, slots=True)
class AtLine:
    """Python dies at a line of the ledger: before it is written, with half of it written, or before it is synced."""

    line: int
    when: When = "before"
    event: str | None = None
    """Which lines are counted; all where none is named."""

    def __str__(self) -> str:
        return f"python at {self.event or 'line'} {self.line}, {self.when}"


@dataclass(frozen=True, slots=True)
class AtClick:
    """A process dies at a click that the server has just done."""

    click: int
    victim: Victim

    def __str__(self) -> str:
        return f"{self.victim} at click {self.click}"


Point = AtLine | AtClick


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a killed and resumed run ended: what both processes said, what bot and chest hold, and what lies about."""

    first: Mapping[str, Any] | None
    second: Mapping[str, Any] | None
    held: Mapping[str, int]
    stored: Mapping[str, int]
    dropped: Mapping[str, int]
    intact: bool
    open: int


@dataclass
class Scene:
    """A practice server that keeps what players hold, and the goals of every run; each run has its own bot.

    With something ``stored``, it lies in a chest in reach when a run begins, and the run may use it.
    """

    practice: PracticeServer
    folder: Path
    goals: list[list[Any]] = field(default_factory=lambda: GOALS)
    given: Mapping[str, int] = field(default_factory=lambda: GIVEN)
    stored: Mapping[str, int] = field(default_factory=dict)
    numbers: Any = field(default_factory=count)

    def play(self, point: Point | None) -> Outcome:
        """Make the goals with a new bot, killed at the point and then resumed, until the run has ended."""
        name = f"Bot{next(self.numbers)}"
        home = self.folder / name
        (home / "cache").mkdir(parents=True)
        (home / "cache" / "node").symlink_to(places.cache() / "node")
        self._fill()
        first = self._run(name, home, "craft", point, self.given)
        second = first
        if first is None or first["result"] == "error":
            if self.practice.pid is None or not _alive(self.practice.pid):
                self.practice.restart()
            self.practice.control.conditions(mishaps=[])
            again = "resume" if self._has_begun(home) else "craft"
            second = self._end(home) or self._run(name, home, again, None)
        truth = {item.removeprefix("minecraft:"): held for item, held in self._truth(name).items()}
        ledger = Ledger(home / "state" / "ledger")
        left = open_intents(Run(ledger), self.address, name)
        lies = dict(self.practice.control.dropped())
        return Outcome(first, second, truth, self._stored(), lies, _intact(ledger), len(left))

    @property
    def address(self) -> str:
        return f"{self.practice.host}:{self.practice.port}"

    def _has_begun(self, home: Path) -> bool:
        """Whether there is a run to resume; one that died before its first intent begins anew."""
        return newest_open(Ledger(home / "state" / "ledger")) is not None

    def _end(self, home: Path) -> Mapping[str, Any] | None:
        """What the ledger says of the run's end: one that died after it has nothing left to do."""
        ends = list(Ledger(home / "state" / "ledger").read(events=frozenset({Event.RUN_SUMMARY})))
        return {**ends[-1].body, "stop": ends[-1].body.get("message")} if ends else None

    def _fill(self) -> None:
        """What was in the chest falls out of it, and is swept away."""
        control = self.practice.control
        control.set_block(*CHEST, "air")
        control.sweep()
        if self.stored:
            stacks = [
                {"slot": slot, "item": item, "count": held} for slot, (item, held) in enumerate(self.stored.items())
            ]
            control.set_block(*CHEST, "chest")
            control.container(*CHEST, *stacks)

    def _stored(self) -> Mapping[str, int]:
        inside: Counter[str] = Counter()
        for stack in self.practice.control.container(*CHEST) if self.stored else ():
            if stack:
                inside[stack["item"].removeprefix("minecraft:")] += stack["count"]
        return dict(inside)

    def _truth(self, name: str) -> Mapping[str, int]:
        return self.practice.control.inventory(name).counts

    def _run(
        self, name: str, home: Path, do: str, point: Point | None, given: Mapping[str, int] | None = None
    ) -> Mapping[str, Any] | None:
        """Return what the process said at its end; None when it was killed."""
        child = self._start(name, home, do, point)
        assert child.stdout is not None
        assert child.stdin is not None
        ready = json.loads(child.stdout.readline() or "null")
        for item, held in (given or {}).items() if ready else ():
            self.practice.control.give(name, item, held)
        if ready and isinstance(point, AtClick):
            victim = {} if point.victim == "server" else {"pid": ready["ready"][point.victim]}
            self.practice.control.conditions(mishaps=[{"op": "kill", "after": point.click, **victim}])
        out, err = child.communicate("\n", timeout=SECONDS)
        lines = out.splitlines()
        if child.returncode not in {0, -9}:
            raise AssertionError(f"{do} ended with {child.returncode}: {err[-3000:]}")
        return json.loads(lines[-1]) if lines else None

    def _start(self, name: str, home: Path, do: str, point: Point | None) -> "subprocess.Popen[str]":
        orders = {"do": do, "address": self.address, "username": name, "version": "1.20.4", "goals": self.goals}
        orders["storage"] = "nearby" if self.stored else None
        if isinstance(point, AtLine):
            orders |= {"line": point.line, "when": point.when, "event": point.event}
        child = subprocess.Popen(
            [sys.executable, str(MORTAL)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "CRAFTPLAN_HOME": str(home), "PYTHONPATH": str(MORTAL.parent)},
        )
        assert child.stdin is not None
        child.stdin.write(json.dumps(orders) + "\n")
        child.stdin.flush()
        return child


def _alive(pid: int) -> bool:
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        return state != "Z"
    return False


def _intact(ledger: Ledger) -> bool:
    try:
        ledger.head()  # mends a torn tail
    except CraftplanError:
        return False
    return ledger.verify().damage is None
