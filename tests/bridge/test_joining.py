"""Joining: every way in which it can fail ends in time, with what was tried and what to do."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from craftplan.bridge.bot import Bot
from craftplan.recipes.errors import WorldError
from craftplan.server.practice import PracticeServer
from stage import MIXED_PICKAXE, at_table, until

pytestmark = pytest.mark.server
Practice = Callable[..., PracticeServer]


@contextmanager
def listener(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port on loopback that gives every connection to ``answer``."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    held.append(connection)
                    answer(connection)

        held: list[socket.socket] = []
        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        for connection in held:
            connection.close()


def silence(_: socket.socket) -> None:
    """Accept, and say nothing."""


def garbage(connection: socket.socket) -> None:
    """Say something else than Minecraft."""
    with suppress(OSError):
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20)


def close(connection: socket.socket) -> None:
    """Hang up."""
    connection.close()


def refused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def failing(bot: Bot, port: int, *, seconds: float, **options: object) -> WorldError:
    """Join, and return the error, which must come within ``seconds``."""
    begun = time.monotonic()
    with pytest.raises(WorldError) as caught:
        bot.connect("127.0.0.1", port, "Nobody", **options)  # type: ignore[arg-type]
    assert time.monotonic() - begun < seconds
    assert f"127.0.0.1:{port} as Nobody" in caught.value.message
    assert caught.value.hint
    return caught.value


def test_a_closed_port_is_refused_at_once(new_bot: Bot) -> None:
    for version in (None, "1.20.4"):
        assert failing(new_bot, refused_port(), seconds=5, version=version).code == "refused"


@pytest.mark.parametrize("version", [None, "1.20.4"])
def test_a_server_that_says_nothing_is_given_up_in_time(new_bot: Bot, version: str | None) -> None:
    with listener(silence) as port:
        assert failing(new_bot, port, seconds=4, version=version, timeout=1.0).code == "timeout"


@pytest.mark.parametrize("version", [None, "1.20.4"])
@pytest.mark.parametrize("answer", [garbage, close])
def test_what_is_no_minecraft_server_is_said(
    new_bot: Bot, answer: Callable[[socket.socket], None], version: str | None
) -> None:
    with listener(answer) as port:
        error = failing(new_bot, port, seconds=5, version=version, timeout=1.5)
    assert error.code in {"not_minecraft", "disconnected", "timeout"}


def test_a_host_without_a_name_is_said(new_bot: Bot) -> None:
    with pytest.raises(WorldError) as caught:
        new_bot.connect("nowhere.invalid", 25565, "Nobody", timeout=5)
    assert caught.value.code in {"no_such_host", "timeout"}


@pytest.mark.parametrize("version", ["1.12.2", "1.17", "9.9"])
def test_a_version_without_hands_is_said_before_anything_is_tried(new_bot: Bot, version: str) -> None:
    assert failing(new_bot, refused_port(), seconds=2, version=version).code == "version"


def test_the_wrong_version_is_said(new_bot: Bot, practice: Practice) -> None:
    error = failing(new_bot, practice().port, seconds=20, version="1.16.5", timeout=3.0)
    assert error.code == "version"
    assert "the server runs 1.20.4 (protocol 765), not 1.16.5" in error.message


def test_after_a_failure_the_same_bot_joins_another_server(new_bot: Bot, practice: Practice) -> None:
    failing(new_bot, refused_port(), seconds=5)
    info = new_bot.connect("127.0.0.1", practice().port, "Second")
    assert (info.version, info.username) == ("1.20.4", "Second")
    assert new_bot.snapshot().position.y == 5


def test_a_bot_joins_one_server_at_a_time_and_may_leave(new_bot: Bot, practice: Practice) -> None:
    server = practice()
    new_bot.connect(server.host, server.port, "Leaver")
    assert failing(new_bot, server.port, seconds=2).code == "connected"
    new_bot.disconnect()
    until(lambda: "Leaver" not in server.control.players(), "it left")
    with pytest.raises(WorldError) as caught:
        new_bot.snapshot()
    assert caught.value.code == "disconnected"


def test_a_kick_is_an_event_with_its_reason_and_calls_say_disconnected(new_bot: Bot, practice: Practice) -> None:
    server = practice()
    new_bot.connect(server.host, server.port, "Kicked")
    server.control.kick("Kicked", "too many hands")
    until(lambda: any(event.kind == "end" for event in new_bot.events()), "the end")
    assert any(event.kind == "kicked" and "too many hands" in event.text for event in new_bot.events())
    with pytest.raises(WorldError) as caught:
        new_bot.snapshot()
    assert caught.value.code == "disconnected"
    new_bot.connect(server.host, server.port, "Kicked")
    assert new_bot.snapshot().position.y == 5


def test_a_connection_that_ends_in_the_middle_of_a_step_leaves_it_unknown(new_bot: Bot, practice: Practice) -> None:
    server = practice()
    new_bot.connect(server.host, server.port, "Widow")
    for item in ("oak_planks", "spruce_planks", "stick", "crafting_table"):
        server.control.give("Widow", item, 4)
    position = new_bot.place_station("minecraft:crafting_table")
    server.control.conditions(lag=30)
    begun = len(server.control.ask("log", player="Widow")["clicks"])
    reports = []
    order = at_table(position, MIXED_PICKAXE, "wooden_pickaxe")  # type: ignore[arg-type]
    worker = threading.Thread(target=lambda: reports.append(new_bot.attempt(order)))
    worker.start()
    until(lambda: len(server.control.ask("log", player="Widow")["clicks"]) > begun + 3, "some clicks")
    server.control.kick("Widow", "now")
    worker.join(10)
    server.control.conditions(lag=0)
    assert (reports[0].outcome, reports[0].after, reports[0].made) == ("disconnected", None, None)
