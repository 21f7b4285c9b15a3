"""The practice server's control port: its own word on what a player holds, and orders for tests."""

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..recipes.errors import CraftplanError, WorldError

SECONDS = 10.0


class ControlError(CraftplanError):
    """The server refused an order: an unknown player, item or condition."""

    code = "control"


@dataclass(frozen=True, slots=True)
class Truth:
    """What the server itself holds for a player, in its own slot numbers; counts include cursor and grids."""

    slots: tuple[Mapping[str, Any], ...]
    counts: Mapping[str, int]
    cursor: Mapping[str, Any] | None
    grid: tuple[Mapping[str, Any] | None, ...]
    table_grid: tuple[Mapping[str, Any] | None, ...]


class Control:
    """A client of the control port; one connection an order, so that it may be used from anywhere."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self.host = host
        self.port = port
        self.token = token

    def ask(self, op: str, **arguments: Any) -> Any:
        """Return the answer to one order. Raises a ControlError when it is refused, a WorldError without an answer."""
        request = json.dumps({"token": self.token, "op": op, **arguments}).encode() + b"\n"
        try:
            with socket.create_connection((self.host, self.port), timeout=SECONDS) as connection:
                connection.sendall(request)
                with connection.makefile("rb") as answers:
                    line = answers.readline()
        except OSError as error:
            raise _unreachable((self.host, self.port), str(error)) from None
        if not line:
            raise _unreachable((self.host, self.port), "closed without an answer")
        answer = json.loads(line)
        if "error" in answer:
            raise ControlError(answer["error"]["message"], hint=f"the order was {op} {arguments}")
        return answer["value"]

    def players(self) -> list[str]:
        """Return the names of the players that are on the server."""
        return list(self.ask("players"))

    def inventory(self, player: str) -> Truth:
        """Return what a player truly holds."""
        truth = self.ask("inventory", player=player)
        return Truth(
            slots=tuple(truth["slots"]),
            counts=truth["counts"],
            cursor=truth["cursor"],
            grid=tuple(truth["grid"]),
            table_grid=tuple(truth["table_grid"]),
        )

    def give(self, player: str, item: str, count: int = 1) -> int:
        """Give items; return how many found no room."""
        return int(self.ask("give", player=player, item=item, count=count)["left"])

    def steal(self, player: str, item: str, count: int = 1) -> int:
        """Take items away behind a player's back; return how many."""
        return int(self.ask("steal_item", player=player, item=item, count=count)["taken"])

    def unlock(self, player: str) -> int:
        """Let a player know all recipes, as ``/recipe give``; return how many it did not. From 1.21.2 on it is told."""
        return int(self.ask("unlock", player=player)["unlocked"])

    def clear(self, player: str) -> None:
        """Take everything away."""
        self.ask("clear", player=player)

    def refuse(self, *rules: Mapping[str, str]) -> None:
        """Show no result for these recipes: ``{"result": item}``, or only with ``"member": item`` in the grid."""
        self.ask("refuse", rules=list(rules))

    def conditions(self, **wanted: Any) -> Mapping[str, Any]:
        """Set how the server misbehaves; return all conditions."""
        return dict(self.ask("conditions", set=wanted))

    def reset(self) -> None:
        """Let the server behave again: every condition off, nothing refused."""
        self.ask("reset")

    def patch(self, **patch: Any) -> None:
        """Lay a scenario over the version's own recipes and tags, and tell every player, as after a reload.

        ``remove``: results or recipe names; ``recipes``: ``{"result", "count", "shape" | "parts"}``, whose cells list
        items; ``tags``: items by tag; ``members`` and ``without``: items a tag gains and loses, in recipes too;
        ``count``: numbers by result.
        Without arguments the version's own are back.
        """
        self.ask("patch", patch=patch)

    def reload(self) -> None:
        """Read the data packs' folders again and tell every player, as ``/reload``; what else was changed stays."""
        self.ask("reload")

    def container(self, x: int, y: int, z: int, *put: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, ...]:
        """Return what a furnace, chest or campfire holds, after putting ``{"slot", "item", "count"}`` into it."""
        return tuple(self.ask("container", x=x, y=y, z=z, put=list(put)))

    def sweep(self) -> None:
        """Take away what lies on the ground."""
        self.ask("sweep")

    def dropped(self) -> Mapping[str, int]:
        """Return what lies on the ground, by item."""
        return dict(self.ask("dropped"))

    def set_block(self, x: int, y: int, z: int, block: str) -> None:
        """Put a block into the world."""
        self.ask("setblock", x=x, y=y, z=z, block=block)

    def block(self, x: int, y: int, z: int) -> str:
        """Return the block that stands there."""
        return str(self.ask("block", x=x, y=y, z=z))

    def log(self, player: str, last: int = 100) -> Mapping[str, Any]:
        """Return a player's last ``clicks`` and ``crafts``, and how many clicks were ``seen``, ignored ones too."""
        return dict(self.ask("log", player=player, last=last))

    def close(self, player: str) -> None:
        """Close a player's window, as when its block is broken."""
        self.ask("close_window", player=player)

    def kick(self, player: str, reason: str = "kicked") -> None:
        """Kick a player."""
        self.ask("kick", player=player, reason=reason)

    def die(self, player: str) -> None:
        """Let a player die: what it holds falls to the ground, and it can do nothing until it asks to respawn."""
        self.ask("die", player=player)

    def fill(self, player: str, item: str = "dirt") -> int:
        """Fill a player's free slots with something else; return how many."""
        return int(self.ask("full_inventory", player=player, item=item)["filled"])

    def disable(self, recipe: str, *, disabled: bool = True) -> None:
        """Let a recipe make nothing, or something again, and tell every player, as after a reload."""
        self.ask("recipe_disabled", recipe=recipe, disabled=disabled)

    def change_tag(self, tag: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        """Change a tag's members, in recipes too, and tell every player, as after a reload."""
        self.ask("tag_changed", tag=tag, add=list(add), remove=list(remove))

    def restart(self, ms: int = 0) -> None:
        """Throw everybody out and let nobody in for so many ms; nothing that players hold or built is lost."""
        self.ask("restart", ms=ms)


def _unreachable(address: tuple[str, int], problem: str) -> WorldError:
    host, port = address
    return WorldError(f"the control port {host}:{port}: {problem}", hint="did the practice server end?", code="control")
