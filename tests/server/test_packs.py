"""What people's packs come to for the practice server: plain folders, whatever they were."""

import json
from pathlib import Path

import pytest
from craftplan.recipes.errors import InputError
from craftplan.server.packs import laid_out
from jars import RECIPE, game, zipped
from packs import shapeless

GEM = shapeless({"item": "dirt"}, result={"item": "diamond"})
OVERLAID = {"pack": {"pack_format": 26}, "overlays": {"entries": [{"formats": [26, 48], "directory": "newer"}]}}


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_zip_is_laid_out_with_what_the_server_reads_and_nothing_else(tmp_path: Path) -> None:
    pack = tmp_path / "gems.zip"
    content = {
        "pack.mcmeta": {"pack": {"pack_format": 26}},
        "data/gems/recipes/gem.json": GEM,
        "data/gems/tags/items/gems.json": {"values": ["diamond"]},
        "data/gems/loot_tables/gem.json": {},
        "data/gems/recipes/../../../../escaped.json": GEM,
        "pack.png": b"picture",
    }
    pack.write_bytes(zipped(content))
    (folder,) = laid_out([pack], "1.20.4", tmp_path / "place")
    assert files(folder) == ["data/gems/recipes/gem.json", "data/gems/tags/items/gems.json", "pack.mcmeta"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gems.zip", "place"]


def test_an_overlay_counts_where_its_format_is_the_servers(tmp_path: Path) -> None:
    pack = tmp_path / "gems.zip"
    content = {"pack.mcmeta": OVERLAID, "data/g/recipes/gem.json": RECIPE, "newer/data/g/recipes/gem.json": GEM}
    pack.write_bytes(zipped(content))
    (newer,) = laid_out([pack], "1.20.4", tmp_path / "newer")
    (older,) = laid_out([pack], "1.18.2", tmp_path / "older")
    assert json.loads((newer / "data/g/recipes/gem.json").read_text()) == GEM
    assert json.loads((older / "data/g/recipes/gem.json").read_text()) == RECIPE


def test_a_folder_is_read_where_it_lies_and_the_games_own_jar_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.mcmeta").write_text("{}")
    jar = tmp_path / "server.jar"
    jar.write_bytes(zipped(game("1.20.4")))
    said: list[str] = []
    assert laid_out([jar, folder], "1.20.4", tmp_path / "place", said.append) == [folder]
    assert said == ["server.jar is the game itself: the practice server decides with its own recipes of 1.20.4"]


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        laid_out([tmp_path / "nothing.zip"], "1.20.4", tmp_path / "place")
