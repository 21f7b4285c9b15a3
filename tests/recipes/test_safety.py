"""Hostile and damaged input: a typed answer, in bounded time and memory."""

import json
import os
import stat
import time
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.diagnostics import Diagnostic
from craftplan.recipes.errors import CraftplanError
from craftplan.recipes.load import Loaded, Options, load_packs
from craftplan.recipes.packs.archive import Archive
from craftplan.recipes.packs.folder import Folder
from craftplan.recipes.packs.level import datapacks
from craftplan.recipes.packs.pack import open_pack
from hypothesis import given, settings
from hypothesis import strategies as st
from jars import RECIPE, zipped
from packs import load, pack, rules

GOOD = {"data/demo/recipes/good.json": RECIPE}


def of_zip(content: bytes) -> Loaded:
    return load_packs([open_pack(Archive(content, "test.zip"))], Options("1.20.4"))


@pytest.mark.promise("catalog.safety")
def test_a_bomb_is_inflated_to_the_limit_only() -> None:
    bomb = zipped({**GOOD, "data/demo/recipes/bomb.json": b"[" + b" " * 300_000_000 + b"]"})
    assert len(bomb) < 1_000_000
    started = time.monotonic()
    loaded = of_zip(bomb)
    assert time.monotonic() - started < 2
    assert rules(loaded) == ["too_large"]
    assert list(loaded.catalog.recipes) == ["demo:good"]


@pytest.mark.promise("catalog.safety")
@pytest.mark.parametrize(
    "path", ["../data/demo/recipes/a.json", "/data/demo/recipes/a.json", "data/../../x.json", "C:/a.json"]
)
def test_a_path_that_leaves_the_zip_is_not_read(path: str) -> None:
    loaded = of_zip(zipped({**GOOD, path: RECIPE}))
    assert rules(loaded) == ["unsafe_path"]
    assert list(loaded.catalog.recipes) == ["demo:good"]


def test_a_nul_in_a_name_is_no_way_to_hide() -> None:
    content = zipped({**GOOD, "data/demo/recipes/a.json_hidden": RECIPE}).replace(b"a.json_hidden", b"a.json\x00hidden")
    loaded = of_zip(content)
    assert rules(loaded) == ["unsafe_path"]


def test_links_are_not_followed_out_of_a_pack(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps(RECIPE))
    recipes = tmp_path / "pack/data/demo/recipes"
    recipes.mkdir(parents=True)
    (recipes / "good.json").write_text(json.dumps(RECIPE))
    (recipes / "link.json").symlink_to(secret)
    (recipes / "loop").symlink_to(tmp_path / "pack", target_is_directory=True)
    loaded = load_packs([open_pack(Folder(tmp_path / "pack"))], Options("1.20.4"))
    assert rules(loaded) == ["unsafe_path", "unsafe_path"]
    assert list(loaded.catalog.recipes) == ["demo:good"]


def test_a_link_in_a_zip_is_not_a_file() -> None:
    out = BytesIO(zipped(GOOD))
    with zipfile.ZipFile(out, "a") as archive:
        link = zipfile.ZipInfo("data/demo/recipes/link.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert rules(of_zip(out.getvalue())) == ["unsafe_path"]


def test_what_is_no_regular_file_does_not_block(tmp_path: Path) -> None:
    recipes = tmp_path / "data/demo/recipes"
    recipes.mkdir(parents=True)
    os.mkfifo(recipes / "pipe.json")
    assert rules(load_packs([open_pack(Folder(tmp_path))], Options("1.20.4"))) == ["unreadable"]


@pytest.mark.promise("catalog.safety")
@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b'{"type":"minecraft:crafting_shapeless","x":"' + b"y" * 10_000_000 + b'"}', "too_large"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b"\x00" * 1000, "not_json"),
        (b"{} trailing", "not_json"),
        (b'{"type": NaN}', "not_json"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not_json"),
        (b'{"type": "minecraft:crafting_shapeless", // why\n}', "comment"),
        (b'{"type": "x",}', "not_json"),
        (b'"text"', "not_an_object"),
        (b"null", "not_an_object"),
        (b"{}", "no_type"),
        (b'{"type": 5}', "no_type"),
        (b'{"type": "minecraft:crafting_shapd"}', "unknown_type"),
    ],
)
def test_a_broken_document_has_its_rule(content: bytes, rule: str) -> None:
    loaded = load("1.20.4", pack({**GOOD, "data/demo/recipes/bad.json": content}))
    assert rules(loaded) == [rule]
    assert loaded.diagnostics[0].file == "data/demo/recipes/bad.json"
    assert list(loaded.catalog.recipes) == ["demo:good"]


@pytest.mark.parametrize("count", [1e308, -1, 0, 1.5, "2", True, None, [], 10**400])
def test_a_count_is_a_whole_number_of_items(count: Any) -> None:
    recipe = {**RECIPE, "result": {"item": "minecraft:bowl", "count": count}}
    loaded = load("1.20.4", pack({"data/demo/recipes/bad.json": recipe}))
    assert rules(loaded) == ["bad_count"]
    assert loaded.diagnostics[0].pointer == "/result/count"


