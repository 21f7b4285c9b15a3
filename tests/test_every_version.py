"""On every version that there is a practice server of, a real bot makes the same thing the same way.

``scripts/test --all-versions`` tries all of them; without it those that CI must.
"""

from pathlib import Path

import pytest
from shell import craftplan

pytestmark = [pytest.mark.server, pytest.mark.promise("craft.versions")]


def test_a_pickaxe_of_two_woods_is_made_and_confirmed(practised: str, home: Path) -> None:
    given = "oak_planks=2,spruce_planks=1,stick=2,crafting_table=1"
    said = craftplan("wooden_pickaxe", "--minecraft", practised, "--have", given, "--json")
    assert said.code == 0, said.err
    document = said.document
    assert document["plan"]["minecraft"] == practised
    assert document["made"] == {"minecraft:wooden_pickaxe": 1}
    assert [attempt["outcome"] for attempt in document["attempts"]] == ["confirmed"]
