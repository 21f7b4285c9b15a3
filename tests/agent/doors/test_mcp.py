"""The tools over MCP: in this process, over stdin and stdout, and over HTTP, with the SDK's own client."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from craftplan.agent.doors.mcp.server import mcp_server
from craftplan.agent.doors.streams import Streams
from craftplan.agent.doors.tool_context import Place, tool_context
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.node import Node
from craftplan.agent.runs import gates
from craftplan.agent.runs.gates import Policy, Terms
from craftplan.agent.tools import TOOLS, Context
from craftplan.recipes.builtin import builtin
from craftplan.server.practice import PracticeServer
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ElicitResult
from toolroom import nowhere, working
from workshop import BOT, Workshop

COMMAND = "from craftplan.agent.doors.main import main; main()"
Told = list[tuple[float, float | None, str | None]]


@pytest.fixture
def offline(tmp_path: Path, home: Path) -> Context:
    return Context(builtin("1.20.4"), Ledger(tmp_path / "ledger"), nowhere)


@pytest.fixture
def crafting(workshop: Workshop, home: Path) -> Context:
    return working(workshop, Terms(Policy.NONE))


def answering(action: str, **content: Any) -> Any:
    """A person who answers every form alike; what was asked is kept."""

    async def answer(_: Any, params: Any) -> ElicitResult:
        answer.asked.append(params)  # type: ignore[attr-defined]
        return ElicitResult(action=action, content=content or None)  # type: ignore[arg-type]

    answer.asked = []  # type: ignore[attr-defined]
    return answer


def talk(server: Any, chat: Callable[[Client], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        async with Client(server, **options) as client:
            await chat(client)

    anyio.run(main)


def envelope(result: CallToolResult) -> dict[str, Any]:
    found = result.structured_content
    assert isinstance(found, dict)
    assert result.is_error is (found["status"] == "failed")
    return found


BOTH = pytest.mark.parametrize("mode", ["legacy", "auto"])


@pytest.mark.promise("mcp.server")
@BOTH
def test_every_tool_is_listed_with_schemas_and_hints(offline: Context, mode: str) -> None:
    async def chat(client: Client) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(listed) == list(TOOLS.tools)
        for name, tool in listed.items():
            assert tool.output_schema is not None
            assert tool.annotations is not None
            reads = TOOLS.tools[name].effect == "reads"
            assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (
                reads,
                name in {"craft", "resume", "approve"},
            )

    talk(mcp_server(TOOLS, offline), chat, mode=mode)


@pytest.mark.promise("mcp.failures")
@BOTH
def test_failures_are_results_with_structured_content_and_never_masked(offline: Context, mode: str) -> None:
    def broken() -> Any:
        raise ZeroDivisionError("deep inside")

    async def chat(client: Client) -> None:
        bug = envelope(await client.call_tool("inventory", {}))["error"]
        assert (bug["code"], "deep inside" in bug["message"]) == ("bug", True)
        unknown = await client.call_tool("craftItem2", {})
        assert envelope(unknown)["error"]["near"] == ["craft"]
        assert "did you mean craft?" in unknown.content[0].text  # type: ignore[union-attr]
        wrong = await client.call_tool("plan_craft", {"goals": [{"item": "stick", "count": 0}]})
        (violation,) = envelope(wrong)["error"]["violations"]
        assert (violation["pointer"], violation["limit"], violation["actual"]) == ("/goals/0/count", 1, 0)
        assert "/goals/0/count" in wrong.content[0].text  # type: ignore[union-attr]

    talk(mcp_server(TOOLS, replace(offline, world=broken)), chat, mode=mode)


@pytest.mark.promise("mcp.asks")
@BOTH
def test_a_name_of_several_things_is_put_to_the_person_and_the_call_goes_on(offline: Context, mode: str) -> None:
    person = answering("accept", goals_0_item="oak_door", goals_1_item="birch_planks")

    async def chat(client: Client) -> None:
        held = {"oak_planks": 6, "birch_log": 1}
        result = await client.call_tool("plan_craft", {"goals": '["door", "planks"]', "inventory": held})
        goals = [goal["item"] for goal in envelope(result)["result"]["plan"]["goals"]]
        assert goals == ["minecraft:oak_door", "minecraft:birch_planks"]
        assert len(person.asked) == 1

    talk(mcp_server(TOOLS, offline), chat, mode=mode, elicitation_callback=person)


@pytest.mark.promise("mcp.asks")
@BOTH
@pytest.mark.parametrize("action", ["decline", "cancel", None])
def test_where_nobody_answers_the_question_comes_back_to_the_agent(
    offline: Context, mode: str, action: str | None
) -> None:
    person = answering(action) if action else None

    async def chat(client: Client) -> None:
        asked = envelope(await client.call_tool("plan_craft", {"goals": ["door"]}))
        assert (asked["status"], asked["input"]["fields"]) == ("needs_input", {"goals_0_item": "/goals/0/item"})

    talk(mcp_server(TOOLS, offline), chat, mode=mode, elicitation_callback=person)


@pytest.mark.promise("mcp.server")
@BOTH
def test_recipes_tags_lessons_and_prompts_can_be_read(offline: Context, mode: str) -> None:
    async def chat(client: Client) -> None:
        async def read(uri: str) -> str:
            return str((await client.read_resource(uri)).contents[0].text)  # type: ignore[union-attr]

        assert json.loads(await read("recipe://minecraft/chest"))["ingredients"][0]["tag"] == "#minecraft:planks"
        assert len(json.loads(await read("tag://minecraft/planks"))["members"]) == 11
        assert (await read("lesson://hot")).startswith("# Hot memory")
        templates = (await client.list_resource_templates()).resource_templates
        assert [one.name for one in templates] == ["recipe", "tag", "lesson", "run"]
        for uri in ("recipe://minecraft/chist", "lesson://L-NONE", "run://none", "file:///etc/passwd", "tag://plonks"):
            with pytest.raises(MCPError) as wrong:
                await client.read_resource(uri)
            assert "Internal" not in wrong.value.message
            assert wrong.value.data["error"]["hint"]
        for prompt in (await client.list_prompts()).prompts:
            given = {argument.name: "stick" for argument in prompt.arguments or ()}
            assert (await client.get_prompt(prompt.name, given)).messages
        with pytest.raises(MCPError, match="craft_item"):
            await client.get_prompt("nothing")

    talk(mcp_server(TOOLS, offline), chat, mode=mode)


@pytest.mark.server
@pytest.mark.promise("mcp.progress")
def test_a_craft_tells_each_step_and_then_what_the_server_confirmed(workshop: Workshop, crafting: Context) -> None:
    workshop.give(oak_log=1)
    told: Told = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async def chat(client: Client) -> None:
        arguments = {"goals": [{"item": "stick", "count": 4}]}
        done = envelope(await client.call_tool("craft", arguments, progress_callback=tell))
        assert done["status"] == "ok", done
        assert done["result"]["made"] == {"minecraft:stick": 4}
        run = done["result"]["run"]
        records = (await client.read_resource(f"run://{run}")).contents[0].text  # type: ignore[union-attr]
        assert json.loads(records)["records"][0]["body"]["terms"]["initiated_by"].startswith("mcp")
        held = envelope(await client.call_tool("inventory", {}))["result"]["items"]
        assert held == {"minecraft:oak_planks": 2, "minecraft:stick": 4}
        lacking = envelope(await client.call_tool("craft", {"goals": ["iron_pickaxe"]}))
        assert (lacking["status"], lacking["error"]["code"], lacking["error"]["class"]) == (
            "failed",
            "missing",
            "logic",
        )
        assert {lack["item"] for lack in lacking["result"]["missing"]} >= {"minecraft:raw_iron"}

    talk(mcp_server(TOOLS, crafting), chat)
    assert workshop.truth() == {"oak_planks": 2, "stick": 4}
    assert [message for _, _, message in told if message and "confirmed" in message] != []
    assert told == sorted(told, key=lambda one: one[0])
    assert told[-1][0] >= 2


@pytest.mark.server
@pytest.mark.promise("mcp.asks")
@BOTH
def test_a_gate_is_put_to_the_person_who_approves_or_says_no(workshop: Workshop, crafting: Context, mode: str) -> None:
    workshop.give(oak_log=2)
    asking = replace(crafting, terms=Terms(Policy.ALL))
    server = mcp_server(TOOLS, asking)

    async def refused(client: Client) -> None:
        said_no = envelope(await client.call_tool("craft", {"goals": [{"item": "oak_planks", "count": 4}]}))
        assert (said_no["status"], said_no["error"]["code"]) == ("cancelled", "gate_rejected")

    async def put_away(client: Client) -> None:
        waits = envelope(await client.call_tool("craft", {"goals": ["oak_planks"], "anew": True}))
        assert waits["status"] == "needs_approval"

    async def approved(client: Client) -> None:
        done = envelope(await client.call_tool("craft", {"goals": [{"item": "oak_planks", "count": 4}], "anew": True}))
        assert (done["status"], done["result"]["made"]) == ("ok", {"minecraft:oak_planks": 4})

    talk(server, refused, mode=mode, elicitation_callback=answering("decline"))
    talk(server, put_away, mode=mode, elicitation_callback=answering("cancel"))
    assert workshop.truth() == {"oak_log": 2}
    person = answering("accept", approve=True)
    talk(server, approved, mode=mode, elicitation_callback=person)
    assert workshop.truth() == {"oak_log": 1, "oak_planks": 4}
    claims = [record for record in workshop.ledger.read() if record.event == Event.GATE_CLAIMED]
    assert {record.body["approver"].endswith(" person") for record in claims} == {True}
    assert all("May " in params.message for params in person.asked)


@pytest.mark.server
@pytest.mark.promise("mcp.asks")
def test_a_client_that_cannot_ask_gets_the_approval_id_and_approves_with_it(
    workshop: Workshop, crafting: Context
) -> None:
    workshop.give(diamond=3, stick=2, crafting_table=1)
    asking = replace(crafting, terms=Terms(Policy.SCARCE))

    async def chat(client: Client) -> None:
        waits = envelope(await client.call_tool("craft", {"goals": ["diamond_pickaxe"]}))
        assert waits["status"] == "needs_approval"
        gate = waits["approval"]
        assert re.fullmatch(r"[0-9a-f]{8}", gate["approval_id"])
        assert gate["preview"]["consumes"]["minecraft:diamond"] == 3
        again = envelope(await client.call_tool("craft", {"goals": ["diamond_pickaxe"]}))
        assert set(again["input"]["calls"]) == {"resume", "anew"}
        assert workshop.truth() == {"diamond": 3, "stick": 2, "crafting_table": 1}
        done = envelope(await client.call_tool("approve", {"gate": gate["approval_id"]}))
        assert (done["status"], done["result"]["confirmed"]) == ("ok", True)
        twice = envelope(await client.call_tool("approve", {"gate": gate["resume_token"]}))
        assert (twice["status"], twice["error"]["code"]) == ("failed", "gate_claimed")

    talk(mcp_server(TOOLS, asking), chat)
    assert workshop.truth() == {"diamond_pickaxe": 1, "crafting_table": 1}


@pytest.mark.server
@pytest.mark.promise("mcp.asks")
@BOTH
def test_members_that_would_do_as_well_are_put_to_the_person_with_the_usual_one(
    workshop: Workshop, crafting: Context, mode: str
) -> None:
    workshop.give(oak_planks=4, spruce_planks=2)
    person = answering("accept", step_1_slot_1="spruce_planks")

    async def chat(client: Client) -> None:
        done = envelope(await client.call_tool("craft", {"goals": [{"item": "stick", "count": 4}], "ask": True}))
        assert (done["status"], done["result"]["made"]) == ("ok", {"minecraft:stick": 4})

    talk(mcp_server(TOOLS, crafting), chat, mode=mode, elicitation_callback=person)
    (form,) = person.asked
    field = form.requested_schema["properties"]["step_1_slot_1"]
    assert (field["default"], field["enum"]) == ("oak_planks", ["oak_planks", "spruce_planks"])
    assert workshop.truth() == {"oak_planks": 4, "stick": 4}


ITSELF_NOT = Terms(Policy.SCARCE, different_approver=True)
DIAMOND = "minecraft:diamond"


@pytest.mark.server
@pytest.mark.promise("mcp.approver")
def test_an_agent_does_not_pass_its_own_gate_and_goes_on_once_a_person_has(
    workshop: Workshop, crafting: Context
) -> None:
    workshop.give(diamond=3, stick=2, crafting_table=1)

    async def chat(client: Client) -> None:
        waits = envelope(await client.call_tool("craft", {"goals": ["diamond_pickaxe"]}))
        gate = waits["approval"]
        assert (waits["status"], f"craftplan approve {gate['id']}" in gate["hint"]) == ("needs_approval", True)
        for name in (gate["approval_id"], gate["resume_token"]):
            refused = await client.call_tool("approve", {"gate": name})
            error = envelope(refused)["error"]
            assert (error["code"], error["class"], error["then"]) == ("gate_approver", "approval", "stop")
            assert error["preview"]["consumes"]["minecraft:diamond"] == 3
            assert f"craftplan approve {gate['id']}" in error["fix"]
        assert workshop.truth() == {"diamond": 3, "stick": 2, "crafting_table": 1}
        claim = gates.claim(workshop.ledger, gate["id"], "shell:sam")
        workshop.ledger.append(Event.GATE_HANDED_ON, {"gate": {"id": claim.id}}, run=claim.run)
        done = envelope(await client.call_tool("resume", {}))
        assert (done["status"], done["result"]["confirmed"]) == ("ok", True)

    talk(mcp_server(TOOLS, replace(crafting, terms=ITSELF_NOT)), chat)
    assert workshop.truth() == {"diamond_pickaxe": 1, "crafting_table": 1}
    opened = [record for record in workshop.ledger.read() if record.event == Event.GATE_OPENED]
    assert len(opened) == 1


@pytest.mark.server
@pytest.mark.promise("mcp.approver")
@BOTH
def test_an_agent_that_approves_its_own_gate_has_its_person_asked(
    workshop: Workshop, crafting: Context, mode: str
) -> None:
    workshop.give(diamond=3, stick=2, crafting_table=1)
    server = mcp_server(TOOLS, replace(crafting, terms=ITSELF_NOT))
    waiting: list[str] = []

    async def put_away(client: Client) -> None:
        waits = envelope(await client.call_tool("craft", {"goals": ["diamond_pickaxe"]}))
        assert waits["status"] == "needs_approval"
        waiting.append(gates.waiting(workshop.ledger)[0].id)
        again = envelope(await client.call_tool("approve", {"gate": waiting[0]}))
        assert again["status"] in {"failed", "needs_approval"}

    async def approved(client: Client) -> None:
        done = envelope(await client.call_tool("approve", {"gate": waiting[0]}))
        assert (done["status"], done["result"]["made"]) == ("ok", {"minecraft:diamond_pickaxe": 1})

    nobody = answering("cancel")
    talk(server, put_away, mode=mode, elicitation_callback=nobody)
    assert len(nobody.asked) == 2
    assert workshop.truth() == {"diamond": 3, "stick": 2, "crafting_table": 1}
    person = answering("accept", approve=True)
    talk(server, approved, mode=mode, elicitation_callback=person)
    assert ["3 diamond" in params.message for params in person.asked] == [True]
    (claim,) = [record for record in workshop.ledger.read() if record.event == Event.GATE_CLAIMED]
    assert claim.body["approver"].endswith(" person")


@pytest.mark.server
@pytest.mark.promise("mcp.approver")
@BOTH
def test_a_gate_for_somebody_else_is_not_put_to_the_person_at_the_client(
    workshop: Workshop, crafting: Context, mode: str
) -> None:
    workshop.give(diamond=3, stick=2, crafting_table=1)
    terms = Terms(Policy.SCARCE, required_approver="shell:sam")
    person = answering("accept", approve=True)

    async def chat(client: Client) -> None:
        waits = envelope(await client.call_tool("craft", {"goals": ["diamond_pickaxe"]}))
        assert (waits["status"], "shell:sam" in waits["approval"]["hint"]) == ("needs_approval", True)
        refused = envelope(await client.call_tool("approve", {"gate": waits["approval"]["id"]}))
        assert (refused["error"]["code"], "shell:sam" in refused["error"]["fix"]) == ("gate_approver", True)

    talk(mcp_server(TOOLS, replace(crafting, terms=terms)), chat, mode=mode, elicitation_callback=person)
    assert person.asked == []


@pytest.mark.server
@pytest.mark.promise("mcp.approver")
def test_an_agent_passes_no_gate_of_a_persons_run_and_none_of_another_bot_is_used_up(
    workshop: Workshop, crafting: Context
) -> None:
    workshop.give(diamond=3, stick=2, crafting_table=1)
    report, _ = workshop.craft(("diamond_pickaxe", 1), terms=Terms(Policy.SCARCE, "shell:sam"))
    assert report.gate is not None
    theirs = report.gate.gate.id
    begun = {"goals": [{"item": DIAMOND, "count": 1}], "address": "elsewhere:1", "username": "Other"}
    workshop.ledger.append(Event.RUN_STARTED, begun, run="of-another")
    other = gates.new_gate("of-another", gates.Kind.PLAN, ("", ""), report.gate.gate.preview, ITSELF_NOT).gate
    workshop.ledger.append(Event.GATE_OPENED, {"gate": other.model_dump(mode="json")}, run=other.run)

    async def chat(client: Client) -> None:
        refused = envelope(await client.call_tool("approve", {"gate": theirs}))["error"]
        assert (refused["code"], f"craftplan approve {theirs}" in refused["fix"]) == ("gate_approver", True)
        elsewhere = envelope(await client.call_tool("approve", {"gate": other.id}))["error"]
        assert elsewhere["code"] == "other_world"

    talk(mcp_server(TOOLS, replace(crafting, terms=ITSELF_NOT, passes_gates=False)), chat)
    assert {gate.id for gate in gates.waiting(workshop.ledger)} == {theirs, other.id}
    assert workshop.truth()["diamond"] == 3


@pytest.mark.promise("mcp.approver")
@pytest.mark.parametrize(("given", "different"), [({}, True), ({"approves_itself": True}, False)])
def test_only_where_it_is_said_an_agent_may_pass_its_own_gates(
    home: Path,
    tmp_path: Path,
    given: dict[str, bool],
    different: bool,  # noqa: FBT001 - a parameter
) -> None:
    place = Place("127.0.0.1:1", BOT, "offline", None)
    with (tmp_path / "out").open("w") as out, tool_context(Streams(out, out), place, caller="mcp", **given) as context:
        assert (context.terms.different_approver, context.passes_gates) == (different, not different)


def process(*arguments: str, home: Path, node_options: str = "") -> dict[str, Any]:
    environment = {**os.environ, "CRAFTPLAN_HOME": str(home), "NODE_OPTIONS": node_options}
    return {"command": sys.executable, "args": ["-c", COMMAND, "mcp", *arguments], "env": environment}


@pytest.mark.server
@pytest.mark.promise("mcp.stdio")
@pytest.mark.promise("tools.notes")
def test_over_a_real_process_a_bot_crafts_on_a_running_server_and_the_notes_follow(
    node: Node, server_packages: Path, home: Path
) -> None:
    runs: list[str] = []
    with PracticeServer(node.path, server_packages) as practice:

        async def chat(client: Client) -> None:
            held = envelope(await client.call_tool("inventory", {}))
            assert held["result"]["bot"] == BOT
            practice.control.give(BOT, "minecraft:oak_log", 1)
            done = envelope(await client.call_tool("craft", {"goals": [{"item": "stick", "count": 4}]}))
            assert done["result"]["made"] == {"minecraft:stick": 4}
            runs.append(done["result"]["run"])
            assert envelope(await client.call_tool("reconcile", {}))["result"]["drift"] is False

        address = f"{practice.host}:{practice.port}"
        talk(StdioServerParameters(**process("--server", address, "--username", BOT, home=home)), chat)
        assert practice.control.inventory(BOT).counts["minecraft:stick"] == 4
    notes = [path.read_text(encoding="utf-8") for path in (home / "data" / "vault").rglob("*.md")]
    assert any(runs[0] in note for note in notes)


@pytest.mark.server
@pytest.mark.promise("mcp.stdio")
def test_stdout_carries_the_protocol_alone_although_the_node_child_prints(
    node: Node, server_packages: Path, home: Path, tmp_path: Path
) -> None:
    noisy = tmp_path / "noisy.cjs"
    noisy.write_text("process.stdout.write('Debugger attached\\n\\n'); console.log('(node:1) noise')", encoding="utf-8")
    with PracticeServer(node.path, server_packages) as practice:
        place = process("--server", f"{practice.host}:{practice.port}", home=home, node_options=f"--require {noisy}")
        messages = [
            {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": "inventory", "arguments": {}}},
        ]
        messages[0]["params"]["clientInfo"] = {"name": "raw", "version": "0"}  # type: ignore[index]
        with subprocess.Popen(
            [place["command"], *place["args"]], env=place["env"], stdin=-1, stdout=-1, stderr=subprocess.PIPE
        ) as served:
            assert served.stdin is not None
            assert served.stdout is not None
            for message in messages:
                served.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            served.stdin.flush()
            lines = [json.loads(served.stdout.readline()) for _ in range(2)]
            rest, errors = served.communicate(timeout=30)
    assert [line["id"] for line in lines] == [1, 2]
    assert lines[1]["result"]["structuredContent"]["status"] == "ok"
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert served.returncode == 0, errors


@pytest.mark.promise("mcp.http")
def test_over_http_the_token_opens_and_nothing_else_does(home: Path) -> None:
    place = process("--http", "--port", "0", "--token", "secret-of-the-test", home=home)
    with subprocess.Popen(
        [place["command"], *place["args"]], env=place["env"], stdin=subprocess.DEVNULL, stdout=-1, stderr=-1, text=True
    ) as served:
        try:
            assert served.stderr is not None
            url = served.stderr.readline().strip().removeprefix("listens on ")
            assert url.startswith("http://127.0.0.1:")
            for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "secret-of-the-test"}):
                answer = httpx2.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
                assert (answer.status_code, "Bearer TOKEN" in answer.text) == (401, True)

            async def chat(mode: str) -> None:
                headers = {"Authorization": "Bearer secret-of-the-test"}
                async with (
                    httpx2.AsyncClient(headers=headers) as http,
                    Client(streamable_http_client(url, http_client=http), mode=mode) as client,
                ):
                    planned = envelope(await client.call_tool("plan_craft", {"goals": ["torch"]}))
                    assert planned["status"] == "ok"

            for mode in ("legacy", "auto"):
                anyio.run(chat, mode)
        finally:
            served.terminate()
            served.communicate(timeout=30)


def test_help_and_plans_load_nothing_of_mcp(home: Path) -> None:
    code = (
        "import sys\n"
        "from craftplan.agent.doors.main import run, shielded\n"
        "streams = shielded()\n"
        "for line in ('--help', 'mcp --help', 'ask --help', 'plan stick', 'tools schema --for mcp'):\n"
        "    run(line.split(), streams)\n"
        "    heavy = {'mcp', 'mcp_types', 'uvicorn', 'pydantic_ai', 'openai'} & set(sys.modules)\n"
        "    assert not heavy, (line, heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.server
@pytest.mark.promise("mcp.progress")
def test_a_request_that_is_taken_back_stops_the_run_before_its_next_step(workshop: Workshop, crafting: Context) -> None:
    workshop.give(oak_log=5)
    goals = [{"item": "ladder", "count": 3}, {"item": "wooden_pickaxe", "count": 1}]

    async def chat(client: Client) -> None:
        with anyio.CancelScope() as scope:

            async def tell(_: float, __: float | None, message: str | None) -> None:
                if message and "confirmed" in message:
                    scope.cancel()

            await client.call_tool("craft", {"goals": goals}, progress_callback=tell)
        assert scope.cancelled_caught
        with anyio.fail_after(60):
            while not ended():  # noqa: ASYNC110 - the ledger has no bell
                await anyio.sleep(0.05)

    def ended() -> list[Any]:
        return [record.body for record in workshop.ledger.read() if record.event == Event.RUN_SUMMARY]

    talk(mcp_server(TOOLS, crafting), chat, mode="legacy")
    (summary,) = ended()
    assert (summary["result"], summary["code"]) == ("stopped", "asked")
    assert "ladder" not in workshop.truth()
