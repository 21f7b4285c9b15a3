"""What can go wrong between Python, Node and a server, each with its code and what to do about it."""

from collections.abc import Mapping
from typing import Any

from ..recipes.errors import WorldError

HINTS: Mapping[str, str] = {
    "refused": "is the server running, and is the port right?",
    "no_such_host": "check the host's name",
    "timeout": "is the server up and reachable from here? a slow one may need a longer timeout",
    "not_minecraft": "something else may listen on that port; a Java edition server is needed",
    "version": "1.13 and newer can be joined, except 1.17.0; name the server's version if it hides it",
    "auth": "the server checks accounts: log in with `--auth microsoft`, or use a server in offline mode",
    "kicked": "the reason is the server's own; whitelist, ban, or a full server are usual",
    "disconnected": "the connection to the server ended; `events` tell why",
    "connected": "one bot, one server: disconnect first",
    "click_timeout": "the server did not show the inventory when asked; it may be overloaded",
    "busy": "an earlier call still hangs in the bot; start a new one",
    "call_timeout": "whether the step was done is unknown: look at the inventory before anything is repeated",
    "bridge_dead": "whether the step was done is unknown: start a new bot and look at the inventory first",
    "node_start": "does this node run? `node --version` should say 22 or newer",
    "packages": "install them with `npm ci` in the folder that holds package.json",
    "unknown_item": "the server's version decides which items there are",
}
UNKNOWN_STEP = frozenset({"bridge_dead", "call_timeout", "busy"})
"""The codes after which nobody knows whether the step was done: it is reconciled with the server, never repeated."""


def failure(code: str, message: str, **evidence: Any) -> WorldError:
    """Return the error for a code; ``evidence["step"]`` is ``unknown`` where the step may have been done."""
    step = {"step": "unknown"} if code in UNKNOWN_STEP else {}
    hint = HINTS.get(code, "the bot's events tell what happened")
    return WorldError(message, hint=hint, code=code, **{**evidence, **step})
