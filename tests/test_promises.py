"""Promises and tests belong together: no promise without a test, no test for a promise nobody made."""

import ast
from pathlib import Path

from promises import PROMISES

HERE = Path(__file__).parent


def kept() -> set[str]:
    """The promises that tests are marked with."""
    found = set()
    for path in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "promise":
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_every_promise_has_a_test() -> None:
    assert {promise.id for promise in PROMISES} - kept() == set()


def test_every_marker_names_a_promise() -> None:
    assert kept() - {promise.id for promise in PROMISES} == set()


def test_every_promise_is_made_once() -> None:
    ids = [promise.id for promise in PROMISES]
    assert sorted(set(ids)) == sorted(ids)
