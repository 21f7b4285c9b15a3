import doctest

import craftplan.planner


def test_the_examples_of_the_front_page_run() -> None:
    assert doctest.testmod(craftplan.planner).attempted > 3
    assert doctest.testmod(craftplan.planner).failed == 0
