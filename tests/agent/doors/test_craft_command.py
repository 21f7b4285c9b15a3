"""``craftplan ITEM`` as a person runs it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from craftplan.agent import places
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.node import Node
from craftplan.agent.world import World, catalog_of
from craftplan.bridge.bot import Bot
from craftplan.recipes.errors import WorldError
from craftplan.server.practice import PracticeServer
from shell import craftplan

pytestmark = pytest.mark.server


def processes_of(home: Path) -> list[int]:
    """The processes that live with this CRAFTPLAN_HOME: ours and all that they started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if f"CRAFTPLAN_HOME={home}".encode() in environment.split(b"\0") and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def all_gone(home: Path, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while processes_of(home) and time.monotonic() < end:
        time.sleep(0.05)
    return processes_of(home) == []


def test_a_pickaxe_from_nothing_is_drawn_given_made_and_confirmed(home: Path) -> None:
    said = craftplan("wooden_pickaxe")
    assert said.code == 0, said.err
    assert said.out.startswith("Wooden Pickaxe ×1   Minecraft 1.20.4 · 4 steps · everything at hand\n")
    steps = [line for line in said.out.splitlines() if line.startswith("✓")]
    assert [line.split("  ")[0] for line in steps] == [
        "✓ 1 oak_planks ×12",
        "✓ 2 stick ×4",
        "✓ 3 crafting_table ×1",
        "✓ 4 wooden_pickaxe ×1",
    ]
    assert "  confirmed: +4 stick, −2 oak_planks  (slot 0, " in steps[1]
    assert said.out.endswith("wooden_pickaxe ×1 made, confirmed by the server\n")
    assert "gave the bot 3 oak logs" in said.err
    assert Ledger(places.state() / "ledger").verify().damage is None
    assert all_gone(home)


def test_json_is_one_document_with_plan_attempts_and_what_was_made(home: Path) -> None:
    said = craftplan("stick", "4", "--json", "--have", "spruce_planks=2")
    assert said.code == 0, said.err
    document = said.document
    assert (document["schema"], document["result"]) == ("craftplan/run/1", "confirmed")
    assert document["made"] == {"minecraft:stick": 4}
    assert [attempt["outcome"] for attempt in document["attempts"]] == ["confirmed"]
    assert document["plan"]["steps"][0]["bind"] == [
        {"item": "minecraft:spruce_planks", "slot": 1},
        {"item": "minecraft:spruce_planks", "slot": 3},
    ]


def test_a_dry_run_plans_with_what_the_bot_holds_and_clicks_nothing(home: Path) -> None:
    said = craftplan("stick", "--dry-run", "--have", "spruce_log=1")
    assert said.code == 0, said.err
    assert "spruce_log ×1" in said.out
    assert "✓" not in said.out
    assert [record.event for record in Ledger(places.state() / "ledger").read() if "attempt" in record.event] == []


@pytest.mark.promise("craft.missing")
def test_on_a_running_server_nothing_is_given(home: Path, node: Node, server_packages: Path) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        address = f"{practice.host}:{practice.port}"
        said = craftplan("wooden_pickaxe", "--server", address, "--username", "Bot")
        assert said.code == 1, said.err
        assert said.out.startswith("Wooden Pickaxe ×1   Minecraft 1.20.4 · 4 steps · needs 3 oak logs\n")
        assert "oak_log     0     3  any of #oak_logs" in said.out
        named = craftplan("wooden_pickaxe", "--server", address, "--minecraft", "1.20.4", "--dry-run")
        assert named.code == 1, named.err
        wrong = craftplan("stick", "--server", address, "--minecraft", "1.16.5")
        assert (wrong.code, wrong.out) == (3, "")
        assert "1.16.5" in wrong.err
        refused = craftplan("stick", "--server", address, "--have", "oak_planks=2")
        assert refused.code == 2


@pytest.mark.promise("world.unreachable")
def test_a_server_that_is_down_exits_3_with_what_was_tried(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = craftplan("stick", "--server", f"127.0.0.1:{port}")
    assert (said.code, said.out) == (3, "")
    assert f"127.0.0.1:{port}" in said.err
    assert "hint: " in said.err
    assert all_gone(home)


@pytest.mark.promise("world.node")
def test_without_node_the_exit_is_3_with_what_was_tried(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAFTPLAN_NODE", "/nowhere/node")
    said = craftplan("stick")
    assert (said.code, said.out) == (3, "")
    assert "CRAFTPLAN_NODE: /nowhere/node does not run" in said.err


def announce(listener: socket.socket, version: str, protocol: int) -> None:
    """Answer one status request as a server of that version does."""
    status = json.dumps({"version": {"name": version, "protocol": protocol}, "players": {}, "description": "a server"})
    text = status.encode()
    packet = b"\x00" + bytes([len(text)]) + text
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(5)
            with contextlib.suppress(OSError):
                connection.recv(4096)
                connection.sendall(bytes([len(packet)]) + packet)
                connection.recv(4096)


@pytest.mark.promise("world.version")
def test_a_server_of_a_version_nobody_knows_exits_3_and_says_so(home: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        threading.Thread(target=announce, args=(listener, "9.9", 99999), daemon=True).start()
        said = craftplan("stick", "--server", f"127.0.0.1:{listener.getsockname()[1]}")
        listener.shutdown(socket.SHUT_RDWR)
    assert (said.code, said.out) == (3, "")
    assert "9.9" in said.err
    assert "hint: " in said.err


@pytest.mark.promise("world.version")
def test_a_version_without_a_catalog_is_refused_with_the_nearest() -> None:
    world = World(Bot(Path(), Path()), "s", "localhost:1", "1.99", "Bot")
    with pytest.raises(WorldError, match=r"Minecraft 1\.99") as wrong:
        catalog_of(world)
    assert "nearest" in wrong.value.hint


@pytest.mark.promise("world.version")
def test_a_practice_server_of_a_version_there_is_none_for_exits_3_with_those_there_are(home: Path) -> None:
    said = craftplan("stick", "--minecraft", "1.19.2")
    assert said.code == 3
    assert "there is one for" in said.err


@pytest.mark.promise("shell.doctor")
def test_doctor_names_each_check_with_its_evidence_and_how_to_mend_it(home: Path) -> None:
    well = craftplan("doctor", "--json").document
    assert [check["ok"] for check in well["checks"]] == [True] * 8
    assert all(check["evidence"] for check in well["checks"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ill = craftplan("doctor", "--server", f"127.0.0.1:{port}")
    assert ill.code == 3
    assert f"✗ server: 127.0.0.1:{port}" in ill.out
    assert "  hint: is the server started" in ill.out


@pytest.mark.promise("names.near")
def test_an_unknown_item_starts_nothing(home: Path) -> None:
    said = craftplan("wodden_pickaxe")
    assert said.code == 2
    assert "did you mean wooden_pickaxe" in said.err
    assert not (home / "state").exists()


@pytest.mark.promise("world.interrupt")
@pytest.mark.parametrize("moment", ["starting a practice server", "Wooden Pickaxe", "✓ 1 ", "✓ 3 "])
def test_ctrl_c_at_any_moment_stops_everything_and_leaves_the_ledger_whole(home: Path, moment: str) -> None:
    command = [sys.executable, "-u", "-c", "from craftplan.agent.doors.main import main; main()", "wooden_pickaxe"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", start_new_session=True
    ) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith(moment):
                break
        run.send_signal(signal.SIGINT)
        rest = run.stdout.read()
    assert run.returncode == 130, rest
    assert "craftplan: interrupted" in rest
    assert all_gone(home)
    assert Ledger(home / "state" / "ledger").verify().damage is None
