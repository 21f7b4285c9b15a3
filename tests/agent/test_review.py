"""The review finds what does not agree, and nothing where all is well."""

import os
import subprocess
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.lessons import Evidence
from craftplan.agent.memory.memory import Memory
from craftplan.agent.review import review
from craftplan.agent.vault.drift import note_drift
from craftplan.agent.vault.history import begin, commit
from craftplan.agent.vault.sync import sync
from craftplan.recipes.errors import InputError
from school import School, member
from shell import craftplan


@pytest.fixture
def school(home: Path) -> School:
    """Two runs in the user's own ledger, with notes."""
    taught = School(home / "state" / "ledger")
    taught.run("stick", {"oak_planks": 8, "spruce_planks": 8}, member("stick", "oak_planks"))
    taught.run("stick", {"oak_planks": 8, "spruce_planks": 8}, member("stick", "oak_planks"))
    sync(Memory(Ledger(taught.folder)), home / "data" / "vault")
    return taught


@pytest.mark.promise("review.finds")
def test_where_all_is_well_the_review_says_so_and_stands_in_the_days_note(school: School, home: Path) -> None:
    said = craftplan("review")
    assert said.code == 0, said.out
    assert [line for line in said.out.splitlines() if line.startswith("✗")] == []
    assert "2 runs, 1 refusals, 1 lessons verified" in said.out
    assert craftplan("memory", "sync").code == 0
    (day,) = (home / "data" / "vault" / "Log" / "Daily").glob("*.md")
    assert "## Reviews" in day.read_text(encoding="utf-8")
    assert craftplan("review", "--json").document["checks"][0] == {"check": "chain", "problems": []}


def deleted(vault: Path, _: Path) -> None:
    (vault / "Recipes" / "stick.md").unlink()


def edited(vault: Path, _: Path) -> None:
    with (vault / "Recipes" / "stick.md").open("a", encoding="utf-8") as note:
        note.write("mine\n")


def orphaned(vault: Path, _: Path) -> None:
    text = (vault / "Recipes" / "stick.md").read_text(encoding="utf-8")
    (vault / "Recipes" / "twig.md").write_text(text, encoding="utf-8")


def fat(vault: Path, _: Path) -> None:
    (vault / "hot.md").write_text("word " * 1000, encoding="utf-8")


def torn(_: Path, ledger: Path) -> None:
    (ledger / "quarantine").mkdir()
    (ledger / "quarantine" / "000001-7-aaaa").write_bytes(b"{")


def odd(_: Path, ledger: Path) -> None:
    Ledger(ledger).append(Event.LESSON_PROPOSED, {"lesson": {"id": "L-1"}})


def invented(_: Path, ledger: Path) -> None:
    memory = Memory(Ledger(ledger))
    lesson = memory.lessons()[0]
    made_up = lesson.model_copy(update={"id": "L-MADEUP", "evidence": Evidence(failed=1, fixed=2)})
    memory.ledger.append(Event.LESSON_PROPOSED, {"lesson": made_up.model_dump(mode="json")})


def damaged(_: Path, ledger: Path) -> None:
    segment = ledger / "000001.jsonl"
    content = bytearray(segment.read_bytes())
    content[400] ^= 1
    segment.write_bytes(content)


def linkless(vault: Path, _: Path) -> None:
    note = vault / "Recipes" / "stick.md"
    text = note.read_text(encoding="utf-8")
    note.write_text(text.replace("## Links\n\n* [[", "## Links\n\n* [", 1), encoding="utf-8")


@pytest.mark.promise("review.finds")
@pytest.mark.parametrize(
    ("harm", "check", "says"),
    [
        (deleted, "notes", "Recipes/stick.md is missing"),
        (edited, "notes", "Recipes/stick.md is edited, and not taken in yet"),
        (orphaned, "notes", "Recipes/twig.md is about nothing that the ledger knows"),
        (linkless, "notes", "its front matter and its text do not have the same links"),
        (fat, "caps", "hot.md has 1429 tokens, 800 are allowed"),
        (torn, "torn tails", "quarantine/000001-7-aaaa is explained by no record"),
        (odd, "records", "(lesson.proposed) is not understood"),
        (invented, "lessons", "L-MADEUP says it is verified, and its evidence does not"),
        (damaged, "chain", "000001.jsonl line"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_does_not_agree_is_named_and_exits_4(
    harm: object, check: str, says: str, school: School, home: Path
) -> None:
    assert callable(harm)
    harm(home / "data" / "vault", school.folder)
    said = craftplan("review", "--json")
    assert said.code == 4
    problems = {found["check"]: found["problems"] for found in said.document["checks"]}
    assert any(says in problem for problem in problems[check]), problems


def test_a_time_that_cannot_be_read_is_refused(school: School, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        review(Memory(Ledger(school.folder)), tmp_path, "yesterday")


def test_notes_that_nobody_touched_do_not_differ(school: School, home: Path) -> None:
    assert not note_drift(Memory(Ledger(school.folder)), home / "data" / "vault").found


@pytest.mark.promise("memory.projection")
def test_the_shell_makes_the_same_notes_again(school: School, home: Path, tmp_path: Path) -> None:
    done = craftplan("memory", "sync", "--json")
    assert (done.code, done.document["written"]) == (0, 0)
    anew = craftplan("memory", "rebuild", "--vault", str(tmp_path / "anew"), "--json")
    assert anew.document["written"] == anew.document["notes"] == done.document["notes"]
    for path in (home / "data" / "vault").rglob("*.md"):
        again = tmp_path / "anew" / path.relative_to(home / "data" / "vault")
        assert again.read_bytes() == path.read_bytes()
    assert craftplan("memory", "hot").out.startswith("# Hot memory\n\n")


def test_the_config_file_names_the_vault(school: School, home: Path, tmp_path: Path) -> None:
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text(f'vault = "{tmp_path / "mine"}"\n', encoding="utf-8")
    assert craftplan("memory", "sync", "--json").document["vault"] == str(tmp_path / "mine")
    (home / "config" / "config.toml").write_text("vault = ", encoding="utf-8")
    assert craftplan("memory", "sync").code == 2


@pytest.mark.promise("vault.git")
def test_under_git_each_sync_is_a_commit_that_names_the_ledgers_head(
    school: School, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = home / "data" / "vault"
    assert "not under git" in craftplan("memory", "sync").err
    assert "is under git now" in craftplan("memory", "git").out
    assert craftplan("memory", "sync", "--json").document["git"] is None
    head = Ledger(school.folder).head()
    log = subprocess.run(["git", "-C", vault, "log", "--format=%s"], capture_output=True, text=True, check=True)
    assert log.stdout == f"craftplan: notes up to record {head.seq} {head.hash}\n"
    assert craftplan("memory", "sync", "--json").document["git"] is None
    again = subprocess.run(["git", "-C", vault, "log", "--format=%s"], capture_output=True, text=True, check=True)
    assert again.stdout == log.stdout
    (vault / ".git" / "index.lock").touch()
    assert "index.lock" in commit(vault, "locked")
    monkeypatch.setenv("PATH", os.devnull)
    assert "git is not installed" in commit(vault, "gone")
    assert begin(vault) == f"{vault} is under git already"
