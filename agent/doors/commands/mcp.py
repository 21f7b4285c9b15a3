"""``craftplan mcp``: the tools for language-model agents."""

from secrets import token_urlsafe

import click

from ....recipes.errors import WorldError
from ..exits import Exit
from ..streams import Streams
from ..tool_context import Place
from . import options
from .placed import placed


@click.command(options_metavar="[OPTIONS]")
@placed
@options.approve
@options.approver
@click.option("--approve-itself", "approves_itself", is_flag=True, help="Let an agent pass gates by its own word.")
@click.option("--http", is_flag=True, help="Serve HTTP on 127.0.0.1 instead of stdin and stdout.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Of --http; 0: a free one."
)
@click.option(
    "--token",
    envvar="CRAFTPLAN_MCP_TOKEN",
    metavar="SECRET",
    help="What --http clients have to send; else $CRAFTPLAN_MCP_TOKEN, else a new one that is told on stderr.",
)
@options.quiet
def mcp(
    streams: Streams,
    place: Place,
    approve: str,
    approver: str | None,
    port: int,
    token: str | None,
    *,
    approves_itself: bool,
    http: bool,
    quiet: bool,
) -> Exit:
    """Serve the tools to language-model agents over MCP, on stdin and stdout.

    Without --server a practice server is started when the first tool needs one. What uses up scarce things on a running
    server waits for a person: asked in a form where the client shows forms, else by `craftplan approve` in a shell.
    """
    try:
        from ..mcp.server import mcp_server
        from ..mcp.serving import serve_http, serve_stdio
    except ModuleNotFoundError as missing:
        raise WorldError(
            f"the package {missing.name} is not installed",
            hint="install the extra: pip install 'craftplan[mcp]'",
            code="extra",
        ) from None
    from ...tools import TOOLS
    from ..tool_context import tool_context

    streams.quiet = quiet
    with tool_context(
        streams, place, approve=approve, approver=approver, approves_itself=approves_itself, caller="mcp"
    ) as context:
        server = mcp_server(TOOLS, context)
        if not http:
            serve_stdio(server, streams)
            return Exit.DONE
        if not token:
            token = token_urlsafe(24)
            streams.complain(f"token: {token}")
        serve_http(server, streams, port, token)
    return Exit.DONE
