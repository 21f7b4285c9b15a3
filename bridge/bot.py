"""A bot on a server: its hands, its eyes and its ears, one call each."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pydantic import TypeAdapter

from ..recipes.errors import WorldError
from ..recipes.ids import ItemId, TagId
from .failures import failure
from .messages import (
    REACH,
    Attempt,
    AttemptReport,
    Event,
    ItemTags,
    Position,
    Refusal,
    ServerInfo,
    ServerRecipes,
    Snapshot,
    StoreReport,
    TakeReport,
    WalkReport,
)
from .node_child import NodeChild

Auth = Literal["offline", "microsoft"]
QUICK_SECONDS = 10.0
LOGIN_SECONDS = 900.0
JOIN_SLICE_MS = 1000
LOOK_SECONDS = 10.0
ATTEMPT_SECONDS = 30.0
LOOK_EACH_SECONDS = 0.3
TICK_SECONDS = 0.05
SLOWEST = 3
"""How much slower than twenty ticks a second a server may be while something cooks."""
PLACE_SECONDS = 20.0
TAKE_SECONDS = 40.0
WALK_SECONDS = 60.0
STORE_SECONDS = 30.0
_EVENTS = TypeAdapter(tuple[Event, ...])
_RECIPES: TypeAdapter[ServerRecipes | None] = TypeAdapter(ServerRecipes | None)


class Bot:
    """A mineflayer bot in a Node child, for as long as the context.

    What goes wrong in the game is in the reports; a WorldError means that Node or the server cannot be reached. Those
    with ``evidence["step"] == "unknown"`` leave open whether the step was done.
    """

    def __init__(self, node: Path, packages: Path) -> None:
        """Name the node executable and the folder that holds package.json and node_modules; nothing starts yet."""
        self._node = node
        self._packages = packages
        self._child: NodeChild | None = None

    def __enter__(self) -> Self:
        self._child = NodeChild(self._node, self._packages)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    @property
    def child(self) -> NodeChild:
        """The Node child."""
        if self._child is None:
            raise failure("bridge_dead", "the bot was not started: use it as a context")
        return self._child

    def connect(
        self,
        host: str,
        port: int,
        username: str,
        *,
        auth: Auth | str = "offline",
        version: str | None = None,
        timeout: float = 30.0,
        say: Callable[[str], None] = lambda _: None,
    ) -> ServerInfo:
        """Join a server and return what it says it is, once the bot stands on a known block.

        ``say`` is told what a person has to do meanwhile: the code to enter for a Microsoft account, for which a
        quarter of an hour is allowed.

        Raises a WorldError: ``refused``, ``no_such_host``, ``timeout``, ``not_minecraft``, ``version``, ``auth``,
        ``kicked``; its evidence holds the address.
        """
        wanted = {"host": host, "port": port, "username": username, "auth": auth, "version": version}
        started = time.monotonic()
        allowed = timeout if auth == "offline" else max(timeout, LOGIN_SECONDS)
        try:
            self.child.call("connect", wanted, timeout=allowed)
            return self._joined(say)
        except WorldError as error:
            seconds = round(time.monotonic() - started, 1)
            tried = {**error.evidence, "host": host, "port": port, "username": username, "seconds": seconds}
            message = f"cannot join {host}:{port} as {username}: {error.message}"
            raise WorldError(message, hint=error.hint, code=error.code, **tried) from None

    def _joined(self, say: Callable[[str], None]) -> ServerInfo:
        after = 0
        while True:
            info = self.child.call("joined", {"ms": JOIN_SLICE_MS}, timeout=QUICK_SECONDS)
            for event in self.events(after):
                after = event.seq
                if event.kind == "auth":
                    say(event.text)
            if info is not None:
                return ServerInfo.model_validate(info)

    def snapshot(self, reach: float = REACH) -> Snapshot:
        """Make the server show the inventory, look around for stations within ``reach`` blocks, and return both."""
        return Snapshot.model_validate(self.child.call("snapshot", {"reach": reach}, timeout=LOOK_SECONDS))

    def walk_to(self, position: Position) -> WalkReport:
        """Walk until a block can be used from where the bot stands; nothing is dug or built on the way."""
        wanted = {"position": position.model_dump()}
        return WalkReport.model_validate(self.child.call("walk", wanted, timeout=WALK_SECONDS))

    def attempt(self, attempt: Attempt, meanwhile: Callable[[], object] | None = None) -> AttemptReport:
        """Do one step and return what the server showed of it. Grid and cursor are empty afterwards.

        ``meanwhile`` is called now and then while a long step goes on: it may ask for events, and chat.
        """
        order = {
            "station": attempt.station.value,
            "position": attempt.position and attempt.position.model_dump(),
            "cells": [cell.model_dump() for cell in attempt.placements],
            "times": attempt.times,
            "result": {"item": attempt.result_item, "count": attempt.result_count},
            "fuel": attempt.fuel and attempt.fuel.model_dump(),
            "ticks": attempt.ticks,
            "remainders": attempt.remainders,
            "strategy": attempt.strategy,
        }
        timeout = allowed_seconds(attempt)
        return AttemptReport.model_validate(self.child.call("attempt", order, timeout=timeout, meanwhile=meanwhile))

    def store(
        self, position: Position, *, take: Mapping[ItemId, int] | None = None, put: Mapping[ItemId, int] | None = None
    ) -> StoreReport:
        """Look into a chest in reach, take plain items out of it, then put some in: counts by item."""
        order = {"position": position.model_dump(), "take": dict(take or {}), "put": dict(put or {})}
        return StoreReport.model_validate(self.child.call("store", order, timeout=STORE_SECONDS))

    def place_station(self, block: str) -> Position | Refusal:
        """Put a station from the inventory down in reach, confirmed by the server's own block."""
        answer = self.child.call("placeStation", {"block": block}, timeout=PLACE_SECONDS)
        if "position" in answer:
            return Position.model_validate(answer["position"])
        return Refusal.model_validate(answer)

    def take_station(self, position: Position) -> TakeReport:
        """Dig a station up with a hand that does not wear, and wait until it is in the inventory again."""
        wanted = {"position": position.model_dump()}
        return TakeReport.model_validate(self.child.call("takeStation", wanted, timeout=TAKE_SECONDS))

    def collect(self, position: Position, item: ItemId, held: int) -> TakeReport:
        """Walk to where a station was dug up and not picked up, until more than ``held`` of it are in the inventory."""
        wanted = {"position": position.model_dump(), "item": item, "held": held}
        return TakeReport.model_validate(self.child.call("collect", wanted, timeout=TAKE_SECONDS))

    def events(self, after: int = 0) -> tuple[Event, ...]:
        """Return what happened after event number ``after``, oldest first; the last thousand are kept."""
        return _EVENTS.validate_python(self.child.call("events", {"after": after}, timeout=QUICK_SECONDS))

    def chat(self, text: str) -> None:
        """Say one line to all; line breaks and colour codes are taken out, and a command is not sent."""
        self.child.call("chat", {"text": text}, timeout=QUICK_SECONDS)

    def whisper(self, player: str, text: str) -> None:
        """Say one line to one player."""
        self.child.call("whisper", {"player": player, "text": text}, timeout=QUICK_SECONDS)

    def item_tags(self) -> dict[TagId, tuple[ItemId, ...]]:
        """Return the item tags that the server sent, with their members in its order."""
        return self.item_tags_sent().tags

    def item_tags_sent(self) -> ItemTags:
        """Return the item tags and how often the server has sent them: once, and again after each reload."""
        return ItemTags.model_validate(self.child.call("itemTags", timeout=QUICK_SECONDS))

    def server_recipes(self) -> ServerRecipes | None:
        """Return the recipes that the server told (1.13 and newer), or None where it told none."""
        return _RECIPES.validate_python(self.child.call("serverRecipes", timeout=QUICK_SECONDS))

    def told(self) -> str:
        """Return a hash over the item tags and the recipes that the server told: equal ones need not be asked for."""
        return str(self.child.call("told", timeout=QUICK_SECONDS))

    def disconnect(self) -> None:
        """Leave the server; another can be joined."""
        self.child.call("disconnect", timeout=QUICK_SECONDS)


def allowed_seconds(attempt: Attempt) -> float:
    """Return how long a step may take on a slow line: by its looks at the server, and by the ticks that it cooks."""
    looks = 2 if attempt.strategy == "burst" else len(attempt.placements) + 1
    cooks = attempt.ticks * TICK_SECONDS * SLOWEST
    return ATTEMPT_SECONDS + attempt.times * (looks * LOOK_EACH_SECONDS + cooks)
