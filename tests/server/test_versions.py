"""Every version that there is data for runs: a bare client joins, is told recipes, crafts, dies and comes back.

With ``--all-versions`` all are tried, else those that no other test joins.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from bare_client import Player, until
from craftplan.agent.node import Node
from craftplan.server.practice import PracticeServer

pytestmark = pytest.mark.server

CHOSEN = ("1.18.2", "1.19.4", "1.21.3")
WITH_BOOK = {"1.21.3", "1.21.4"}


def test_a_version_runs(
    practised: str, node: Node, server_packages: Path, join: Callable[[PracticeServer, str], Player]
) -> None:
    with PracticeServer(node.path, server_packages, version=practised) as practice:
        player = join(practice, "Visitor")
        told = {packet["name"] for packet in player.heard()}
        assert {"tags", "declare_recipes"} <= told
        assert ("recipe_book_add" in told) == (practised in WITH_BOOK)
        player.hold(oak_planks=3, stick=2)
        player.open((9, 5, 8), "crafting_table")
        for source, item, count, cells in ((37, "oak_planks", 3, (1, 2, 3)), (38, "stick", 2, (5, 8))):
            player.click(source, stale=True, claim=[item, count])
            for cell in cells:
                player.click(cell, button=1, stale=True)
        player.click(0, mode=1, stale=True)
        assert player.held() == {"wooden_pickaxe": 1}
        assert player.control.inventory(player.name).cursor is None
        practice.control.die("Visitor")
        player.ask("respawn")
        player.ask("wait", wanted={"name": "respawn"})
        until(lambda: player.held() == {"wooden_pickaxe": 1}, "what fell is picked up")
        assert practice.log == ()
        player.end()
