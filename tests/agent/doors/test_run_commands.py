"""``craftplan resume``, ``approve``, ``trace``, ``reconcile`` and ``ledger`` as a person runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from craftplan.agent import places
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.node import Node
from craftplan.agent.runs.holdings import drift, holdings
from craftplan.agent.runs.run import Run
from craftplan.agent.settings import NAME
from craftplan.agent.world import server_world
from craftplan.bridge.bot import Bot
from craftplan.server.practice import PracticeServer
from shell import Said, craftplan

BOT = "Bot"


class Shop:
    """A server that runs, and the shell's own bot on it."""

    def __init__(self, practice: PracticeServer, node: Node, packages: Path) -> None:
        self.practice = practice
        self.node = node
        self.packages = packages
        self.address = f"{practice.host}:{practice.port}"

    def give(self, **items: int) -> None:
        with Bot(self.node.path, self.packages) as bot:
            bot.connect(self.practice.host, self.practice.port, BOT)
            for item, count in items.items():
                self.practice.control.give(BOT, item, count)

    def held(self) -> dict[str, int]:
        return {item.removeprefix("minecraft:"): n for item, n in self.practice.control.inventory(BOT).counts.items()}

    def craft(self, *words: str) -> Said:
        return craftplan(*words, "--server", self.address, "--username", BOT)


@pytest.fixture
def shop(home: Path, node: Node, server_packages: Path, bridge_packages: Path) -> Iterator[Shop]:
    with PracticeServer(node.path, server_packages) as practice:
        yield Shop(practice, node, bridge_packages)


def book() -> Ledger:
    return Ledger(places.state() / "ledger")


@pytest.mark.server
@pytest.mark.promise("shell.gates")
def test_diamonds_wait_with_exit_10_until_they_are_approved(shop: Shop) -> None:
    shop.give(diamond=3, stick=2, crafting_table=1)
    waits = shop.craft("diamond_pickaxe", "--json")
    assert waits.code == 10, waits.err
    document = waits.document
    assert (document["result"], document["gate"]["preview"]["scarce"]) == ("needs_approval", ["minecraft:diamond"])
    gate = document["gate"]["id"]
    listed = craftplan("approve")
    assert listed.code == 0
    assert f"gate {gate}" in listed.out
    assert "uses up  diamond ×3, stick ×2" in listed.out
    again = shop.craft("diamond_pickaxe")
    assert (again.code, again.out) == (11, "")
    assert f"waits at gate {gate}" in again.err
    done = craftplan("approve", document["gate"]["resume_token"])
    assert done.code == 0, done.err
    assert "diamond_pickaxe ×1 made, confirmed by the server" in done.out
    assert shop.held() == {"diamond_pickaxe": 1, "crafting_table": 1}
    assert craftplan("approve", gate).code == 75
    wrong = craftplan("approve", "12345678", "--json")
    assert (wrong.code, wrong.document["error"]["code"]) == (2, "token")
    timeline = craftplan("trace", document["run"])
    assert timeline.code == 0
    assert "gate.approved" in timeline.out
    assert "confirmed, +1 diamond_pickaxe, −3 diamond, −2 stick" in timeline.out


@pytest.mark.server
@pytest.mark.promise("shell.gates")
def test_a_rejected_gate_asks_again_when_the_run_is_taken_up(shop: Shop) -> None:
    shop.give(oak_planks=2)
    waits = shop.craft("stick", "4", "--approve", "all", "--json").document
    rejected = craftplan("approve", waits["gate"]["id"], "--reject")
    assert rejected.code == 0
    assert craftplan("approve", waits["gate"]["id"]).code == 1
    again = craftplan("resume", waits["run"], "--approve", "all", "--json")
    assert again.code == 10, again.err
    assert again.document["gate"]["id"] != waits["gate"]["id"]
    done = craftplan("resume", "--approve", "none")
    assert done.code == 0, done.err
    assert shop.held() == {"stick": 4}


