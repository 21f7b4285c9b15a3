"""The practice server's console: RCON, in the words of the game, as real servers answer."""

import pytest
from bare_client import Player, until
from craftplan.recipes.errors import WorldError
from craftplan.server.practice import PracticeServer
from craftplan.server.rcon import Rcon, RconError

pytestmark = pytest.mark.server


@pytest.fixture
def console(player: Player, practices: object) -> Rcon:
    assert callable(practices)
    practice: PracticeServer = practices("1.20.4")
    return practice.rcon


def test_it_gives_counts_and_takes(player: Player, console: Rcon) -> None:
    assert player.name in console.ask("list")
    assert console.give(player.name, "oak_log", 5) == f"Gave 5 [Oak Log] to {player.name}"
    assert console.count(player.name, "oak_log") == 5
    assert console.count(player.name, "stick") == 0
    assert console.ask(f"/clear {player.name} oak_log 2") == f"Removed 2 item(s) from player {player.name}"
    assert player.held() == {"oak_log": 3}


def test_it_counts_cursor_and_grid_but_not_an_open_window(player: Player, console: Rcon) -> None:
    player.hold(oak_log=5)
    player.click(36, stale=True)
    player.click(1, button=1, stale=True)
    assert console.count(player.name, "oak_log") == 5
    player.click(36, stale=True)
    player.open((9, 5, 8), "crafting_table")
    player.click(37, stale=True)
    player.click(1, button=1, stale=True)
    assert console.count(player.name, "oak_log") == 4
    assert player.held() == {"oak_log": 5}


def test_what_it_does_not_know_it_says(player: Player, console: Rcon) -> None:
    assert console.ask("give Nobody stick") == "No player was found"
    with pytest.raises(RconError, match="No player was found"):
        console.count("Nobody", "stick")
    assert console.ask(f"give {player.name} stikc") == "Unknown item 'stikc'"
    assert console.ask("fly").startswith("Unknown or incomplete command")
    with pytest.raises(WorldError, match="refuses the password"):
        Rcon(console.host, console.port, "guess").ask("list")


def test_it_can_kill(player: Player, console: Rcon) -> None:
    player.hold(stick=2)
    assert console.ask(f"kill {player.name}") == f"Killed {player.name}"
    assert player.held() == {}
    player.ask("respawn")
    until(lambda: player.held() == {"stick": 2}, "what fell is picked up")
