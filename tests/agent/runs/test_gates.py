"""Gates: what uses up scarce things waits for one person's word, for one plan and one inventory."""

import multiprocessing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs import gates
from craftplan.agent.runs.gates import (
    Gate,
    GateClaimedError,
    GateError,
    GateRejectedError,
    Kind,
    Policy,
    Preview,
    Terms,
    is_scarce,
    new_gate,
)
from craftplan.agent.runs.report import Result
from craftplan.agent.runs.resuming import resume
from craftplan.agent.runs.run import Run
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import InputError
from craftplan.recipes.ids import ItemId
from workshop import Listener, Workshop

DIAMOND, PICKAXE = ItemId("minecraft:diamond"), ItemId("minecraft:diamond_pickaxe")
PREVIEW = Preview(makes={PICKAXE: 1}, consumes={DIAMOND: 3}, crafts=1, scarce=(DIAMOND,))
SCARCE = Terms(Policy.SCARCE, "shell:alex")


def opened(folder: Path, terms: Terms = SCARCE) -> gates.Opened:
    """A run that waits."""
    run = Run(Ledger(folder))
    found = new_gate(run.id, Kind.PLAN, ("plan", "inventory"), PREVIEW, terms)
    run.record(Event.GATE_OPENED, {"gate": found.gate.model_dump(mode="json")})
    return found


def kinds(folder: Path) -> list[str]:
    return [record.event for record in Ledger(folder).read()]


def test_a_gate_is_passed_by_its_id_or_its_token_and_only_once(tmp_path: Path) -> None:
    by_id, by_token = opened(tmp_path), opened(tmp_path)
    ledger = Ledger(tmp_path)
    assert [gate.id for gate in gates.waiting(ledger)] == [by_id.gate.id, by_token.gate.id]
    assert gates.claim(ledger, by_id.gate.id, "shell:sam") == by_id.gate
    assert gates.claim(ledger, by_token.token.upper(), "shell:sam") == by_token.gate
    assert gates.waiting(ledger) == ()
    with pytest.raises(GateClaimedError) as again:
        gates.claim(ledger, by_id.gate.id, "shell:alex")
    assert (again.value.code, again.value.exit_code) == ("gate_claimed", 75)


def test_the_ledger_holds_no_token(tmp_path: Path) -> None:
    found = opened(tmp_path)
    assert found.token.encode() not in (tmp_path / "000001.jsonl").read_bytes()


def approves(folder: str, gate: str, winners: "multiprocessing.Queue[str]", number: int) -> None:
    try:
        gates.claim(Ledger(Path(folder)), gate, f"shell:{number}")
    except GateClaimedError:
        winners.put("late")
    else:
        winners.put("won")


@pytest.mark.promise("gate.one-winner")
def test_of_eight_processes_that_approve_one_passes(tmp_path: Path) -> None:
    gate = opened(tmp_path).gate
    context = multiprocessing.get_context("spawn")
    said: multiprocessing.Queue[str] = context.Queue()
    racers = [context.Process(target=approves, args=(str(tmp_path), gate.id, said, number)) for number in range(8)]
    for racer in racers:
        racer.start()
    outcomes = sorted(said.get(timeout=60) for _ in racers)
    for racer in racers:
        racer.join()
    assert outcomes == ["late"] * 7 + ["won"]
    assert kinds(tmp_path).count("gate.claimed") == 1


@pytest.mark.promise("gate.refusals")
def test_a_gate_that_is_too_old_is_not_passed(tmp_path: Path) -> None:
    gate = opened(tmp_path).gate
    later = datetime.now(UTC) + timedelta(minutes=61)
    for _ in range(2):
        with pytest.raises(GateError) as late:
            gates.claim(Ledger(tmp_path), gate.id, "shell:sam", now=later)
        assert (late.value.code, late.value.exit_code) == ("gate_expired", 10)
    assert kinds(tmp_path).count("gate.expired") == 1
    assert f"craftplan resume {gate.run}" in late.value.hint


