"""``craftplan server practice`` as a bot author runs it."""

import json
import signal
import socket
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.bot import Bot
from craftplan.server.control import Control
from craftplan.server.scenario import Conditions
from jars import zipped
from packs import shapeless
from running import running
from shell import craftplan

pytestmark = pytest.mark.server

SEVEN_STICKS = shapeless({"tag": "minecraft:planks"}, result={"item": "stick", "count": 7})


@pytest.mark.promise("practice.alone")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_practice_server_runs_by_itself_until_it_is_stopped(
    home: Path, node: Node, bridge_packages: Path, stop: signal.Signals
) -> None:
    with running("server", "practice", "--port", "0", "--json", "--tick", "0", "--fault", "seed=7") as process:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        assert said["schema"] == "craftplan/practice/1"
        assert said["conditions"] == {"seed": 7, "tick": 0}
        with Bot(node.path, bridge_packages) as bot:
            bot.connect(said["host"], said["port"], "Visitor")
            control = Control(**said["control"])
            assert control.give("Visitor", "oak_log", 3) == 0
            assert control.inventory("Visitor").counts == {"minecraft:oak_log": 3}
        folder = Path(f"/proc/{said['pid']}/cwd").readlink()
        process.send_signal(stop)
        rest, complaints = process.communicate(timeout=20)
    assert (process.returncode, rest, complaints) == (0, "", "stopped\n")
    assert not folder.exists()
    assert not Path(f"/proc/{said['pid']}").exists()


def test_people_are_told_where_it_listens_and_how_to_stop_it(home: Path) -> None:
    with running("server", "practice", "--port", "0") as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(6)]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert said[0].startswith("practice server  Minecraft 1.20.4 on 127.0.0.1:")
    assert said[3:4] + said[5:] == ["conditions       tick 50\n", "stop             ctrl-C\n"]


def test_a_taken_port_exits_3_and_says_what_to_do(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = craftplan("server", "practice", "--port", str(taken.getsockname()[1]), "--json")
    assert (said.code, said.document["error"]["code"]) == (3, "port_taken")


def test_faults_and_files_that_make_no_sense_exit_2(home: Path, tmp_path: Path) -> None:
    version = craftplan("server", "practice", "--minecraft", "1.2.3")
    assert version.code == 2
    assert "there is one for 1.13.2, 1.14.4" in version.err
    unknown = craftplan("server", "practice", "--fault", "lga=3")
    assert unknown.code == 2
    assert "hint: there are lag, tick, drop_clicks" in unknown.err
    wrong = craftplan("server", "practice", "--fault", "lag=much", "--json")
    assert wrong.code == 2
    assert wrong.document["error"]["evidence"]["violations"][0]["pointer"] == "/conditions/lag"
    config = tmp_path / "scenario.json"
    config.write_text('{"patch": {"cuont": {"stick": 7}}}')
    misspelt = craftplan("server", "practice", "--config", str(config))
    assert misspelt.code == 2
    assert "cuont" in misspelt.err


def test_every_condition_that_the_server_knows_can_be_configured(node: Node, server_packages: Path) -> None:
    from craftplan.server.practice import PracticeServer

    with PracticeServer(node.path, server_packages) as practice:
        known = practice.control.conditions()
    assert dict(known) == Conditions().model_dump(mode="json")


def test_packs_of_a_run_lie_over_the_practice_servers_recipes(home: Path, tmp_path: Path) -> None:
    pack = tmp_path / "sticks.zip"
    pack.write_bytes(
        zipped({"pack.mcmeta": {"pack": {"pack_format": 26}}, "data/more/recipes/sticks.json": SEVEN_STICKS})
    )
    said = craftplan("stick", "7", "--minecraft", "1.20.4", "--catalog", str(pack), "--have", "oak_planks=1", "--json")
    assert said.code == 0, said.err
    assert said.document["made"] == {"minecraft:stick": 7}
