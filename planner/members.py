"""Which members fill loose needs when several would do: the wished ones, then the plentiful, few different ones."""

from collections import Counter
from collections.abc import Mapping, Sequence

from .crafts import Craft
from .scope import Scope


def choose(
    scope: Scope,
    crafts: Sequence[Craft],
    supply: Mapping[int, int],
    reserved: Mapping[int, int],
    wishes: Mapping[int, int],
) -> list[Craft] | None:
    """Return the crafts with their loose needs filled anew; None when this simple dealing does not work out.

    ``supply`` is all there ever is of each item (at hand, gathered, made), ``reserved`` what has to be there in the
    end. Needs with few members are dealt first; each takes one member alone where that has enough.
    """
    rest = scope.closure.book.rest
    spare = Counter(supply)
    spare.subtract(reserved)
    loose: list[tuple[tuple[int, ...], int, int]] = []
    for at, craft in enumerate(crafts):
        for need, fill in enumerate(craft.fills):
            members = scope.needs[craft.way][need][0]
            if len(members) == 1:
                spare.subtract(fill)
            elif any(member in rest for member in members):
                return None
            else:
                loose.append((members, at, need))
    rank = wishes
    chosen = {(at, need): Counter[int]() for _, at, need in loose}
    for members, at, need in sorted(loose, key=lambda one: (len(one[0]), one[1], one[2])):
        amount = sum(crafts[at].fills[need].values())
        order = sorted(members, key=lambda item: (rank.get(item, len(rank)), -spare[item], item))
        if rank.get(order[0], -1) < 0:
            order.sort(key=lambda item: spare[item] < amount)
        for item in order:
            taken = max(0, min(amount, spare[item]))
            if taken:
                chosen[at, need][item] += taken
                spare[item] -= taken
                amount -= taken
        if amount:
            return None
    return [
        Craft(
            craft.way,
            craft.times,
            tuple(chosen.get((at, need), fill) for need, fill in enumerate(craft.fills)),
            craft.fuel,
        )
        for at, craft in enumerate(crafts)
    ]
