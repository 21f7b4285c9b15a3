"""The bot in the game: another player types, the bot answers in the chat."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.bot import Bot
from craftplan.server.practice import PracticeServer

pytestmark = pytest.mark.server
SECONDS = 30.0


@dataclass
class Town:
    """A practice server with a commanding player, a stranger's name and craftplan's bot."""

    practice: PracticeServer
    player: Bot
    heard: int = 0
    lines: list[str] = field(default_factory=list)

    def type(self, text: str, *, until: str) -> list[str]:
        """Type a line of chat and return what the bot answered, up to a line that holds ``until``."""
        self.player.chat(text)
        return self.hear(until)

    def hear(self, until: str) -> list[str]:
        """Return the bot's lines up to one that holds ``until``."""
        lines: list[str] = []
        end = time.monotonic() + SECONDS
        while not any(until in line for line in lines):
            assert time.monotonic() < end, f"no {until!r} in {lines}"
            for event in self.player.events(self.heard):
                self.heard = event.seq
                if event.kind == "chat" and event.sender == "Crafty":
                    lines.append(event.text)
        self.lines += lines
        return lines


@pytest.fixture(params=["Boss"])
def town(
    request: pytest.FixtureRequest, home: Path, node: Node, server_packages: Path, bridge_packages: Path
) -> Iterator[Town]:
    with (
        PracticeServer(node.path, server_packages) as practice,
        Bot(node.path, bridge_packages) as player,
    ):
        player.connect(practice.host, practice.port, "Boss")
        town = Town(practice, player)
        command = [sys.executable, "-c", "from craftplan.agent.doors.main import main; main()", "bot"]
        command += ["--server", f"{practice.host}:{practice.port}", "--username", "Crafty", "--allow", request.param]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ) as bot:
            assert bot.stdout is not None
            assert b"listens on" in bot.stdout.readline()
            try:
                town.hear("craftplan listens: !plan ITEM, !craft ITEM, !help")
                yield town
            finally:
                bot.send_signal(signal.SIGINT)
                _, said = bot.communicate(timeout=SECONDS)
        assert bot.returncode == 130, said.decode()


@pytest.mark.promise("chat.commands")
@pytest.mark.promise("chat.short")
def test_plan_craft_and_help_are_answered_in_at_most_three_short_lines(town: Town) -> None:
    assert len(town.type("!help", until="!help: ")) <= 3
    plan = town.type("!plan wooden_pickaxe", until="missing")
    assert "wooden_pickaxe ×1: 4 steps" in plan[-2]
    assert "3 oak logs" in plan[-1]
    town.practice.control.give("Crafty", "oak_log", 3)
    assert (
        town.type("!craft wooden pickaxe", until="confirmed")[-1] == "wooden_pickaxe ×1 made, confirmed by the server"
    )
    assert town.practice.control.inventory("Crafty").counts["minecraft:wooden_pickaxe"] == 1
    assert all(len(line) <= 200 for line in town.lines)


@pytest.mark.promise("chat.commands")
def test_mistakes_are_answered_with_a_hint_and_end_nothing(town: Town) -> None:
    assert "did you mean" in town.type("!craft wodden_pickaxe", until="hint")[-1]
    assert "!help" in town.type("!dance", until="do not know")[-1]
    assert town.type("!craft bedrock", until="no recipe")


@pytest.mark.promise("chat.commands")
@pytest.mark.parametrize("town", ["Somebody"], indirect=True)
def test_who_is_not_allowed_is_answered_once_and_never_obeyed(town: Town) -> None:
    town.practice.control.give("Crafty", "oak_log", 1)
    assert town.type("!craft stick", until="Boss") == ["Boss: only Somebody may command me"]
    town.player.chat("!craft stick")
    town.player.chat("craftplan, are you there?")
    assert town.practice.control.inventory("Crafty").counts == {"minecraft:oak_log": 1}
