"""What people name: jars, bundlers, mods, server folders, packs, loose files."""

import gzip
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.build import build_catalog
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import InputError
from craftplan.recipes.formats.lookup import Loader
from craftplan.recipes.load import Loaded
from jars import RECIPE, bundler, game, zipped
from reference import expected_recipes, files, needs_reference


def write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def built(*paths: Path, **options: Any) -> Loaded:
    return build_catalog(paths, **options)


@pytest.mark.promise("catalog.loaders")
def test_a_server_jar_says_its_version_and_brings_its_recipes(tmp_path: Path) -> None:
    loaded = built(write(tmp_path / "server.jar", zipped(game("1.20.4"))))
    assert (loaded.minecraft, list(loaded.catalog.recipes)) == ("1.20.4", ["minecraft:bowl"])
    assert loaded.diagnostics == ()


def test_a_bundler_is_looked_into(tmp_path: Path) -> None:
    loaded = built(write(tmp_path / "server.jar", bundler("1.20.4", zipped(game("1.20.4")))))
    assert (loaded.minecraft, list(loaded.catalog.recipes)) == ("1.20.4", ["minecraft:bowl"])


@pytest.mark.promise("catalog.loaders")
@needs_reference
@pytest.mark.parametrize("version", ["1.20.4", "1.21.4", "26.2"])
def test_a_bundler_of_the_real_data_is_the_real_game(tmp_path: Path, version: str) -> None:
    data = {f"data/minecraft/{path}.json": document for path, document in files()[version].items()}
    loaded = built(write(tmp_path / "server.jar", bundler(version, zipped(game(version, data)))))
    plain, other = expected_recipes(version)
    assert loaded.minecraft == version
    assert loaded.counts.loaded + loaded.counts.special == len(plain) + len(other)
    assert loaded.diagnostics == ()


def test_a_jar_with_a_patch_only_says_what_to_name_instead(tmp_path: Path) -> None:
    files = {"META-INF/MANIFEST.MF": "", "META-INF/versions/1.20.4/paper-1.20.4.jar.patch": b"x"}
    with pytest.raises(InputError) as raised:
        built(write(tmp_path / "paper.jar", zipped(files)))
    assert raised.value.code == "patch_only"
    assert "mojang_" in raised.value.hint


@pytest.mark.promise("catalog.version")
def test_the_version_that_is_asked_for_may_not_contradict_the_jar(tmp_path: Path) -> None:
    jar = write(tmp_path / "server.jar", zipped(game("1.20.4")))
    with pytest.raises(InputError) as raised:
        built(jar, minecraft="1.21.4")
    assert raised.value.code == "version_contradiction"
    assert "1.20.4" in raised.value.message
    assert "1.21.4" in raised.value.message


def datapack(number: int, name: str = "bowl") -> dict[str, Any]:
    return {"pack.mcmeta": {"pack": {"pack_format": number}}, f"data/demo/recipes/{name}.json": RECIPE}


def test_a_pack_says_its_version_and_lies_above_the_built_in_recipes(tmp_path: Path) -> None:
    loaded = built(write(tmp_path / "pack.zip", zipped(datapack(26))))
    assert loaded.minecraft == "1.20.4"
    assert len(loaded.catalog.recipes) == len(builtin("1.20.4").recipes) + 1
    alone = built(tmp_path / "pack.zip", beneath=False)
    assert list(alone.catalog.recipes) == ["demo:bowl"]


@pytest.mark.promise("catalog.loaders")
def test_a_folder_around_a_pack_is_looked_through(tmp_path: Path) -> None:
    wrapped = {f"my-pack/{path}": data for path, data in datapack(26).items()}
    loaded = built(write(tmp_path / "pack.zip", zipped(wrapped)), beneath=False)
    assert list(loaded.catalog.recipes) == ["demo:bowl"]


