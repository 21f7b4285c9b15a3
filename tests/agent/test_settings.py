"""``config.toml``: what a person set once holds for every command, and nothing in it is passed over in silence."""

from pathlib import Path

import pytest
from craftplan.agent import places
from craftplan.agent.runs.gates import Policy
from craftplan.agent.settings import NAME, Settings, digest, settings
from craftplan.recipes.errors import InputError
from shell import craftplan

OLDEST = """\
vault = "/srv/notes"
approve = "all"
approver = "player:Alex"
"""
"""A file as it was written for 0.1: whatever comes later, it is read like this."""


@pytest.fixture
def config(home: Path) -> Path:
    (home / "config").mkdir()
    return home / "config" / NAME


@pytest.mark.promise("settings.kept")
def test_a_file_of_the_first_version_is_read_as_it_was_meant_then(config: Path) -> None:
    config.write_text(OLDEST, encoding="utf-8")
    assert settings() == Settings(vault=Path("/srv/notes"), approve="all", approver="player:Alex")
    assert places.vault() == Path("/srv/notes")


@pytest.mark.promise("settings.kept")
def test_without_a_file_what_is_scarce_is_asked_for(home: Path) -> None:
    assert settings().approve == "scarce"
    assert (settings().approver, digest()) == (None, "")
    assert places.vault() == home / "data" / "vault"


@pytest.mark.promise("settings.kept")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('aprove = "all"', "sets aprove, which nobody knows"),
        ('approve = "some"', "sets approve wrongly: Input should be 'none', 'scarce', 'plans' or 'all'"),
        ("vault = 3", "sets vault wrongly"),
        ("vault = ", "cannot be read"),
        ("vault = '\u00ff'", "cannot be read"),
    ],
)
def test_what_nobody_understands_in_it_is_named_and_nothing_is_begun(config: Path, text: str, says: str) -> None:
    config.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError) as refused:
        settings()
    assert says in refused.value.message
    assert 'approve = "all"' in (refused.value.hint or "")
    said = craftplan("craft", "stick", "--server", "127.0.0.1:1", "--json")
    assert (said.code, said.document["error"]["code"]) == (2, "config")
    assert not (places.state() / "ledger").exists()


@pytest.mark.promise("settings.kept")
def test_every_policy_may_be_set(config: Path) -> None:
    for policy in Policy:
        config.write_text(f'approve = "{policy}"\n', encoding="utf-8")
        assert settings().approve == policy


@pytest.mark.promise("settings.kept")
def test_craftplan_never_writes_it(config: Path) -> None:
    config.write_text('approve = "none"\n', encoding="utf-8")
    before = digest()
    for words in (("remember", "never use cherry_planks"), ("memory", "sync"), ("review",)):
        assert craftplan(*words).code == 0
    assert digest() == before
    assert list(config.parent.iterdir()) == [config]


@pytest.mark.promise("vault.fenced")
def test_notes_and_what_craftplan_works_with_lie_apart(home: Path) -> None:
    assert craftplan("remember", "never use cherry_planks").code == 0
    assert craftplan("memory", "sync").code == 0
    notes = [path for path in places.vault().rglob("*") if path.is_file()]
    assert notes
    assert {path.suffix for path in notes} == {".md"}
    assert not list((home / "state").rglob("*.md"))
