"""``craft`` with members of one's own choosing: done as chosen, refused with the members, or asked for first."""

from pathlib import Path

import pytest
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.gates import Policy, Terms
from toolroom import ToolRoom, working
from workshop import Workshop


@pytest.fixture
def bench(workshop: Workshop, home: Path) -> ToolRoom:
    """Tools whose bot stands on a server that gives nothing."""
    return ToolRoom(working(workshop, Terms(Policy.NONE)))


@pytest.mark.server
@pytest.mark.promise("tools.choices")
def test_a_craft_takes_the_chosen_members_and_names_them_where_a_choice_is_none(
    workshop: Workshop, bench: ToolRoom
) -> None:
    workshop.give(oak_planks=4, spruce_planks=3, cherry_planks=4)
    bench.ok("remember", wish="never use cherry_planks")
    goals = [{"item": "stick", "count": 4}]
    for wrong in ("stone", "cherry_planks"):
        error = bench.error("craft", goals=goals, choices=[{"step": 1, "slot": 3, "item": wrong}])
        (violation,) = error["violations"]
        assert violation["pointer"] == "/step_1/slot_3"
        assert violation["limit"] == ["minecraft:oak_planks", "minecraft:spruce_planks"]
    assert workshop.truth() == {"oak_planks": 4, "spruce_planks": 3, "cherry_planks": 4}
    bench.ok("craft", goals=goals, choices=[{"step": 1, "slot": 1, "item": "spruce planks"}])
    assert workshop.truth() == {"oak_planks": 3, "spruce_planks": 2, "cherry_planks": 4, "stick": 4}
    bench.ok("craft", goals=goals, choices=[{"step": 1, "item": "spruce_planks"}])
    assert workshop.truth() == {"oak_planks": 3, "cherry_planks": 4, "stick": 8}


@pytest.mark.server
@pytest.mark.promise("tools.trivial")
def test_a_trivial_craft_asks_the_bot_for_little_and_opens_no_gate(workshop: Workshop, home: Path) -> None:
    tools = ToolRoom(working(workshop, Terms()))
    workshop.give(oak_planks=4)
    goals = [{"item": "stick", "count": 4}]
    assert tools("inventory")["_meta"]["round_trips"] == 1
    tools.ok("craft", goals=goals)
    before = workshop.bot.child.asked.copy()
    done = tools("craft", goals=goals)
    asked = workshop.bot.child.asked - before
    assert done["result"]["made"] == {"minecraft:stick": 4}
    assert set(asked) == {"told", "snapshot", "attempt"}
    assert done["_meta"]["round_trips"] == asked.total()
    assert Event.GATE_OPENED not in {record.event for record in workshop.ledger.read()}


@pytest.mark.server
@pytest.mark.promise("tools.choices")
def test_members_that_would_do_as_well_are_asked_for_only_where_that_is_wanted(
    workshop: Workshop, bench: ToolRoom
) -> None:
    workshop.give(oak_planks=4, spruce_planks=2, birch_planks=1)
    goals = [{"item": "stick", "count": 4}]
    asked = bench("craft", goals=goals, ask=True)
    question = asked["input"]
    assert (asked["status"], asked["result"], question["defaults"]) == (
        "needs_input",
        None,
        {"step_1_slot_1": "oak_planks"},
    )
    assert question["response_schema"]["properties"]["step_1_slot_1"]["enum"] == ["oak_planks", "spruce_planks"]
    assert question["fields"] == {"step_1_slot_1": "/choices/0/item"}
    question["arguments"]["choices"][0]["item"] = "spruce_planks"
    assert bench.ok("craft", **question["arguments"])["made"] == {"minecraft:stick": 4}
    assert workshop.truth() == {"oak_planks": 4, "birch_planks": 1, "stick": 4}
    assert bench.ok("craft", goals=goals, ask=True)["made"] == {"minecraft:stick": 4}
    assert workshop.truth() == {"oak_planks": 2, "birch_planks": 1, "stick": 8}
