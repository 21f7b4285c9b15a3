"""``craftplan tools``: what agents may call, for each provider, and calling it from a shell."""

import json
from pathlib import Path
from typing import Any

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from ..tool_context import Place
from . import options
from .placed import placed

FORMS = ("mcp", "openai", "anthropic", "json-schema")
_EXITS = {
    "ok": Exit.DONE,
    "needs_approval": Exit.NEEDS_APPROVAL,
    "needs_input": Exit.NEEDS_INPUT,
    "partial": Exit.NO,
    "cancelled": Exit.NO,
    "failed": Exit.NO,
}
_CLASSES = {
    "schema": Exit.USAGE,
    "infrastructure": Exit.WORLD,
    "integrity": Exit.DRIFT,
    "approval": Exit.NEEDS_APPROVAL,
}


@click.group()
def tools() -> None:
    """Show what language-model agents may call, and call it."""


@tools.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, metavar="[ITEM [COUNT] …]")
@click.option(
    "--for",
    "provider",
    type=click.Choice(FORMS),
    default="json-schema",
    show_default=True,
    help="In whose form.",
)
@click.option(
    "--plan",
    "plan_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A plan, as `craftplan plan --json` prints it: its cells limit what may be chosen.",
)
@options.have
@options.minecraft
@options.catalog
@click.pass_obj
def schema(
    streams: Streams,
    goals: tuple[str, ...],
    provider: str,
    plan_file: Path | None,
    have: str | None,
    minecraft: str | None,
    paths: tuple[Path, ...],
) -> Exit:
    """Print the tools' schemas; with items or --plan, those of that very plan.

    In a plan's own schema each cell is limited to the members of its tag that are at hand (--have). A list of all items
    is never in it.
    """
    from ....planner import Inventory
    from ....planner import plan as make_plan
    from ...document import plan_document
    from ...tools import TOOLS
    from ...tools.choices import choices_schema
    from ...tools.rendering import RENDERINGS
    from ..catalogs import read_catalog
    from ..plan_file import read_plan
    from ..words import read_goals, read_inventory

    choices: dict[str, Any] | None = None
    if goals or plan_file:
        catalog = read_catalog(streams, minecraft, paths)
        inventory = read_inventory(have, catalog) if have else Inventory()
        plan = read_plan(plan_file) if plan_file else None
        if plan is None:
            plan = plan_document(make_plan(catalog, read_goals(goals, catalog), inventory))
        choices = choices_schema(plan, inventory.counts)
    document: dict[str, Any] = {
        "schema": "craftplan/tools/2",
        "for": provider,
        "manifest_hash": TOOLS.manifest_hash,
        "tools": RENDERINGS[provider](TOOLS, choices),
    }
    if choices is not None:
        document["choices"] = choices
    streams.document(document)
    return Exit.DONE


@tools.command(options_metavar="[OPTIONS]")
@click.argument("name")
@click.argument("arguments", default="{}", metavar="[JSON]")
@placed
@options.approve
@options.approver
@options.quiet
def call(
    streams: Streams,
    place: Place,
    name: str,
    arguments: str,
    approve: str,
    approver: str | None,
    *,
    quiet: bool,
) -> Exit:
    """Call a tool with its arguments as JSON, and print its envelope: one document, whatever happens."""
    from ...tools import TOOLS
    from ...tools import call as call_tool
    from ..taking_up import who
    from ..tool_context import tool_context

    streams.quiet = quiet
    try:
        given = json.loads(arguments)
    except ValueError as broken:
        raise InputError(f"the arguments are not JSON: {broken}", hint='as in \'{"goals": ["torch"]}\'') from None
    with tool_context(
        streams, place, approve=approve, approver=approver, approves_itself=True, caller=who()
    ) as context:
        envelope = call_tool(TOOLS, context, name, given)
    streams.document(envelope)
    error = envelope["error"] or {}
    if error.get("code") in {"bug", "busy"}:
        return Exit.BUG if error["code"] == "bug" else Exit.BUSY
    failed = envelope["status"] == "failed"
    return _CLASSES.get(error.get("class", ""), Exit.NO) if failed else _EXITS[envelope["status"]]


@tools.command(options_metavar="[OPTIONS]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the pages there, as FOLDER/SKILL.md and FOLDER/reference/.",
)
@click.pass_obj
def skill(streams: Streams, out: Path | None) -> Exit:
    """Print the pages of the skill for agents that read skills, with their tokens; --out writes them."""
    from ...memory.hot import estimate
    from ...tools import TOOLS
    from ...tools.skill import skill as pages_of

    for name, text in pages_of(TOOLS).items():
        streams.answer([f"{estimate(text):>5} tokens  {name}"])
        if out is not None:
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return Exit.DONE
