"""The bot in the game: another player types, the bot answers in the chat."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest
from craftplan.agent import places
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.node import Node
from craftplan.agent.runs.gates import waiting
from craftplan.bridge.bot import Bot
from craftplan.server.practice import PracticeServer
from stage import until

pytestmark = pytest.mark.server
CRAFTPLAN = (sys.executable, "-c", "from craftplan.agent.doors.main import main; main()")
SECONDS = 30.0


@dataclass
class Town:
    """A practice server with a commanding player, and craftplan's bot with its console."""

    practice: PracticeServer
    player: Bot
    console: IO[bytes]
    heard: int = 0
    lines: list[str] = field(default_factory=list)

    def type(self, text: str, *, until: str) -> list[str]:
        """Type a line of chat and return what the bot answered, up to a line that holds ``until``."""
        self.player.chat(text)
        return self.hear(until)

    def order(self, text: str) -> None:
        """Type an order and wait until its first step is near."""
        self.player.chat(text)
        while "step" not in self.type("!status", until="making")[-1]:
            pass

    def whisper(self, text: str, *, until: str) -> list[str]:
        """Whisper a line to the bot and return what it whispered back."""
        self.player.whisper("Crafty", text)
        return self.hear(until, whispered=True)

    def hear(self, until: str, *, whispered: bool = False) -> list[str]:
        """Return the bot's lines up to one that holds ``until``."""
        lines: list[str] = []
        end = time.monotonic() + SECONDS
        while not any(until in line for line in lines):
            assert time.monotonic() < end, f"no {until!r} in {lines}"
            for event in self.player.events(self.heard):
                self.heard = event.seq
                if event.kind == "chat" and event.sender == "Crafty":
                    assert event.whisper == whispered, event.text
                    lines.append(event.text)
        self.lines += lines
        return lines


@pytest.fixture(params=[["--allow", "Boss", "--trust-names"]])
def town(
    request: pytest.FixtureRequest, home: Path, node: Node, server_packages: Path, bridge_packages: Path
) -> Iterator[Town]:
    with (
        PracticeServer(node.path, server_packages) as practice,
        Bot(node.path, bridge_packages) as player,
    ):
        player.connect(practice.host, practice.port, "Boss")
        command = [*CRAFTPLAN, "bot"]
        command += ["--server", f"{practice.host}:{practice.port}", "--username", "Crafty", *request.param]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ) as bot:
            assert bot.stdout is not None
            assert b"listens on" in bot.stdout.readline(), bot.stderr and bot.stderr.read()
            town = Town(practice, player, bot.stdout)
            try:
                town.hear("craftplan listens: !craft ITEM, !plan ITEM, !help")
                yield town
            finally:
                bot.send_signal(signal.SIGINT)
                _, said = bot.communicate(timeout=SECONDS)
        assert bot.returncode == 130, said.decode()


@pytest.mark.promise("chat.commands")
@pytest.mark.promise("chat.short")
def test_plan_craft_and_help_are_answered_in_at_most_three_short_lines(town: Town) -> None:
    assert len(town.type("!help", until="!help COMMAND")) <= 3
    assert "never use ITEM" in town.type("!help remember", until="!remember")[-1]
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
@pytest.mark.parametrize("town", [["--allow", "Somebody"]], indirect=True)
def test_who_is_not_allowed_is_answered_once_and_never_obeyed(town: Town) -> None:
    town.practice.control.give("Crafty", "oak_log", 1)
    assert town.type("!craft stick", until="Boss") == ["Boss: only Somebody may command me"]
    town.player.chat("!craft stick")
    town.player.chat("craftplan, are you there?")
    assert town.practice.control.inventory("Crafty").counts == {"minecraft:oak_log": 1}


@pytest.mark.promise("chat.who")
@pytest.mark.parametrize("town", [["--allow", "Boss"]], indirect=True)
def test_where_names_are_not_checked_a_player_says_the_code_on_the_console(town: Town) -> None:
    assert "does not check names" in town.whisper("!craft stick", until="!pair CODE")[-1]
    code = town.console.readline().decode().split()[-1]
    assert "not the code" in town.whisper("!pair ABCDEF", until="code")[-1]
    assert "paired" in town.whisper(f"!pair {code.lower()}", until="paired")[-1]
    assert town.whisper("!inventory", until="carry") == ["I carry nothing that can be used"]
    town.player.disconnect()
    until(lambda: "Boss" not in town.practice.control.players(), "Boss has left")
    town.player.connect(town.practice.host, town.practice.port, "Boss")
    town.heard = max(event.seq for event in town.player.events())
    assert "does not check names" in town.whisper("!craft stick", until="!pair CODE")[-1]