@pytest.mark.server
@pytest.mark.promise("settings.kept", "gate.policies", "gate.approver")
def test_what_is_set_once_holds_for_every_run_and_also_when_one_is_taken_up(shop: Shop, home: Path) -> None:
    shop.give(oak_planks=2)
    (home / "config").mkdir()
    (home / "config" / NAME).write_text('approve = "plans"\napprover = "player:Boss"\n', encoding="utf-8")
    waits = shop.craft("stick", "4", "--json").document
    skipped = [record.body["gate"] for record in book().read(events=frozenset({Event.GATE_SKIPPED}))]
    assert (waits["result"], waits["gate"]["kind"], skipped) == ("needs_approval", "plan", ["discovery"])
    refused = craftplan("approve", waits["gate"]["id"], "--json")
    assert (refused.code, refused.document["error"]["code"]) == (10, "gate_approver")
    (home / "config" / NAME).unlink()
    again = craftplan("resume", "--approve", "all", "--json").document
    assert craftplan("approve", again["gate"]["id"], "--json").document["error"]["code"] == "gate_approver"
    assert shop.held() == {"oak_planks": 2}


@pytest.mark.server
@pytest.mark.promise("shell.gates")
def test_a_gate_is_passed_while_another_process_holds_the_bot_and_the_run_goes_on_there(shop: Shop) -> None:
    shop.give(diamond=3, stick=2, crafting_table=1)
    waits = shop.craft("diamond_pickaxe", "--json").document
    with server_world(shop.address, BOT, "offline", None, print):
        approved = craftplan("approve", waits["gate"]["id"], "--json")
        assert (approved.code, approved.document["approved"]) == (0, waits["gate"]["id"]), approved.err
        assert f"goes on with run {waits['run']}" in approved.err
        assert shop.held()["diamond"] == 3
    done = craftplan("resume", "--json")
    assert (done.code, done.document["run"]) == (0, waits["run"]), done.err
    assert shop.held() == {"diamond_pickaxe": 1, "crafting_table": 1}
    assert craftplan("approve", waits["gate"]["id"]).code == 75


@pytest.mark.server
@pytest.mark.promise("shell.reconcile")
def test_reconcile_exits_4_where_the_server_holds_something_else_and_0_afterwards(shop: Shop) -> None:
    shop.give(oak_planks=4)
    assert shop.craft("stick", "4").code == 0
    same = craftplan("reconcile", "--server", shop.address, "--username", BOT)
    assert (same.code, same.out) == (0, "Bot holds what the ledger says: 2 kinds of items\n")
    with Bot(shop.node.path, shop.packages) as bot:
        bot.connect(shop.practice.host, shop.practice.port, BOT)
        shop.practice.control.steal(BOT, "stick", 1)
        shop.practice.control.give(BOT, "dirt", 2)
    drifted = craftplan("reconcile", "--server", shop.address, "--username", BOT, "--json")
    assert drifted.code == 4
    assert drifted.document["inventory_surplus"] == {"minecraft:dirt": 2}
    assert drifted.document["inventory_deficit"] == {"minecraft:stick": 1}
    assert craftplan("reconcile", "--server", shop.address, "--username", BOT).code == 0
    assert shop.held() == {"oak_planks": 2, "stick": 3, "dirt": 2}
    unknown = craftplan("reconcile", "--server", shop.address, "--username", "Other")
    assert unknown.code == 2


def test_nothing_to_resume_is_said(home: Path) -> None:
    for words, code in ((("resume",), 2), (("resume", "260101-000000-abcd"), 2), (("trace", "nothing"), 2)):
        said = craftplan(*words)
        assert (said.code, said.out) == (code, "")
        assert "hint: " in said.err
    assert craftplan("approve").out == "no gate waits\n"


def test_a_run_on_a_practice_server_cannot_be_taken_up_and_says_why(home: Path) -> None:
    run = Run(book())
    place = {"server": "practice 1.20.4", "address": "127.0.0.1:1", "username": BOT, "lasts": False}
    run.record(Event.RUN_STARTED, {"goals": [{"item": "minecraft:stick", "count": 4}], **place})
    said = craftplan("resume", run.id)
    assert said.code == 2
    assert "practice server, which ended with it" in said.err


