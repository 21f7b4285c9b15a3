"""What every test may use: the tree, the reference data where it is there, Node and the pinned packages."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest
from craftplan import bridge, server
from craftplan.agent import places
from craftplan.agent.node import Node, find_node, packages_for
from craftplan.server.practice import practice_versions

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Who starts the tests in the background may have left ctrl-C ignored, for all that they start."""
hypothesis.settings.register_profile("same", derandomize=True, deadline=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("same")
"""The same examples each time; ``pytest --hypothesis-profile=explore`` looks for new ones."""
TREE = Path(os.environ.get("CRAFTPLAN_TREE", Path(__file__).parents[1]))

IN_CI = ("1.13.2", "1.16.5", "1.18.2", "1.19.4", "1.20.1", "1.20.4", "1.21.1", "1.21.4")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-versions", action="store_true", help="try every version of the game that can be, not CI's")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "practised" in metafunc.fixturenames:
        chosen = (
            practice_versions()
            if metafunc.config.getoption("all_versions")
            else getattr(metafunc.module, "CHOSEN", IN_CI)
        )
        metafunc.parametrize("practised", chosen)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what plays with real servers once more where it fails, and name it: a busy machine may cost it a race."""
    for item in items:
        if item.get_closest_marker("server"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def tree() -> Path:
    """The checkout, also when the tests run against a wheel elsewhere."""
    return TREE


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the checkout."""
    folder = TREE.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the reference data is not at {folder}")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty CRAFTPLAN_HOME that shares the installed JavaScript packages with the user's own."""
    installed = places.cache() / "node"
    installed.mkdir(parents=True, exist_ok=True)
    folder = tmp_path / "home"
    (folder / "cache").mkdir(parents=True)
    (folder / "cache" / "node").symlink_to(installed)
    monkeypatch.setenv("CRAFTPLAN_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def node() -> Node:
    return find_node()


@pytest.fixture(scope="session")
def bridge_packages(node: Node) -> Path:
    return packages_for(Path(bridge.__path__[0], "js"), node)


@pytest.fixture(scope="session")
def server_packages(node: Node) -> Path:
    return packages_for(Path(server.__path__[0], "js"), node)
