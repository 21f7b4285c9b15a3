"""The tools as an MCP server: listed, called, and answered with structured content, also where they fail."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ...document import render
from ...tools import Context, Toolbox, call
from ...tools.envelope import Status
from ...tools.instructions import INSTRUCTIONS
from ...tools.rendering import annotations_of, arguments_of, envelope_schema
from .asking import Form, followed, form_of, gate_of, put_away
from .following import Following
from .prompts import get_prompt, list_prompts
from .resources import list_resources, list_templates, read_resource
from .text import short_text

ROUNDS = 5
"""How many questions one call may put to the person at the client."""
ANSWER = "answer"
Ctx = ServerRequestContext[Any, Any]


def mcp_server(toolbox: Toolbox, context: Context) -> Server[Any]:
    """Return the server of these tools. Calls run in threads; what uses the bot waits for the call before it."""
    return Server(
        "craftplan",
        version=version("craftplan"),
        instructions=INSTRUCTIONS,
        on_list_tools=partial(_list_tools, toolbox),
        on_call_tool=partial(_call_tool, toolbox, context),
        on_list_resources=partial(list_resources, context),
        on_list_resource_templates=list_templates,
        on_read_resource=partial(read_resource, context),
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def _list_tools(toolbox: Toolbox, _: Ctx, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(
        tools=[
            types.Tool(
                name=tool.name,
                description=tool.description,
                input_schema=arguments_of(tool),
                output_schema=envelope_schema(tool),
                annotations=types.ToolAnnotations.model_validate(annotations_of(tool)),
                _meta={"craftplan/version": tool.version, "craftplan/manifest": toolbox.manifest_hash},
            )
            for tool in toolbox.tools.values()
        ]
    )


async def _call_tool(
    toolbox: Toolbox, context: Context, ctx: Ctx, params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    """Call a tool; where it asks for something, ask the person at the client, if the client can."""
    asked = _called_by(context, ctx)
    name, arguments = params.name, params.arguments or {}
    if params.request_state:
        envelope: dict[str, Any] = {"status": Status.NEEDS_APPROVAL, "approval": {"approval_id": params.request_state}}
    else:
        envelope = await _run(toolbox, asked, ctx, name, arguments)
    answer = _given(params)
    for _ in range(ROUNDS):
        form = form_of(envelope)
        if form is None or not _can_ask(ctx):
            break
        if answer is None and _modern(ctx):
            return _input_required(form, envelope)
        if answer is None:
            answer = await ctx.session.elicit_form(form.message, form.schema, ctx.request_id)
        following = followed(envelope, answer.action, answer.content or {})
        if following is None:
            break
        answer = None
        name, arguments = following.tool or name, following.arguments
        person = _person(asked) if following.tool == "approve" else asked
        envelope = await _run(toolbox, person, ctx, name, arguments)
    if params.request_state and "schema" not in envelope:
        envelope = put_away(toolbox, name, params.request_state)
    return _result(envelope)


async def _run(toolbox: Toolbox, context: Context, ctx: Ctx, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Call in a thread, with progress; when the request is cancelled, the run stops before its next step."""
    following = Following(ctx.session, context.caller)
    heard = replace(context, audience=following)

    async def stop_when_cancelled() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            following.stopping.set()

    async with anyio.create_task_group() as group:
        group.start_soon(stop_when_cancelled)
        work: Callable[[], dict[str, Any]] = partial(call, toolbox, heard, name, arguments)
        envelope = await anyio.to_thread.run_sync(work)
        group.cancel_scope.cancel()
    return envelope


def _called_by(context: Context, ctx: Ctx) -> Context:
    known = ctx.session.client_params
    caller = f"mcp:{known.client_info.name[:60]}" if known and known.client_info else "mcp"
    return replace(context, caller=caller, terms=replace(context.terms, initiated_by=caller))


def _person(asked: Context) -> Context:
    """Return the context of the person at the client."""
    return replace(asked, caller=f"{asked.caller} person", passes_gates=True)


def _can_ask(ctx: Ctx) -> bool:
    """Whether the client shows forms, and can be reached now."""
    able = ctx.session.client_capabilities
    asks = able.elicitation if able is not None else None
    if asks is None or (asks.form is None and asks.url is not None):
        return False
    return _modern(ctx) or ctx.session.can_send_request


def _modern(ctx: Ctx) -> bool:
    return ctx.session.protocol_version in MODERN_PROTOCOL_VERSIONS


def _given(params: types.CallToolRequestParams) -> types.ElicitResult | None:
    given = (params.input_responses or {}).get(ANSWER)
    return given if isinstance(given, types.ElicitResult) else None


def _input_required(form: Form, envelope: dict[str, Any]) -> types.InputRequiredResult:
    """Return the question as the newer protocol puts it; its state is the gate's id, or nothing."""
    asked = types.ElicitRequestFormParams(message=form.message, requested_schema=form.schema)
    gate = gate_of(envelope)
    state = None if gate is None else str(gate["approval_id"])
    return types.InputRequiredResult(input_requests={ANSWER: types.ElicitRequest(params=asked)}, request_state=state)


def _result(envelope: dict[str, Any]) -> types.CallToolResult:
    structured = {**envelope, "status": str(envelope["status"])}
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=short_text(envelope))],
        structured_content=_plain(structured),
        is_error=envelope["status"] == Status.FAILED,
    )


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document as JSON reads it: tuples become lists, enums text."""
    import json

    plain: dict[str, Any] = json.loads(render(document))
    return plain
