"""Documentation is tested: every command in README and docs runs, every command and record kind is documented."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from craftplan.agent.doors.chat.commands import COMMANDS as CHAT_COMMANDS
from craftplan.agent.doors.commands import NAMES
from craftplan.agent.ledger.record import Event
from craftplan.agent.node import Node
from craftplan.server.control import ControlError
from craftplan.server.practice import PracticeServer
from jars import zipped
from mirror import Mojang, Paper
from running import running
from shell import craftplan
from stand_ins import stand_in_jar, stand_in_java

EXITS = {"plan": {0, 1}, "why-not": {0, 1}, "graph": {0, 1}}
"""A plan that lacks something is a full answer, and exits 1."""


def commands(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^\$ scripts/(.+)$", text, re.MULTILINE)


def test_every_command_of_the_planning_page_runs(tree: Path) -> None:
    found = commands(tree / "docs" / "planning.md")
    assert len(found) >= 11
    for line in found:
        name, *arguments = shlex.split(line)
        said = craftplan(*arguments)
        assert (name, said.code in EXITS[arguments[0]]) == ("craftplan", True), (line, said.err)


def test_every_command_of_the_catalogs_page_runs(
    tree: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = commands(tree / "docs" / "catalogs.md")
    assert len(found) >= 6
    chest = {"type": "minecraft:crafting_shapeless", "ingredients": [{"item": "minecraft:cherry_planks"}] * 8}
    content = {
        "pack.mcmeta": {"pack": {"pack_format": 26, "description": ""}},
        "data/my/recipes/cherry_chest.json": {**chest, "result": {"item": "my:cherry_chest"}},
    }
    (tmp_path / "my-pack.zip").write_bytes(zipped(content))
    monkeypatch.chdir(tmp_path)
    for line in found:
        _, *arguments = shlex.split(line)
        said = craftplan(*arguments)
        assert said.code == (1 if "diff" in arguments else 0), (line, said.err)


@pytest.mark.server
def test_every_command_of_the_servers_page_runs(
    tree: Path, home: Path, tmp_path: Path, node: Node, server_packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (tree / "docs" / "servers.md").read_text(encoding="utf-8")
    (scenario,) = re.findall(r"```json\n(.+?)```", text, re.DOTALL)
    (tmp_path / "scenario.json").write_text(scenario)
    (tmp_path / "my-pack.zip").write_bytes(zipped({"pack.mcmeta": {"pack": {"pack_format": 26}}}))
    monkeypatch.chdir(tmp_path)
    java = ["--java", str(stand_in_java(tmp_path / "java")), "--rcon-port", "0"]
    jar = stand_in_jar()
    found = commands(tree / "docs" / "servers.md")
    assert len(found) >= 6
    with PracticeServer(node.path, server_packages) as practice, Mojang(jar) as mojang, Paper({5: jar}) as paper:
        mirrors = {"vanilla": [*java, "--mirror", mojang.url], "paper": [*java, "--mirror", paper.url], "practice": []}
        for line in found:
            _, *arguments = shlex.split(line.replace("localhost:25565", f"{practice.host}:{practice.port}"))
            if arguments[1] == "attach":
                assert craftplan(*arguments).code == 0
            else:
                starts_and_stops([*arguments, "--port", "0", *mirrors[arguments[1]]])


def starts_and_stops(arguments: list[str]) -> None:
    with running(*arguments) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=30)
    assert (server.returncode, " server  " in said) == (0, True), complaints


@pytest.mark.server
def test_the_servers_page_names_every_condition_mishap_and_order(tree: Path, node: Node, server_packages: Path) -> None:
    text = (tree / "docs" / "servers.md").read_text(encoding="utf-8")
    with PracticeServer(node.path, server_packages) as practice:
        known = set(practice.control.conditions())
        for order in ({"op": "none"}, {"op": "conditions", "set": {"mishaps": [{"op": "none"}]}}):
            with pytest.raises(ControlError) as raised:
                practice.control.ask(**order)
            known |= set(raised.value.message.partition("there are ")[2].split(", "))
    assert len(known) > 35
    assert [name for name in sorted(known) if f"`{name}`" not in text] == []


@pytest.mark.server
def test_every_command_of_the_readme_runs(tree: Path, home: Path, node: Node, server_packages: Path) -> None:
    found = commands(tree / "README.md")
    assert len(found) >= 7
    with PracticeServer(node.path, server_packages) as practice:
        for line in found:
            name, *arguments = shlex.split(line.replace("localhost:25565", f"{practice.host}:{practice.port}"))
            if name == "test":
                assert os.access(tree / "scripts" / "test", os.X_OK)
            elif arguments[0] == "bot":
                joins_and_stops(arguments)
            elif "--server" in arguments:
                said = craftplan(*arguments)
                assert (said.code, "missing" in said.out) == (1, True), said.err
            else:
                said = craftplan(*arguments)
                assert said.code in EXITS.get(arguments[0], {0}), (line, said.err)


def test_every_command_of_the_chat_is_documented_and_the_bot_is_started_as_in_the_readme(tree: Path) -> None:
    page = tree / "docs" / "in-the-game.md"
    text = page.read_text(encoding="utf-8")
    assert [name for name in CHAT_COMMANDS if f"`!{name}" not in text and f"!{name} " not in text] == []
    assert set(commands(page)) <= set(commands(tree / "README.md"))


def joins_and_stops(arguments: list[str]) -> None:
    command = [sys.executable, "-u", "-c", "from craftplan.agent.doors.main import main; main()", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as bot:
        assert bot.stdout is not None
        assert b"listens on" in bot.stdout.readline()
        bot.send_signal(signal.SIGINT)
        bot.communicate(timeout=30)
    assert bot.returncode == 130


def test_the_readmes_python_runs(tree: Path) -> None:
    (example,) = re.findall(r"```python\n(.+?)```", (tree / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 minecraft:" in done.stdout


def test_every_command_is_in_readme_or_docs(tree: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in [tree / "README.md", *tree.glob("docs/*.md")])
    missing = [name for name in NAMES if not re.search(rf"craftplan {name}\b", text)]
    assert missing == []


def test_every_kind_of_record_is_documented(tree: Path) -> None:
    text = (tree / "docs" / "ledger.md").read_text(encoding="utf-8")
    assert [event for event in Event if f"`{event}`" not in text] == []
