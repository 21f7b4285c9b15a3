"""Which items there are in a version: the built-in item lists, and what packs and mods bring."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from .builtin import builtin, builtin_versions
from .catalog import Item
from .formats.legacy_items import VARIANTS
from .ids import ItemId
from .versions import nearest

OWN = "minecraft:"


@dataclass(frozen=True, slots=True)
class Registry:
    """The game's items of one version. Where ``complete`` is False any ``minecraft:`` id is taken for one."""

    items: dict[ItemId, Item]
    complete: bool

    def known(self, item: str, namespaces: Collection[str]) -> bool:
        """Whether an item exists, given the namespaces that packs and mods bring."""
        if item in self.items:
            return True
        namespace = item.partition(":")[0]
        return not self.complete if namespace == "minecraft" else namespace in namespaces

    def with_named(self, names: Iterable[ItemId]) -> list[Item]:
        """Return the items, and those that recipes and tags name besides."""
        extra = sorted({name for name in names if name not in self.items})
        return [*self.items.values(), *(self._named(name) for name in extra)]

    def _named(self, name: ItemId) -> Item:
        variant = self.items.get(ItemId(name.partition("@")[0]))
        return Item(name, variant.stack_size if variant else 64, variant.remainder if variant else None)


@cache
def registry_of(minecraft: str) -> Registry:
    """Return the items of a version; where its list is not built in, the nearest version's with their stack sizes."""
    complete = minecraft in builtin_versions()
    version = minecraft if complete else nearest(minecraft, builtin_versions())[0]
    items = dict(builtin(version).items)
    if not complete:
        legacy = {ItemId(OWN + name) for name in VARIANTS} if minecraft.startswith("1.12") else set()
        items = {name: item for name, item in items.items() if name not in legacy}
    return Registry(items, complete)
