"""What ``catalog show`` and ``catalog check`` tell of a catalog, as data."""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from .catalog import Catalog
from .diagnostics import Diagnostic, Level
from .ids import RecipeId, TagId
from .load import Loaded


@dataclass(frozen=True, slots=True)
class Overview:
    """A catalog in numbers; ``special`` and ``unsupported`` by their types, the most frequent first."""

    minecraft: str
    source: str
    hash: str
    reconstructed: bool
    items: int
    tags: int
    recipes: int
    kinds: dict[str, int]
    special: dict[str, int]
    unsupported: dict[str, int]
    unusable: tuple[RecipeId, ...]
    """Recipes with an ingredient that nothing satisfies."""
    empty_tags: tuple[TagId, ...]

    def data(self) -> dict[str, Any]:
        """Return it as JSON data, fields in a fixed order."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Check:
    """What loading said: counts of files and diagnostics, the worst first."""

    minecraft: str
    loader: str
    packs: tuple[str, ...]
    counts: dict[str, int]
    rules: dict[str, int]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def exit_code(self) -> int:
        """1 when something was not loaded or cannot work, else 0."""
        return int(any(found.level is Level.ERROR for found in self.diagnostics))

    def data(self) -> dict[str, Any]:
        """Return it as JSON data, fields in a fixed order."""
        fields = {name: getattr(self, name) for name in ("minecraft", "loader", "packs", "counts", "rules")}
        return fields | {"diagnostics": [found.data() for found in self.diagnostics], "ok": self.exit_code == 0}


def overview(catalog: Catalog) -> Overview:
    """Return a catalog in numbers."""
    recipes = catalog.recipes.values()
    return Overview(
        minecraft=catalog.minecraft,
        source=catalog.source,
        hash=catalog.hash,
        reconstructed="reconstructed" in catalog.source,
        items=len(catalog.items),
        tags=len(catalog.tags),
        recipes=len(catalog.recipes),
        kinds=_counted(recipe.kind.value for recipe in recipes),
        special=_counted(special.type for special in catalog.special),
        unsupported=_counted(special.type for special in catalog.unsupported),
        unusable=tuple(recipe.id for recipe in recipes if not all(cell.members for cell in recipe.ingredients)),
        empty_tags=tuple(tag for tag, members in catalog.tags.items() if not members),
    )


def check(loaded: Loaded) -> Check:
    """Return what loading said, errors before warnings before notes, each in the order it was said."""
    order = list(Level)
    return Check(
        minecraft=loaded.minecraft,
        loader=loaded.loader.value,
        packs=loaded.packs,
        counts=asdict(loaded.counts),
        rules=_counted(found.rule for found in loaded.diagnostics),
        diagnostics=tuple(sorted(loaded.diagnostics, key=lambda found: order.index(found.level))),
    )


def _counted(words: Any) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0])))
