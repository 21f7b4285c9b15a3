"""The server that tools act on stays open between calls, and is joined anew after it was lost."""

import socket
from pathlib import Path

import pytest
from craftplan.agent.doors.streams import Streams
from craftplan.agent.doors.tool_context import Place, tool_context
from craftplan.agent.node import Node
from craftplan.agent.tools import TOOLS, call
from craftplan.server.practice import PracticeServer
from workshop import BOT


@pytest.mark.server
@pytest.mark.promise("tools.envelope")
def test_a_server_that_went_away_is_an_answer_and_is_joined_again_once_it_is_back(
    node: Node, server_packages: Path, home: Path, tmp_path: Path
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place = Place(f"127.0.0.1:{port}", BOT, "offline", None)
    with (
        (tmp_path / "out").open("w") as out,
        tool_context(Streams(out, out), place, caller="test") as context,
    ):
        gone = call(TOOLS, context, "inventory", {})
        assert (gone["status"], gone["error"]["class"], gone["error"]["code"]) == (
            "failed",
            "infrastructure",
            "refused",
        )
        assert call(TOOLS, context, "lessons", {})["status"] == "ok"
        for _ in range(2):
            with PracticeServer(node.path, server_packages, port=port) as practice:
                assert call(TOOLS, context, "inventory", {})["result"]["bot"] == BOT
                practice.control.give(BOT, "minecraft:stick", 2)
                assert call(TOOLS, context, "inventory", {})["result"]["items"] == {"minecraft:stick": 2}
                assert call(TOOLS, context, "plan_craft", {"goals": ["stick"]})["status"] == "ok"
            lost = call(TOOLS, context, "inventory", {})
            assert (lost["status"], lost["error"]["class"]) == ("failed", "infrastructure")
            assert lost["error"]["fix"]


@pytest.mark.server
@pytest.mark.promise("server.told")
def test_tools_know_the_recipes_of_the_running_servers_version_and_what_it_changed(
    node: Node, server_packages: Path, home: Path, tmp_path: Path
) -> None:
    with (
        PracticeServer(node.path, server_packages, version="1.16.5", patch={"count": {"stick": 2}}) as practice,
        (tmp_path / "out").open("w") as out,
        tool_context(
            Streams(out, out), Place(f"127.0.0.1:{practice.port}", BOT, "offline", None), caller="test"
        ) as context,
    ):
        (stick, *_) = call(TOOLS, context, "describe_recipe", {"item": "stick"})["result"]["recipes"]
        assert stick["count"] == 2
        assert context.catalog.minecraft == "1.16.5"
        practice.control.patch(count={"stick": 3})
        assert call(TOOLS, context, "inventory", {})["status"] == "ok"
        (stick, *_) = call(TOOLS, context, "describe_recipe", {"item": "stick"})["result"]["recipes"]
        assert stick["count"] == 3
