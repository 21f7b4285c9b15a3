"""Makes the plan of a floor that left nothing to choose: its figures, with members for its loose needs."""

from collections.abc import Mapping

from .crafts import Craft
from .field import Group
from .floor import Floor


def plain(floor: Floor, wishes: Mapping[int, int]) -> list[Craft] | None:
    """Return the crafts that every plan has to do, where they are a plan; None where there is something to choose.

    They come in an order in which they can be done, if the field is straight.
    """
    scope = floor.scope
    if floor.choices or floor.doubt or not floor.settled:
        return None
    fuel = scope.fuels[0] if len(scope.fuels) == 1 else -1
    loose: dict[tuple[object, int], dict[int, int]] = {}
    if floor.wants and not _deal(floor, wishes, loose):
        return None
    place = floor.field.place
    rest = scope.closure.book.rest
    crafts = []
    for way, times in floor.times.items():
        if way.ticks and fuel < 0:
            return None
        fills = []
        for number, (members, count) in enumerate(scope.needs[way]):
            if len(members) > 1:
                fills.append(loose[way, number])
                continue
            if members[0] in rest:
                return None
            fills.append({members[0]: count * times})
        crafts.append((place[way.result], Craft(way, times, tuple(fills), fuel if way.ticks else -1)))
    crafts.sort(key=_place, reverse=True)
    return [craft for _, craft in crafts]


def _place(craft: tuple[int, Craft]) -> int:
    return craft[0]


def _deal(floor: Floor, wishes: Mapping[int, int], loose: dict[tuple[object, int], dict[int, int]]) -> bool:
    """Fill the loose needs, small groups first; each takes one member alone where that has enough."""
    spare: dict[int, int] = {}
    last = len(wishes)
    groups: list[Group] = sorted(floor.wants, key=lambda group: (len(group), group))
    for group in groups:
        for item in group:
            if item not in spare:
                there = -floor.goals[item] if item in floor.goals else floor.start.get(item, 0)
                made = floor.made(item)
                spare[item] = there + made - floor.need.get(item, 0) - (item in floor.reserve)
        order = sorted(group, key=lambda item: (wishes.get(item, last), -spare[item], item))
        for way, number in floor.loose[group]:
            amount = floor.scope.needs[way][number][1] * floor.times[way]
            fill = loose[way, number] = {}
            whole = next((item for item in order if spare[item] >= amount), None)
            for item in order if whole is None else (whole,):
                taken = min(amount, spare[item])
                if taken > 0:
                    fill[item] = taken
                    spare[item] -= taken
                    amount -= taken
            if amount:
                return False
    return True
