"""Serving over stdin and stdout, or over HTTP on a loopback port that wants a token."""

import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import redirect_stdout
from hmac import compare_digest
from io import TextIOWrapper
from typing import Any

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server

from ....recipes.errors import WorldError
from ..streams import Streams

HOST = "127.0.0.1"
PATH = "/mcp"
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def serve_stdio(server: Server[Any], streams: Streams) -> None:
    """Serve the process's own stdin and stdout until stdin ends. Whatever else is printed goes to stderr."""

    async def serve() -> None:
        wire = TextIOWrapper(streams.out.buffer, encoding="utf-8", newline="\n")
        try:
            async with stdio_server(stdout=anyio.wrap_file(wire)) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
        finally:
            wire.detach()

    with redirect_stdout(sys.stderr):
        anyio.run(serve)


def serve_http(server: Server[Any], streams: Streams, port: int, token: str) -> None:
    """Serve on 127.0.0.1 until interrupted. Raises a WorldError where the port is taken."""
    app = guarded(server.streamable_http_app(streamable_http_path=PATH, host=HOST), token)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as taken:
            hint = "name another with --port, or 0 for a free one"
            raise WorldError(f"cannot listen on {HOST}:{port}: {taken.strerror}", hint=hint, code="port") from None
        streams.say(f"listens on http://{HOST}:{listening.getsockname()[1]}{PATH}")
        config = uvicorn.Config(app, log_level="warning", lifespan="on", access_log=False)
        with redirect_stdout(sys.stderr):
            uvicorn.Server(config).run(sockets=[listening])


def guarded(app: App, token: str) -> App:
    """Return the app behind a token: requests without `Authorization: Bearer TOKEN` are answered with 401."""
    wanted = f"Bearer {token}".encode()

    async def guard(scope: Message, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "http" and not compare_digest(given, wanted):
            body = b'{"error": "unauthorized", "hint": "send Authorization: Bearer TOKEN"}'
            headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await app(scope, receive, send)

    return guard
