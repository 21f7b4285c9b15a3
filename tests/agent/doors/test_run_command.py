"""``craftplan run``: a plan in a file is done as it stands, or refused with the reason, and nothing is clicked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.bot import Bot
from craftplan.server.practice import PracticeServer
from shell import craftplan

BOT = "Bot"


@pytest.fixture
def plan(home: Path, tmp_path: Path) -> Path:
    """A plan for sticks of one wood, in a file."""
    path = tmp_path / "plan.json"
    assert craftplan("plan", "stick", "4", "--have", "birch_planks=2", "--out", str(path)).code == 0
    return path


@pytest.fixture
def running(home: Path, node: Node, server_packages: Path) -> Iterator[PracticeServer]:
    with PracticeServer(node.path, server_packages) as practice:
        yield practice


def give(practice: PracticeServer, node: Node, packages: Path, **items: int) -> None:
    with Bot(node.path, packages) as bot:
        bot.connect(practice.host, practice.port, BOT)
        for item, count in items.items():
            practice.control.give(BOT, item, count)


def steps(document: Any) -> list[dict[str, Any]]:
    return [{name: value for name, value in step.items() if name != "clicks"} for step in document["steps"]]


@pytest.mark.server
@pytest.mark.promise("run.plan")
def test_the_plan_of_a_file_is_done_as_it_stands_though_another_would_be_made_now(
    plan: Path, running: PracticeServer, node: Node, bridge_packages: Path
) -> None:
    give(running, node, bridge_packages, oak_planks=8, birch_planks=2)
    place = ("--server", f"{running.host}:{running.port}", "--username", BOT)
    refused = craftplan("remember", "never use birch_planks")
    assert refused.code == 0
    said = craftplan("run", str(plan), *place, "--json")
    assert (said.code, said.document["error"]["code"]) == (2, "plan_refused"), said.err
    assert "birch_planks in stick" in said.err
    assert craftplan("forget", "never use birch_planks").code == 0
    done = craftplan("run", str(plan), *place, "--json")
    assert (done.code, done.document["made"]) == (0, {"minecraft:stick": 4}), done.err
    assert steps(done.document["plan"]) == steps(json.loads(plan.read_text("utf-8")))
    held = {item.removeprefix("minecraft:"): count for item, count in running.control.inventory(BOT).counts.items()}
    assert held == {"oak_planks": 8, "stick": 4}
    again = craftplan("run", str(plan), *place, "--json")
    assert (again.code, again.document["error"]["code"]) == (2, "plan_stale"), again.err
    assert running.control.inventory(BOT).counts["minecraft:stick"] == 4


@pytest.mark.server
@pytest.mark.promise("run.plan")
def test_on_a_practice_server_the_bot_is_given_what_the_plan_needs(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    held = "birch_planks=3,stick=2,crafting_table=1"
    assert craftplan("plan", "wooden_pickaxe", "--have", held, "--out", str(path)).code == 0
    done = craftplan("run", str(path))
    assert done.code == 0, done.err
    assert "wooden_pickaxe ×1 made, confirmed by the server" in done.out
    assert "gave" not in done.err


@pytest.mark.promise("run.plan")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"answer": "missing"}, "plan_short"),
        ({"steps": "other_recipe"}, "plan_stale"),
        ({"steps": "other_members"}, "plan_stale"),
        ({"steps": "fewer_cells"}, "plan_stale"),
        ({"goals": []}, "schema"),
    ],
)
def test_what_is_no_plan_of_this_catalog_is_refused_before_any_server_is_joined(
    plan: Path, change: dict[str, Any], code: str
) -> None:
    document = json.loads(plan.read_text("utf-8"))
    (step,) = document["steps"]
    if change.get("steps") == "other_recipe":
        step["recipe"] = "my:stick"
    elif change.get("steps") == "other_members":
        step["ingredients"][0]["members"].append("minecraft:stone")
    elif change.get("steps") == "fewer_cells":
        step["bind"].pop()
    else:
        document |= change
    plan.write_text(json.dumps(document), encoding="utf-8")
    said = craftplan("run", str(plan), "--server", "127.0.0.1:1", "--json")
    assert (said.code, said.document["error"]["code"]) == (2, code), said.err
    assert craftplan("run", str(plan.parent / "none.json")).code == 2
