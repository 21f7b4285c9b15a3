"""Practice servers that live for the session, and a bot for each test module and version."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.bot import Bot
from craftplan.server.practice import PracticeServer
from stage import Stage

_numbers = count(1)


@pytest.fixture(scope="session")
def practice(node: Node, server_packages: Path) -> Iterator[Callable[[str], PracticeServer]]:
    """The practice server of a version, started when it is first asked for."""
    running: dict[str, PracticeServer] = {}
    with ExitStack() as stack:

        def server(version: str = "1.20.4") -> PracticeServer:
            if version not in running:
                running[version] = stack.enter_context(PracticeServer(node.path, server_packages, version=version))
            return running[version]

        yield server


@pytest.fixture
def new_bot(node: Node, bridge_packages: Path) -> Iterator[Bot]:
    """A bot that is on no server yet."""
    with Bot(node.path, bridge_packages) as bot:
        yield bot


@pytest.fixture(scope="module")
def on_stage(
    node: Node, bridge_packages: Path, practice: Callable[[str], PracticeServer], request: pytest.FixtureRequest
) -> Iterator[Stage]:
    """A bot on a practice server, one for a module; the version is 1.20.4 or the test's parameter."""
    server = practice(getattr(request, "param", "1.20.4"))
    name = f"Hands{next(_numbers)}"
    with Bot(node.path, bridge_packages) as bot:
        bot.connect(server.host, server.port, name)
        yield Stage(server, bot, name)


@pytest.fixture
def stage(on_stage: Stage) -> Iterator[Stage]:
    """The module's bot with nothing in its hands, on a server that behaves."""
    on_stage.hold()
    yield on_stage
    on_stage.server.control.reset()
