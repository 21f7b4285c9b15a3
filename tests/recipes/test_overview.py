import json

import pytest
from craftplan.recipes.builtin import builtin
from craftplan.recipes.diagnostics import Level
from craftplan.recipes.overview import check, overview
from packs import load, pack, shapeless


def test_an_overview_counts_what_is_there_and_says_what_is_reconstructed() -> None:
    seen = overview(builtin("1.20.4"))
    assert (seen.recipes, seen.tags, seen.reconstructed) == (1160, 99, False)
    assert list(seen.kinds.items())[:2] == [("shaped", 590), ("shapeless", 232)]
    assert sum(seen.kinds.values()) == seen.recipes
    assert (seen.unusable, seen.empty_tags) == ((), ())
    assert overview(builtin("26.1")).reconstructed
    assert json.loads(json.dumps(seen.data()))["special"]["minecraft:crafting_special_repairitem"] == 1


FILES = {
    "data/demo/recipes/mill.json": {"type": "othermod:milling"},
    "data/demo/recipes/mix.json": shapeless({"item": "minecraft:sand", "count": 2}, result={"item": "demo:mix"}),
    "data/demo/recipes/odd.json": shapeless({"tag": "demo:none"}, result={"item": "demo:odd"}),
    "data/demo/recipes/bad.json": b"{",
    "data/demo/tags/items/empty.json": {"values": []},
}


@pytest.mark.promise("catalog.diagnostics")
def test_a_check_puts_the_worst_first_and_fails_when_something_was_not_loaded() -> None:
    found = check(load("1.20.1", pack(FILES)))
    assert [one.level for one in found.diagnostics] == [Level.ERROR, Level.ERROR, Level.WARNING]
    assert found.counts | {"hidden": 0} == {
        "loaded": 2,
        "special": 0,
        "conditional": 0,
        "unsupported": 1,
        "rejected": 1,
        "hidden": 0,
    }
    assert found.exit_code == 1
    data = json.loads(json.dumps(found.data()))
    assert data["ok"] is False
    assert set(data["diagnostics"][0]) == {"rule", "message", "pack", "file", "pointer", "hint", "level"}


def test_a_sound_pack_passes_the_check() -> None:
    good = {"data/demo/recipes/mix.json": FILES["data/demo/recipes/mix.json"]}
    found = check(load("1.20.1", pack(good)))
    assert (found.exit_code, found.rules) == (0, {"ingredient_count": 1})


def test_what_nothing_satisfies_and_what_is_not_read_is_listed() -> None:
    catalog = load("1.20.1", pack(FILES)).catalog
    seen = overview(catalog)
    assert (seen.unusable, seen.empty_tags) == (("demo:odd",), ("#demo:empty",))
    assert seen.unsupported == {"othermod:milling": 1}


def test_a_diagnostic_reads_as_a_line_with_its_place() -> None:
    bad = [one for one in check(load("1.20.1", pack(FILES))).diagnostics if one.rule == "unknown_tag"]
    assert str(bad[0]).startswith(
        "error: demo:data/demo/recipes/odd.json#/ingredients/0/tag: there is no item tag #demo:none"
    )
