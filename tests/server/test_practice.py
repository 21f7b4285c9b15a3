"""The practice server as a process: starts, answers for itself, and never outlives who started it."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.recipes.errors import WorldError
from craftplan.server.control import Control, ControlError
from craftplan.server.practice import PracticeServer
from jars import RECIPE, zipped

pytestmark = pytest.mark.server


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether the process ends within some seconds."""
    end = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not alive(pid)


def test_it_listens_on_loopback_only_and_ends_with_the_context(node: Node, server_packages: Path) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        pid = practice.pid
        assert pid is not None
        with socket.create_connection((practice.host, practice.port), timeout=5):
            pass
        assert practice.control.players() == []
        listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=False).stdout
        addresses = {line.split()[3].rpartition(":")[0] for line in listening.splitlines() if f"pid={pid}," in line}
        assert addresses <= {"127.0.0.1"}
    assert gone(pid)


def test_it_ends_when_the_python_that_started_it_is_killed(node: Node, server_packages: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack.zip"
    pack.write_bytes(zipped({"pack.mcmeta": {"pack": {"pack_format": 26}}, "data/a/recipes/bowl.json": RECIPE}))
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom craftplan.server.practice import PracticeServer\n"
        "practice = PracticeServer(Path(sys.argv[1]), Path(sys.argv[2]), datapacks=[Path(sys.argv[3])])\n"
        "practice.start()\nprint(practice.pid, flush=True)\ntime.sleep(60)\n"
    )
    arguments = [sys.executable, "-c", code, str(node.path), str(server_packages), str(pack)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as python:
        assert python.stdout is not None
        pid = int(python.stdout.readline())
        assert alive(pid)
        folder = Path(f"/proc/{pid}/cwd").readlink()
        assert list(folder.rglob("bowl.json"))
        python.send_signal(signal.SIGKILL)
    assert gone(pid)
    assert not folder.exists()


def test_an_unknown_version_is_refused_with_those_there_are(node: Node, server_packages: Path) -> None:
    with pytest.raises(
        WorldError, match=r"no practice server for Minecraft 1\.2\.3; there is one for 1\.13\.2, .*1\.20\.4"
    ):
        PracticeServer(node.path, server_packages, version="1.2.3").start()


def test_a_port_that_is_taken_is_an_error_with_the_reason(node: Node, server_packages: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        practice = PracticeServer(node.path, server_packages, port=taken.getsockname()[1])
        with pytest.raises(WorldError, match="EADDRINUSE"):
            practice.start()
    assert practice.pid is None


def test_orders_it_cannot_follow_are_refused_with_the_reason(node: Node, server_packages: Path) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        control = practice.control
        with pytest.raises(ControlError, match="no player Nobody; there are none"):
            control.inventory("Nobody")
        with pytest.raises(ControlError, match="no condition lga; there are lag, tick"):
            control.conditions(lga=1)
        with pytest.raises(ControlError, match="condition lag is a number"):
            control.conditions(lag="much")
        with pytest.raises(ControlError, match="no operation fly"):
            control.ask("fly")
        with pytest.raises(ControlError, match="wrong token"):
            Control(control.host, control.port, "guess").players()
        assert control.conditions()["lag"] == 0
        control.set_block(9, 5, 8, "crafting_table")
        assert control.block(9, 5, 8) == "minecraft:crafting_table"


def test_a_control_port_that_is_gone_is_an_error_and_no_hang() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(WorldError, match="refused"):
        Control("127.0.0.1", port, "token").players()
