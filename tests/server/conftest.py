"""A practice server of each version, bare clients of the protocol on it, and Node to ask its matcher."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from bare_client import Player, until
from craftplan import server
from craftplan.agent.node import Node
from craftplan.server.practice import PracticeServer

JS = Path(server.__path__[0], "js")


@pytest.fixture(scope="session")
def practices(node: Node, server_packages: Path) -> Iterator[Callable[[str], PracticeServer]]:
    """The practice server of a version, started when it is first asked for."""
    running: dict[str, PracticeServer] = {}
    with ExitStack() as stack:

        def practice(version: str = "1.20.4") -> PracticeServer:
            if version not in running:
                running[version] = stack.enter_context(PracticeServer(node.path, server_packages, version=version))
            return running[version]

        yield practice


@pytest.fixture(scope="module")
def on_stage(
    node: Node, server_packages: Path, practices: Callable[[str], PracticeServer], request: pytest.FixtureRequest
) -> Iterator[Player]:
    """A bare client, one for a module and version."""
    version = getattr(request, "param", "1.20.4")
    player = Player(node, server_packages, practices(version), f"Bare{request.module.__name__[-8:]}{version[-4:]}")
    yield player
    player.end()


@pytest.fixture
def player(on_stage: Player) -> Iterator[Player]:
    """The module's client with nothing in its hands, on a server that behaves."""
    on_stage.hold()
    yield on_stage
    on_stage.control.reset()
    on_stage.ask("acknowledge", yes=True)
    on_stage.ask("close")
    on_stage.heard()
    on_stage.control.clear(on_stage.name)
    until(lambda: on_stage.control.dropped() == {}, "what fell is picked up")


@pytest.fixture
def join(node: Node, server_packages: Path) -> Iterator[Callable[[PracticeServer, str], Player]]:
    """Join a server under a name; who joined leaves after the test."""
    players: list[Player] = []

    def joined(practice: PracticeServer, name: str) -> Player:
        players.append(Player(node, server_packages, practice, name))
        return players[-1]

    yield joined
    for one in players:
        one.end()


@pytest.fixture(scope="session")
def ask_matcher(node: Node) -> Callable[[str, list[Any]], list[Any]]:
    """The server's own matcher, asked about many grids at once: its answers, each [item, count] or None."""
    script = """
    const { Rules } = require(process.argv[1] + '/rules.cjs')
    const rules = new Rules(process.argv[2])
    const grids = JSON.parse(require('fs').readFileSync(0))
    console.log(JSON.stringify(grids.map(([grid, width]) => rules.match(grid, width))))
    """

    def ask(version: str, grids: list[Any]) -> list[Any]:
        command = [node.path, "-e", script, str(JS), version]
        done = subprocess.run(command, input=json.dumps(grids), capture_output=True, text=True, timeout=60, check=True)
        return [made and (f"minecraft:{made['item']}", made["count"]) for made in json.loads(done.stdout)]

    return ask
