"""What tools act on, opened by a door: a catalog, the user's ledger, and one server that stays open between calls."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ...recipes.errors import WorldError
from .streams import Streams

if TYPE_CHECKING:
    from ...recipes.catalog import Catalog
    from ..tools import Context
    from ..world import World


@dataclass(frozen=True, slots=True)
class Place:
    """Where to craft: a running server, or a practice server with these packs."""

    address: str | None
    username: str
    auth: str
    minecraft: str | None
    packs: tuple[Path, ...] = ()


@dataclass(slots=True)
class KeptWorld:
    """A world that is opened when a tool first needs it, and again after it was lost; closed with the context.

    One call at a time has it. ``read`` returns the catalog of a world, whenever that is lent: a server's recipes may
    change. ``known`` is the one of before, where there is one.
    """

    open: "Callable[[], AbstractContextManager[World]]"
    read: "Callable[[World], Catalog]"
    known: "Catalog | None" = None
    lock: RLock = field(default_factory=RLock)
    _opened: ExitStack = field(default_factory=ExitStack)
    _world: "World | None" = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.lock:
            self._close()

    @contextmanager
    def __call__(self) -> "Iterator[World]":
        """Lend the world. After a WorldError it is closed, and the next call opens it anew."""
        with self.lock:
            if self._world is None:
                self._world = self._opened.enter_context(self.open())
            try:
                self.known = self.read(self._world)
                yield self._world
            except WorldError:
                self._close()
                raise

    def catalog(self) -> "Catalog":
        """Return the catalog; the world is opened only where nothing else says which."""
        if self.known is None:
            with self():
                pass
        assert self.known is not None
        return self.known

    def _close(self) -> None:
        self._world = None
        self._opened.close()


@contextmanager
def tool_context(
    streams: Streams,
    place: Place,
    *,
    approve: str = "scarce",
    approver: str | None = None,
    approves_itself: bool = False,
    caller: str,
) -> "Iterator[Context]":
    """Open what tools act on, for as long as the context. Gates are left open: who calls has to come back.

    Unless it ``approves_itself``, the caller passes no gate. On a running server the recipes are those of its version
    and what it tells of them; as long as it was not joined, those of the packs or the version that are named.
    """
    from .. import places
    from ..ledger.ledger import Ledger
    from ..runs.gates import Policy, Terms
    from ..runs.served import served_by
    from ..tools import Context
    from ..world import practice_world, server_world
    from .after_run import write_notes
    from .catalogs import catalog_on, read_catalog

    named = place.minecraft or place.packs or not place.address
    catalog = read_catalog(streams, place.minecraft, place.packs) if named else None
    policy = Policy(approve) if place.address else Policy.NONE
    ledger = Ledger(places.state() / "ledger")

    def opened() -> "AbstractContextManager[World]":
        if place.address:
            return server_world(place.address, place.username, place.auth, place.minecraft, streams.say)
        assert catalog is not None
        return practice_world(place.username, catalog.minecraft, streams.say, place.packs)

    own: dict[str, Catalog] = {}

    def read(world: "World") -> "Catalog":
        if world.minecraft not in own:
            own[world.minecraft] = catalog_on(streams, world, place.packs)
        return served_by(world.bot, own[world.minecraft]).catalog

    def notes(run: str) -> None:
        write_notes(ledger, run, streams.say)

    terms = Terms(policy, caller, approver, different_approver=not approves_itself)
    with KeptWorld(opened, read, catalog) as world:
        yield Context(world.catalog, ledger, world, terms, caller=caller, passes_gates=approves_itself, after_run=notes)
