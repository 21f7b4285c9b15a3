"""Runs that were cut off: reported, settled with the server, taken up where they ended."""

from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory import learning
from craftplan.agent.runs import gates
from craftplan.agent.runs.gates import Policy, Terms
from craftplan.agent.runs.kept_plan import kept, stale, steps_of
from craftplan.agent.runs.progress import Progress, step_key
from craftplan.agent.runs.report import Report, Result
from craftplan.agent.runs.resuming import NeedsAnswerError, abandon, newest_open, offer, resume, steps_for
from craftplan.agent.runs.run import Run
from craftplan.agent.runs.unfinished import progress_of
from craftplan.agent.world import server_world
from craftplan.planner import Goal, Inventory, plan
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.errors import BusyError, InputError
from craftplan.recipes.ids import ItemId, TagId, qualified
from craftplan.recipes.served import Told, served
from filelock import FileLock
from stage import until
from workshop import BOT, Listener, Workshop

VANILLA = builtin("1.20.4")
PLANKS = TagId("#minecraft:planks")
BAMBOO = ItemId("minecraft:bamboo_planks")


def without_bamboo(catalog: Catalog) -> Catalog:
    """The catalog after a reload that took one member out of #planks."""
    members = tuple(member for member in catalog.tags[PLANKS] if member != BAMBOO)
    return served(catalog, Told({PLANKS: members}))


def taken_up(workshop: Workshop, run: str, catalog: Catalog = VANILLA, *, from_here: bool = False) -> Report:
    return resume(workshop.world(), catalog, workshop.ledger, run, Listener(), from_here=from_here)


def cut_off(workshop: Workshop, **intent: object) -> str:
    """A run that wrote an intent for four sticks and then died; what the server shows of it is up to the test."""
    run = Run(workshop.ledger)
    place = {"server": "practice", "address": workshop.world().address, "username": BOT}
    run.record(Event.RUN_STARTED, {"goals": [{"item": "minecraft:stick", "count": 4}], **place})
    found = plan(VANILLA, Goal(ItemId("minecraft:stick"), 4), Inventory({ItemId("minecraft:oak_planks"): 8}))
    for part in kept(found, VANILLA, {ItemId("minecraft:oak_planks"): 8}):
        run.record(Event.PLAN_CREATED, part)
    expected = {"minecraft:oak_planks": -2, "minecraft:stick": 4}
    body = {
        "attempt": run.next_attempt(),
        "step": 1,
        "recipe": "minecraft:stick",
        "item": "minecraft:stick",
        "times": 1,
        "bind": {"1": "minecraft:oak_planks", "3": "minecraft:oak_planks"},
        "before": {"minecraft:oak_planks": 8},
        "expected": expected,
        "each": expected,
        "strategy": "burst",
    }
    run.record(Event.ATTEMPT_INTENT, {**body, **intent}, "recipe:minecraft:stick")
    return run.id


@pytest.mark.server
@pytest.mark.promise("resume.offered")
def test_who_begins_anew_is_told_of_the_run_that_was_cut_off(workshop: Workshop) -> None:
    run = cut_off(workshop)
    address = workshop.world().address
    with pytest.raises(NeedsAnswerError) as offered:
        offer(workshop.ledger, address, BOT)
    assert (offered.value.code, offered.value.exit_code) == ("incomplete_run", 11)
    assert offered.value.evidence["run"] == run
    assert f"craftplan resume {run}" in offered.value.hint
    offer(workshop.ledger, address, "Other")
    offer(workshop.ledger, "elsewhere:1", BOT)
    abandon(workshop.ledger, address, BOT)
    offer(workshop.ledger, address, BOT)
    with pytest.raises(InputError) as finished:
        taken_up(workshop, run)
    assert finished.value.code == "finished_run"


