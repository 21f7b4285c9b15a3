"""A bare client of the protocol on a practice server: it sends what it is told and says what it heard."""

import json
import subprocess
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from craftplan.agent.node import Node
from craftplan.server.control import Control
from craftplan.server.practice import PracticeServer

SCRIPT = Path(__file__).with_name("server") / "player.cjs"
DEADLINE = 20.0
FENCE = (0, 1, 0)
"""Where a block is changed so that a client hears of it after everything else."""


def until(look: Callable[[], object], what: str) -> None:
    """Wait until ``look`` is true."""
    end = time.monotonic() + DEADLINE
    while not look():
        assert time.monotonic() < end, f"not within {DEADLINE} s: {what}"
        time.sleep(0.005)


class Player:
    """A client that sends exactly what it is told; ``heard`` is what the server said since it was last asked."""

    def __init__(self, node: Node, packages: Path, practice: PracticeServer, name: str) -> None:
        self.name = name
        self.control: Control = practice.control
        options = {"host": practice.host, "port": practice.port, "username": name, "version": practice.version}
        self.process = subprocess.Popen(
            [node.path, SCRIPT, packages, json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.fences = count()
        self.done = 0
        self.ask("wait", wanted={"name": "window_items", "window": 0})

    def ask(self, does: str, **order: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"does": does, **order}) + "\n")
        self.process.stdin.flush()
        alarm = threading.Timer(DEADLINE, self.process.kill)
        alarm.start()
        line = self.process.stdout.readline()
        alarm.cancel()
        assert line, f"no answer to {does} {order}"
        return json.loads(line)

    def heard(self) -> list[dict[str, Any]]:
        """Everything the server has said until now: what it still has to say of earlier clicks is waited for."""
        block = ("stone", "dirt")[next(self.fences) % 2]
        self.control.set_block(*FENCE, block)
        self.ask("wait", wanted={"name": "block_change", "at": FENCE})
        said: list[dict[str, Any]] = self.ask("heard")
        return [packet for packet in said if packet["name"] != "block_change"]

    def click(self, slot: int, button: int = 0, mode: int = 0, **claims: Any) -> int:
        """Click, and wait until the server has seen it."""
        before = self.clicks()
        action = int(self.ask("click", slot=slot, button=button, mode=mode, **claims))
        until(lambda: self.clicks() > before, f"the server sees a click on {slot}")
        return action

    def clicks(self) -> int:
        return int(self.control.log(self.name, 0)["seen"])

    def clicks_done(self) -> int:
        """How many clicks the server has done since the last `hold`."""
        return len(self.control.log(self.name, 100_000)["clicks"]) - self.done

    def open(self, position: tuple[int, int, int], block: str) -> None:
        self.control.set_block(*position, block)
        self.ask("heard")
        self.ask("use", **dict(zip("xyz", position, strict=True)))
        self.ask("wait", wanted={"name": "open_window"})

    def hold(self, **items: int) -> None:
        """Hold exactly these, from the first hotbar slot on."""
        self.control.clear(self.name)
        for item, number in items.items():
            assert self.control.give(self.name, item, number) == 0
        self.heard()
        self.done = len(self.control.log(self.name, 100_000)["clicks"])

    def held(self) -> dict[str, int]:
        return {item.removeprefix("minecraft:"): n for item, n in self.control.inventory(self.name).counts.items()}

    def end(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        with self.process:
            self.process.stdin.close()
            self.process.wait(10)
