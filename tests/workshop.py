"""A practice server with a bot on it, and a run's audience that only listens."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.memory.lessons import Lesson
from craftplan.agent.node import Node
from craftplan.agent.runs.gates import Terms
from craftplan.agent.runs.pipeline import craft
from craftplan.agent.runs.report import Report
from craftplan.agent.runs.verification import Verdict
from craftplan.agent.world import Where, World
from craftplan.bridge.bot import Bot
from craftplan.bridge.messages import REACH
from craftplan.planner.goal import Goal
from craftplan.planner.result import Plan, Step
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, qualified, short
from craftplan.server.practice import PracticeServer

BOT = "Tester"


@dataclass
class Listener:
    """Keeps what a run tells."""

    said: list[str] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lessons: list[Lesson] = field(default_factory=list)
    stops: str | None = None

    def say(self, text: str) -> None:
        self.said.append(text)

    def planned(self, plan: Plan) -> None:
        self.plans.append(plan)

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        self.confirmed.append(short(step.item))

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        self.refused.append(short(step.item))

    def learnt(self, lesson: Lesson) -> None:
        self.lessons.append(lesson)

    def stop_asked(self) -> str | None:
        return self.stops


@dataclass
class Workshop:
    """A bot on a practice server, whose own word on what the bot holds is ``truth``."""

    practice: PracticeServer
    bot: Bot
    minecraft: str
    ledger: Ledger

    def give(self, **items: int) -> None:
        for name, count in items.items():
            assert self.practice.control.give(BOT, qualified(name), count) == 0

    def truth(self) -> dict[str, int]:
        return {short(item): count for item, count in self.practice.control.inventory(BOT).counts.items()}

    def world(self, *, gives: bool = False) -> World:
        """The world as a run sees it."""

        def give(item: ItemId, count: int) -> None:
            self.practice.control.give(BOT, item, count)

        address = f"{self.practice.host}:{self.practice.port}"
        return World(self.bot, "practice", address, self.minecraft, BOT, give if gives else None)

    def craft(
        self,
        *goals: tuple[str, int],
        gives: bool = False,
        listener: Listener | None = None,
        terms: Terms = Terms(),  # noqa: B008 - frozen
        reach: float = REACH,
        storage: Where = None,
    ) -> tuple[Report, Listener]:
        world = replace(self.world(gives=gives), reach=reach, storage=storage)
        wanted = tuple(Goal(ItemId(qualified(name)), count) for name, count in goals)
        listener = listener or Listener()
        return craft(world, builtin(self.minecraft), wanted, self.ledger, listener, terms), listener


@pytest.fixture(params=["1.20.4"])
def workshop(
    request: pytest.FixtureRequest, node: Node, server_packages: Path, bridge_packages: Path, tmp_path: Path
) -> Iterator[Workshop]:
    """A fresh server and bot for each test; parametrize indirectly for another version."""
    version = request.param
    with (
        PracticeServer(node.path, server_packages, version=version) as practice,
        Bot(node.path, bridge_packages) as bot,
    ):
        bot.connect(practice.host, practice.port, BOT)
        yield Workshop(practice, bot, version, Ledger(tmp_path / "ledger"))