@pytest.mark.promise("gate.refusals")
def test_a_gate_that_was_rejected_is_not_passed(tmp_path: Path) -> None:
    gate = opened(tmp_path).gate
    gates.reject(Ledger(tmp_path), gate.id, "shell:sam")
    with pytest.raises(GateRejectedError) as rejected:
        gates.claim(Ledger(tmp_path), gate.id, "shell:sam")
    assert (rejected.value.code, rejected.value.exit_code) == ("gate_rejected", 1)


@pytest.mark.promise("gate.approver")
@pytest.mark.parametrize(
    ("terms", "wrong", "right"),
    [
        (Terms(Policy.SCARCE, "player:Alex", required_approver="player:Boss"), "player:Alex", "player:Boss"),
        (Terms(Policy.SCARCE, "player:Alex", different_approver=True), "player:Alex", "player:Sam"),
    ],
)
def test_only_who_may_passes_a_gate_and_who_may_not_is_recorded(
    tmp_path: Path, terms: Terms, wrong: str, right: str
) -> None:
    gate = opened(tmp_path, terms).gate
    with pytest.raises(GateError) as refused:
        gates.claim(Ledger(tmp_path), gate.id, wrong)
    assert refused.value.code == "gate_approver"
    record = list(Ledger(tmp_path).read())[-1]
    assert (record.event, record.body["approver"]) == ("gate.refused", wrong)
    assert gates.claim(Ledger(tmp_path), gate.id, right).id == gate.id


@pytest.mark.promise("gate.refusals")
@pytest.mark.parametrize("name", ["", "12", "xyzxyzxy", "00000000", "0" * 32, "0" * 31, "ü" * 8, "a" * 9000])
def test_what_is_no_gate_is_said_without_a_traceback(tmp_path: Path, name: str) -> None:
    opened(tmp_path)
    with pytest.raises(InputError) as wrong:
        gates.claim(Ledger(tmp_path), name, "shell:sam")
    assert (wrong.value.code, wrong.value.exit_code) == ("token", 2)
    assert len(wrong.value.message) < 200


def test_scarce_is_what_people_miss() -> None:
    items = builtin("1.20.4").items
    scarce = {item.removeprefix("minecraft:") for item in items if is_scarce(item)}
    assert {"diamond", "netherite_ingot", "ancient_debris", "elytra", "nether_star", "shulker_shell"} <= scarce
    assert {"netherite_upgrade_smithing_template", "wither_skeleton_skull", "heart_of_the_sea", "totem_of_undying"} <= (
        scarce
    )
    assert not {"oak_planks", "iron_ingot", "gold_ingot", "coal", "redstone", "stick", "bread", "leather"} & scarce


def crafted(workshop: Workshop, terms: Terms, listener: Listener | None = None) -> tuple[Result, gates.Opened | None]:
    report, _ = workshop.craft(("diamond_pickaxe", 1), terms=terms, listener=listener)
    return report.result, report.gate


def gone_on(workshop: Workshop, gate: Gate, terms: Terms = SCARCE) -> tuple[Result, gates.Opened | None]:
    claim = gates.claim(workshop.ledger, gate.id, "shell:sam")
    catalog = builtin(workshop.minecraft)
    report = resume(workshop.world(), catalog, workshop.ledger, gate.run, Listener(), terms, claim=claim)
    return report.result, report.gate


def give_diamonds(workshop: Workshop) -> None:
    workshop.give(diamond=4, stick=2, crafting_table=1)


