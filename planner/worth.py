"""What gathering costs at least, whatever is chosen."""

from .floor import Choice, Floor


def least_price(floor: Floor) -> float:
    """Return a price below which no plan comes.

    What is forced is paid for. What is chosen costs at least what it is worth, less what things that are there or left
    over, and could be made into it, are worth: no craft makes more worth than it takes.
    """
    scope, goals = floor.scope, floor.goals
    values, rest = scope.closure.book.values, scope.closure.book.rest
    price = float(sum([scope.gather[item] * count for item, count in floor.bought.items()]))
    if not floor.choices or any(
        member in rest for filled in scope.needs.values() for members, _ in filled for member in members
    ):
        return price
    worth = values.worth
    chosen: list[Choice] = []
    taken: set[int] = set()
    for choice in sorted(floor.choices, key=lambda choice: -len(choice.items)):
        if not choice.nested and taken.isdisjoint(choice.items):
            chosen.append(choice)
            taken.update(choice.items)
    below = _below(floor, chosen)
    wanted = spare = 0.0
    for choice in chosen:
        shared = choice.short * min([worth[item] for item in choice.items])
        whole = choice.crafts * min([way.least for way in choice.ways], default=0.0)
        wanted += max(shared, whole)
        if whole > shared and not below.isdisjoint(choice.items):
            # What the last craft leaves over may go into another choice.
            over = choice.crafts * choice.largest - choice.short
            spare += over * max([worth[item] for item in choice.items])
    for item in below - taken:
        there = -goals[item] if item in goals else floor.start.get(item, 0)
        left = there + floor.made(item) - floor.need.get(item, 0)
        if left > 0:
            spare += left * worth[item]
    return price + max(0.0, wanted - spare)


def _below(floor: Floor, chosen: list[Choice]) -> set[int]:
    """Return what the chosen things may be made of."""
    queue = [item for choice in chosen for item in choice.items]
    seen = set(queue)
    below: set[int] = set()
    for item in queue:
        for way in floor.scope.makers.get(item, ()):
            for members, _ in floor.scope.needs[way]:
                below.update(members)
                fresh = [member for member in members if member not in seen]
                seen.update(fresh)
                queue += fresh
    return below
