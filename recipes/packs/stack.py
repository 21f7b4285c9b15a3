"""Packs on top of each other: which file counts, and what was hidden, shadowed or misplaced."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..diagnostics import Diagnostic
from ..formats.generations import Format, Generation
from .pack import Pack
from .places import Place, place_of


class Found(NamedTuple):
    """A file of the stack: where it is read from, and its path below ``data``."""

    pack: Pack
    path: str
    inner: str

    @property
    def place(self) -> tuple[str, str]:
        """The names of pack and file, as diagnostics have them."""
        return self.pack.name, self.path


@dataclass(slots=True)
class Stack:
    """What a stack of packs comes to: the topmost file of each recipe, and all files of each tag from below."""

    recipes: dict[str, Found] = field(default_factory=dict)
    tags: dict[str, list[Found]] = field(default_factory=dict)
    block_tags: dict[str, list[Found]] = field(default_factory=dict)
    constants: dict[str, Found] = field(default_factory=dict)
    namespaces: set[str] = field(default_factory=set)
    hidden: list[tuple[str, str]] = field(default_factory=list)
    shadowed: dict[str, Found] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def stacked(packs: Iterable[Pack], number: Format, generation: Generation) -> Stack:
    """Return the stack of some packs, given from the lowest to the topmost, for a data pack format."""
    stack = Stack()
    for pack in packs:
        _hide(stack, pack)
        for found, place in _files(pack, number, generation, stack):
            _add(stack, found, place)
    return stack


def _hide(stack: Stack, pack: Pack) -> None:
    """Take away what a pack's filter hides of the packs below it."""
    for hidden in pack.meta.hidden:
        for kind in ("recipes", "tags"):
            ids: dict[str, object] = getattr(stack, kind)
            for name in [name for name in ids if hidden.hides(*_path_of(ids[name]))]:
                del ids[name]
                if kind == "recipes":
                    stack.hidden.append((name, pack.name))


def _path_of(found: object) -> tuple[str, str]:
    file = found[0] if isinstance(found, list) else found
    assert isinstance(file, Found)
    namespace, _, path = file.inner.partition("/")
    return namespace, path


def _files(pack: Pack, number: Format, generation: Generation, stack: Stack) -> Iterator[tuple[Found, Place]]:
    """The files of a pack that count, an overlay's after those it lies above."""
    root = "data/" if generation.tags else "assets/"
    starts = [f"{layer}{root}" for layer in pack.layers(number)]
    by_layer: list[list[tuple[Found, Place]]] = [[] for _ in starts]
    for path in pack.files:
        for layer, start in enumerate(starts):
            if path.startswith(start):
                inner = path[len(start) :]
                place = place_of(path, inner, generation)
                if isinstance(place, Diagnostic):
                    stack.diagnostics.append(place.at(pack.name, path))
                elif place is not None:
                    by_layer[layer].append((Found(pack, path, inner), place))
                break
    for found in by_layer:
        yield from found


def _add(stack: Stack, found: Found, place: Place) -> None:
    if place.kind == "recipe":
        if place.name in stack.recipes:
            stack.shadowed[place.name] = stack.recipes[place.name]
        stack.recipes[place.name] = found
        stack.namespaces.add(place.name.partition(":")[0])
    elif place.kind == "tag":
        stack.tags.setdefault(f"#{place.name}", []).append(found)
    elif place.kind == "block_tag":
        stack.block_tags.setdefault(f"#{place.name}", []).append(found)
    elif place.kind == "constants":
        stack.constants[place.name] = found
