"""What may befall a player on the practice server, at once or at a click, as a bare client sees it."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from bare_client import Player, until
from craftplan.agent.node import Node
from craftplan.server.control import ControlError
from craftplan.server.practice import PracticeServer

pytestmark = [pytest.mark.server, pytest.mark.promise("practice.mishaps")]

everywhere = pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4", "1.21.4"], indirect=True, scope="module")
FIRST = 36
Join = Callable[[PracticeServer, str], Player]


def shown(player: Player) -> list[str | int] | None:
    """What the inventory's result slot showed last."""
    found: list[str | int] | None = [said["item"] for said in player.heard() if said.get("slot") == 0][-1]
    return found


def lay_two_planks(player: Player) -> None:
    player.click(FIRST, stale=True, claim=["oak_planks", 2])
    for cell in (1, 3):
        player.click(cell, button=1, stale=True)


@everywhere
def test_a_disabled_recipe_shows_nothing_until_it_is_enabled_again(player: Player) -> None:
    player.hold(oak_planks=2)
    lay_two_planks(player)
    assert shown(player) == ["stick", 4]
    player.control.disable("minecraft:stick")
    assert shown(player) is None
    player.control.disable("stick", disabled=False)
    assert shown(player) == ["stick", 4]
    with pytest.raises(ControlError, match="no recipe stikc"):
        player.control.disable("stikc")


@everywhere
def test_a_changed_tag_is_told_and_counts_in_recipes(player: Player) -> None:
    player.hold(oak_planks=2)
    lay_two_planks(player)
    player.control.change_tag("planks", add=["dirt"], remove=["oak_planks"])
    said = player.heard()
    (tags,) = [packet["tags"] for packet in said if packet["name"] == "tags"]
    assert "dirt" in tags["minecraft:planks"]
    assert "oak_planks" not in tags["minecraft:planks"]
    assert [packet["item"] for packet in said if packet.get("slot") == 0][-2:] == [["stick", 4], None]
    player.control.patch()
    assert shown(player) == ["stick", 4]


@everywhere
def test_a_full_inventory_takes_nothing_more(player: Player) -> None:
    player.hold(oak_log=3)
    assert player.control.fill(player.name) == 35
    assert player.held() == {"oak_log": 3, "dirt": 35 * 64}
    assert player.control.give(player.name, "egg") == 1


@everywhere
def test_who_dies_drops_everything_and_acts_again_only_after_respawning(player: Player) -> None:
    player.hold(oak_log=3, stick=2)
    player.open((9, 5, 8), "crafting_table")
    player.click(37, stale=True, claim=["oak_log", 3])
    player.control.die(player.name)
    said = player.heard()
    assert [packet["health"] for packet in said if packet["name"] == "update_health"] == [0]
    assert "close_window" in [packet["name"] for packet in said]
    assert player.held() == {}
    assert player.control.dropped() == {"minecraft:oak_log": 3, "minecraft:stick": 2}
    player.control.give(player.name, "dirt")
    player.click(FIRST, stale=True, window=0)
    assert player.control.inventory(player.name).cursor is None
    player.ask("respawn")
    player.ask("wait", wanted={"name": "respawn"})
    player.ask("wait", wanted={"name": "update_health", "health": 20})
    until(lambda: player.held() == {"dirt": 1, "oak_log": 3, "stick": 2}, "what fell is picked up")


def test_theft_without_a_name_takes_what_the_seed_says(player: Player) -> None:
    def stolen(seed: int) -> list[str]:
        player.hold(oak_log=9, stick=9, dirt=9, coal=9)
        player.control.conditions(seed=seed)
        return [player.control.ask("steal_item", player=player.name)["item"] for _ in range(8)]

    first = stolen(3)
    assert len(set(first)) > 1
    assert stolen(3) == first
    assert stolen(4) != first


@everywhere
def test_mishaps_befall_at_the_click_they_are_set_for(player: Player) -> None:
    player.hold(oak_log=9)
    player.control.conditions(
        mishaps=[{"op": "steal_item", "after": 2, "item": "oak_log", "count": 4}, {"op": "full_inventory", "after": 3}]
    )
    for held in ({"oak_log": 9}, {"oak_log": 5}, {"oak_log": 5, "dirt": 35 * 64}):
        player.click(-999, mode=5, button=2, stale=True)
        assert player.held() == held


def test_mishaps_that_make_no_sense_are_refused(player: Player) -> None:
    with pytest.raises(ControlError, match="no mishap flood; there are steal_item, full_inventory"):
        player.control.conditions(mishaps=[{"op": "flood", "after": 1}])
    with pytest.raises(ControlError, match="when kick befalls"):
        player.control.conditions(mishaps=[{"op": "kick"}])
    assert player.control.conditions()["mishaps"] == []


def test_who_is_kicked_by_a_mishap_has_lost_nothing(practices: Callable[[str], PracticeServer], join: Join) -> None:
    practice = practices("1.20.1")
    player = join(practice, "Kicked")
    player.hold(oak_log=9)
    practice.control.conditions(mishaps=[{"op": "kick", "after": 2, "reason": "out"}])
    for _ in range(2):
        player.ask("click", slot=FIRST, button=0, mode=0, stale=True)
    player.ask("wait", wanted={"name": "kick_disconnect"})
    until(lambda: "Kicked" not in practice.control.players(), "the player is gone")
    assert practice.control.inventory("Kicked").counts == {"minecraft:oak_log": 9}
    practice.control.reset()


def test_a_restarted_server_is_away_for_a_while_and_then_as_it_was(
    node: Node, server_packages: Path, join: Join
) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        player = join(practice, "Waiting")
        player.hold(oak_log=9)
        practice.control.restart(ms=500)
        player.ask("wait", wanted={"name": "kick_disconnect"})
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((practice.host, practice.port), timeout=5).close()
        until(lambda: listens(practice), "it listens again")
        again = join(practice, "Waiting")
        assert again.held() == {"oak_log": 9}
        assert practice.log == ()
        again.end()


def listens(practice: PracticeServer) -> bool:
    try:
        socket.create_connection((practice.host, practice.port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    return True
