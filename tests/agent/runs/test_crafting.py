"""The whole chain on real parts: a plan, real windows, and the server's own inventory at the end."""

import pytest
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.report import Result
from craftplan.agent.runs.verification import Verdict
from craftplan.planner.result import Step
from workshop import Listener, Workshop

pytestmark = pytest.mark.server
VERSIONS = pytest.mark.parametrize("workshop", ["1.20.4", "1.20.1", "1.16.5"], indirect=True)


def events(workshop: Workshop) -> list[str]:
    return [record.event for record in workshop.ledger.read()]


@pytest.mark.promise("craft.mixed")
@pytest.mark.promise("craft.table")
@VERSIONS
def test_a_pickaxe_of_two_woods_is_made_at_a_table_that_is_placed_and_taken_back(workshop: Workshop) -> None:
    workshop.give(oak_planks=2, spruce_planks=1, stick=2, crafting_table=1)
    report, listener = workshop.craft(("wooden_pickaxe", 1))
    assert report.result is Result.CONFIRMED
    assert listener.confirmed == ["wooden_pickaxe"]
    assert workshop.truth() == {"wooden_pickaxe": 1, "crafting_table": 1}
    assert dict(workshop.practice.control.dropped()) == {}


@pytest.mark.promise("craft.mixed")
@VERSIONS
def test_a_chest_of_mixed_planks_is_made(workshop: Workshop) -> None:
    workshop.give(oak_planks=3, birch_planks=2, spruce_planks=3, crafting_table=1)
    report, _ = workshop.craft(("chest", 1))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"chest": 1, "crafting_table": 1}


@VERSIONS
def test_a_pickaxe_from_logs_alone_makes_planks_sticks_and_table_first(workshop: Workshop) -> None:
    workshop.give(oak_log=2, spruce_log=1)
    report, listener = workshop.craft(("wooden_pickaxe", 1))
    assert report.result is Result.CONFIRMED
    truth = workshop.truth()
    assert (truth["wooden_pickaxe"], truth["crafting_table"]) == (1, 1)
    assert sum(count for item, count in truth.items() if item.endswith("_planks")) == 3
    assert truth["stick"] == 2
    assert listener.confirmed[-1] == "wooden_pickaxe"


@pytest.mark.promise("craft.gives")
def test_what_lacks_is_given_where_it_may_be_and_it_says_so(workshop: Workshop) -> None:
    report, listener = workshop.craft(("wooden_pickaxe", 1), gives=True)
    assert report.result is Result.CONFIRMED
    assert "gave the bot 3 oak logs" in listener.said
    assert workshop.truth()["wooden_pickaxe"] == 1


@pytest.mark.promise("craft.missing")
def test_where_nothing_is_given_nothing_is_clicked_and_all_base_materials_are_listed(workshop: Workshop) -> None:
    workshop.give(oak_log=1)
    report, listener = workshop.craft(("wooden_pickaxe", 1))
    assert report.result is Result.MISSING
    assert [(lack.item, lack.count, lack.tag) for lack in report.plan.missing] == [
        ("minecraft:oak_log", 2, "#minecraft:oak_logs")
    ]
    assert listener.confirmed == []
    assert workshop.practice.control.log("Tester")["crafts"] == []
    assert workshop.truth() == {"oak_log": 1}
    assert Event.ATTEMPT_INTENT not in events(workshop)


@pytest.mark.promise("verify.intent")
@pytest.mark.promise("verify.server")
def test_each_intent_is_written_before_its_clicks_and_each_verdict_after(workshop: Workshop) -> None:
    workshop.give(oak_log=1)
    workshop.craft(("stick", 4))
    kinds = (Event.ATTEMPT_INTENT, Event.ATTEMPT_RESULT, Event.VERIFY_RESULT)
    assert [event for event in events(workshop) if event in kinds] == [*kinds, *kinds]
    assert workshop.ledger.verify().damage is None
    verdicts = [record.body for record in workshop.ledger.read(events=frozenset({Event.VERIFY_RESULT}))]
    assert [verdict["outcome"] for verdict in verdicts] == ["confirmed", "confirmed"]
    assert verdicts[1]["seen"] == {"minecraft:oak_planks": -2, "minecraft:stick": 4}


