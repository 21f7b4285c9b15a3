"""What people type is what they mean, or the error says what was wrong with it."""

import json
from pathlib import Path

import pytest
from craftplan.agent.doors.words import read_goals, read_inventory
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import InputError, SchemaError
from craftplan.recipes.ids import short

CATALOG = builtin("1.20.4")


@pytest.mark.parametrize(
    ("words", "goals"),
    [
        ("stick", [("stick", 1)]),
        ("stick|4", [("stick", 4)]),
        ("4|stick", [("stick", 4)]),
        ("3 torch|chest", [("torch", 3), ("chest", 1)]),
        ("torch 3|chest", [("torch", 3), ("chest", 1)]),
        ("torch=3", [("torch", 3)]),
        ("3x torch", [("torch", 3)]),
        ("torch|3|chest|2", [("torch", 3), ("chest", 2)]),
        ("3|torch|2|chest", [("torch", 3), ("chest", 2)]),
        ("wooden|pickaxe", [("wooden_pickaxe", 1)]),
        ("Wooden Pickaxe", [("wooden_pickaxe", 1)]),
        ("wooden|pickaxe|2|chest", [("wooden_pickaxe", 2), ("chest", 1)]),
        ("2|wooden|pickaxe", [("wooden_pickaxe", 2)]),
        ("minecraft:stick|chest", [("stick", 1), ("chest", 1)]),
        ("music_disc_5|1", [("music_disc_5", 1)]),
    ],
)
def test_goals_are_read_as_people_write_them(words: str, goals: list[tuple[str, int]]) -> None:
    assert [(short(goal.item), goal.count) for goal in read_goals(words.split("|"), CATALOG)] == goals


@pytest.mark.parametrize("count", ["0", "-3", "1000001", "9" * 30])
def test_a_count_that_is_none_is_refused(count: str) -> None:
    with pytest.raises(InputError, match="is not a count of items") as wrong:
        read_goals(["stick", count], CATALOG)
    assert "from 1 to 1,000,000" in wrong.value.hint


def test_an_inventory_is_read_from_words_and_from_a_file(tmp_path: Path) -> None:
    expected = {"minecraft:oak_planks": 2, "minecraft:stick": 3}
    assert dict(read_inventory("oak_planks=2, stick=1,stick=2", CATALOG).counts) == expected
    file = tmp_path / "have.json"
    file.write_text(json.dumps({"oak_planks": 2, "minecraft:stick": 3}))
    assert dict(read_inventory(str(file), CATALOG).counts) == expected


@pytest.mark.promise("tools.violations")
def test_a_file_that_breaks_the_schema_is_pointed_into(tmp_path: Path) -> None:
    file = tmp_path / "have.json"
    file.write_text(json.dumps({"oak_planks": "two", "stick": 2_000_000, "dirt": 1}))
    with pytest.raises(SchemaError) as broken:
        read_inventory(str(file), CATALOG)
    first, second = broken.value.evidence["violations"]
    assert first == {
        "pointer": "/oak_planks",
        "keyword": "type",
        "limit": "integer",
        "actual": "string",
        "over_by": None,
        "excerpt": '"two"',
        "schema": "craftplan/inventory/1",
    }
    assert (second["pointer"], second["limit"], second["actual"], second["over_by"]) == (
        "/stick",
        1_000_000,
        2_000_000,
        1_000_000,
    )


def test_files_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_inventory(str(tmp_path / "nowhere.json"), CATALOG)
    (tmp_path / "half.json").write_text('{"stick": ')
    with pytest.raises(InputError, match="is not JSON"):
        read_inventory(str(tmp_path / "half.json"), CATALOG)
