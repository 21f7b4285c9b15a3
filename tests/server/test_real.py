"""A real server's process: waited for, counted in by its console, stopped so that its world is whole."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.errors import WorldError
from craftplan.server.java import Need, find_java
from craftplan.server.ping import ping
from craftplan.server.rcon import Rcon, RconError
from craftplan.server.real import RealServer
from craftplan.server.settings import accept, free_ports, write_settings
from stand_ins import compiled_jar, free_port, stand_in_jar, stand_in_java

Make = Callable[..., RealServer]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """A stand-in server in a folder of its own, that behaves as it is told."""

    def made(patience: float = 60.0, **behaviour: Any) -> RealServer:
        (tmp_path / "server.jar").write_bytes(stand_in_jar(**behaviour))
        accept(tmp_path)
        java = find_java(Need(17), stand_in_java(tmp_path / "java"))
        settings = write_settings(tmp_path, *free_ports(0, 0))
        return RealServer(java, tmp_path / "server.jar", tmp_path, settings, patience=patience)

    return made


def saved(tmp_path: Path) -> int:
    return len((tmp_path / "world" / "saved").read_text().splitlines())


@pytest.mark.promise("server.real")
def test_a_server_that_starts_slowly_is_waited_for_and_saves_when_it_is_stopped(make: Make, tmp_path: Path) -> None:
    for times in (1, 2):
        with make(ms=600) as running:
            assert (running.answer.minecraft, running.answer.protocol) == ("Stand-in 1.20.4", 765)
            assert ping(running.host, running.port).motd == "craftplan"
        assert saved(tmp_path) == times
        with pytest.raises(WorldError):
            ping(running.host, running.port, timeout=1)


@pytest.mark.promise("server.rcon")
def test_the_console_is_a_second_word_on_what_a_player_holds(make: Make) -> None:
    with make() as running:
        assert running.rcon.count("Bot", "oak_planks") == 0
        running.rcon.give("Bot", "oak_planks", 5)
        assert running.rcon.count("Bot", "minecraft:oak_planks") == 5
        with pytest.raises(RconError, match="No player was found"):
            running.rcon.count("Nobody", "oak_planks")
        with pytest.raises(WorldError, match="refuses the password"):
            Rcon(running.host, running.rcon.port, "guess").ask("list")
    with pytest.raises(WorldError, match="cannot be reached"):
        running.rcon.ask("list")


@pytest.mark.promise("server.real")
@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("java.lang.UnsupportedClassVersionError: class file version 65.0", "this Java is too old for it"),
        ("java.lang.OutOfMemoryError: Java heap space", "Java's memory does not suffice"),
        ("Failed to load level", "Failed to load level"),
    ],
)
def test_a_crash_at_the_start_is_named_with_the_logs_end(make: Make, printed: str, reason: str) -> None:
    server = make(crash=printed)
    with pytest.raises(WorldError, match="ended with code 1") as raised:
        server.start()
    assert reason in raised.value.message
    assert printed in raised.value.evidence["log"][-1]
    assert server.pid is None


def test_a_server_that_is_never_ready_is_ended(make: Make, tmp_path: Path) -> None:
    server = make(ms=60_000, patience=0.2)
    with pytest.raises(WorldError, match="was not ready after 1 s") as raised:
        server.start(seconds=1)
    assert "Starting minecraft server" in raised.value.evidence["log"][-1]
    assert gone(str(tmp_path))


def test_a_server_that_does_not_listen_to_its_console_is_ended_all_the_same(make: Make, tmp_path: Path) -> None:
    with make(deaf=True, patience=0.2):
        pass
    assert gone(str(tmp_path))


def test_a_port_that_is_taken_is_said_before_anything_starts(make: Make, tmp_path: Path) -> None:
    with make() as running:
        folder = tmp_path / "second"
        folder.mkdir()
        settings = write_settings(folder, running.port, free_port())
        second = RealServer(find_java(Need(17), tmp_path / "java"), tmp_path / "server.jar", folder, settings)
        with pytest.raises(WorldError, match="is taken") as raised:
            second.start()
    assert raised.value.code == "port_taken"
    assert second.pid is None


@pytest.mark.promise("server.real")
def test_a_server_whose_owner_is_killed_saves_and_ends(make: Make, tmp_path: Path) -> None:
    server = make()
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom craftplan.server.java import Java\n"
        "from craftplan.server.real import RealServer\nfrom craftplan.server.settings import Settings\n"
        "java, folder, port, rcon, password = sys.argv[1:]\n"
        "settings = Settings('127.0.0.1', int(port), False, int(rcon), password)\n"
        "RealServer(Java(Path(java), 17), Path(folder, 'server.jar'), Path(folder), settings).start()\n"
        "print('ready', flush=True)\ntime.sleep(60)\n"
    )
    words = [
        str(tmp_path / "java" / "bin" / "java"),
        str(tmp_path),
        server.port,
        server.rcon.port,
        server.rcon.password,
    ]
    command = [sys.executable, "-c", code, *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as python:
        assert python.stdout is not None
        assert python.stdout.readline() == "ready\n"
        python.send_signal(signal.SIGKILL)
    assert gone(str(tmp_path))
    assert saved(tmp_path) == 1


def test_real_java_runs_a_jar_that_was_compiled_here(tmp_path: Path) -> None:
    build, home = tmp_path / "build", tmp_path / "home"
    build.mkdir()
    home.mkdir()
    jar = compiled_jar(build)
    settings = write_settings(home, *free_ports(0, 0))
    with RealServer(find_java(Need(8)), jar, home, settings, memory="64M") as running:
        assert running.answer.minecraft == "1.20.4"
        assert any("Done on Java" in line for line in running.log)
    assert (home / "saved").read_text() == "saved"


def gone(word: str, seconds: float = 10) -> bool:
    """Whether no process has the word in its command any more, within some seconds."""
    end = time.monotonic() + seconds
    while _running(word) and time.monotonic() < end:
        time.sleep(0.02)
    return not _running(word)


def _running(word: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if word in command and int(entry.name) != os.getpid():
            found.append(command)
    return found
