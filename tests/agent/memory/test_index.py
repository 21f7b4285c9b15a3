"""The index: what it has folded bit by bit is what it folds at once, whatever happened to it in between."""

import sqlite3
import time
from multiprocessing import get_context
from pathlib import Path

import pytest
from craftplan.agent.ledger.index import Index
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.blame import lesson_about
from craftplan.agent.memory.fold import fold
from craftplan.agent.memory.lessons import (
    AvoidMember,
    Evidence,
    FailureClass,
    Fault,
    Lesson,
    Scope,
    Status,
    recipe_hash,
)
from craftplan.agent.memory.memory import Memory
from craftplan.agent.vault.drift import note_drift
from craftplan.agent.vault.files import present
from craftplan.agent.vault.note import front_of, read_front
from craftplan.agent.vault.sync import sync
from craftplan.planner import Goal
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, RecipeId
from hypothesis import given, settings
from hypothesis import strategies as st

CATALOG = builtin("1.20.4")
WOODS = ("oak", "spruce", "birch", "jungle")
SERVERS = ("a", "b")


def lesson(wood: str, server: str = "a", recipe: str = "minecraft:stick", failed: int = 1) -> Lesson:
    return lesson_about(
        AvoidMember(recipe=RecipeId(recipe), member=ItemId(f"minecraft:{wood}_planks")),
        Fault(failure=FailureClass.LOGIC, code="E_SERVER_DISAGREES", message="no result"),
        Scope(server=server, minecraft="1.20.4", recipe_hash=recipe_hash(CATALOG, RecipeId(recipe))),
        Evidence(failed=failed, suspects=(ItemId(f"minecraft:{wood}_planks"),)),
    )


def change(memory: Memory, act: tuple[str, str, str]) -> None:
    """Do something to memory, as runs and people do."""
    what, wood, server = act
    known = memory.lesson(lesson(wood, server).id)
    if what == "propose":
        memory.propose(lesson(wood, server), run="r")
    elif what == "run":
        started = {"goals": [], "server": server, "address": server, "username": "T"}
        memory.ledger.append(Event.RUN_STARTED, started, run=f"run-{wood}")
        expected = {"minecraft:stick": 4, f"minecraft:{wood}_planks": -2}
        body = {"attempt": "x", "outcome": "confirmed", "expected": expected, "seen": expected}
        memory.ledger.append(Event.VERIFY_RESULT, body, node="recipe:minecraft:stick", run=f"run-{wood}")
    elif what == "wish":
        memory.remember(f"never use {wood}_planks", CATALOG)
    elif what == "odd":
        memory.ledger.append(Event.LESSON_PROPOSED, {"lesson": {"id": wood}})
    elif known is not None and what == "confirm":
        memory.confirm(known, 9, run="r")
    elif known is not None and what in {"helped", "harmed"}:
        memory.count(known, what, 9, run="r")
    elif known is not None and what == "supersede":
        memory.supersede(known, "so")


ACTS = st.tuples(
    st.sampled_from(["propose", "propose", "confirm", "helped", "harmed", "supersede", "run", "wish", "odd"]),
    st.sampled_from(WOODS),
    st.sampled_from(SERVERS),
)


