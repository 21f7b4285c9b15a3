"""The closure of a goal: every item and every way of making one that can matter, and nothing else.

It depends on the goal, not on what is at hand, and is kept for next time, with what was found out about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ..recipes.catalog import Catalog, Kind
from ..recipes.ids import ItemId
from .book import Book, Way, names_of
from .goal import Experience
from .result import Plan

if TYPE_CHECKING:
    from .field import Field

_MOST_KEPT = 4096


class Closure:
    """Items and ways by number, as the book has them."""

    def __init__(self, book: Book, goals: tuple[ItemId, ...]) -> None:
        self.book = book
        self.catalog = book.catalog
        self.items: Sequence[ItemId] = book.names.names
        """The name of each number: of all items, also those outside of the closure."""
        self.goals = tuple(book.names.number(item) for item in goals)
        book.learn(self.goals)
        self.plans: dict[object, Plan] = {}
        """Answers that were proved, by what is wanted and at hand."""
        self.fields: dict[object, Field | None] = {}
        """What the solver found out for inventories that hold the same items."""
        self.index: dict[ItemId, int] = {}
        """The number of everything that may be of use when it is at hand."""
        self.ways: list[Way] = []
        seen = set(self.goals)
        queue = list(dict.fromkeys(self.goals))
        burns = False
        for item in queue:
            self.ways += book.makers[item]
            below = book.below[item]
            if item in book.cooked and not burns:
                burns = True
                below = (*below, *book.made_fuels)
            fresh = [member for member in below if member not in seen]
            seen.update(fresh)
            queue += fresh
        self.inside = seen
        """The items whose makers belong to the closure; other fuels only burn where they are at hand."""
        self.burn = book.burn if burns else {}
        queue += [rest for item, rest in book.rest.items() if item in seen]
        queue += self.burn
        self.index = {self.items[item]: item for item in queue}

    @cached_property
    def users(self) -> dict[int, tuple[list[Way], list[tuple[int, int]]]]:
        """The ways that may use each item, and what the item is enough for: a part of a way, by number.

        Parts are each need of a way, its station, and its fire; ``parts`` says how many each way has.
        """
        users: dict[int, tuple[list[Way], list[tuple[int, int]]]] = {}
        part = 0
        for place, way in enumerate(self.ways):
            for members, _ in way.needs:
                for member in members:
                    ways, parts = users.setdefault(member, ([], []))
                    if not ways or ways[-1] is not way:
                        ways.append(way)
                    parts.append((part, place))
                part += 1
            if way.stand >= 0:
                users.setdefault(way.stand, ([], []))[1].append((part, place))
                part += 1
        return users

    @cached_property
    def parts(self) -> list[int]:
        """How many parts each way has."""
        return [len(way.needs) + (way.stand >= 0) + (way.ticks > 0) for way in self.ways]

    @cached_property
    def fires(self) -> list[int]:
        """The places of the ways that burn fuel."""
        return [place for place, way in enumerate(self.ways) if way.ticks]

    @cached_property
    def stations(self) -> frozenset[int]:
        """The items of the stations that have to be had for some way."""
        return frozenset(way.stand for way in self.ways if way.stand >= 0)

    @cached_property
    def touched(self) -> frozenset[int]:
        """What is wanted for itself: stations, and by needs that leave no choice, down from the goals."""
        seen = dict.fromkeys((*self.goals, *self.stations))
        queue = list(seen)
        for item in queue:
            for way in self.book.makers[item]:
                for members, _ in way.needs:
                    if len(members) == 1 and members[0] not in seen:
                        seen[members[0]] = None
                        queue.append(members[0])
        return frozenset(seen)


class _Kept:
    """The books and closures of one catalog."""

    def __init__(self) -> None:
        self.books: dict[object, Book] = {}
        self.closures: dict[object, Closure] = {}


_KEPT: WeakKeyDictionary[Catalog, _Kept] = WeakKeyDictionary()


def closure_of(
    catalog: Catalog, goals: tuple[ItemId, ...], kinds: frozenset[Kind], reach: frozenset[str], experience: Experience
) -> Closure:
    """Return the closure of the goals; the same object when it is asked for again."""
    kept = _KEPT.get(catalog)
    if kept is None:
        kept = _KEPT[catalog] = _Kept()
    key = (goals, kinds, reach, experience.avoid, experience.avoid_members)
    found = kept.closures.get(key)
    if found is None:
        if len(kept.closures) >= _MOST_KEPT:
            kept.closures.clear()
            kept.books.clear()
        found = kept.closures[key] = Closure(_book(kept, catalog, goals, kinds, reach, experience), goals)
    return found


def _book(
    kept: _Kept,
    catalog: Catalog,
    goals: tuple[ItemId, ...],
    kinds: frozenset[Kind],
    reach: frozenset[str],
    experience: Experience,
) -> Book:
    # A recipe whose result carries components makes that item only where it is the goal itself.
    dressed = frozenset(goal for goal in goals if any(recipe.components for recipe in catalog.producers.get(goal, ())))
    key = (kinds, reach, experience.avoid, experience.avoid_members, dressed)
    found = kept.books.get(key)
    if found is None:
        found = kept.books[key] = Book(names_of(catalog), kinds, reach, experience, dressed)
    return found
