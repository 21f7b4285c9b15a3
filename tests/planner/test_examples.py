import doctest
from pathlib import Path

import craftplan.planner


def test_the_examples_of_the_front_page_run() -> None:
    assert doctest.testmod(craftplan.planner).attempted > 3
    assert doctest.testmod(craftplan.planner).failed == 0


def test_the_python_of_the_docs_runs(tree: Path) -> None:
    found = doctest.testfile(str(tree / "docs" / "planning.md"), module_relative=False)
    assert (found.failed, found.attempted > 15) == (0, True)