@pytest.mark.promise("memory.projection")
@settings(max_examples=25)
@given(st.lists(ACTS, max_size=14))
def test_what_is_folded_bit_by_bit_is_what_is_folded_at_once(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    memory = Memory(Ledger(folder))
    for act in acts:
        change(memory, act)
        memory.index.follow()
    at_once = Index(folder, fold, "again.sqlite")
    at_once.follow()
    memory.index.follow()
    assert at_once.dump() == memory.index.dump()
    vaults = [tmp_path_factory.mktemp("vault") for _ in range(2)]
    for vault in vaults:
        sync(memory, vault)
        memory.index.rebuild()
    trees = [{path: (vault / path).read_bytes() for path, _ in present(vault)} for vault in vaults]
    assert trees[0] == trees[1]
    at_once.close()
    memory.index.close()


@pytest.mark.promise("memory.projection")
def test_an_index_of_another_ledger_of_another_version_or_spoiled_is_made_again(tmp_path: Path) -> None:
    one, two = Memory(Ledger(tmp_path / "one")), Memory(Ledger(tmp_path / "two"))
    one.propose(lesson("oak"), run="r")
    two.propose(lesson("birch"), run="r")
    want = one.lessons()
    assert two.lessons() != want
    two.index.close()
    one.index.close()
    place = tmp_path / "one" / "memory.sqlite"
    place.write_bytes((tmp_path / "two" / "memory.sqlite").read_bytes())
    assert Memory(Ledger(tmp_path / "one")).lessons() == want
    connection = sqlite3.connect(place)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert Memory(Ledger(tmp_path / "one")).lessons() == want
    place.write_bytes(place.read_bytes()[:1000])
    assert Memory(Ledger(tmp_path / "one")).lessons() == want


def test_only_what_was_appended_since_is_read(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    for wood in WOODS:
        memory.propose(lesson(wood), run="r")
    memory.lessons()
    memory.index.close()
    folded: list[int] = []
    later = Index(tmp_path, lambda _, record: folded.append(record.seq), "memory.sqlite")
    later.follow()
    assert folded == []
    memory.supersede(lesson("oak"), "so")
    later.follow()
    assert folded == [5]
    later.close()


@pytest.mark.promise("memory.damage")
def test_one_bad_line_hides_no_other_lesson_and_is_named(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    for wood in (*WOODS, "acacia"):
        memory.propose(lesson(wood), run="r")
    memory.index.close()
    segment = tmp_path / "000001.jsonl"
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(b"".join([*lines[:2], b'{"id":\n', *lines[3:]]))
    Ledger(tmp_path).repair()
    later = Memory(Ledger(tmp_path))
    later.propose(lesson("mangrove"), run="r")
    assert len(later.lessons()) == 5
    assert [(damage.segment, damage.line) for damage in later.skipped()] == [("000001.jsonl", 3)]


@pytest.mark.promise("memory.damage")
def test_a_last_line_without_its_newline_is_not_glued_to_the_next(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    for wood in ("oak", "spruce"):
        memory.propose(lesson(wood), run="r")
    memory.index.close()
    segment = tmp_path / "000001.jsonl"
    segment.write_bytes(segment.read_bytes().removesuffix(b"\n"))
    later = Memory(Ledger(tmp_path))
    later.propose(lesson("birch"), run="r")
    assert len(later.lessons()) == 3
    assert later.skipped() == ()


def learns(folder: Path, server: str, count: int) -> None:
    """What a process of its own does."""
    memory = Memory(Ledger(folder))
    for number in range(count):
        memory.propose(lesson(f"wood{number}", server), run="r")


@pytest.mark.promise("memory.damage")
def test_two_processes_that_learn_at_once_lose_and_spoil_nothing(tmp_path: Path) -> None:
    context = get_context("spawn")
    processes = [context.Process(target=learns, args=(tmp_path, server, 25)) for server in SERVERS]
    for process in processes:
        process.start()
    reader = Memory(Ledger(tmp_path))
    while any(process.is_alive() for process in processes):
        reader.lessons()
        for process in processes:
            process.join(0.05)
    assert [process.exitcode for process in processes] == [0, 0]
    assert len(reader.lessons()) == 50
    assert Ledger(tmp_path).verify().damage is None


def test_memory_that_was_read_before_keeps_what_another_added_since(tmp_path: Path) -> None:
    one, two = Memory(Ledger(tmp_path)), Memory(Ledger(tmp_path))
    assert one.lessons() == ()
    two.propose(lesson("oak"), run="r")
    one.propose(lesson("birch"), run="r")
    assert len(one.lessons()) == len(two.lessons()) == 2


def many(folder: Path, count: int, servers: int) -> Memory:
    """A memory of so many lessons, all different, about recipes with planks and others."""
    ledger = Ledger(folder)
    recipes = [recipe for recipe in CATALOG.recipes.values() if recipe.ingredients]
    for number in range(count):
        recipe = recipes[number % len(recipes)]
        server = f"server {number % servers}"
        verdict = {"attempt": "x", "outcome": "nothing_made", "expected": {}, "seen": {}}
        failed = ledger.append(Event.VERIFY_RESULT, verdict, node=f"recipe:{recipe.id}").seq
        made = lesson(f"wood{number}", server, recipe.id, failed)
        ledger.append(Event.LESSON_PROPOSED, {"lesson": made.model_dump(mode="json")}, node=made.component)
    return Memory(ledger)


@pytest.mark.promise("memory.quick")
def test_with_many_lessons_a_consultation_costs_little_more_than_with_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("craftplan.agent.ledger.segments._sync", lambda _: None)
    goals = [ItemId(f"minecraft:{name}") for name in ("wooden_pickaxe", "torch", "chest", "cake", "piston")]
    seconds = {}
    for count in (10, 2_000):
        memory = many(tmp_path / str(count), count, 4)
        memory.index.follow()
        for goal in goals:
            memory.consult(CATALOG, "server 3", goals=[Goal(goal)], run="r")
        taken = []
        for number in range(100):
            began = time.process_time()
            memory.consult(CATALOG, "server 3", goals=[Goal(goals[number % 5])], run="r")
            taken.append(time.process_time() - began)
        seconds[count] = sorted(taken)[50]
    assert seconds[2_000] < 8 * seconds[10]


@pytest.mark.promise("memory.quick")
def test_five_thousand_notes_are_scanned_without_their_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = tmp_path / "vault"
    (vault / "Lessons").mkdir(parents=True)
    memory = Memory(Ledger(tmp_path / "ledger"))
    memory.propose(lesson("oak"), run="r")
    sync(memory, vault)
    (made,) = (vault / "Lessons").glob("*.md")
    text = made.read_text(encoding="utf-8") + "x" * 2_000
    for number in range(5_000):
        (vault / "Lessons" / f"L-{number:05}.md").write_text(text, encoding="utf-8")

    def unread(path: Path, **_: object) -> str:
        raise AssertionError(f"{path} was read whole")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_text", unread)
        fronts = [read_front(vault / path) for path, _ in present(vault) if "/L-0" in path]
    assert len(fronts) >= 5_000
    assert front_of(text) in fronts
    assert None not in fronts
    assert len(note_drift(memory, vault).orphan_in_vault) == 5_000
    assert sync(memory, vault).written == ()


def test_a_lesson_needs_a_node(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="connected"):
        Lesson.model_validate({**lesson("oak").model_dump(), "connected": ()})
    assert Status.CANDIDATE is lesson("oak").status
