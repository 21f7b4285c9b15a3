"""What can be read without calling a tool: recipes, tags, lessons and runs, each under its own address."""

from collections import deque
from collections.abc import Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from ....recipes.errors import CraftplanError, InputError
from ....recipes.ids import RecipeId, qualified
from ....recipes.names import resolve_tag
from ...document import error_document, lesson_document, record_document, render
from ...memory.hot import hot
from ...memory.memory import Memory
from ...runs.unfinished import records_of, unfinished
from ...tools import Context
from ...tools.ingredients import described

Ctx = ServerRequestContext[Any, Any]
JSON = "application/json"
MOST_RECORDS = 100
"""How many of a run's records are shown, the newest; `craftplan ledger show` has all."""
_TEMPLATES = {
    "recipe": ("recipe://{namespace}/{name}", "One recipe: each slot's tag and members."),
    "tag": ("tag://{namespace}/{name}", "A tag's members, in the game's order."),
    "lesson": ("lesson://{id}", "One lesson, with error, cause, resolution and evidence."),
    "run": ("run://{id}", "A run's records in the ledger, the newest hundred."),
}
HOT = "lesson://hot"


async def list_templates(_: Ctx, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    """Return what can be read, by its form."""
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(name=name, uri_template=form, description=text, mime_type=JSON)
            for name, (form, text) in _TEMPLATES.items()
        ]
    )


async def list_resources(
    context: Context, _: Ctx, __: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    """Return what is worth reading now: the hot memory, and the runs that have not ended."""
    runs = unfinished(context.ledger).runs
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                name="hot memory", uri=HOT, description="Wishes and best lessons.", mime_type="text/markdown"
            ),
            *(types.Resource(name=f"run {run.id}", uri=f"run://{run.id}", mime_type=JSON) for run in runs),
        ]
    )


async def read_resource(context: Context, _: Ctx, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """Return what an address names. An MCPError says what was wrong with it, never only that something was."""
    scheme, _sign, path = str(params.uri).partition("://")
    try:
        read = _READERS.get(scheme)
        if read is None:
            raise InputError(f"nothing is read by {scheme[:20]}://", hint=f"what is: {', '.join(_READERS)}")
        text = read(context, path.strip("/"))
    except CraftplanError as error:
        raise MCPError(types.INVALID_PARAMS, f"{error.message}; {error.hint}", error_document(error)) from None
    kind = "text/markdown" if str(params.uri) == HOT else JSON
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=params.uri, mime_type=kind, text=text)])


def _recipe(context: Context, path: str) -> str:
    recipe = context.catalog.recipes.get(RecipeId(qualified(path.replace("/", ":", 1))))
    if recipe is None:
        raise InputError(f"no recipe {path[:100]}", hint="`describe_recipe` names an item's recipes", code="no_recipe")
    return render(described(recipe).model_dump(mode="json"))


def _tag(context: Context, path: str) -> str:
    tag = resolve_tag(context.catalog, f"#{path.removeprefix('#').replace('/', ':', 1)}" if "/" in path else path)
    return render({"tag": tag, "members": list(context.catalog.tags[tag])})


def _lesson(context: Context, path: str) -> str:
    memory = Memory(context.ledger)
    if path == "hot":
        return hot(memory.lessons(), memory.wishes())
    lesson = memory.lesson(path.upper())
    if lesson is None:
        raise InputError(f"no lesson {path[:40]}", hint="`lessons` lists them", code="no_lesson")
    return render(lesson_document(lesson))


def _run(context: Context, path: str) -> str:
    records = deque((record_document(record) for record in records_of(context.ledger, path)), MOST_RECORDS)
    if not records:
        raise InputError(f"the ledger holds no run {path[:40]}", hint="`craft` names its run", code="unknown_run")
    return render({"run": path, "records": list(records)})


_READERS: dict[str, Callable[[Context, str], str]] = {"recipe": _recipe, "tag": _tag, "lesson": _lesson, "run": _run}