@pytest.mark.promise("chat.commands")
def test_orders_wait_in_a_queue_and_stop_ends_what_is_being_made(town: Town) -> None:
    town.practice.control.give("Crafty", "oak_log", 3)
    town.practice.control.conditions(lag=300)
    town.order("!craft wooden_pickaxe")
    assert town.type("!craft oak_button", until="waits") == ["oak_button ×1 waits as number 2"]
    making, waiting = town.type("!status", until="waiting: ")
    assert re.fullmatch("making wooden_pickaxe ×1 for Boss, step [1-4] of 4", making)
    assert waiting == "waiting: 2 oak_button ×1"
    said = town.type("!stop", until="stopped: ")
    assert said[0] == "stopping before the next step; 1 waiting orders dropped"
    assert "Boss wanted it to stop before" in said[-1]
    town.practice.control.conditions(lag=0)
    assert town.type("!status", until="idle") == ["idle"]
    assert "minecraft:wooden_pickaxe" not in town.practice.control.inventory("Crafty").counts


def carry_diamonds(town: Town, bot: str) -> None:
    for item, count in (("diamond", 3), ("stick", 2), ("crafting_table", 1)):
        assert town.practice.control.give(bot, item, count) == 0


@pytest.mark.promise("chat.approve")
@pytest.mark.parametrize("town", [["--allow", "Boss", "--trust-names", "--approver", "shell:owner"]], indirect=True)
def test_only_who_is_named_passes_a_gate(town: Town) -> None:
    carry_diamonds(town, "Crafty")
    asked = town.type("!craft diamond_pickaxe", until="!approve")
    gate = asked[-1].split()[1]
    refused = town.type(f"!approve {gate}", until="hint")
    assert refused[0] == f"gate {gate} is for shell:owner to approve, not for player:Boss"
    assert town.practice.control.inventory("Crafty").counts["minecraft:diamond"] == 3


@pytest.mark.promise("chat.approve")
def test_a_gate_of_another_bots_run_is_neither_shown_nor_passed(town: Town) -> None:
    address = f"{town.practice.host}:{town.practice.port}"
    other = [*CRAFTPLAN, "craft", "stick", "--server", address, "--username", "Other", "--approve", "all", "--json"]
    said = subprocess.run(other, stdout=subprocess.PIPE, timeout=2 * SECONDS, check=False)
    assert said.returncode == 10
    gate = json.loads(said.stdout)["gate"]["id"]
    assert town.type("!approve", until="approval") == ["nothing waits for an approval"]
    assert "is of the bot Other" in town.type(f"!approve {gate}", until="hint")[0]
    assert [waits.id for waits in waiting(Ledger(places.state() / "ledger"))] == [gate]


@pytest.mark.promise("chat.approve")
@pytest.mark.parametrize("town", [["--allow", "Boss", "--trust-names", "--approver", "Boss"]], indirect=True)
def test_what_is_scarce_is_approved_first_and_only_once(town: Town) -> None:
    carry_diamonds(town, "Crafty")
    asked = town.type("!craft diamond_pickaxe", until="!approve")
    assert asked[0] == "diamond_pickaxe ×1 would use up 3 diamonds, 2 sticks"
    gate = asked[-1].split()[1]
    assert town.practice.control.inventory("Crafty").counts["minecraft:diamond"] == 3
    assert "diamond_pickaxe ×1 made" in town.type(f"!approve {gate}", until="confirmed")[-1]
    assert town.type(f"!approve {gate}", until="hint")
    assert town.practice.control.inventory("Crafty").counts["minecraft:diamond_pickaxe"] == 1


@pytest.mark.promise("chat.commands")
def test_wishes_are_remembered_from_the_chat_and_what_failed_is_explained(town: Town) -> None:
    town.practice.control.give("Crafty", "oak_log", 1)
    wish = town.type("!remember never use oak_log", until="from now on")[-1].split()[-1].rstrip(")")
    assert "missing: 1 spruce log" in town.type("!craft stick", until="in the way: never use oak_log")
    assert "holds no longer" in town.type(f"!forget {wish}", until="holds")[-1]
    town.practice.control.refuse({"result": "stick", "member": "oak_planks"})
    assert "!why" in town.type("!craft stick", until="!why")[-1]
    assert any("expected" in line for line in town.type("!why", until="seen"))


@pytest.mark.promise("chat.stays")
def test_a_bot_that_is_thrown_off_joins_again_and_goes_on_with_its_order(town: Town) -> None:
    town.practice.control.give("Crafty", "oak_log", 3)
    town.practice.control.ask("full_inventory", player="Boss")  # who else would pick up what falls
    town.practice.control.conditions(lag=200)
    town.order("!craft wooden_pickaxe")
    town.practice.control.kick("Crafty", "back soon")
    town.practice.control.conditions(lag=0)
    assert "wooden_pickaxe ×1 made" in town.hear("confirmed")[-1]
    counts = town.practice.control.inventory("Crafty").counts
    assert counts["minecraft:wooden_pickaxe"] == 1
    assert counts.get("minecraft:oak_log", 0) == 0
