"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest
from craftplan import agent, bridge, planner, recipes, server

MODULES = [
    found.name
    for room in (recipes, planner, bridge, server, agent)
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
