"""``craftplan catalog`` and ``--catalog``: the user's own packs, as the shell shows them."""

import json
from pathlib import Path

import pytest
from reference import ARCHIVE, needs_reference
from shell import craftplan


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A data pack for 1.20.4 with a recipe of its own, a broken one, and a tag that gains a member."""
    folder = tmp_path / "pack"
    recipes = folder / "data" / "demo" / "recipes"
    tags = folder / "data" / "minecraft" / "tags" / "items"
    recipes.mkdir(parents=True)
    tags.mkdir(parents=True)
    (folder / "pack.mcmeta").write_text(json.dumps({"pack": {"pack_format": 26, "description": "demo"}}))
    ladder = {
        "type": "minecraft:crafting_shapeless",
        "ingredients": [{"tag": "minecraft:planks"}, {"item": "minecraft:string"}],
        "result": {"item": "minecraft:ladder", "count": 2},
    }
    (recipes / "ladder.json").write_text(json.dumps(ladder))
    (recipes / "broken.json").write_text('{"type": "minecraft:crafting_shaped"')
    (tags / "planks.json").write_text(json.dumps({"values": ["minecraft:stone"]}))
    return folder


def test_a_data_pack_lies_over_the_games_own_recipes(home: Path, pack: Path) -> None:
    said = craftplan("plan", "ladder", "2", "--have", "stone=1,string=1", "--catalog", str(pack), "--json")
    assert said.code == 0, said.err
    (step,) = said.document["steps"]
    assert (step["recipe"], step["station"], step["times"]) == ("demo:ladder", "inventory", 1)
    assert "minecraft:stone" in step["ingredients"][0]["members"]
    assert "1 files were not loaded; `craftplan catalog check" in said.err
    assert craftplan("recipe", "chest", "--catalog", str(pack)).code == 0


def test_check_points_at_what_was_not_loaded_and_exits_1(home: Path, pack: Path) -> None:
    said = craftplan("catalog", "check", str(pack), "--json")
    assert said.code == 1
    (diagnostic,) = [found for found in said.document["diagnostics"] if found["level"] == "error"]
    assert diagnostic["file"].endswith("demo/recipes/broken.json")
    assert said.document["counts"]["loaded"] == 1
    (pack / "data" / "demo" / "recipes" / "broken.json").unlink()
    assert craftplan("catalog", "check", str(pack)).code == 0


def test_show_and_build_say_what_is_known(home: Path, pack: Path) -> None:
    built = craftplan("catalog", "build", str(pack))
    assert built.code == 0
    assert "recipes of Minecraft 1.20.4" in built.out
    shown = craftplan("catalog", "show", str(pack), "--json").document
    assert (shown["minecraft"], shown["recipes"]) == ("1.20.4", 1161)
    assert craftplan("catalog", "show", "--minecraft", "1.16.5").out.startswith(
        "Minecraft 1.16.5   846 recipes · 54 tags"
    )


def test_diff_shows_what_changes(home: Path, pack: Path) -> None:
    assert craftplan("catalog", "diff", "1.20.1", "1.20.1").code == 0
    flowers = craftplan("catalog", "diff", "1.20.1", "1.20.4")
    assert (flowers.code, flowers.out) == (1, "· #flowers: +chorus_flower +spore_blossom\n")
    own = craftplan("catalog", "diff", "1.20.4", str(pack), "--json").document
    assert own["recipes"]["added"] == ["demo:ladder"]
    assert own["tags"]["changed"]["#minecraft:planks"]["added"] == ["minecraft:stone"]


def test_paths_that_hold_nothing_exit_2(home: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "nowhere", tmp_path / "empty"):
        said = craftplan("plan", "stick", "--catalog", str(path))
        assert (said.code, said.out) == (2, "")
        assert "hint: " in said.err


@pytest.mark.promise("catalog.exact")
@needs_reference
def test_fidelity_measures_every_built_in_catalog_against_the_game(home: Path) -> None:
    said = craftplan("catalog", "fidelity", str(ARCHIVE), "--json")
    assert said.code == 0
    versions = said.document["versions"]
    assert len(versions) >= 40
    assert [one["minecraft"] for one in versions if one["equal"] != one["recipes"] or one["extra"]] == []
