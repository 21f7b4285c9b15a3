"""What others say, and what the bot says, between two bots in two processes."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from stage import MIXED_PICKAXE, Stage, at_table, until

pytestmark = pytest.mark.server

OTHER = """
import sys
from pathlib import Path
from craftplan.bridge.bot import Bot
from craftplan.bridge.messages import Attempt
with Bot(Path(sys.argv[1]), Path(sys.argv[2])) as bot:
    bot.connect("127.0.0.1", int(sys.argv[3]), "Other")
    print("joined", flush=True)
    for line in sys.stdin:
        if line.startswith("?"):
            heard = [f"{event.sender}: {event.text}" for event in bot.events() if event.kind == "chat"]
            print(*heard, sep="|", flush=True)
        elif line.startswith("+"):
            attempt = Attempt.model_validate_json(line[1:])
            print(bot.attempt(attempt).outcome, flush=True)
        else:
            bot.chat(line)
            print("said", flush=True)
"""


class Other:
    """The second bot, told what to say."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.answer()

    def ask(self, line: str) -> str:
        self.tell(line)
        return self.answer()

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()


@pytest.fixture
def other(stage: Stage, node: Node, bridge_packages: Path) -> Iterator[Other]:
    command = [sys.executable, "-c", OTHER, str(node.path), str(bridge_packages), str(stage.server.port)]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Other(process)
        assert process.stdin
        process.stdin.close()
        assert process.wait(10) == 0


def test_what_others_say_is_heard_with_who_said_it(stage: Stage, other: Other) -> None:
    after = max((event.seq for event in stage.bot.events()), default=0)
    other.ask("!craft 3 torch")
    until(lambda: any(event.kind == "chat" for event in stage.bot.events(after)), "the line")
    (heard,) = [event for event in stage.bot.events(after) if event.kind == "chat"]
    assert (heard.sender, heard.text, heard.whisper) == ("Other", "!craft 3 torch", False)


def test_what_the_bot_says_is_one_clean_line_and_never_a_command(stage: Stage, other: Other) -> None:
    stage.bot.chat("two\nlines §cred " + "x" * 400)
    stage.bot.chat("/stop")
    stage.bot.chat("done")
    until(lambda: "done" in other.ask("?"), "the lines arrive")
    lines = [line for line in other.ask("?").split("|") if line.startswith(f"{stage.name}: ")]
    assert [line.removeprefix(f"{stage.name}: ")[:18] for line in lines] == ["two lines red xxxx", "done"]
    assert all(len(line) <= 256 + len(stage.name) + 2 for line in lines)


@pytest.mark.parametrize("strategy", ["burst", "careful"])
def test_two_bots_craft_at_one_table_at_once(stage: Stage, other: Other, strategy: str) -> None:
    control = stage.server.control
    stage.hold(oak_planks=20, spruce_planks=10, stick=20)
    control.clear("Other")
    for item, count in (("oak_planks", 20), ("spruce_planks", 10), ("stick", 20)):
        control.give("Other", item, count)
    order = at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", times=10, strategy=strategy)
    other.tell(f"+{order.model_dump_json()}")
    assert stage.bot.attempt(order).outcome == "ok"
    assert other.answer() == "ok"
    assert stage.held() == {"wooden_pickaxe": 10}
    assert control.inventory("Other").counts == {"minecraft:wooden_pickaxe": 10}
