"""The shell's commands, one module each, imported when it is called for; this table is what the shell offers."""

from collections.abc import Mapping
from importlib import import_module

import click

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Plan": {
        "plan": "which crafts make an item, and which item goes into which slot",
        "why-not": "what keeps an item from being made",
        "recipe": "every recipe of an item, and what each cell accepts",
        "items": "items by the words in their names",
        "graph": "items, tags and recipes as a graph",
        "catalog": "what was read from jars, packs and mods, and what could not be",
    },
    "Craft": {
        "craft": "let a bot make it, and believe only the server",
        "run": "do a plan that is in a file, as it stands",
        "bot": "a bot that obeys the game's chat",
        "resume": "go on with a run that was cut off, stopped, or waits",
        "approve": "approve what a run would use up",
        "server": "servers to try on, and servers that run already",
        "doctor": "whether everything is here, and how to mend what is not",
    },
    "Lessons": {
        "lessons": "what was refused, and what people wish",
        "remember": "never use cherry_planks, keep 8 oak_log, prefer spruce",
        "forget": "a wish or a lesson holds no longer",
        "memory": "what is worth knowing first; notes for any editor",
    },
    "Record": {
        "why": "what was meant and what was seen in an attempt",
        "trace": "a run as a timeline",
        "ledger": "check, show, repair and export what was tried",
        "reconcile": "what a bot should hold against what it holds",
        "review": "whether ledger, lessons and notes agree",
        "invariants": "the rules that always hold, and the tests of them",
    },
    "Agents": {
        "mcp": "serve the tools over MCP",
        "tools": "what agents may call, with their schemas",
        "ask": "a language model turns your words into tool calls",
    },
}
"""Every command with what ``--help`` says of it, in the order it is listed."""
NAMES = tuple(name for section in SECTIONS.values() for name in section)


def command(name: str) -> click.Command:
    """Return a command by its name: ``why-not`` is ``why_not`` in ``why_not.py``."""
    module = import_module(f".{name.replace('-', '_')}", __name__)
    found: click.Command = getattr(module, name.replace("-", "_"))
    return found