@pytest.mark.server
@pytest.mark.promise("resume.settled")
def test_what_the_inventory_does_not_tell_stops_with_a_question_and_from_here_goes_on(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("craftplan.agent.runs.pipeline.PATIENCE_SECONDS", 0.2)
    workshop.give(oak_planks=7)
    run = cut_off(workshop)
    with pytest.raises(NeedsAnswerError) as question:
        taken_up(workshop, run)
    assert (question.value.code, question.value.exit_code) == ("unknown_effect", 11)
    assert question.value.evidence["seen"] == {"minecraft:oak_planks": -1}
    assert "--from-here" in question.value.hint
    assert workshop.truth() == {"oak_planks": 7}
    report = taken_up(workshop, run, from_here=True)
    assert report.result is Result.CONFIRMED
    assert workshop.truth() == {"oak_planks": 5, "stick": 4}


@pytest.mark.server
@pytest.mark.promise("resume.settled")
def test_an_attempt_that_was_done_before_the_cut_is_not_done_again(workshop: Workshop) -> None:
    workshop.give(oak_planks=6, stick=4)
    report = taken_up(workshop, cut_off(workshop))
    assert (report.result, report.attempts, report.made) == (Result.CONFIRMED, (), ((ItemId("minecraft:stick"), 4),))
    assert workshop.truth() == {"oak_planks": 6, "stick": 4}


@pytest.mark.server
@pytest.mark.promise("resume.tries")
def test_a_step_is_tried_three_times_at_most_across_restarts_each_time_differently(workshop: Workshop) -> None:
    workshop.give(oak_planks=8)
    workshop.practice.control.conditions(reject_chance=1.0)
    first, _ = workshop.craft(("stick", 4))
    assert first.result is Result.STOPPED
    intents = [record.body["strategy"] for record in workshop.ledger.read(events=frozenset({Event.ATTEMPT_INTENT}))]
    assert intents == ["burst", "careful", "slow"]
    workshop.practice.control.reset()
    again = taken_up(workshop, first.run)
    assert again.stop is not None
    assert (again.stop.code, again.attempts) == ("out_of_tries", ())
    assert workshop.truth() == {"oak_planks": 8}


@pytest.mark.server
@pytest.mark.promise("resume.tries")
def test_tries_before_a_restart_count(workshop: Workshop) -> None:
    workshop.give(oak_planks=8)
    run = cut_off(workshop)
    report = taken_up(workshop, run)
    assert report.result is Result.CONFIRMED
    intents = [record.body["strategy"] for record in workshop.ledger.read(events=frozenset({Event.ATTEMPT_INTENT}))]
    assert intents == ["burst", "careful"]


@pytest.mark.server
@pytest.mark.promise("resume.stale")
def test_a_changed_tag_plans_only_what_contains_it_anew(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.give(cobblestone=3, stick=4, oak_planks=3, crafting_table=1)
    first, _ = workshop.craft(("stone_pickaxe", 1), ("wooden_pickaxe", 1), listener=Listener(stops="Boss"))
    assert first.stop is not None
    asked: list[list[str]] = []
    planner = learning.plan

    def counting(catalog: Catalog, goals: tuple[Goal, ...], *args: object, **more: object) -> object:
        asked.append([goal.item for goal in goals])
        return planner(catalog, goals, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(learning, "plan", counting)
    workshop.practice.control.change_tag("planks", remove=["bamboo_planks"])
    until(lambda: BAMBOO not in workshop.bot.item_tags()[PLANKS], "the reload")
    report = taken_up(workshop, first.run)
    assert report.result is Result.CONFIRMED, report
    assert asked == [["minecraft:wooden_pickaxe"]]
    assert workshop.truth() == {"stone_pickaxe": 1, "wooden_pickaxe": 1, "crafting_table": 1}


@pytest.mark.server
@pytest.mark.promise("resume.stale")
def test_where_nothing_has_changed_nothing_is_planned_anew(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.give(oak_planks=4)
    first, _ = workshop.craft(("stick", 8), listener=Listener(stops="Boss"))
    monkeypatch.setattr(learning, "plan", None)
    assert taken_up(workshop, first.run).result is Result.CONFIRMED
    assert workshop.truth() == {"stick": 8}


def test_a_kept_plan_is_the_plan_again_and_notices_each_changed_tag() -> None:
    at_hand = {ItemId(qualified(name)): 9 for name in ("oak_log", "cobblestone", "sugar_cane")}
    goals = tuple(Goal(ItemId(qualified(name))) for name in ("stone_pickaxe", "wooden_axe", "paper"))
    found = plan(VANILLA, goals, Inventory(at_hand))
    todo = [step for part in kept(found, VANILLA, at_hand) for step in part["steps"]]
    assert steps_of(todo, VANILLA) == found.steps
    assert stale(todo, VANILLA) == ()
    changed = stale(todo, without_bamboo(VANILLA))
    assert "minecraft:wooden_axe" in changed
    assert not {"minecraft:stone_pickaxe", "minecraft:paper", "minecraft:oak_planks"} & set(changed)
    rests = [step["recipe"] for step in steps_for("minecraft:paper", todo)]
    assert rests == ["minecraft:paper"] or "minecraft:crafting_table" in rests


def test_a_long_plan_takes_several_records_and_is_whole_again() -> None:
    found = plan(VANILLA, Goal(ItemId("minecraft:chest"), 1), Inventory({ItemId("minecraft:oak_log"): 2}))
    many = [kept(found, VANILLA, {})]
    progress = Progress()
    for bodies in many:
        for body in bodies:
            assert len(body["steps"]) <= 50
            progress.todo += body["steps"]
    assert steps_of(progress.todo, VANILLA) == found.steps


def test_the_key_of_a_step_is_its_recipe_and_what_lies_where() -> None:
    assert step_key("a", {"2": "y", "1": "x"}) == step_key("a", {"1": "x", "2": "y"})
    assert step_key("a", {"1": "x"}) != step_key("a", {"1": "y"})


@pytest.mark.promise("world.busy")
def test_a_bot_that_another_run_holds_is_busy(home: Path) -> None:
    locks = home / "state" / "locks"
    locks.mkdir(parents=True)
    with FileLock(locks / "localhost-1-Bot"), pytest.raises(BusyError) as busy:  # noqa: SIM117 - one reads after the other
        with server_world("localhost:1", "Bot", "offline", None, lambda _: None):
            pass
    assert busy.value.exit_code == 75
    assert "Bot" in busy.value.message


def test_a_run_that_is_not_there_is_said(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert newest_open(ledger) is None
    with pytest.raises(InputError) as unknown:
        progress_of(ledger, "nothing")
    assert unknown.value.code == "unknown_run"


def test_a_run_that_waits_at_a_gate_is_offered_too(tmp_path: Path) -> None:
    run = Run(Ledger(tmp_path))
    place = {"server": "practice", "address": "localhost:1", "username": BOT}
    run.record(Event.RUN_STARTED, {"goals": [{"item": "minecraft:stick", "count": 4}], **place})
    assert newest_open(run.ledger) is None
    opened = gates.new_gate(
        run.id,
        gates.Kind.PLAN,
        ("a", "b"),
        gates.Preview(makes={}, consumes={}, crafts=1),
        Terms(Policy.ALL, "shell:alex"),
    )
    run.record(Event.GATE_OPENED, {"gate": opened.gate.model_dump(mode="json")})
    with pytest.raises(NeedsAnswerError, match=f"waits at gate {opened.gate.id}"):
        offer(run.ledger, "localhost:1", BOT)
