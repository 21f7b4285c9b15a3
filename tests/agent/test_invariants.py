"""The rules that hold whatever happens: each names code and a test that exist; nothing in agent/ deletes history."""

import ast
import importlib
from pathlib import Path

import pytest
from craftplan.agent.invariants import INVARIANTS
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.memory.memory import Memory
from craftplan.agent.memory.receipt import ConsultRequiredError
from craftplan.planner import Goal
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, RecipeId
from shell import craftplan
from workshop import Workshop

TESTS = Path(__file__).parents[1]
DELETES = frozenset(
    "unlink remove rmdir rmtree truncate ftruncate replace rename renames move write_text write_bytes".split()
)
ALLOWED = {
    ("ledger.py", "truncate"): "a torn tail, after it was set aside in quarantine",
    ("ledger.py", "write_bytes"): "a torn tail into quarantine, under a name of its own",
    ("segments.py", "ftruncate"): "what a full disk took of a line that was never acknowledged",
    ("index.py", "replace"): "an index that cannot be read is put aside: made again from the ledger",
    ("bugs.py", "write_text"): "a traceback, under a name of its own",
    ("doctor.py", "unlink"): "the doctor's own probe of the disk",
    ("files.py", "replace"): "a note over the one before, which is in the archive by then",
    ("node.py", "rename"): "packages that are whole, into their place",
    ("node.py", "rmtree"): "packages that were installed by half, in the cache",
    ("plan.py", "write_text"): "the file that the user named with --out",
    ("tools.py", "write_text"): "the skill that the user asked to have written there",
    ("calling.py", "write_bytes"): "evidence that was too long for an answer, under the name of its hash",
}
"""What deletes or overwrites in agent/, and why that is no history."""
STATEMENTS = ("DELETE FROM", "DROP TABLE", "UPDATE ")
ALLOWED_STATEMENTS = {
    ("index.py", "DELETE FROM mark"): "how far the index has come; it is no history",
    ("index.py", "DELETE FROM entry WHERE kind = ? AND key = ?"): "what has ended is open no longer",
}


def calls(tree: ast.AST) -> set[str]:
    """The names of methods and functions that delete or overwrite; ``"a".replace`` of strings takes two arguments."""
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        of_strings = name == "replace" and (_is_of_strings(node) or node.keywords)
        of_lists = name == "remove"
        if name in DELETES and not of_strings and not (of_lists and not _is_os(node)):
            found.add(name)
    return found


def _is_os(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "os"


def _is_of_strings(node: ast.Call) -> bool:
    """``text.replace(old, new)`` and ``dataclasses.replace(value, …)``, not ``path.replace(other)``."""
    return isinstance(node.func, ast.Name) or (len(node.args) > 1 and not _is_os(node))


@pytest.mark.promise("never-delete")
def test_nothing_in_agent_deletes_or_overwrites_but_what_is_named_here(tree: Path) -> None:
    found, statements = set(), set()
    for path in (tree / "agent").rglob("*.py"):
        parsed = ast.parse(path.read_text(encoding="utf-8"))
        found |= {(path.name, name) for name in calls(parsed)}
        texts = {
            node.value for node in ast.walk(parsed) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        statements |= {(path.name, text) for text in texts for word in STATEMENTS if text.startswith(word)}
    assert found - set(ALLOWED) == set()
    assert statements - set(ALLOWED_STATEMENTS) == set()


def test_the_look_for_deletions_sees_them() -> None:
    for code in (
        "path.unlink()",
        "shutil.rmtree(x)",
        "os.remove(x)",
        "a.replace(b)",
        "os.replace(a, b)",
        "f.truncate(0)",
    ):
        assert calls(ast.parse(code)), code
    for code in ('"a".replace("b", "c")', "items.remove(x)", "replace(plan, steps=())", "moment.replace(hour=1)"):
        assert not calls(ast.parse(code)), code


@pytest.mark.promise("invariants.listed")
def test_every_invariant_names_code_and_a_test_that_exist() -> None:
    for one in INVARIANTS:
        module, _, name = one.check.partition(":")
        found = importlib.import_module(f"craftplan.{module}")
        for part in name.split("."):
            found = getattr(found, part)
        file, _, test = one.test.partition("::")
        parsed = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        names = {node.name for node in parsed.body if isinstance(node, ast.FunctionDef)}
        assert test in names, one.test
    assert len({one.id for one in INVARIANTS}) == len(INVARIANTS) >= 15


@pytest.mark.promise("invariants.listed")
def test_craftplan_invariants_prints_each_with_its_code_and_its_test() -> None:
    said = craftplan("invariants")
    assert said.code == 0
    for one in INVARIANTS:
        assert f"{one.id}: {one.rule}" in said.out
        assert one.test in said.out
    assert [one["id"] for one in craftplan("invariants", "--json").document["invariants"]] == [
        one.id for one in INVARIANTS
    ]


@pytest.mark.promise("consult.required")
def test_no_attempt_is_made_without_the_newest_receipt_for_its_recipe(tmp_path: Path) -> None:
    catalog, stick = builtin("1.20.4"), RecipeId("minecraft:stick")
    memory = Memory(Ledger(tmp_path))
    goals = (Goal(ItemId("minecraft:stick")),)
    old = memory.consult(catalog, "practice", goals=goals, run="r")
    new = memory.consult(catalog, "practice", goals=goals, run="r")
    assert memory.redeem(new, stick) == new.seq
    other = Memory(Ledger(tmp_path)).consult(catalog, "practice", goals=goals, run="r")
    for receipt, recipe in ((old, stick), (other, stick), (new, RecipeId("minecraft:anvil"))):
        with pytest.raises(ConsultRequiredError):
            memory.redeem(receipt, recipe)


@pytest.mark.server
@pytest.mark.promise("consult.required")
def test_an_attempt_through_any_door_rests_on_a_receipt_of_its_run(workshop: Workshop) -> None:
    workshop.give(oak_log=1)
    workshop.craft(("stick", 4))
    records = list(workshop.ledger.read())
    receipts = {record.seq: record.run for record in records if record.event == "consult.receipt"}
    intents = [record for record in records if record.event == "attempt.intent"]
    assert len(intents) == 2
    for intent in intents:
        assert receipts[intent.body["consulted"]] == intent.run
        assert intent.body["consulted"] < intent.seq
