import json
import subprocess
import sys
from pathlib import Path

import pytest
from craftplan.recipes.cache import cached_catalog
from craftplan.recipes.compiled import compile_catalog
from craftplan.recipes.errors import IntegrityError
from craftplan.recipes.load import Loaded
from craftplan.recipes.opened import open_catalog
from jars import RECIPE, zipped


def pack(path: Path, count: int = 1) -> Path:
    recipe = {**RECIPE, "result": {"item": "minecraft:bowl", "count": count}}
    broken = {**RECIPE, "result": {"id": "minecraft:bowl"}}
    files = {"pack.mcmeta": {"pack": {"pack_format": 26}}, "data/demo/recipes/bowl.json": recipe}
    path.write_bytes(zipped({**files, "data/demo/recipes/broken.json": broken}))
    return path


def same(one: Loaded, other: Loaded) -> bool:
    return compile_catalog(one.catalog) == compile_catalog(other.catalog) and (
        (one.diagnostics, one.counts, one.packs, one.minecraft, one.loader)
        == (other.diagnostics, other.counts, other.packs, other.minecraft, other.loader)
    )


@pytest.mark.promise("catalog.cache")
def test_a_cached_catalog_is_the_built_one_with_all_that_was_said(tmp_path: Path) -> None:
    paths, folder = [pack(tmp_path / "pack.zip")], tmp_path / "cache"
    built = cached_catalog(paths, folder=folder)
    (file,) = folder.iterdir()
    written = file.stat().st_mtime_ns
    again = cached_catalog(paths, folder=folder)
    assert same(built, again)
    assert len(built.diagnostics) == 1
    assert file.stat().st_mtime_ns == written


def test_other_content_and_other_options_are_other_catalogs(tmp_path: Path) -> None:
    paths, folder = [pack(tmp_path / "pack.zip")], tmp_path / "cache"
    first = cached_catalog(paths, folder=folder)
    pack(tmp_path / "pack.zip", count=2)
    second = cached_catalog(paths, folder=folder)
    assert first.catalog.hash != second.catalog.hash
    cached_catalog(paths, folder=folder, minecraft="1.20.4")
    assert len(list(folder.iterdir())) == 3


@pytest.mark.promise("catalog.cache")
@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "nonsense"])
def test_a_damaged_file_is_ignored_and_written_again(tmp_path: Path, damage: str) -> None:
    paths, folder = [pack(tmp_path / "pack.zip")], tmp_path / "cache"
    built = cached_catalog(paths, folder=folder)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    file.write_bytes({"cut": whole[:middle], "flipped": flipped, "empty": b"", "nonsense": b"\x00" * 99}[damage])
    assert same(cached_catalog(paths, folder=folder), built)
    assert file.read_bytes() == whole


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert cached_catalog([pack(tmp_path / "pack.zip")], folder=tmp_path / "file" / "cache").counts.loaded == 1


@pytest.mark.promise("catalog.cache")
def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    path, folder = pack(tmp_path / "pack.zip"), tmp_path / "cache"
    program = (
        "import sys; from pathlib import Path; from craftplan.recipes.cache import cached_catalog\n"
        "print(cached_catalog([Path(sys.argv[1])], folder=Path(sys.argv[2])).catalog.hash)"
    )
    command = [sys.executable, "-c", program, str(path), str(folder)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    hashes = {process.communicate(timeout=60)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(hashes) == 1
    (file,) = folder.iterdir()
    assert file.suffix == ".catalog"


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": 99}', json.dumps({"format": 2}), "\x00"])
def test_what_is_no_compiled_catalog_is_refused(text: str) -> None:
    with pytest.raises(IntegrityError):
        open_catalog(text)
