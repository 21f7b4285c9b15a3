"""``craftplan server paper``, ``vanilla`` and ``attach``, with stand-ins for the download hosts and for Java."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.bot import Bot
from craftplan.recipes.errors import WorldError
from craftplan.server.ping import ping
from craftplan.server.practice import PracticeServer
from craftplan.server.rcon import Rcon
from mirror import Mirror, Mojang, Paper
from running import running
from shell import craftplan
from stand_ins import free_port, stand_in_jar, stand_in_java


@pytest.fixture(params=["vanilla", "paper"])
def host(request: pytest.FixtureRequest) -> Iterator[tuple[str, Mirror]]:
    """The kind of server, and the stand-in for the host that it comes from."""
    made = Mojang(stand_in_jar(ms=200)) if request.param == "vanilla" else Paper({5: stand_in_jar(ms=200)})
    with made as serving:
        yield request.param, serving


def words(kind: str, serving: Mirror, tmp_path: Path, java: str = "17.0.9") -> list[str]:
    named = stand_in_java(tmp_path / f"java-{java}", java)
    return ["server", kind, "1.20.4", "--port", "0", "--rcon-port", "0", "--mirror", serving.url, "--java", str(named)]


@pytest.mark.promise("server.eula")
def test_without_the_persons_word_nothing_is_fetched(host: tuple[str, Mirror], home: Path, tmp_path: Path) -> None:
    said = craftplan(*words(*host, tmp_path), "--json")
    assert (said.code, said.document["error"]["code"]) == (10, "eula")
    assert "--accept-eula" in said.err
    assert host[1].agents == []


@pytest.mark.promise("server.real")
def test_a_server_is_fetched_started_found_by_ping_and_stopped_whole(
    host: tuple[str, Mirror], home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "server"
    asked = [*words(*host, tmp_path), "--folder", str(folder), "--accept-eula"]
    for times in (1, 2):
        with running(*asked, "--json") as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            told = json.loads(line)
            assert (told["kind"], told["minecraft"], told["online"]) == (host[0], "Stand-in 1.20.4", False)
            address = f"{told['host']}:{told['port']}"
            console = ["--rcon-port", str(told["rcon"]["port"]), "--rcon-password", told["rcon"]["password"]]
            seen = craftplan("server", "attach", address, *console, "--player", "Bot", "--item", "stick", "--json")
            assert (seen.code, seen.document["minecraft"], seen.document["holds"]) == (0, "1.20.4", {"stick": 0})
            process.send_signal(signal.SIGTERM)
            rest, progress = process.communicate(timeout=30)
        assert (process.returncode, rest) == (0, "")
        assert progress.endswith("stopping; the world is kept\n")
        assert len((folder / "world" / "saved").read_text().splitlines()) == times
        asked.remove("--accept-eula") if "--accept-eula" in asked else None
    assert host[1].ranges == [None]


@pytest.mark.promise("server.java")
def test_the_wrong_java_exits_3_before_anything_is_fetched(
    host: tuple[str, Mirror], home: Path, tmp_path: Path
) -> None:
    said = craftplan(*words(*host, tmp_path, java="1.8.0_392"), "--accept-eula")
    assert said.code == 3
    assert "no Java 17 or newer: --java: Java 8 at" in said.err
    assert host[1].agents == []


def test_a_crash_exits_3_with_the_end_of_the_log(home: Path, tmp_path: Path) -> None:
    with Mojang(stand_in_jar(crash="Failed to load level")) as serving:
        said = craftplan(*words("vanilla", serving, tmp_path), "--accept-eula", "--json")
    assert (said.code, said.document["error"]["code"]) == (3, "server_failed")
    assert "Failed to load level" in said.document["error"]["evidence"]["log"][-1]


@pytest.mark.parametrize("package", ["mcstatus", "aiomcrcon"])
def test_a_package_that_is_not_installed_is_named(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(WorldError, match="is not installed") as raised:
        ping("127.0.0.1", free_port()) if package == "mcstatus" else Rcon("127.0.0.1", free_port(), "").ask("list")
    assert 'pip install "craftplan[server]"' in raised.value.hint


def test_a_server_that_is_not_there_exits_3(home: Path) -> None:
    said = craftplan("server", "attach", f"127.0.0.1:{free_port()}")
    assert (said.code, said.out) == (3, "")
    assert "does not answer as a Minecraft server" in said.err


@pytest.mark.server
@pytest.mark.promise("server.attach")
def test_a_running_server_is_described_with_what_craftplan_would_do(
    home: Path, node: Node, server_packages: Path, bridge_packages: Path
) -> None:
    with (
        PracticeServer(node.path, server_packages, version="1.16.5") as practice,
        Bot(node.path, bridge_packages) as bot,
    ):
        bot.connect(practice.host, practice.port, "Visitor")
        address = f"{practice.host}:{practice.port}"
        assert "✓ server: " + address + " answers: 1.16.5, protocol 754" in craftplan("doctor", "--server", address).out
        said = craftplan("server", "attach", address)
        assert said.code == 0, said.err
        assert "1.16.5   protocol 754 · 1 of 64 players" in said.out
        assert said.out.splitlines()[1:] == [
            "says      craftplan practice server",
            "catalog   built in for 1.16.5; --catalog reads the server's own files",
            "tells     its item tags, all of its recipes",
            "clicks    acknowledged one by one",
            "gives     nothing: a run there uses what the bot holds, and says what is missing",
            f"try       craftplan stick 4 --server {address}",
        ]