@pytest.mark.promise("catalog.version")
def test_packs_for_different_versions_contradict_each_other(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{number}.zip", zipped(datapack(number))) for number in (26, 48)]
    with pytest.raises(InputError) as raised:
        built(*paths)
    assert raised.value.code == "version_contradiction"
    assert "26" in raised.value.message
    assert "48" in raised.value.message
    assert built(*paths, minecraft="1.20.4").minecraft == "1.20.4"


def test_packs_for_several_versions_meet_in_the_newest_common_one(tmp_path: Path) -> None:
    wide = datapack(15) | {"pack.mcmeta": {"pack": {"pack_format": 15, "supported_formats": [15, 26]}}}
    paths = [write(tmp_path / "wide.zip", zipped(wide)), write(tmp_path / "old.zip", zipped(datapack(18, "dish")))]
    assert built(*paths).minecraft == "1.20.2"


@pytest.mark.promise("catalog.loaders")
def test_a_plain_folder_of_recipes_needs_a_version(tmp_path: Path) -> None:
    write(tmp_path / "My Recipes/tools/bowl.json", json.dumps(RECIPE).encode())
    with pytest.raises(InputError):
        built(tmp_path / "My Recipes")
    loaded = built(tmp_path / "My Recipes", minecraft="1.20.4", beneath=False)
    assert list(loaded.catalog.recipes) == ["my_recipes:tools/bowl"]


FABRIC = {"fabric.mod.json": {"id": "demo", "provides": ["demolib"]}, "data/demo/recipes/bowl.json": RECIPE}


def test_a_mod_says_its_loader_and_brings_its_items(tmp_path: Path) -> None:
    recipe = {**RECIPE, "result": {"item": "demo:dish"}}
    wanting = {"fabric:load_conditions": [{"condition": "fabric:all_mods_loaded", "values": ["demolib"]}], **RECIPE}
    files = {**FABRIC, "data/demo/recipes/dish.json": recipe, "data/demo/recipes/other.json": wanting}
    loaded = built(write(tmp_path / "demo.jar", zipped(files)), minecraft="1.20.4", beneath=False)
    assert loaded.loader is Loader.FABRIC
    assert sorted(loaded.catalog.recipes) == ["demo:bowl", "demo:dish", "demo:other"]


@pytest.mark.promise("catalog.loaders")
@pytest.mark.parametrize(
    ("path", "text", "loader"),
    [
        ("META-INF/mods.toml", '[[mods]]\nmodId = "demo"\n', Loader.FORGE),
        ("META-INF/neoforge.mods.toml", '[[mods]]\nmodId = "demo"\n', Loader.NEOFORGE),
        ("quilt.mod.json", '{"quilt_loader": {"id": "demo"}}', Loader.QUILT),
    ],
)
def test_each_loaders_metadata_is_known(tmp_path: Path, path: str, text: str, loader: Loader) -> None:
    jar = write(tmp_path / "demo.jar", zipped({path: text, "data/demo/recipes/bowl.json": RECIPE}))
    loaded = built(jar, minecraft="1.20.4")
    assert loaded.loader is loader
    assert "demo:bowl" in loaded.catalog.recipes


def test_mods_for_different_loaders_contradict_each_other(tmp_path: Path) -> None:
    one = write(tmp_path / "one.jar", zipped(FABRIC))
    other = write(tmp_path / "other.jar", zipped({"META-INF/mods.toml": '[[mods]]\nmodId = "x"\n'}))
    with pytest.raises(InputError) as raised:
        built(one, other, minecraft="1.20.4")
    assert raised.value.code == "loader_contradiction"


@pytest.mark.promise("catalog.loaders")
def test_jars_inside_jars_count(tmp_path: Path) -> None:
    inner = zipped({"fabric.mod.json": {"id": "inner"}, "data/inner/recipes/bowl.json": RECIPE})
    middle = zipped({"fabric.mod.json": {"id": "middle"}, "META-INF/jars/inner.jar": inner})
    outer = zipped({**FABRIC, "META-INF/jars/middle.jar": middle, "META-INF/jars/broken.jar": b"no zip"})
    loaded = built(write(tmp_path / "demo.jar", outer), minecraft="1.20.4", beneath=False)
    assert sorted(loaded.catalog.recipes) == ["demo:bowl", "inner:bowl"]
    assert [found.rule for found in loaded.diagnostics] == ["unreadable_jar"]


def level(enabled: list[str], disabled: list[str]) -> bytes:
    def text(value: str) -> bytes:
        return struct.pack(">H", len(value)) + value.encode()

    def names(name: str, values: list[str]) -> bytes:
        return b"\x09" + text(name) + b"\x08" + struct.pack(">i", len(values)) + b"".join(map(text, values))

    packs = b"\x0a" + text("DataPacks") + names("Disabled", disabled) + names("Enabled", enabled) + b"\x00"
    version = b"\x03" + text("DataVersion") + struct.pack(">i", 3700)
    return gzip.compress(b"\x0a" + text("") + b"\x0a" + text("Data") + version + packs + b"\x00" + b"\x00")


def server(root: Path, jar: str = "versions/1.20.4/server-1.20.4.jar") -> Path:
    write(root / "server.properties", b"motd=x\nlevel-name=my world\n")
    write(root / jar, zipped(game("1.20.4")))
    return root


def made(count: int) -> dict[str, Any]:
    return {**RECIPE, "result": {"item": "minecraft:bowl", "count": count}}


@pytest.mark.promise("catalog.loaders")
@pytest.mark.parametrize("jar", ["versions/1.20.4/server-1.20.4.jar", "cache/mojang_1.20.4.jar", "server.jar"])
def test_a_servers_folder_is_its_jar_its_mods_and_its_worlds_packs(tmp_path: Path, jar: str) -> None:
    root = server(tmp_path, jar)
    write(root / "mods/demo.jar", zipped({**FABRIC, "data/demo/recipes/mod.json": RECIPE}))
    write(root / "my world/datapacks/pack.zip", zipped(datapack(26, "pack")))
    loaded = built(root)
    assert (loaded.minecraft, loaded.loader) == ("1.20.4", Loader.FABRIC)
    assert sorted(loaded.catalog.recipes) == ["demo:bowl", "demo:mod", "demo:pack", "minecraft:bowl"]


def test_the_worlds_packs_lie_in_the_order_of_its_level(tmp_path: Path) -> None:
    root = server(tmp_path)
    for number, name in enumerate(("a", "b", "c", "off")):
        content = datapack(26) | {"data/demo/recipes/bowl.json": made(number + 1)}
        write(root / f"my world/datapacks/{name}.zip", zipped(content))
    order = ["vanilla", "file/c.zip", "file/b.zip", "file/a.zip"]
    write(root / "my world/level.dat", level(order, ["file/off.zip"]))
    loaded = built(root)
    assert loaded.packs[1:] == ("c.zip", "b.zip", "a.zip")
    (bowl,) = [recipe for recipe in loaded.catalog.recipes.values() if recipe.id == "demo:bowl"]
    assert bowl.count == 1
    assert [found.rule for found in loaded.diagnostics] == ["disabled_pack"]


def test_without_a_readable_level_the_order_is_by_name_and_that_is_said(tmp_path: Path) -> None:
    root = server(tmp_path)
    write(root / "my world/datapacks/a.zip", zipped(datapack(26)))
    write(root / "my world/level.dat", b"\x1f\x8bnot a level")
    assert [found.rule for found in built(root).diagnostics] == ["pack_order"]


def test_two_versions_of_the_game_in_one_folder_are_not_guessed_between(tmp_path: Path) -> None:
    root = server(tmp_path)
    write(root / "cache/mojang_1.21.4.jar", zipped(game("1.21.4")))
    with pytest.raises(InputError) as raised:
        built(root)
    assert raised.value.code == "several_versions"
    assert {"1.20.4", "1.21.4"} <= set(raised.value.message.replace(",", "").split())


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"hello", zipped({"readme.txt": "hi"})])
def test_what_holds_no_recipes_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError):
        built(write(tmp_path / "thing.zip", content), minecraft="1.20.4")


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        built(tmp_path / "nowhere", minecraft="1.20.4")
    assert "nowhere" in raised.value.message
