"""On a misbehaving server the second run fails less than the first; ``scripts/bench-learning`` is the large one."""

from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.node import Node
from misbehaving import misbehaving

pytestmark = pytest.mark.server
GOALS = ("stick", "bowl", "crafting_table", "stone_sword", "composter")


@pytest.mark.promise("learn.second-run")
def test_the_second_run_fails_less_with_memory_and_as_before_without_and_poison_does_not_stay(
    node: Node, server_packages: Path, bridge_packages: Path, tmp_path: Path
) -> None:
    with misbehaving(node, server_packages, bridge_packages, 3, GOALS) as server:
        first = server.run(Ledger(tmp_path / "memory"))
        second = server.run(Ledger(tmp_path / "memory"))
        control = server.run(Ledger(tmp_path / "control"))
        poisoned = Ledger(tmp_path / "poisoned")
        assert server.poison(poisoned, 3) > 0
        runs = [server.run(poisoned), server.run(poisoned)]
        forged = Ledger(tmp_path / "forged")
        server.poison(forged, 3, borne_out=True)
        deceived = server.run(forged), server.run(forged)
    assert first.made == second.made == control.made == len(GOALS)
    assert control.failures == first.failures > 0
    assert second.failures <= 0.4 * first.failures
    assert runs == [first, second]
    assert sum(run.failures for run in deceived) <= 2 * control.failures
    assert deceived[1].made == len(GOALS)