@pytest.mark.promise("shell.ledger")
def test_the_ledger_is_verified_shown_exported_and_repaired(home: Path, tmp_path: Path) -> None:
    ledger = book()
    for number in range(5):
        ledger.append(Event.RUN_STARTED if number % 2 else Event.RUN_SUMMARY, {"number": number}, run=f"r{number % 2}")
    assert craftplan("ledger", "verify").out == craftplan("ledger").out
    shown = craftplan("ledger", "show", "2", "4", "--json").document["records"]
    assert [record["seq"] for record in shown] == [2, 4]
    assert [record["seq"] for record in craftplan("ledger", "show", "--run", "r0", "--json").document["records"]] == [
        1,
        3,
        5,
    ]
    kind = craftplan("ledger", "show", "--kind", "run", "--last", "1", "--json").document["records"]
    assert [record["seq"] for record in kind] == [5]
    copy = tmp_path / "copy.jsonl"
    assert craftplan("ledger", "export", str(copy)).code == 0
    assert copy.read_bytes() == (ledger.folder / "000001.jsonl").read_bytes()
    assert craftplan("ledger", "export", str(copy)).code == 2
    segment = ledger.folder / "000001.jsonl"
    segment.write_bytes(segment.read_bytes().replace(b'"number":2', b'"number":9'))
    damaged = craftplan("ledger", "verify", "--json")
    assert (damaged.code, damaged.document["damage"]["line"]) == (4, 3)
    assert craftplan("ledger", "show").code == 4
    repaired = craftplan("ledger", "repair")
    assert repaired.code == 0
    assert "000001.jsonl line 3" in repaired.out
    whole = craftplan("ledger", "verify", "--json")
    assert (whole.code, [passed["line"] for passed in whole.document["repaired"]]) == (0, [3])
    assert craftplan("ledger", "repair").out == "the chain is whole, nothing is to be repaired\n"


def looked(run: Run, counts: dict[str, int]) -> None:
    run.record(Event.PHASE_COMPLETED, {"phase": "discovery", "counts": counts})


def begun(ledger: Ledger) -> Run:
    run = Run(ledger)
    run.record(Event.RUN_STARTED, {"goals": [], "server": "s", "address": "localhost:1", "username": BOT})
    return run


@pytest.mark.promise("shell.reconcile")
def test_after_a_damage_an_account_is_uncertain_until_the_bot_has_looked_again(tmp_path: Path) -> None:
    """D-h04: nine coal become a block and coal again, with a damaged line between."""
    ledger = Ledger(tmp_path)
    run = begun(ledger)
    looked(run, {"minecraft:coal": 9})
    for seen in ({"minecraft:coal": -9, "minecraft:coal_block": 1}, {"minecraft:coal": 9, "minecraft:coal_block": -1}):
        run.record(Event.VERIFY_RESULT, {"attempt": "a", "outcome": "confirmed", "seen": seen, "crafts": 1})
    known = holdings(ledger, "localhost:1", BOT)
    assert known is not None
    assert (dict(known.counts), known.certain) == ({"minecraft:coal": 9}, True)
    segment = tmp_path / "000001.jsonl"
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[3:]]))
    Ledger(tmp_path).repair()
    unsure = holdings(Ledger(tmp_path), "localhost:1", BOT)
    assert unsure is not None
    assert not unsure.certain
    found = drift(Ledger(tmp_path), "localhost:1", BOT, {"minecraft:coal": 9})
    assert found is not None
    assert found.found
    looked(Run(Ledger(tmp_path), run.id), {"minecraft:coal": 9})
    sure = holdings(Ledger(tmp_path), "localhost:1", BOT)
    assert sure is not None
    assert (dict(sure.counts), sure.certain) == ({"minecraft:coal": 9}, True)


def test_an_attempt_whose_end_nobody_knows_is_drift(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    run = begun(ledger)
    looked(run, {"minecraft:oak_planks": 2})
    intent = {"attempt": f"{run.id}.1", "recipe": "minecraft:stick", "bind": {}, "strategy": "burst", "before": {}}
    run.record(Event.ATTEMPT_INTENT, {**intent, "expected": {}})
    found = drift(ledger, "localhost:1", BOT, {"minecraft:oak_planks": 2})
    assert found is not None
    assert (found.open, found.found, dict(found.surplus)) == ((f"{run.id}.1",), True, {})