@pytest.mark.server
@pytest.mark.promise("gate.scarce")
def test_what_uses_up_diamonds_waits_with_a_preview_and_goes_on_when_it_is_approved(workshop: Workshop) -> None:
    give_diamonds(workshop)
    result, waits = crafted(workshop, SCARCE)
    assert result is Result.NEEDS_APPROVAL
    assert waits is not None
    assert waits.gate.preview.consumes == {DIAMOND: 3, ItemId("minecraft:stick"): 2}
    assert waits.gate.preview.scarce == (DIAMOND,)
    assert waits.gate.preview.places == ("crafting_table",)
    assert len(waits.gate.id) == 8
    assert workshop.practice.control.log("Tester")["crafts"] == []
    assert gone_on(workshop, waits.gate) == (Result.CONFIRMED, None)
    assert workshop.truth() == {"diamond": 1, "diamond_pickaxe": 1, "crafting_table": 1}
    with pytest.raises(GateClaimedError):
        gates.claim(workshop.ledger, waits.token, "shell:sam")


@pytest.mark.server
@pytest.mark.promise("gate.one-plan")
def test_an_approval_does_not_hold_when_the_inventory_has_changed(workshop: Workshop) -> None:
    give_diamonds(workshop)
    _, first = crafted(workshop, SCARCE)
    assert first is not None
    workshop.give(diamond=1)
    result, second = gone_on(workshop, first.gate)
    assert result is Result.NEEDS_APPROVAL
    assert second is not None
    assert second.gate.id != first.gate.id
    assert workshop.truth()["diamond"] == 5
    assert gone_on(workshop, second.gate)[0] is Result.CONFIRMED


@pytest.mark.server
@pytest.mark.promise("gate.one-plan")
def test_an_approval_that_was_not_used_before_a_crash_has_to_be_given_again(workshop: Workshop) -> None:
    give_diamonds(workshop)
    _, first = crafted(workshop, SCARCE)
    assert first is not None
    gates.claim(workshop.ledger, first.gate.id, "shell:sam")
    report = resume(workshop.world(), builtin(workshop.minecraft), workshop.ledger, first.gate.run, Listener(), SCARCE)
    assert report.result is Result.NEEDS_APPROVAL
    assert workshop.truth()["diamond"] == 4


@pytest.mark.server
@pytest.mark.promise("gate.policies")
def test_all_asks_before_anything_is_touched_and_again_for_the_plan(workshop: Workshop) -> None:
    workshop.give(oak_planks=2)
    terms = Terms(Policy.ALL, "shell:alex")
    report, _ = workshop.craft(("stick", 4), terms=terms)
    assert report.gate is not None
    assert report.gate.gate.kind is Kind.DISCOVERY
    result, second = gone_on(workshop, report.gate.gate, terms)
    assert result is Result.NEEDS_APPROVAL
    assert second is not None
    assert second.gate.kind is Kind.PLAN
    assert gone_on(workshop, second.gate, terms)[0] is Result.CONFIRMED
    assert workshop.truth() == {"stick": 4}


@pytest.mark.server
@pytest.mark.promise("gate.policies")
def test_cheap_crafts_wait_for_nobody_and_that_is_recorded(workshop: Workshop) -> None:
    workshop.give(oak_planks=2, diamond=4)
    report, _ = workshop.craft(("stick", 4), terms=SCARCE)
    assert report.result is Result.CONFIRMED
    skipped = [record.body for record in workshop.ledger.read(events=frozenset({Event.GATE_SKIPPED}))]
    assert [(body["gate"], body["why"]) for body in skipped] == [
        ("discovery", "policy scarce"),
        ("plan", "policy scarce"),
    ]


@pytest.mark.server
def test_who_sits_in_front_of_it_is_asked_at_once(workshop: Workshop) -> None:
    give_diamonds(workshop)
    asked: list[Gate] = []

    def no(gate: Gate) -> bool:
        asked.append(gate)
        return False

    with pytest.raises(GateRejectedError):
        crafted(workshop, Terms(Policy.SCARCE, "shell:alex", ask=no))
    assert [gate.preview.scarce for gate in asked] == [(DIAMOND,)]
    assert workshop.truth()["diamond"] == 4
    assert crafted(workshop, Terms(Policy.SCARCE, "shell:alex", ask=lambda _: True))[0] is Result.CONFIRMED
