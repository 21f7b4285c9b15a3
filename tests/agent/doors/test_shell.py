"""The shell door: answers on stdout, the rest on stderr, exit codes that mean one thing."""

import json
import re
from pathlib import Path

import pytest
from craftplan.agent.doors.commands import NAMES
from craftplan.agent.doors.exits import MEANINGS
from craftplan.recipes.builtin import builtin, builtin_versions
from shell import craftplan


@pytest.mark.promise("shell.exits")
def test_help_and_docs_show_the_same_exit_codes(tree: Path) -> None:
    shown = dict(re.findall(r"^  (\d+) +(.+)$", craftplan("--help").out.split("Exit codes:")[1], re.MULTILINE))
    documented = dict(re.findall(r"^\| (\d+) \| (.+) \|$", (tree / "docs/how-it-works.md").read_text(), re.MULTILINE))
    assert shown == documented == {str(int(code)): meaning for code, meaning in MEANINGS.items()}


@pytest.mark.promise("names.near")
def test_an_unknown_item_exits_2_with_near_names() -> None:
    said = craftplan("plan", "wodden_pickaxe")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines()[0] == "craftplan: no item called 'wodden_pickaxe' in Minecraft 1.20.4"
    assert "hint: did you mean wooden_pickaxe" in said.err


@pytest.mark.promise("names.near")
def test_a_family_of_items_exits_2_and_lists_it() -> None:
    said = craftplan("plan", "pickaxe")
    assert said.code == 2
    assert "diamond_pickaxe, golden_pickaxe, iron_pickaxe" in said.err


@pytest.mark.promise("names.uncraftable")
def test_an_item_without_a_recipe_exits_1_and_says_so() -> None:
    said = craftplan("plan", "bedrock")
    assert (said.code, said.out) == (1, "Bedrock ×1   Minecraft 1.20.4 · no recipe makes it\n")


@pytest.mark.promise("shell.streams")
@pytest.mark.parametrize(
    "arguments",
    [
        ["plan", "stick", "--json"],
        ["plan", "stik", "--json"],
        ["plan", "--json"],
        ["recipe", "stick", "--json"],
        ["items", "stick", "--json"],
        ["plan", "stick", "--minecraft", "0.1", "--json"],
        ["plan", "stick", "--have", "stick=many", "--json"],
        ["plan", "stick", "--nonsense", "--json"],
        ["why", "nobody.1", "--json"],
        ["lessons", "--json"],
        ["ledger", "--json"],
    ],
)
def test_json_prints_exactly_one_document_on_errors_too(arguments: list[str], home: Path) -> None:
    said = craftplan(*arguments)
    assert said.out.count("\n") == 1
    document = json.loads(said.out)
    assert document["schema"].startswith("craftplan/")
    assert document.get("exit", said.code) == said.code
    assert list(document) == sorted(document)


def test_no_item_is_called_like_a_command() -> None:
    names = {item.partition(":")[2] for version in builtin_versions() for item in builtin(version).items}
    assert names & set(NAMES) == set()


def test_recipe_shows_the_tag_and_its_members() -> None:
    lines = craftplan("recipe", "stick").out.splitlines()
    assert lines[:3] == ["stick  shaped  → stick ×4", "  A", "  A"]
    assert lines[3] == (
        "  A ×2  #planks: oak_planks, spruce_planks, birch_planks, jungle_planks, acacia_planks, dark_oak_planks, …"
        " 11 in all"
    )


def test_items_finds_all_the_words() -> None:
    assert craftplan("items", "oak", "boat").out.splitlines() == [
        "oak_boat             shaped",
        "oak_chest_boat       shapeless",
        "dark_oak_boat        shaped",
        "dark_oak_chest_boat  shapeless",
    ]


def test_a_wrong_option_exits_2_with_a_hint() -> None:
    said = craftplan("plan", "stick", "--nonsense")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("hint: `craftplan plan --help` tells how\n")
