"""Counts and names as people read them."""

from collections.abc import Iterable

from ...recipes.ids import short


def amount(item: str, count: int) -> str:
    """Return ``oak_planks ×12``."""
    return f"{short(item)} ×{count}"


def plural(item: str, count: int) -> str:
    """Return an amount in plain words.

    >>> plural("minecraft:oak_log", 3), plural("minecraft:glass", 1), plural("minecraft:torch", 2)
    ('3 oak logs', '1 glass', '2 torches')
    """
    name = short(item).replace("_", " ")
    if count == 1 or name.endswith("s"):
        return f"{count} {name}"
    return f"{count} {name}{'es' if name.endswith(('ch', 'sh', 'x')) else 's'}"


def signed(changes: Iterable[tuple[str, int]]) -> str:
    """Return changes of an inventory, gains first.

    >>> signed([("minecraft:oak_planks", -2), ("minecraft:stick", 4)])
    '+4 stick, −2 oak_planks'
    """
    ordered = sorted(changes, key=lambda change: (change[1] < 0, change[0]))
    return ", ".join(f"{'+' if count > 0 else '−'}{abs(count)} {short(item)}" for item, count in ordered) or "nothing"
