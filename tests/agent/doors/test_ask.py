"""A model that only turns words into calls: the library's own test models, and a server that misbehaves."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent import places
from craftplan.agent.doors.model import Asked, Bounds, ask, model_of
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.node import Node
from craftplan.agent.runs import gates
from craftplan.agent.tools import TOOLS, Context
from craftplan.bridge.bot import Bot
from craftplan.recipes.builtin import builtin
from craftplan.server.practice import PracticeServer
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel as AnyCallModel
from shell import craftplan
from toolroom import nowhere

PLAN = {"goals": [{"item": "wooden_pickaxe", "count": 2}], "inventory": {"oak_planks": "3"}}


@pytest.fixture
def context(tmp_path: Path, home: Path) -> Context:
    return Context(builtin("1.20.4"), Ledger(tmp_path / "ledger"), nowhere)


def reply(content: str | None = None, *, calls: tuple[tuple[str, str], ...] = ()) -> dict[str, Any]:
    """A chat completion as OpenAI's servers send it."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [
            {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


@contextmanager
def standing_in(*answers: Any) -> Iterator[str]:
    """A server whose answers are given, the last one for ever: a document, a status, bytes, or None (hangs up)."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            answer = left.pop(0) if len(left) > 1 else left[0]
            if answer is None:
                self.connection.close()
                return
            status, body = (answer, b'{"error": {"message": "no"}}') if isinstance(answer, int) else (200, answer)
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def asked(context: Context, url: str, bounds: Bounds = Bounds()) -> Asked:  # noqa: B008 - frozen
    return ask(model_of("m", url, None), TOOLS, context, "two pickaxes from whatever wood I have", bounds)


def test_words_become_calls_and_the_answer_comes_back(context: Context) -> None:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        assert [tool.name for tool in info.function_tools] == [name for name in TOOLS.tools if name != "approve"]
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart("plan_craft", PLAN)])
        return ModelResponse(parts=[TextPart("you lack wood")])

    found = ask(FunctionModel(answer), TOOLS, context, "two pickaxes", Bounds())
    assert (found.words, found.cut) == ("you lack wood", None)
    assert [envelope["status"] for envelope in found.envelopes] == ["ok"]
    kept = [(record.event, record.body.get("tool")) for record in context.ledger.read()]
    assert kept == [(Event.MODEL_ASKED, None), (Event.MODEL_CALLED, "plan_craft")]


@pytest.mark.promise("ask.bounded")
def test_a_model_that_calls_every_tool_with_anything_ends_within_its_bounds(context: Context) -> None:
    found = ask(AnyCallModel(), TOOLS, context, "anything", Bounds(turns=3))
    assert found.envelopes
    assert found.cut is None or found.cut.code in {"model_bound", "model_spoilt"}


@pytest.mark.promise("ask.bounded")
@pytest.mark.parametrize(
    ("answers", "code", "kept"),
    [
        ([429], "model", []),
        ([500], "model", []),
        ([None], "model", []),
        ([b'{"id": "x", "choices": [{"mess'], "model", []),
        ([reply(calls=(("plan_craft", json.dumps(PLAN)),)), 500], "model", ["ok"]),
        ([reply(calls=(("plan_craft", json.dumps(PLAN)),))], "model_bound", ["ok"] * 4),
        ([reply(calls=(("craftItem2", "{}"),))], "model_spoilt", []),
        ([reply(calls=(("plan_craft", '{"goals": [{"it'),))], "model_spoilt", []),
        ([reply(calls=(("remember", json.dumps({"wish": "x" * 3200})),))], "model_spoilt", ["failed", "failed"]),
    ],
    ids=["429", "500", "cut", "half-a-document", "500-later", "loop", "no-such-tool", "half-arguments", "3200"],
)
def test_whatever_the_models_server_does_it_ends_with_a_reason_and_keeps_what_was_done(
    context: Context, answers: list[Any], code: str, kept: list[str]
) -> None:
    with standing_in(*answers) as url:
        found = asked(context, url, Bounds(turns=4))
    assert found.cut is not None
    assert (found.cut.code, [envelope["status"] for envelope in found.envelopes]) == (code, kept), found.cut.message
    assert found.words is None
    assert found.cut.hint


@pytest.mark.promise("ask.bounded")
def test_a_model_that_breaks_a_schema_is_told_what_to_mend_and_that_it_is_the_last_time(context: Context) -> None:
    told: list[dict[str, Any]] = []

    def answer(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart("plan_craft", {"goals": [{"item": "stick", "count": 0}]})])
        told.append(json.loads(messages[-1].parts[0].content))  # type: ignore[union-attr,arg-type]
        return ModelResponse(parts=[TextPart("I see")])

    ask(FunctionModel(answer), TOOLS, context, "no sticks", Bounds())
    (envelope,) = told
    assert envelope["retry_context"] == {"attempt": 1, "of": 1}
    assert envelope["error"]["violations"][0]["pointer"] == "/goals/0/count"


@pytest.mark.promise("ask.bounded")
def test_a_model_that_mends_what_it_is_told_once_is_heard_out(context: Context) -> None:
    wrong = {**PLAN, "goals": [{"item": "stick", "count": 0}]}
    with standing_in(
        reply(calls=(("plan_craft", json.dumps(wrong)),)),
        reply(calls=(("plan_craft", json.dumps(PLAN)),)),
        reply("done"),
    ) as url:
        found = asked(context, url)
    assert (found.words, [envelope["status"] for envelope in found.envelopes]) == ("done", ["failed", "ok"])


@pytest.mark.promise("ask.bounded")
def test_a_member_that_is_not_in_the_tag_is_answered_with_the_members(context: Context) -> None:
    choices = [{"step": 1, "slot": 1, "item": "stone"}]
    wrong = {"goals": ["stick"], "inventory": {"oak_planks": 2}, "choices": choices}
    with standing_in(reply(calls=(("plan_craft", json.dumps(wrong)),)), reply("I see")) as url:
        found = asked(context, url)
    (envelope,) = found.envelopes
    assert envelope["error"]["violations"][0]["limit"] == ["minecraft:oak_planks"]


@pytest.mark.promise("ask.bounded")
def test_what_is_too_long_for_a_field_is_split_and_nothing_of_it_is_lost(context: Context) -> None:
    woods = ("oak", "birch", "jungle", "acacia", "dark_oak", "mangrove", "warped", "crimson")
    wish = "; ".join(f"always keep at least 3 minecraft:{wood}_planks" for wood in woods)
    assert len(wish) > 200
    with standing_in(reply(calls=(("remember", json.dumps({"wish": wish})),)), reply("kept")) as url:
        found = asked(context, url)
    (envelope,) = found.envelopes
    kept = envelope["result"]
    assert [kept["says"], *(one["says"] for one in kept["more"])] == [f"keep 3 {wood}_planks" for wood in woods]
    assert found.words == "kept"


@pytest.mark.server
@pytest.mark.promise("ask.bounded")
def test_what_the_model_wants_to_use_up_waits_for_the_person_who_asked_it(
    home: Path, node: Node, server_packages: Path, bridge_packages: Path
) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        with Bot(node.path, bridge_packages) as bot:
            bot.connect(practice.host, practice.port, "Bot")
            for item, count in (("diamond", 3), ("stick", 2), ("crafting_table", 1)):
                practice.control.give("Bot", item, count)
        place = ("--server", f"{practice.host}:{practice.port}", "--username", "Bot")
        call = reply(calls=(("craft", json.dumps({"goals": ["diamond_pickaxe"]})),))
        with standing_in(call, reply("approve it, please")) as url:
            said = craftplan("ask", "a", "pickaxe", "--model", "m", "--url", url, *place)
        assert (said.code, "approve it, please" in said.out) == (10, True), said.err
        (gate,) = gates.waiting(Ledger(places.state() / "ledger"))
        assert f"craftplan approve {gate.id}" in said.err
        assert practice.control.inventory("Bot").counts["minecraft:diamond"] == 3
        done = craftplan("approve", gate.id)
        assert done.code == 0, done.err
        assert practice.control.inventory("Bot").counts["minecraft:diamond_pickaxe"] == 1


def test_the_shell_asks_and_says_what_was_called(home: Path) -> None:
    with standing_in(reply(calls=(("plan_craft", json.dumps(PLAN)),)), reply("you lack planks")) as url:
        said = craftplan("ask", "two", "pickaxes", "--model", "m", "--url", url, "--json")
    assert (said.code, said.document["words"]) == (0, "you lack planks")
    assert said.document["calls"][0]["repairs"]
    with standing_in(429) as url:
        said = craftplan("ask", "two", "pickaxes", "--model", "m", "--url", url)
    assert (said.code, "hint:" in said.err) == (3, True)
    assert craftplan("ask", "two", "--model", "nothing:at-all").code == 3
