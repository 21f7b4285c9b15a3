"""The notes: made of the ledger alone, byte for byte; a person's edits are taken in, nothing is ever lost."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.lessons import Status
from craftplan.agent.memory.memory import Memory
from craftplan.agent.vault.files import present
from craftplan.agent.vault.note import HEAD_BYTES, front_of, is_ours, read_front
from craftplan.agent.vault.paths import inside, path_of
from craftplan.agent.vault.sync import Synced, sync
from craftplan.recipes.errors import IntegrityError
from school import School, member, nothing, only


@pytest.fixture
def school(tmp_path: Path) -> School:
    """Runs with refusals, lessons about members and about a tag, and a wish."""
    taught = School(tmp_path / "ledger")
    for wood in ("oak", "spruce", "birch"):
        taught.run("stick", {f"{wood}_planks": 8, "bamboo": 2}, only("stick", "bamboo"))
    taught.run("chest", {"oak_planks": 8}, nothing)
    taught.run("furnace", {"cobblestone": 8}, member("furnace"))
    memory(taught).remember("never use cherry_planks", taught.catalog)
    return taught


def memory(school: School) -> Memory:
    return Memory(Ledger(school.folder))


def vault(school: School) -> Path:
    return school.folder.parent / "vault"


def synced(school: School, **options: object) -> Synced:
    return sync(memory(school), vault(school), **options)  # type: ignore[arg-type]


def tree(root: Path) -> dict[str, str]:
    return {path: sha256((root / path).read_bytes()).hexdigest() for path, _ in present(root)}


def kinds(school: School) -> list[str]:
    return [record.event for record in Ledger(school.folder).read()]


def links_of(text: str) -> list[str]:
    listed = text.partition("\n## Links\n")[2].partition("\n## Notes\n")[0]
    return [line.removeprefix("* [[").removesuffix("]]") for line in listed.strip().splitlines()]


@pytest.mark.promise("vault.notes")
def test_every_note_has_front_matter_its_own_hash_and_links_that_lead_somewhere(school: School) -> None:
    synced(school)
    root = vault(school)
    paths = [path for path, _ in present(root)]
    folders = {path.partition("/")[0] for path in paths}
    assert folders == {*"Archive Items Lessons Log Recipes Runs Servers Tags Tasks hot.md system-state.md".split()}
    for path in paths:
        text = (root / path).read_text(encoding="utf-8")
        front = front_of(text)
        assert is_ours(text), path
        assert front is not None, path
        assert front == read_front(root / path), path
        assert text.index("\n---\n") < HEAD_BYTES
        assert {"node_type", "description", "connected"} <= set(front), path
        if "/" in path:
            shown = links_of(text)
            assert shown, f"{path} is an orphan"
            assert [f"[[{link}]]" for link in shown[: len(front["connected"])]] == front["connected"]
            assert front["links"] == len(shown)
            assert [link for link in shown if not (root / f"{link}.md").is_file()] == [], path
            assert not any("\\" in link for link in shown)


@pytest.mark.promise("vault.rebuild")
def test_a_second_sync_does_nothing_and_a_rebuild_makes_the_same_bytes(school: School) -> None:
    first = synced(school)
    assert len(first.written) == first.notes > 15
    before, length = tree(vault(school)), len(kinds(school))
    again = synced(school)
    assert (again.written, len(kinds(school))) == ((), length)
    vault(school).rename(vault(school).with_name("before"))
    (school.folder / "memory.sqlite").unlink()
    anew = synced(school, full=True)
    assert tree(vault(school)) == before
    assert len(anew.restored) == anew.notes


@pytest.mark.promise("vault.rebuild")
def test_notes_that_grew_run_by_run_are_those_made_at_once(school: School, tmp_path: Path) -> None:
    synced(school)
    for count in range(3):
        school.run("stick", {"oak_planks": 8, "acacia_planks": 2 + count}, member("stick", "acacia_planks"))
        synced(school)
    at_once = tmp_path / "at once"
    sync(memory(school), at_once, full=True)
    assert tree(at_once) == tree(vault(school))


def test_only_what_changed_is_written_again(school: School) -> None:
    synced(school)
    school.run("torch", {"coal": 1, "stick": 1}, nothing)
    done = set(synced(school).written)
    assert {"Recipes/torch.md", "Items/coal.md", "system-state.md"} <= done
    assert not any(path.startswith(("Lessons/", "Archive/")) for path in done)


class KilledError(BaseException):
    """What ends a sync, as a kill would."""


@pytest.mark.promise("vault.killed")
def test_a_sync_that_is_cut_off_anywhere_converges_when_it_is_done_again(
    school: School, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sync(memory(school), tmp_path / "whole")
    want = tree(tmp_path / "whole")
    operations = ("open", "fsync", "replace")
    for point in range(0, len(operations) * whole.notes, 11):
        root = tmp_path / f"cut {point}"
        left = [point]
        with monkeypatch.context() as patched:
            for name in operations:
                patched.setattr(os, name, counted(getattr(os, name), left, root))
            with pytest.raises(KilledError):
                sync(memory(school), root)
        assert not [entry for entry in memory(school).index.entries("vault") if entry.key == str(root)]
        sync(memory(school), root)
        assert tree(root) == want, point


def counted(operation: Callable[..., object], left: list[int], root: Path) -> Callable[..., object]:
    """The operation, until it has been done so often on the vault: then it is not done any more."""

    everywhere = operation is os.fsync

    def done(*arguments: object, **named: object) -> object:
        about_vault = everywhere or str(root) in str(arguments[0])
        if about_vault:
            left[0] -= 1
            if left[0] < 0:
                raise KilledError
        return operation(*arguments, **named)

    return done


@pytest.mark.promise("vault.edit")
def test_a_persons_words_are_kept_in_the_ledger_and_in_every_later_revision(school: School) -> None:
    synced(school)
    path = next(path for path, _ in present(vault(school)) if path.startswith("Lessons/"))
    note = vault(school) / path
    prior = note.read_text(encoding="utf-8")
    note.write_text(prior + "Oak is fine *here*, see [[Items/oak_planks]].\n", encoding="utf-8")
    done = synced(school)
    assert done.edited == (path,)
    edit = next(record for record in Ledger(school.folder).read() if record.event == Event.NOTE_EDITED)
    assert edit.body["prior"] == prior
    text = note.read_text(encoding="utf-8")
    assert text.endswith("\n## Notes\n\nOak is fine *here*, see [[Items/oak_planks]].\n")
    archived = vault(school) / "Archive" / f"{path.removesuffix('.md')}.e{edit.seq}.md"
    assert archived.read_text(encoding="utf-8") == prior
    assert synced(school).written == ()
    before = tree(vault(school))
    sync(memory(school), vault(school).with_name("again"), full=True)
    assert tree(vault(school).with_name("again")) == before


@pytest.mark.promise("vault.edit")
def test_a_person_may_put_a_lesson_aside_but_not_verify_it(school: School) -> None:
    synced(school)
    lesson = next(lesson for lesson in memory(school).lessons() if lesson.status is Status.CANDIDATE)
    note = vault(school) / "Lessons" / f"{lesson.id}.md"
    for status, becomes in (("verified", Status.CANDIDATE), ("archived", Status.ARCHIVED)):
        text = note.read_text(encoding="utf-8").replace("status: candidate", f"status: {status}")
        note.write_text(text, encoding="utf-8")
        synced(school)
        now = memory(school).lesson(lesson.id)
        assert now is not None
        assert now.status is becomes
    assert (vault(school) / "Archive" / "Lessons" / f"{lesson.id}.r1.md").is_file()


def test_a_task_is_in_the_inbox_and_a_tick_is_taken_in(school: School) -> None:
    synced(school)
    inbox = vault(school) / "Tasks" / "inbox.md"
    line = "- [ ] "
    text = inbox.read_text(encoding="utf-8")
    assert "[[Runs/run-5]] furnace: no result ^t" in text
    inbox.write_text(text.replace(line, "- [x] "), encoding="utf-8")
    assert synced(school).edited == ("Tasks/inbox.md",)
    text = inbox.read_text(encoding="utf-8")
    assert "- [x] " in text
    assert "description: 0 open of" in text


@pytest.mark.promise("vault.restored")
def test_a_note_that_was_deleted_by_hand_is_restored_and_that_is_recorded(school: School) -> None:
    synced(school)
    before = tree(vault(school))
    (vault(school) / "Recipes" / "stick.md").unlink()
    assert synced(school).restored == ("Recipes/stick.md",)
    assert tree(vault(school)) == before
    record = next(record for record in Ledger(school.folder).read() if record.event == Event.VAULT_RESTORED)
    assert record.body["paths"] == ["Recipes/stick.md"]


def test_a_persons_own_notes_are_left_alone(school: School) -> None:
    synced(school)
    own = vault(school) / "Recipes" / "my thoughts.md"
    own.write_text("# Mine\n", encoding="utf-8")
    (vault(school) / ".obsidian").mkdir()
    assert synced(school).edited == ()
    assert own.read_text(encoding="utf-8") == "# Mine\n"


@pytest.mark.promise("vault.fenced")
@pytest.mark.parametrize(
    "node",
    [
        "recipe:minecraft:../../etc/passwd",
        "item:demo:..",
        "item:demo:a//b",
        "item:demo:.hidden",
        "tag:#demo:a\\b",
        "item:demo:häuser",
        "item:demo:a\u202eb",
        "item:demo:" + "x" * 300,
        "run:../x",
        "lesson:../../x",
        "nothing:minecraft:stick",
    ],
)
def test_a_node_of_an_odd_name_has_no_note(node: str) -> None:
    assert path_of(node) is None


def test_every_node_has_a_path_of_its_own() -> None:
    nodes = [
        "recipe:minecraft:stick",
        "item:minecraft:stick",
        "recipe:demo:stick",
        "recipe:demo:a/stick",
        "server:practice 1.20.4",
        "server:practice-1.20.4",
        "server:Practice 1.20.4",
        "server:[::1]:25565",
        "server:../../etc",
        "server:häuser.example:25565",
    ]
    paths = [path_of(node) for node in nodes]
    assert None not in paths
    assert len({str(path).lower() for path in paths}) == len(nodes)
    assert all(".." not in str(path).split("/") for path in paths)


@pytest.mark.promise("vault.fenced")
@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "a/../../x.md", "a\\b.md", "a//b.md", "", "a\0b"])
def test_a_path_that_leads_out_of_the_vault_is_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(IntegrityError):
        inside(tmp_path, path)


@pytest.mark.promise("vault.fenced")
@pytest.mark.parametrize("linked", ["Recipes", "Recipes/stick.md", "hot.md"])
def test_nothing_is_written_through_a_symbolic_link(linked: str, school: School, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    target = outside if "." not in linked else outside / "x.md"
    if target != outside:
        target.write_text("precious", encoding="utf-8")
    place = vault(school) / linked
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)
    with pytest.raises(IntegrityError) as refused:
        synced(school)
    assert refused.value.code == "vault_link"
    assert [path.read_text(encoding="utf-8") for path in outside.iterdir()] in ([], ["precious"])


def test_an_edit_that_is_no_text_or_too_long_is_left_as_it_is_and_named(school: School) -> None:
    synced(school)
    note = vault(school) / "Recipes" / "stick.md"
    for odd in (b"\xff\xfe\x00", b"x" * 60_000):
        note.write_bytes(odd)
        assert synced(school).kept_out == ("Recipes/stick.md",)
        assert note.read_bytes() == odd
