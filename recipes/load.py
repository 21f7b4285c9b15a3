"""Packs to a catalog: tags first, then conditions and recipes, and a word about everything that was not loaded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from .catalog import Catalog, Recipe, Special
from .collection import paused_collection
from .diagnostics import Diagnostic
from .formats.generations import Format, Ingredients, format_of, generation_of
from .formats.legacy_items import ore_tags
from .formats.lookup import Loader, Lookup
from .ids import ItemId, RecipeId, TagId
from .packs.meta import made_for_another
from .packs.pack import Pack
from .packs.stack import Stack, stacked
from .read_recipes import Counts, RecipeFiles
from .read_tags import TagFiles
from .rebind import rebound
from .registry import registry_of


@dataclass(frozen=True, slots=True)
class Loaded:
    """A catalog, what was noticed on the way, and how many recipe files came to what."""

    catalog: Catalog
    diagnostics: tuple[Diagnostic, ...]
    counts: Counts
    packs: tuple[str, ...]
    minecraft: str
    loader: Loader


@dataclass(frozen=True, slots=True)
class Options:
    """How to load: the version, what runs the packs, which mods are there besides those in the packs."""

    minecraft: str
    loader: Loader = Loader.VANILLA
    mods: frozenset[str] = field(default=frozenset())
    beneath: Catalog | None = None
    """A catalog that lies below all packs: the game's own recipes, when no pack brings them."""


def load_packs(packs: Sequence[Pack], options: Options) -> Loaded:
    """Load packs, given from the lowest to the topmost. Raises InputError for a version that is not known."""
    with paused_collection():
        return _load(packs, options)


def _load(packs: Sequence[Pack], options: Options) -> Loaded:
    number = format_of(options.minecraft)
    generation = generation_of(number)
    stack = stacked(packs, number, generation)
    diagnostics = [*_about_packs(packs, number), *stack.diagnostics]
    registry = registry_of(options.minecraft)
    namespaces = _namespaces(packs, stack, options)

    def known(item: str) -> bool:
        return registry.known(item, namespaces)

    beneath = dict(options.beneath.tags) if options.beneath else {}
    tags = TagFiles(number, known, diagnostics)
    item_tags = tags.read(stack.tags, _visible_tags(beneath, packs, generation.tags))
    if not generation.tags:
        item_tags = ore_tags()
    lookup = Lookup(
        *(number, generation, options.loader, item_tags, known, diagnostics.append),
        mods=options.mods.union(*(pack.mods for pack in packs)),
        block_tags=tags.read_quietly(stack.block_tags),
        partial_tags=options.beneath is not None and "reconstructed" in options.beneath.source,
    )
    files = RecipeFiles(lookup, diagnostics)
    files.read(stack)
    recipes = _with_beneath(files, options.beneath, stack, packs, item_tags)
    catalog = Catalog(
        minecraft=options.minecraft,
        source=", ".join(pack.name for pack in packs),
        items=registry.with_named(_named(files, recipes, item_tags)),
        tags=item_tags,
        recipes=[recipes[name] for name in sorted(recipes)],
        special=sorted(files.special + _special_beneath(options.beneath, files), key=lambda special: special.id),
        unsupported=sorted(files.unsupported, key=lambda special: special.id),
    )
    names = tuple(pack.name for pack in packs)
    return Loaded(catalog, tuple(diagnostics), files.counts, names, options.minecraft, options.loader)


def _about_packs(packs: Sequence[Pack], number: Format) -> list[Diagnostic]:
    notices = []
    for pack in packs:
        notices += [*pack.notices, *pack.files.notices]
        other = made_for_another(pack.meta, number)
        if other:
            notices.append(other.at(pack.name, other.file))
    return notices


def _namespaces(packs: Sequence[Pack], stack: Stack, options: Options) -> Collection[str]:
    """The namespaces whose items are taken to exist: those of mods, or, of plain packs, those that have recipes."""
    mods = set(options.mods).union(*(pack.mods for pack in packs))
    plain = {pack.name for pack in packs if not pack.mods}
    own = {name.partition(":")[0] for name, found in stack.recipes.items() if found.pack.name in plain}
    return mods | own


def _visible_tags(
    tags: dict[TagId, tuple[ItemId, ...]], packs: Sequence[Pack], folder: str
) -> dict[TagId, tuple[ItemId, ...]]:
    hidden = [hidden for pack in packs for hidden in pack.meta.hidden]
    if not hidden:
        return tags
    return {
        tag: members
        for tag, members in tags.items()
        if not any(one.hides(*_place(f"{tag[1:]}", f"tags/{folder}")) for one in hidden)
    }


def _place(name: str, folder: str) -> tuple[str, str]:
    namespace, _, path = name.partition(":")
    return namespace, f"{folder}/{path}.json"


def _with_beneath(
    files: RecipeFiles,
    beneath: Catalog | None,
    stack: Stack,
    packs: Sequence[Pack],
    tags: dict[TagId, tuple[ItemId, ...]],
) -> dict[RecipeId, Recipe]:
    """The recipes of the files, and those beneath that no file of theirs replaces and no filter hides."""
    if beneath is None:
        return files.recipes
    hidden = [hidden for pack in packs for hidden in pack.meta.hidden]
    folder = files.lookup.generation.recipes
    recipes = dict(files.recipes)
    for name, recipe in beneath.recipes.items():
        if name not in stack.recipes and not any(one.hides(*_place(name, folder)) for one in hidden):
            recipes[name] = rebound(recipe, beneath.tags, tags)
    return recipes


def _special_beneath(beneath: Catalog | None, files: RecipeFiles) -> list[Special]:
    return [special for special in beneath.special if special.id not in files.recipes] if beneath else []


def _named(files: RecipeFiles, recipes: dict[RecipeId, Recipe], tags: dict[TagId, tuple[ItemId, ...]]) -> set[ItemId]:
    """Every item that recipes and tags name; the readers remember each single item that they have met."""
    named = {member for members in tags.values() for member in members}
    named.update(recipe.result for recipe in recipes.values() if recipe.result is not None)
    named.update(member for single in files.lookup.items.values() for member in single.members)
    if files.lookup.generation.ingredients is Ingredients.LEGACY:
        named.update(member for recipe in recipes.values() for cell in recipe.ingredients for member in cell.members)
    return named
