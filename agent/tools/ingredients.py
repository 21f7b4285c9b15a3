"""An ingredient as every tool tells it: a tag, its members, and the slots that it fills."""

from ...planner.result import Station
from ...planner.slots import places
from ...planner.stations import PLANNED_KINDS, result_slot, station_of
from ...recipes.catalog import Ingredient, Recipe
from .tool import Model

MOST_MEMBERS = 64
"""How many members are listed; of a larger tag `resolve_tag` tells the rest."""


class Part(Model):
    """What some slots accept, one item each a craft: any member, mixed freely; ``tag`` is null for a plain item."""

    tag: str | None
    members: list[str]
    members_total: int
    slots: list[int]


class Described(Model):
    """One recipe: where it is made, what goes into which window slot, what comes out of which."""

    recipe: str
    kind: str
    station: str | None
    makes: str | None
    count: int
    result_slot: int | None
    ticks: int
    ingredients: list[Part]


def described(recipe: Recipe) -> Described:
    """Return the recipe with the window's own slot numbers; without any where it cannot be planned."""
    planned = recipe.kind in PLANNED_KINDS
    station = station_of(recipe) if planned else None
    return Described(
        recipe=recipe.id,
        kind=recipe.kind,
        station=station,
        makes=recipe.result,
        count=recipe.count,
        result_slot=result_slot(recipe) if planned else None,
        ticks=recipe.ticks,
        ingredients=_parts(recipe, station),
    )


def _parts(recipe: Recipe, station: Station | None) -> list[Part]:
    slots = places(recipe, station) if station else (None,) * len(recipe.ingredients)
    parts: dict[Ingredient, list[int]] = {}
    for ingredient, slot in zip(recipe.ingredients, slots, strict=True):
        parts.setdefault(ingredient, []).extend([] if slot is None else [slot])
    return [
        Part(
            tag=one.tag,
            members=list(one.members[:MOST_MEMBERS]),
            members_total=len(one.members),
            slots=sorted(filled),
        )
        for one, filled in parts.items()
    ]
