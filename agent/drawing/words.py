"""Counts and names as people read them."""

from collections.abc import Iterable, Sequence

from ...planner.result import Missing
from ...recipes.ids import short

MOST_NAMED = 3

_MASS = frozenset(
    (
        "bamboo basalt blackstone clay coal cobblestone copper cream debris deepslate diorite dirt dust fish flint "
        "glass gold granite gravel gunpowder iron kelp lapis leather meal meat netherrack obsidian paper planks powder "
        "prismarine quartz redstone sand sandstone snow stone string sugar terracotta tuff wart wheat wool"
    ).split()
)
"""Last words of items that people count without a plural: 8 cobblestone, 3 raw iron."""


def amount(item: str, count: int) -> str:
    """Return ``oak_planks ×12``."""
    return f"{short(item)} ×{count}"


def plural(item: str, count: int) -> str:
    """Return an amount in plain words.

    >>> plural("minecraft:oak_log", 3), plural("minecraft:raw_iron", 3), plural("minecraft:torch", 2)
    ('3 oak logs', '3 raw iron', '2 torches')
    """
    name = short(item).replace("_", " ")
    if count == 1 or name.endswith("s") or name.rpartition(" ")[2] in _MASS:
        return f"{count} {name}"
    return f"{count} {name}{'es' if name.endswith(('ch', 'sh', 'x')) else 's'}"


def shortage(missing: Sequence[Missing]) -> str:
    """Return what is missing in a few words: ``3 oak logs, 2 diamonds``, the first of many and how many more."""
    named = [plural(lack.item, lack.count) for lack in missing]
    if len(named) > MOST_NAMED + 1:
        return f"{', '.join(named[:MOST_NAMED])} and {len(named) - MOST_NAMED} more"
    return ", ".join(named)


def signed(changes: Iterable[tuple[str, int]]) -> str:
    """Return changes of an inventory, gains first.

    >>> signed([("minecraft:oak_planks", -2), ("minecraft:stick", 4)])
    '+4 stick, −2 oak_planks'
    """
    ordered = sorted(changes, key=lambda change: (change[1] < 0, change[0]))
    return ", ".join(f"{'+' if count > 0 else '−'}{abs(count)} {short(item)}" for item, count in ordered) or "nothing"