def test_buckets_come_back_from_a_cake(workshop: Workshop) -> None:
    workshop.give(milk_bucket=1, sugar=2, egg=1, wheat=3, crafting_table=1)
    workshop.give(milk_bucket=1)
    workshop.give(milk_bucket=1)
    report, _ = workshop.craft(("cake", 1))
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"cake": 1, "bucket": 3, "crafting_table": 1}


@pytest.mark.promise("learn.refusal")
@pytest.mark.promise("craft.nothing-lost")
def test_a_refused_member_becomes_a_lesson_and_the_next_run_does_not_fail_there(workshop: Workshop) -> None:
    workshop.practice.control.refuse({"result": "stick", "member": "oak_planks"})
    workshop.give(oak_planks=8, spruce_planks=4)
    report, first = workshop.craft(("stick", 4))
    assert report.result is Result.CONFIRMED
    assert first.refused == ["stick"]
    assert [str(lesson.resolution) for lesson in first.lessons] == ["make stick without oak_planks"]
    assert workshop.truth() == {"oak_planks": 8, "spruce_planks": 2, "stick": 4}
    again, second = workshop.craft(("stick", 4))
    assert again.result is Result.CONFIRMED
    assert second.refused == []
    assert [lesson.status for lesson in again.applied] == ["verified"]
    assert workshop.truth() == {"oak_planks": 8, "stick": 8}


@pytest.mark.promise("craft.nothing-lost")
def test_a_recipe_the_server_does_not_know_ends_the_run_with_everything_back(workshop: Workshop) -> None:
    workshop.practice.control.refuse({"result": "furnace"})
    workshop.give(cobblestone=8, crafting_table=1)
    report, listener = workshop.craft(("furnace", 1))
    assert report.result is Result.STOPPED
    assert report.stop is not None
    assert report.stop.code == "no_result"
    assert listener.refused == ["furnace"]
    assert workshop.truth() == {"cobblestone": 8, "crafting_table": 1}


@pytest.mark.promise("learn.infrastructure")
def test_a_kick_teaches_nothing_about_recipes(workshop: Workshop) -> None:
    from craftplan.recipes.errors import WorldError

    workshop.give(oak_log=1)
    workshop.bot.snapshot()
    workshop.practice.control.kick("Tester")
    with pytest.raises(WorldError):
        workshop.craft(("stick", 4))
    assert Event.LESSON_PROPOSED not in events(workshop)
    assert workshop.ledger.verify().damage is None


@pytest.mark.promise("verify.server")
def test_what_was_confirmed_and_is_gone_at_the_end_is_not_called_made(workshop: Workshop) -> None:
    class Thief(Listener):
        def done(self, step: Step, verdict: Verdict, ms: int) -> None:
            workshop.practice.control.clear("Tester")

    workshop.give(oak_planks=2)
    report, _ = workshop.craft(("stick", 4), listener=Thief())
    assert report.result is Result.STOPPED
    assert report.stop is not None
    assert report.stop.message == "4 sticks were confirmed, and are not in the inventory any more"


@pytest.mark.promise("learn.manner")
def test_clicks_that_are_lost_in_one_manner_are_sent_in_the_other_next_time(workshop: Workshop) -> None:
    workshop.give(oak_planks=4)
    workshop.practice.control.conditions(drop_clicks=30)
    report, first = workshop.craft(("stick", 4))
    assert report.result is Result.CONFIRMED
    said = [str(lesson.resolution) for lesson in first.lessons]
    assert len(said) == 1
    assert said[0] in {"send careful clicks for stick", "send slow clicks for stick"}
    again, _ = workshop.craft(("stick", 4))
    intents = [record.body for record in workshop.ledger.read() if record.event == Event.ATTEMPT_INTENT]
    assert f"send {intents[-1]['strategy']} clicks for stick" == said[0]
    assert again.result is Result.CONFIRMED
