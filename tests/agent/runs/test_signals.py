"""The table of signals: what goes wrong on a server that misbehaves, whose failure that is, and what follows."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.lessons import FailureClass
from craftplan.agent.runs.failures import CONSUMED, SIGNALS, TEACHES, UNRECOGNISED, Action, code_of, row
from craftplan.agent.runs.report import Report, Result
from craftplan.agent.runs.verification import Outcome
from craftplan.bridge.messages import Reason, Refusal
from craftplan.planner.result import Plan
from workshop import BOT, Listener, Workshop


class Meddler(Listener):
    """Lets something happen on the server once the plan is made."""

    def __init__(self, meddle: Callable[[], object]) -> None:
        super().__init__()
        self.meddle = meddle

    def planned(self, plan: Plan) -> None:
        super().planned(plan)
        if len(self.plans) == 1:
            self.meddle()


def meddled(workshop: Workshop, goal: tuple[str, int], meddle: Callable[[], object]) -> Report:
    return workshop.craft(goal, listener=Meddler(meddle))[0]


def verdicts(workshop: Workshop) -> list[dict[str, Any]]:
    return [dict(record.body) for record in workshop.ledger.read(events=frozenset({Event.VERIFY_RESULT}))]


def strategies(workshop: Workshop) -> list[str]:
    return [record.body["strategy"] for record in workshop.ledger.read(events=frozenset({Event.ATTEMPT_INTENT}))]


@pytest.mark.promise("signals.total")
def test_every_reason_of_the_bridge_has_a_row() -> None:
    reasons = {*get_args(Reason), *get_args(Refusal.model_fields["reason"].annotation)} - {"ok"}
    assert reasons - set(SIGNALS) == set()


@pytest.mark.promise("signals.total")
def test_what_nobody_knows_is_never_tried_again() -> None:
    assert row("moon_phase", Outcome.NOTHING_MADE) == UNRECOGNISED
    assert (UNRECOGNISED.failure, UNRECOGNISED.action) == (FailureClass.UNKNOWN, Action.STOP)
    assert row("ok", Outcome.UNKNOWN) == CONSUMED
    assert code_of("moon_phase") == "E_UNKNOWN"


def test_only_logic_teaches() -> None:
    assert sorted(TEACHES) == ["no_result", "wrong_result"]
    assert {SIGNALS[reason].failure for reason in TEACHES} == {FailureClass.LOGIC}
    assert len({row.code for row in SIGNALS.values()}) == len(SIGNALS)


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_what_was_consumed_without_a_result_stops_and_is_not_tried_again(workshop: Workshop) -> None:
    workshop.give(oak_planks=8)
    control = workshop.practice.control

    def thief() -> None:
        every = {"chance": 1, "unanswered": True}
        control.conditions(mishaps=[{"op": "steal_item", "item": "stick", "count": 64, **every}])

    report = meddled(workshop, ("stick", 4), thief)
    assert report.result is Result.STOPPED
    assert report.stop is not None
    assert report.stop.failure in {FailureClass.UNKNOWN, FailureClass.INSTRUMENTATION}
    assert len(strategies(workshop)) == 1
    assert verdicts(workshop)[-1]["outcome"] == "consumed_without_result"
    assert workshop.truth() == {"oak_planks": 6}


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_items_that_are_gone_before_the_first_click_are_missed_three_ways_and_cost_nothing(workshop: Workshop) -> None:
    workshop.give(oak_planks=2)
    report = meddled(workshop, ("stick", 4), lambda: workshop.practice.control.steal(BOT, "oak_planks", 1))
    assert report.stop is not None
    assert (report.stop.failure, report.stop.code) == (FailureClass.INSTRUMENTATION, "missing_items")
    assert strategies(workshop) == ["burst", "careful", "slow"]
    assert workshop.truth() == {"oak_planks": 1}


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_a_full_inventory_stops_with_everything_in_place(workshop: Workshop) -> None:
    workshop.give(oak_log=2)
    fill = {"op": "full_inventory", "player": BOT}
    report = meddled(workshop, ("oak_planks", 4), lambda: workshop.practice.control.ask(**fill))
    assert report.stop is not None
    assert (report.stop.failure, report.stop.code) == (FailureClass.LOGIC, "inventory_full")
    assert workshop.truth()["oak_log"] == 2
    assert len(strategies(workshop)) == 1


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_another_result_than_the_recipes_teaches_and_the_next_member_is_used(workshop: Workshop) -> None:
    workshop.give(oak_planks=2, spruce_planks=2)
    control = workshop.practice.control
    control.conditions(lie_result={"item": "minecraft:spruce_button", "count": 1})
    report = meddled(workshop, ("stick", 4), lambda: None)
    assert report.result is Result.STOPPED
    assert [lesson.error.code for lesson in report.lessons][:1] == ["E_WRONG_RESULT"]
    assert workshop.truth() == {"oak_planks": 2, "spruce_planks": 2}


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_half_a_step_is_not_repeated_but_the_rest_is_planned(workshop: Workshop) -> None:
    """Bottles come back, so their crafts are done one by one: the server forgets the recipe between two of them."""
    workshop.give(honey_bottle=4, sugar_cane=12)
    control = workshop.practice.control
    forgets = {"op": "recipe_disabled", "after": 9, "recipe": "sugar_from_honey_bottle"}
    report = meddled(workshop, ("sugar", 12), lambda: control.conditions(mishaps=[forgets]))
    first, *others = verdicts(workshop)
    assert first["outcome"] == "partial"
    assert 0 < first["crafts"] < 4
    assert {verdict["outcome"] for verdict in others} == {"confirmed"}
    assert report.result is Result.CONFIRMED
    done = first["crafts"]
    left = {"honey_bottle": 4 - done, "glass_bottle": done, "sugar": 12, "sugar_cane": 3 * done}
    assert workshop.truth() == left
    assert dict(control.dropped()) == {}


@pytest.mark.server
@pytest.mark.promise("signals.reached")
def test_a_window_that_opens_late_or_never_is_tried_three_ways(workshop: Workshop) -> None:
    workshop.give(cobblestone=8, crafting_table=1)
    control = workshop.practice.control

    def tables_vanish() -> None:
        control.conditions(mishaps=[{"op": "close_window", "chance": 1.0}])

    report = meddled(workshop, ("furnace", 1), tables_vanish)
    assert report.result is Result.STOPPED
    assert report.stop is not None
    assert report.stop.failure is FailureClass.INSTRUMENTATION
    assert len(strategies(workshop)) == 3
    control.reset()
    truth = workshop.truth()
    assert truth["cobblestone"] == 8
