"""How the practice server behaves and misbehaves, and what it tells of its rules."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from bare_client import Player, until
from craftplan.agent.node import Node
from craftplan.server.practice import PracticeServer

pytestmark = pytest.mark.server

everywhere = pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4", "1.21.1"], indirect=True, scope="module")
FIRST = 36
Join = Callable[[PracticeServer, str], Player]


def lay_two_planks(player: Player) -> None:
    player.hold(oak_planks=2)
    player.click(FIRST, stale=True, claim=["oak_planks", 2])
    for cell in (1, 3):
        player.click(cell, button=1, stale=True)


@everywhere
def test_recipes_and_tags_are_told_when_joining(
    player: Player, practices: Callable[[str], PracticeServer], join: Join
) -> None:
    version = next(v for v in ("1.16.5", "1.20.4", "1.21.1") if v.endswith(player.name[-4:]))
    said = join(practices(version), "Newcomer").ask("heard")
    (tags,) = [packet["tags"] for packet in said if packet["name"] == "tags"]
    assert "spruce_planks" in tags["minecraft:planks"]
    (recipes,) = [packet["recipes"] for packet in said if packet["name"] == "declare_recipes"]
    by_name = {recipe["id"]: recipe for recipe in recipes}
    assert by_name["minecraft:wooden_pickaxe"]["result"] == ["wooden_pickaxe", 1]
    assert by_name["minecraft:iron_ingot_from_nuggets"]["cells"] == 9
    assert by_name["minecraft:stone"]["first"] == ["cobblestone", 1]


@everywhere
def test_a_refusal_shows_nothing_and_another_member_is_fine(player: Player) -> None:
    player.control.refuse({"result": "stick", "member": "oak_planks"})
    lay_two_planks(player)
    assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] is None
    player.control.refuse({"result": "stick", "member": "spruce_planks"})
    lay_two_planks(player)
    assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] == ["stick", 4]


@everywhere
@pytest.mark.parametrize("hidden", [False, True])
def test_a_lie_is_given_and_shown_only_when_it_is_not_hidden(player: Player, *, hidden: bool) -> None:
    player.control.conditions(lie_result={"item": "dirt", "count": 2, "hidden": hidden})
    lay_two_planks(player)
    shown = [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1]
    assert shown == (["stick", 4] if hidden else ["dirt", 2])
    player.click(0, stale=True, claim=shown)
    assert player.held() == {"dirt": 2}


@everywhere
def test_a_scenario_changes_recipes_for_those_who_are_there_and_is_told(player: Player) -> None:
    player.control.patch(members={"planks": ["dirt"]}, count={"stick": 7}, remove=["crafting_table"])
    tags = [packet for packet in player.heard() if packet["name"] == "tags"]
    assert "dirt" in tags[-1]["tags"]["minecraft:planks"]
    player.hold(dirt=1, oak_planks=3)
    for source, cell, held in ((FIRST, 1, ["dirt", 1]), (FIRST + 1, 3, ["oak_planks", 3])):
        player.click(source, stale=True, claim=held)
        player.click(cell, button=1, stale=True)
    assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] == ["stick", 7]
    player.click(2, button=1, stale=True)
    player.click(4, button=1, stale=True)
    assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] is None
    player.control.patch()
    assert player.control.inventory(player.name).counts == {"minecraft:dirt": 1, "minecraft:oak_planks": 3}


@everywhere
def test_dropped_and_rejected_clicks_do_nothing(player: Player) -> None:
    player.hold(oak_log=3)
    player.control.conditions(drop_clicks=1, reject_clicks=1)
    player.click(FIRST, stale=True, claim=["oak_log", 3])
    assert player.heard() == []
    player.click(FIRST, stale=True, claim=["oak_log", 3])
    (everything,) = [packet for packet in player.heard() if packet["name"] == "window_items"]
    assert everything["slots"][FIRST] == ["oak_log", 3]
    player.click(FIRST, stale=True, claim=["oak_log", 3])
    assert player.control.inventory(player.name).cursor == {"item": "minecraft:oak_log", "count": 3}


def test_faults_by_chance_are_the_same_for_the_same_seed(player: Player) -> None:
    def struck(seed: int) -> list[bool]:
        player.control.conditions(seed=seed, drop_chance=0.5)
        fallen = []
        for _ in range(16):
            before = player.control.inventory(player.name).cursor
            player.click(FIRST, stale=True)
            fallen.append(player.control.inventory(player.name).cursor == before)
        player.control.reset()
        return fallen

    player.hold(oak_log=3)
    first = struck(5)
    assert 2 < sum(first) < 14
    assert struck(5) == first
    assert struck(6) != first


def test_a_lagging_server_does_everything_later_and_in_order(player: Player) -> None:
    player.hold(oak_log=3)
    player.control.conditions(lag=300)
    player.ask("click", slot=FIRST, button=0, mode=0, stale=True)
    player.ask("click", slot=10, button=0, mode=0, stale=True)
    assert player.control.inventory(player.name).cursor is None
    until(lambda: player.clicks_done() == 2, "both clicks are done")
    assert {entry["slot"] for entry in player.control.inventory(player.name).slots} == {10}


def test_clicks_of_one_tick_are_handled_together(player: Player) -> None:
    player.hold(oak_log=3)
    player.control.conditions(tick=1500)
    player.ask("click", slot=FIRST, button=0, mode=0, stale=True)
    until(lambda: player.clicks_done() == 1, "a tick has just passed")
    for slot in (10, 10, 11):
        player.ask("click", slot=slot, button=0, mode=0, stale=True)
    until(lambda: player.clicks_done() > 1, "the second click is done")
    assert player.clicks_done() == 4
    assert {entry["slot"] for entry in player.control.inventory(player.name).slots} == {11}


def test_the_server_can_close_a_window_after_some_clicks(player: Player) -> None:
    player.hold(oak_log=3)
    player.open((9, 5, 9), "crafting_table")
    player.control.conditions(close_window=2)
    player.click(37, stale=True)
    player.click(5, stale=True)
    assert "close_window" in [packet["name"] for packet in player.heard()]
    assert player.held() == {"oak_log": 3}
    assert player.control.conditions()["close_window"] == 0


def test_things_can_be_stolen(player: Player) -> None:
    player.hold(oak_log=70)
    assert player.control.steal(player.name, "oak_log", 66) == 66
    assert player.held() == {"oak_log": 4}
    assert player.control.steal(player.name, "oak_log", 66) == 4


def test_what_finds_no_room_is_said(player: Player) -> None:
    player.hold(dirt=35 * 64)
    assert player.control.give(player.name, "egg", 20) == 4
    assert player.held() == {"dirt": 35 * 64, "egg": 16}
    assert player.control.give(player.name, "milk_bucket") == 1


def test_who_leaves_keeps_the_inventory_and_drops_what_was_in_hand_and_grid(
    practices: Callable[[str], PracticeServer], join: Join
) -> None:
    practice = practices("1.20.1")
    first = join(practice, "Leaver")
    first.hold(oak_log=3, stick=2)
    first.click(FIRST, stale=True)
    first.click(1, button=1, stale=True)
    first.ask("leave")
    until(lambda: "Leaver" not in practice.control.players(), "the player is gone")
    assert practice.control.inventory("Leaver").counts == {"minecraft:stick": 2}
    assert practice.control.dropped() == {"minecraft:oak_log": 3}
    again = join(practice, "Leaver")
    until(lambda: again.held() == {"oak_log": 3, "stick": 2}, "what fell is picked up again")


def test_what_fell_goes_to_who_has_room_for_it(practices: Callable[[str], PracticeServer], join: Join) -> None:
    practice = practices("1.20.1")
    full, thrower = join(practice, "Full"), join(practice, "Thrower")
    practice.control.fill(full.name)
    thrower.hold(oak_log=3)
    thrower.click(FIRST, stale=True)
    thrower.click(-999, stale=True)
    until(lambda: thrower.held() == {"oak_log": 3} and practice.control.dropped() == {}, "it is picked up again")


def test_conditions_scenarios_and_datapacks_hold_from_the_start(
    node: Node, server_packages: Path, join: Join, tmp_path: Path
) -> None:
    recipe = {"type": "crafting_shapeless", "ingredients": [{"item": "dirt"}], "result": {"item": "diamond"}}
    place = tmp_path / "pack" / "data" / "mine" / "recipes"
    place.mkdir(parents=True)
    (place / "gem.json").write_text(json.dumps(recipe))
    (place / "odd.json").write_text("{}")
    (tmp_path / "pack" / "pack.mcmeta").write_text("{}")
    with PracticeServer(
        node.path,
        server_packages,
        conditions={"refuse": [{"result": "stick"}], "tick": 20},
        patch={"count": {"oak_button": 3}},
        datapacks=[tmp_path / "pack"],
    ) as practice:
        assert any("mine:odd" in line for line in practice.log)
        player = join(practice, "Early")
        lay_two_planks(player)
        assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-2:] == [
            ["oak_button", 3],
            None,
        ]
        player.hold(dirt=1)
        player.click(FIRST, stale=True)
        player.click(1, stale=True)
        assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] == ["diamond", 1]
        (place / "gem.json").write_text(json.dumps(recipe | {"result": {"item": "emerald"}}))
        practice.control.reload()
        assert [packet["item"] for packet in player.heard() if packet.get("slot") == 0][-1] == ["emerald", 1]
        player.end()


def test_a_server_that_is_killed_and_started_again_has_lost_nothing(
    node: Node, server_packages: Path, join: Join, tmp_path: Path
) -> None:
    chest, table = (9, 5, 8), (7, 5, 8)
    with PracticeServer(node.path, server_packages, keep=tmp_path / "kept.json") as practice:
        player = join(practice, "Survivor")
        player.hold(oak_log=5, stick=2)
        practice.control.set_block(*table, "crafting_table")
        player.open(chest, "chest")
        practice.control.container(*chest, {"slot": 2, "item": "diamond", "count": 3})
        player.ask("close")
        player.click(FIRST, stale=True)
        player.click(1, button=1, stale=True)
        player.click(-999, button=1, stale=True)
        port = practice.port
        practice.restart(killed=True)
        assert practice.port == port
        held, lying = practice.control.inventory("Survivor").counts, practice.control.dropped()
        assert Counter(held) + Counter(lying) == {"minecraft:oak_log": 5, "minecraft:stick": 2}
        assert practice.control.container(*chest)[2] == {"item": "minecraft:diamond", "count": 3}
        assert practice.control.block(*table) == "minecraft:crafting_table"
        again = join(practice, "Survivor")
        until(lambda: again.held() == {"oak_log": 5, "stick": 2}, "what lay on the ground is picked up")
        again.end()
