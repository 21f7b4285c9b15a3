"""The generations of the data format, and which version has which. Nothing is guessed: the declared version decides."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ..errors import InputError
from ..versions import nearest, version_key


class Format(NamedTuple):
    """A data pack format; until 1.21.8 a whole number, then with a minor one. Compares as a tuple does."""

    major: int
    minor: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}" if self.minor else str(self.major)


class Ingredients(StrEnum):
    """How an ingredient is written."""

    LEGACY = "legacy"  # {"item", "data"}, {"type": "forge:ore_dict", "ore"}, "#CONSTANT"
    OBJECTS = "objects"  # {"item"} | {"tag"} | [ … ]
    STRINGS = "strings"  # "item" | "#tag" | ["item", …]


class Results(StrEnum):
    """How a result is written."""

    ITEM = "item"  # {"item", "count"}; smelting and stonecutting: a string
    ID = "id"  # {"id", "count", "components"}


@dataclass(frozen=True, slots=True)
class Generation:
    """What holds from one format on."""

    since: Format
    name: str
    recipes: str
    tags: str
    ingredients: Ingredients
    results: Results


GENERATIONS = (
    Generation(Format(1), "1.12", "recipes", "", Ingredients.LEGACY, Results.ITEM),
    Generation(Format(4), "1.13", "recipes", "items", Ingredients.OBJECTS, Results.ITEM),
    Generation(Format(41), "1.20.5", "recipes", "items", Ingredients.OBJECTS, Results.ID),
    Generation(Format(48), "1.21", "recipe", "item", Ingredients.OBJECTS, Results.ID),
    Generation(Format(57), "1.21.2", "recipe", "item", Ingredients.STRINGS, Results.ID),
)

OPTIONAL_TAG_ENTRIES = Format(6)
"""``{"id", "required": false}`` in a tag, from 1.16.2."""

RELEASES: tuple[tuple[Format, tuple[str, ...]], ...] = (
    (Format(3), ("1.12", "1.12.1", "1.12.2")),
    (Format(4), ("1.13", "1.13.1", "1.13.2", "1.14", "1.14.1", "1.14.2", "1.14.3", "1.14.4")),
    (Format(5), ("1.15", "1.15.1", "1.15.2", "1.16", "1.16.1")),
    (Format(6), ("1.16.2", "1.16.3", "1.16.4", "1.16.5")),
    (Format(7), ("1.17", "1.17.1")),
    (Format(8), ("1.18", "1.18.1")),
    (Format(9), ("1.18.2",)),
    (Format(10), ("1.19", "1.19.1", "1.19.2", "1.19.3")),
    (Format(12), ("1.19.4",)),
    (Format(15), ("1.20", "1.20.1")),
    (Format(18), ("1.20.2",)),
    (Format(26), ("1.20.3", "1.20.4")),
    (Format(41), ("1.20.5", "1.20.6")),
    (Format(48), ("1.21", "1.21.1")),
    (Format(57), ("1.21.2", "1.21.3")),
    (Format(61), ("1.21.4",)),
    (Format(71), ("1.21.5",)),
    (Format(80), ("1.21.6",)),
    (Format(81), ("1.21.7", "1.21.8")),
    (Format(88), ("1.21.9", "1.21.10")),
    (Format(94, 1), ("1.21.11",)),
    (Format(101, 1), ("26.1", "26.1.1", "26.1.2")),
    (Format(107, 1), ("26.2",)),
)

NEWER = Format(108)
"""What a version after the newest known one is taken to have: snapshots declare no release's format."""

FORMATS = {version: number for number, versions in RELEASES for version in versions}


def format_of(minecraft: str) -> Format:
    """Return the data pack format of a version. Raises InputError (``unknown_version``) with the nearest known ones.

    >>> str(format_of("1.20.1")), str(format_of("1.21.11"))
    ('15', '94.1')
    """
    number = FORMATS.get(minecraft)
    if number is None and minecraft[:1].isdigit() and version_key(minecraft) > version_key(RELEASES[-1][1][-1]):
        return NEWER
    if number is None:
        near = nearest(minecraft, FORMATS)
        raise InputError(
            f"the data pack format of Minecraft {minecraft} is not known",
            hint=f"nearest known versions: {', '.join(near)}",
            code="unknown_version",
            version=minecraft,
            near=near,
        )
    return number


def generation_of(number: Format) -> Generation:
    """Return the generation that a format belongs to."""
    return [generation for generation in GENERATIONS if generation.since <= number][-1]


def newest(versions: tuple[str, ...]) -> str:
    """Return the newest of some versions."""
    return max(versions, key=version_key)
