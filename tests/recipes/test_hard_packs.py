"""Recipes of real mods, where they are at hand: the counts below can be checked against the files.

==================  ======  ===========  ===========  ========
pack                loaded  conditional  unsupported  rejected
==================  ======  ===========  ===========  ========
AE2, 1.12.2             45           16          247         0
AE2, 1.21.4            381           67          108         0
Farmer's Delight       161           32          152         0
Mekanism, 1.21.1       934          300         1929         0
==================  ======  ===========  ===========  ========

Conditional: a condition of the mod's loader does not hold (another mod is missing, a tag is empty), or it is one that
the mod's own code decides. Unsupported: a type of recipe or of ingredient that is the mod's own.
"""

import json
import tarfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from craftplan.recipes.builtin import builtin
from craftplan.recipes.diagnostics import Level
from craftplan.recipes.formats.lookup import Loader
from craftplan.recipes.load import Loaded, Options, load_packs
from craftplan.recipes.packs.files import Memory
from craftplan.recipes.packs.pack import open_pack

ARCHIVE = Path(__file__).parents[2] / "../shared/data/hard-packs.tar.xz"
pytestmark = pytest.mark.skipif(not ARCHIVE.exists(), reason=f"the hard packs are not at {ARCHIVE}")


class Hard(NamedTuple):
    """A mod's source, and what must come of it: loaded, conditional, unsupported, rejected."""

    folder: str
    minecraft: str
    loader: Loader
    mods: tuple[str, ...]
    counts: tuple[int, int, int, int]


PACKS = [
    Hard("ae2-forge-1.12", "1.12.2", Loader.FORGE, ("appliedenergistics2",), (45, 16, 247, 0)),
    Hard("ae2-neoforge-1.21", "1.21.4", Loader.NEOFORGE, ("ae2",), (381, 67, 108, 0)),
    Hard("farmersdelight", "1.20.1", Loader.FORGE, ("farmersdelight",), (161, 32, 152, 0)),
    Hard(
        *("mekanism-neoforge-1.21", "1.21.1", Loader.NEOFORGE),
        ("mekanism", "mekanismgenerators", "mekanismadditions", "mekanismtools"),
        (934, 300, 1929, 0),
    ),
]


@cache
def content() -> dict[str, dict[str, bytes]]:
    """The files of each root that holds ``data`` or ``assets``, by the root's path."""
    roots: dict[str, dict[str, bytes]] = {}
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            path = member.name.removeprefix("./")
            cut = min((path.find(f"/{folder}/") for folder in ("data", "assets") if f"/{folder}/" in path), default=-1)
            stream = archive.extractfile(member) if cut > 0 else None
            if stream:
                roots.setdefault(path[:cut], {})[path[cut + 1 :]] = stream.read()
    return roots


def loaded(hard: Hard) -> Loaded:
    roots = {root: files for root, files in content().items() if root.startswith(hard.folder)}
    packs = [open_pack(Memory(root, files)) for root, files in sorted(roots.items())]
    beneath = None if hard.minecraft == "1.12.2" else builtin(hard.minecraft)
    return load_packs(packs, Options(hard.minecraft, hard.loader, frozenset(hard.mods), beneath))


def documents(hard: Hard) -> list[dict[str, Any]]:
    """The recipe files, found by another way than the loader's."""
    found = []
    for root, files in content().items():
        for path, data in files.items():
            parts = path.split("/")
            if root.startswith(hard.folder) and parts[2] in {"recipe", "recipes"} and not parts[-1].startswith("_"):
                found.append(json.loads(data))
    return found


@pytest.mark.promise("catalog.mods")
@pytest.mark.parametrize("hard", PACKS, ids=lambda hard: hard.folder)
def test_a_mods_recipes_come_to_what_the_table_says(hard: Hard) -> None:
    result = loaded(hard)
    counts = result.counts
    assert (counts.loaded, counts.conditional, counts.unsupported, counts.rejected) == hard.counts
    assert sum(hard.counts) + counts.special == len(documents(hard))


@pytest.mark.parametrize("hard", PACKS[1:], ids=lambda hard: hard.folder)
def test_each_type_of_a_mods_own_is_counted(hard: Hard) -> None:
    keys = {Loader.FORGE: "conditions", Loader.NEOFORGE: "neoforge:conditions"}
    unconditional = [document for document in documents(hard) if keys[hard.loader] not in document]
    own = Counter(document["type"] for document in unconditional if not document["type"].startswith("minecraft:"))
    listed = Counter(special.type for special in loaded(hard).catalog.unsupported)
    assert all(listed[kind] >= number for kind, number in own.items())


@pytest.mark.parametrize("hard", PACKS, ids=lambda hard: hard.folder)
def test_what_does_not_work_is_a_tag_or_condition_that_others_bring(hard: Hard) -> None:
    wrong = {found.rule for found in loaded(hard).diagnostics if found.level is Level.ERROR}
    assert wrong <= {"unknown_tag", "missing_required", "empty_tag", "unknown_condition"}
