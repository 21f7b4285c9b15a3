"""A lesson's life: blamed, acquitted, verified, counted, quarantined, stale, about a whole tag. No language model."""

from dataclasses import replace
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.learning import Learning
from craftplan.agent.memory.lessons import AvoidMember, AvoidTag, Evidence, FailureClass, Fault, Lesson, Scope, Status
from craftplan.agent.memory.memory import Memory
from craftplan.agent.memory.receipt import MOST_A_NODE, ConsultRequiredError, Receipt
from craftplan.planner.goal import Experience, Goal
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId, RecipeId
from school import School, evidence, member, nothing, only

STICK = RecipeId("minecraft:stick")
CHEST = {"oak_planks": 4, "birch_planks": 2, "spruce_planks": 2, "acacia_planks": 8}
WOODS = {"oak_planks": 8, "spruce_planks": 8, "birch_planks": 8, "bamboo": 2}


def statuses(school: School) -> dict[str, str]:
    return {said: lesson.status for said, lesson in school.lessons().items()}


@pytest.mark.promise("learn.refusal")
def test_what_one_run_saw_refused_the_next_does_not_try(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = member("stick", "oak_planks")
    first, _ = school.run("stick", WOODS, refuses)
    second, plan = school.run("stick", WOODS, refuses)
    assert (len(first), len(second), plan.ready) == (1, 0, True)
    lesson = school.lessons()["make stick without oak_planks"]
    assert (lesson.status, lesson.stats.helped, lesson.stats.harmed) == ("verified", 1, 0)


@pytest.mark.promise("learn.refusal")
def test_without_the_ledger_the_second_run_fails_as_the_first(tmp_path: Path) -> None:
    refuses = member("stick", "oak_planks")
    first, _ = School(tmp_path / "one").run("stick", WOODS, refuses)
    second, _ = School(tmp_path / "two").run("stick", WOODS, refuses)
    assert len(first) == len(second) == 1


@pytest.mark.promise("learn.innocent")
def test_a_member_that_a_confirmed_attempt_uses_is_acquitted_and_the_other_is_blamed(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = member("chest", "birch_planks")
    mixed = {"oak_planks": 4, "birch_planks": 4}
    refused, plan = school.run("chest", mixed, refuses)
    assert (len(refused), plan.ready) == (1, False)
    assert statuses(school) == {"make chest without birch_planks": "candidate"}
    innocent, _ = school.run("chest", {"birch_planks": 4, "oak_planks": 8}, refuses)
    assert innocent == []
    assert statuses(school) == {"make chest without birch_planks": "verified"}


@pytest.mark.promise("learn.innocent")
def test_an_innocent_that_was_blamed_first_is_acquitted_by_a_success(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = member("chest", "spruce_planks")
    school.run("chest", {"oak_planks": 5, "spruce_planks": 3}, refuses)
    assert statuses(school) == {"make chest without oak_planks": "candidate"}
    refused, plan = school.run("chest", {"oak_planks": 8}, refuses)
    assert (refused, plan.ready) == ([], True)
    assert statuses(school) == {
        "make chest without oak_planks": "superseded",
        "make chest without spruce_planks": "verified",
    }
    refused, plan = school.run("chest", {"oak_planks": 5, "spruce_planks": 3, "birch_planks": 3}, refuses)
    assert (refused, plan.ready) == ([], True)


@pytest.mark.promise("learn.tag")
def test_three_members_of_a_tag_make_a_lesson_about_it_and_an_unseen_fourth_profits(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = only("stick", "bamboo")
    for wood in ("oak", "spruce", "birch"):
        refused, plan = school.run("stick", {f"{wood}_planks": 8, "bamboo": 2}, refuses)
        assert (len(refused), plan.ready) == (1, True)
    assert statuses(school) == {
        "make stick without oak_planks": "superseded",
        "make stick without spruce_planks": "superseded",
        "make stick without birch_planks": "superseded",
        "make stick with proven members of #planks only": "verified",
    }
    assert len(school.lessons()["make stick with proven members of #planks only"].supersedes) == 3
    refused, plan = school.run("stick", {"jungle_planks": 8, "bamboo": 2}, refuses)
    assert (refused, plan.ready) == ([], True)


@pytest.mark.promise("learn.tag")
def test_members_that_the_server_took_stay_in_use_under_a_lesson_about_their_tag(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = only("stick", "acacia_planks", "bamboo")
    assert school.run("stick", {"acacia_planks": 8}, refuses)[0] == []
    for wood in ("oak", "spruce", "birch"):
        school.run("stick", {f"{wood}_planks": 8, "bamboo": 2}, refuses)
    refused, plan = school.run("stick", {"acacia_planks": 2, "oak_planks": 8}, refuses)
    assert (refused, plan.ready) == ([], True)


@pytest.mark.promise("learn.scope")
def test_a_lesson_of_one_server_says_nothing_on_another(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.run("stick", WOODS, member("stick", "oak_planks"))
    elsewhere = School(tmp_path, server="b", runs=9)
    _, plan = elsewhere.run("stick", {"oak_planks": 8}, nothing)
    assert plan.ready
    assert statuses(school) == {"make stick without oak_planks": "verified"}


@pytest.mark.promise("learn.scope")
def test_a_lesson_of_one_version_says_nothing_in_another(tmp_path: Path) -> None:
    School(tmp_path).run("stick", WOODS, member("stick", "oak_planks"))
    older = School(tmp_path, catalog=builtin("1.16.5"), runs=9)
    assert older.run("stick", {"oak_planks": 8}, nothing)[1].ready


def changed(catalog: Catalog, count: int) -> Catalog:
    recipes = [replace(recipe, count=count) if recipe.id == STICK else recipe for recipe in catalog.recipes.values()]
    return Catalog(
        minecraft=catalog.minecraft,
        source="changed",
        items=catalog.items.values(),
        tags=catalog.tags,
        recipes=recipes,
    )


@pytest.mark.promise("learn.stale")
def test_a_lesson_about_a_recipe_that_changed_is_stale_and_is_tried_again(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = member("stick", "oak_planks")
    school.run("stick", WOODS, refuses)
    newer = School(tmp_path, catalog=changed(school.catalog, 2), runs=9)
    refused, _ = newer.run("stick", WOODS, refuses)
    assert len(refused) == 1
    lesson = newer.lessons()["make stick without oak_planks"]
    assert (lesson.status, lesson.rev) == ("verified", 5)
    assert newer.run("stick", WOODS, refuses)[0] == []


@pytest.mark.promise("learn.stale")
def test_a_lesson_about_a_tag_that_changed_is_stale(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    catalog = builtin("1.20.4")
    scope = Scope(
        server="a", minecraft="1.20.4", recipe_hash=catalog.recipe_hash(STICK), tag_hash="sha256:as it was once"
    )
    lesson = poison("oak_planks").model_copy(
        update={"resolution": AvoidTag.model_validate({"recipe": STICK, "tag": "#minecraft:planks"}), "scope": scope}
    )
    memory.propose(lesson, run="r")
    assert memory.consult(catalog, "a", run="r").lessons == ()
    assert memory.lessons()[0].status is Status.STALE


def poison(item: str, seen: tuple[int, int] = (1, 2)) -> Lesson:
    """A lesson that says the contrary of what is true, by the attempts of these numbers."""
    catalog = builtin("1.20.4")
    return Lesson(
        id="L-POISONPOIS",
        error=Fault(failure=FailureClass.LOGIC, code="E_NO_RESULT", message="made up"),
        root_cause="made up",
        resolution=AvoidMember(recipe=STICK, member=ItemId(f"minecraft:{item}")),
        component=f"recipe:{STICK}",
        connected=(f"recipe:{STICK}", f"item:minecraft:{item}"),
        scope=Scope(server="a", minecraft="1.20.4", recipe_hash=catalog.recipe_hash(STICK)),
        evidence=Evidence(failed=seen[0], fixed=seen[1]),
        status=Status.VERIFIED,
    )


@pytest.mark.promise("learn.poison")
def test_a_poisoned_lesson_is_quarantined_within_two_harms(tmp_path: Path) -> None:
    school = School(tmp_path)
    ledger = Ledger(tmp_path)
    Memory(ledger).propose(poison("birch_planks", evidence(ledger)), run="r")
    refuses = only("stick", "birch_planks")
    woods = {"oak_planks": 8, "spruce_planks": 8, "birch_planks": 8}
    refused, plan = school.run("stick", woods, refuses)
    assert (len(refused), plan.ready) == (2, True)
    lesson = school.lessons()["make stick without birch_planks"]
    assert (lesson.status, lesson.stats.harmed) == ("quarantined", 2)
    assert school.run("stick", woods, refuses)[0] == []


@pytest.mark.promise("learn.poison")
@pytest.mark.parametrize("status", [Status.CANDIDATE, Status.VERIFIED])
@pytest.mark.parametrize("wrong", ["of no attempt", "of a success", "of another recipe", "of another server"])
def test_a_lesson_that_no_attempt_bears_out_steers_nothing_and_is_quarantined(
    tmp_path: Path, status: Status, wrong: str
) -> None:
    school = School(tmp_path)
    ledger = Ledger(tmp_path)
    _, fixed = evidence(ledger)
    seen = {
        "of no attempt": (1, fixed),
        "of a success": (fixed, fixed),
        "of another recipe": evidence(ledger, "minecraft:bowl"),
        "of another server": evidence(ledger, server="b"),
    }[wrong]
    made_up = poison("birch_planks", seen).model_copy(update={"status": status})
    Memory(ledger).propose(made_up, run="r")
    with_it, without_it = (
        one.run("stick", {"oak_planks": 8, "birch_planks": 8}, only("stick", "birch_planks"))
        for one in (school, School(tmp_path / "control"))
    )
    assert with_it == without_it
    assert Memory(ledger).lessons()[0].status is Status.QUARANTINED


@pytest.mark.promise("learn.poison")
def test_a_verified_lesson_needs_a_confirmed_attempt_too(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    failed, _ = evidence(memory.ledger)
    memory.propose(poison("birch_planks", (failed, failed)), run="r")
    assert memory.consult(builtin("1.20.4"), "a", run="r").lessons == ()
    assert memory.lessons()[0].status is Status.QUARANTINED


@pytest.mark.promise("memory.damage")
def test_a_lesson_whose_evidence_can_be_read_no_longer_is_believed(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.run("stick", WOODS, member("stick", "oak_planks"))
    failed = school.lessons()["make stick without oak_planks"].evidence.failed
    segment = tmp_path / "000001.jsonl"
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(b"".join([*lines[: failed - 1], b'{"id":\n', *lines[failed:]]))
    (tmp_path / "memory.sqlite").unlink()
    Ledger(tmp_path).repair()
    assert len(Memory(Ledger(tmp_path)).consult(school.catalog, "a", run="r").lessons) == 1


@pytest.mark.promise("learn.poison")
def test_a_lesson_that_leaves_no_way_is_put_to_the_test_and_quarantined_where_it_is_wrong(tmp_path: Path) -> None:
    school = School(tmp_path)
    ledger = Ledger(tmp_path)
    Memory(ledger).propose(poison("birch_planks", evidence(ledger)), run="r")
    for _ in range(2):
        refused, plan = school.run("stick", {"birch_planks": 2}, nothing)
        assert (refused, plan.ready) == ([], True)
    assert statuses(school) == {"make stick without birch_planks": "quarantined"}


@pytest.mark.promise("learn.poison")
def test_a_lesson_that_is_right_is_put_to_the_test_once(tmp_path: Path) -> None:
    school = School(tmp_path)
    refuses = member("stick", "oak_planks")
    school.run("stick", WOODS, refuses)
    tested, _ = school.run("stick", {"oak_planks": 8}, refuses)
    assert len(tested) == 1
    again, plan = school.run("stick", {"oak_planks": 8}, refuses)
    assert (again, plan.ready) == ([], False)
    assert statuses(school) == {"make stick without oak_planks": "verified"}


def test_a_quarantined_lesson_that_turns_out_true_is_learnt_anew(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.run("stick", WOODS, member("stick", "oak_planks"))
    memory = Memory(Ledger(tmp_path))
    memory.demote(memory.lessons()[0], Status.QUARANTINED, "by hand", run="r")
    assert len(school.run("stick", WOODS, member("stick", "oak_planks"))[0]) == 1
    assert statuses(school) == {"make stick without oak_planks": "verified"}


def test_a_lesson_that_a_person_forgot_is_superseded_and_heeded_no_longer(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.run("stick", WOODS, member("stick", "oak_planks"))
    memory = Memory(Ledger(tmp_path))
    memory.forget(memory.lessons()[0].id, school.catalog)
    assert statuses(school) == {"make stick without oak_planks": "superseded"}
    assert memory.consult(school.catalog, "a", run="r").lessons == ()


@pytest.mark.promise("wish.kept")
def test_a_run_heeds_wishes_and_names_the_one_that_leaves_no_way(tmp_path: Path) -> None:
    school = School(tmp_path)
    memory = Memory(Ledger(tmp_path))
    wish = memory.remember("never use oak_planks", school.catalog)
    memory.remember("prefer spruce", school.catalog)
    _, plan = school.run("stick", WOODS, nothing)
    assert [item for item, _ in plan.needs] == ["minecraft:spruce_planks"]
    assert school.said == []
    _, plan = school.run("stick", {"oak_planks": 8}, nothing)
    assert not plan.ready
    assert school.said == [f"in the way: never use oak_planks; `craftplan forget {wish.id}` lifts it"]


@pytest.mark.promise("learn.three")
def test_a_receipt_holds_at_most_three_lessons_about_a_node_the_best_first(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    catalog = builtin("1.20.4")
    woods = ("oak", "spruce", "birch", "jungle", "acacia")
    seen = evidence(memory.ledger)
    for number, wood in enumerate(woods):
        lesson = poison(f"{wood}_planks", seen).model_copy(update={"id": f"L-{number}"})
        memory.propose(lesson, run="r")
    memory.count(memory.lessons()[3], "helped", 1, run="r")
    receipt = memory.consult(catalog, "a", goals=[Goal(ItemId("minecraft:stick"))], run="r")
    assert len(receipt.lessons) == MOST_A_NODE == 3
    assert receipt.lessons[0].id == "L-3"


@pytest.mark.promise("consult.required")
def test_a_receipt_cannot_be_forged_reused_or_taken_to_another_recipe(tmp_path: Path) -> None:
    memory, other = Memory(Ledger(tmp_path / "a")), Memory(Ledger(tmp_path / "b"))
    catalog = builtin("1.20.4")
    goals = [Goal(ItemId("minecraft:stick"))]
    receipt = memory.consult(catalog, "a", goals=goals, run="r")
    assert memory.redeem(receipt, STICK) == receipt.seq
    forged = Receipt(receipt.seq, (), Experience(), Experience(), nodes=receipt.nodes)
    stranger = other.consult(catalog, "a", goals=goals, run="r")
    for wrong, recipe in (
        (forged, STICK),
        (replace(receipt), STICK),
        (stranger, STICK),
        (receipt, RecipeId("minecraft:cake")),
    ):
        with pytest.raises(ConsultRequiredError) as refused:
            memory.redeem(wrong, recipe)
        assert refused.value.code == "consult_required"
    memory.consult(catalog, "a", goals=goals, run="r")
    with pytest.raises(ConsultRequiredError):
        memory.redeem(receipt, STICK)


@pytest.mark.promise("consult.required")
def test_what_is_learnt_makes_the_receipt_void(tmp_path: Path) -> None:
    void: list[str] = []

    class Watched(School):
        def _attempted(self, learning: Learning, step: object, *, refused: bool) -> None:
            super()._attempted(learning, step, refused=refused)  # type: ignore[arg-type]
            if refused:
                with pytest.raises(ConsultRequiredError):
                    learning.memory.redeem(learning.receipt, STICK)
                void.append("void")

    Watched(tmp_path).run("stick", WOODS, member("stick", "oak_planks"))
    assert void == ["void"]


@pytest.mark.promise("memory.projection")
def test_lessons_survive_the_process_and_the_index(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.run("stick", WOODS, member("stick", "oak_planks"))
    before = school.lessons()
    (tmp_path / "memory.sqlite").write_bytes(b"no database at all" * 400)
    assert school.lessons() == before
    (tmp_path / "memory.sqlite").unlink()
    assert school.lessons() == before
    assert [record.event for record in Ledger(tmp_path).read()].count(Event.LESSON_PROPOSED) == 1