def test_a_byte_order_mark_is_read_over() -> None:
    content = b"\xef\xbb\xbf" + json.dumps(RECIPE).encode()
    assert load("1.20.4", pack({"data/demo/recipes/a.json": content})).diagnostics == ()


def test_odd_bytes_and_repeated_keys_load_with_a_warning() -> None:
    odd = json.dumps(RECIPE | {"group": "caf?"}).encode().replace(b"caf?", b"caf\xe9")
    twice = json.dumps(RECIPE).encode().replace(b'"result"', b'"result": {"item": "minecraft:stick"}, "result"')
    loaded = load("1.20.4", pack({"data/demo/recipes/odd.json": odd, "data/demo/recipes/twice.json": twice}))
    assert rules(loaded) == ["not_utf8", "duplicate_key"]
    assert {recipe.result for recipe in loaded.catalog.recipes.values()} == {"minecraft:bowl"}


@pytest.mark.parametrize("pattern", ["(a+)+$", "(.*)*x", "a" * 1000, "(", "[", "(?P<x>", ".*.*.*.*.*.*.*x"])
def test_a_filter_that_is_no_pattern_or_a_trap_hides_nothing(pattern: str) -> None:
    meta = {"pack": {"pack_format": 26}, "filter": {"block": [{"path": pattern}]}}
    started = time.monotonic()
    loaded = load("1.20.4", pack(GOOD), pack({}, name="top", meta=meta))
    assert time.monotonic() - started < 2
    assert "demo:good" in loaded.catalog.recipes
    assert rules(loaded)[0] in {"costly_filter", "bad_filter"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
VALUES = JSON | st.sampled_from(["minecraft:stick", "#minecraft:planks", {"item": "minecraft:stick"}, {"tag": "x:y"}])
TYPES = st.sampled_from(
    [
        "crafting_shaped",
        "crafting_shapeless",
        "smelting",
        "stonecutting",
        "smithing_transform",
        "smithing_trim",
        "crafting_transmute",
        "crafting_dye",
        "crafting_imbue",
        "crafting_decorated_pot",
        "brewing",
    ]
)
FIELDS = st.sampled_from(
    [
        "ingredients",
        "ingredient",
        "key",
        "pattern",
        "result",
        "count",
        "cookingtime",
        "template",
        "base",
        "addition",
        "input",
        "material",
        "material_count",
        "target",
        "dye",
        "source",
        "output",
        "reagent",
        "back",
        "conditions",
    ]
)


@pytest.mark.promise("catalog.safety")
@settings(max_examples=120, deadline=None)
@given(
    kind=TYPES,
    fields=st.dictionaries(FIELDS, VALUES, max_size=6),
    version=st.sampled_from(["1.12.2", "1.20.4", "1.21.1", "26.2", "26.3"]),
)
def test_any_document_is_loaded_or_refused_with_a_reason(kind: str, fields: dict[str, Any], version: str) -> None:
    content = json.dumps({"type": kind, **fields}).encode()
    paths = [f"{root}/demo/{folder}/x.json" for root in ("data", "assets") for folder in ("recipe", "recipes")]
    loaded = load(version, pack(dict.fromkeys(paths, content)))
    counts = loaded.counts
    read = counts.loaded + counts.special + counts.unsupported + counts.conditional
    assert read + counts.rejected == 1
    if counts.rejected:
        assert any(found.file.endswith("x.json") and found.message for found in loaded.diagnostics)


@settings(max_examples=80, deadline=None)
@given(meta=JSON, tag=JSON)
def test_any_pack_meta_and_any_tag_are_survived(meta: Any, tag: Any) -> None:
    loaded = load(
        "1.20.4",
        pack({**GOOD, "data/demo/tags/items/x.json": tag}, meta={"pack": meta, "overlays": meta, "filter": meta}),
    )
    assert all(isinstance(found, Diagnostic) for found in loaded.diagnostics)


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_damaged_zip_is_read_as_far_as_it_is_sound(data: st.DataObject) -> None:
    whole = bytearray(zipped({**GOOD, "pack.mcmeta": {"pack": {"pack_format": 26}}}))
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        of_zip(bytes(whole[: data.draw(st.integers(0, len(whole)))]))
    except CraftplanError as error:
        refused = error
    else:
        return
    assert refused.hint


@settings(max_examples=120, deadline=None)
@given(content=st.binary(max_size=200))
def test_a_level_that_is_none_is_refused(content: bytes) -> None:
    for start in (b"", b"\x0a\x00\x00", b"\x1f\x8b"):
        try:
            found = datapacks(start + content)
        except ValueError as error:
            said = str(error)
        else:
            said = "level.dat" if found == ([], []) else ""
        assert "level.dat" in said
