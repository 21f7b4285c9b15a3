"""Lessons: from a refusal's evidence to what the planner heeds."""

from pathlib import Path

from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.memory.blame import follows, lesson_from
from craftplan.agent.memory.lessons import AvoidMember, AvoidRecipe, FailureClass, Fault, Lesson, Scope, Status
from craftplan.agent.memory.memory import Memory
from craftplan.planner.goal import Experience
from plans import CATALOG, CHEESES, OAK, SPRUCE, STICKS, cheese_step, stick_step
from school import evidence

FAULT = Fault(failure=FailureClass.LOGIC, code="E_NO_RESULT", message="stick: no result")
NOTHING = Experience()
SERVER = "practice 1.20.4"


def scope(recipe: str = STICKS.id, server: str = SERVER) -> Scope:
    return Scope(server=server, minecraft="1.20.4", recipe_hash=CATALOG.recipe_hash(recipe))


def learnt(experience: Experience = NOTHING, failed: int = 7) -> Lesson:
    return lesson_from(stick_step(top=OAK, bottom=SPRUCE), FAULT, scope(), failed, experience)


def test_the_member_that_fills_most_slots_is_blamed_first_and_another_next() -> None:
    first = learnt()
    assert first.resolution == AvoidMember(recipe=STICKS.id, member=OAK)
    second = learnt(Experience(avoid_members=frozenset({(STICKS.id, OAK)})))
    assert second.resolution == AvoidMember(recipe=STICKS.id, member=SPRUCE)
    third = learnt(Experience(avoid_members=frozenset({(STICKS.id, OAK), (STICKS.id, SPRUCE)})))
    assert third.resolution == AvoidRecipe(recipe=STICKS.id)


def test_a_recipe_without_a_choice_is_blamed_whole() -> None:
    lesson = lesson_from(cheese_step(), FAULT, scope(CHEESES.id), 7, Experience())
    assert lesson.resolution == AvoidRecipe(recipe=CHEESES.id)


def test_a_lesson_names_error_cause_resolution_component_and_what_it_touches() -> None:
    lesson = learnt()
    assert lesson.root_cause == "the server makes no stick with oak_planks in it"
    assert str(lesson.resolution) == "make stick without oak_planks"
    assert lesson.component == "recipe:minecraft:stick"
    assert lesson.connected == (
        "recipe:minecraft:stick",
        "item:minecraft:oak_planks",
        "tag:#minecraft:planks",
        "server:practice 1.20.4",
    )
    assert (lesson.evidence.failed, lesson.evidence.fixed) == (7, None)


def test_a_candidate_is_heeded_with_caution_and_a_verified_lesson_always(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    failed, fixed = evidence(memory.ledger, server=SERVER)
    lesson = memory.propose(learnt(failed=failed), run="r")
    receipt = memory.consult(CATALOG, SERVER, run="r")
    assert receipt.experience == Experience()
    assert receipt.cautious.avoid_members == {(STICKS.id, OAK)}
    memory.confirm(lesson, fixed, run="r")
    receipt = Memory(Ledger(tmp_path)).consult(CATALOG, SERVER, run="s")
    assert receipt.experience.avoid_members == {(STICKS.id, OAK)}
    assert receipt.lessons[0].status is Status.VERIFIED
    assert (receipt.lessons[0].evidence.failed, receipt.lessons[0].evidence.fixed) == (failed, fixed)


def test_a_lesson_holds_on_its_own_server_only(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    failed, _ = evidence(memory.ledger, server=SERVER)
    memory.propose(learnt(failed=failed), run="r")
    assert memory.consult(CATALOG, "elsewhere:25565", run="r").lessons == ()
    assert len(memory.consult(CATALOG, SERVER, run="r").lessons) == 1


def test_a_lesson_about_a_recipe_that_changed_is_not_applied(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    failed, _ = evidence(memory.ledger, server=SERVER)
    stale = learnt(failed=failed).model_copy(
        update={"scope": scope().model_copy(update={"recipe_hash": "sha256:older"})}
    )
    memory.propose(stale, run="r")
    assert memory.consult(CATALOG, SERVER, run="r").lessons == ()


def test_the_same_refusal_is_one_lesson(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    memory.propose(learnt(), run="r")
    memory.propose(learnt(), run="s")
    assert len(memory.lessons()) == 1


def test_a_confirmed_step_follows_a_lesson_when_it_makes_the_item_without_what_is_blamed() -> None:
    lesson = learnt()
    assert follows(stick_step(top=SPRUCE, bottom=SPRUCE), lesson, CATALOG)
    assert not follows(stick_step(top=SPRUCE, bottom=OAK), lesson, CATALOG)
    assert not follows(cheese_step(), lesson, CATALOG)


def test_lessons_survive_in_the_ledger_alone(tmp_path: Path) -> None:
    Memory(Ledger(tmp_path)).propose(learnt(), run="r")
    assert Memory(Ledger(tmp_path)).lessons() == (learnt(),)
