"""An attempt that was cut off: the next run settles it by what the server shows."""

from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.reconcile import open_intents, reconcile
from craftplan.agent.runs.run import Run
from craftplan.agent.runs.verification import Outcome
from craftplan.recipes.ids import ItemId
from plans import OAK, STICK

SERVER, BOT = "localhost:25565", "Bot"


def cut_off(folder: Path) -> Run:
    """A run that wrote an intent and then died."""
    run = Run(Ledger(folder))
    run.record(Event.RUN_STARTED, {"goals": [], "server": "practice", "address": SERVER, "username": BOT})
    intent = {
        "attempt": run.next_attempt(),
        "recipe": "minecraft:stick",
        "bind": {"1": OAK, "3": OAK},
        "strategy": "burst",
        "times": 2,
        "before": {OAK: 8},
        "expected": {OAK: -4, STICK: 8},
        "each": {OAK: -2, STICK: 4},
    }
    run.record(Event.ATTEMPT_INTENT, intent, "recipe:minecraft:stick")
    return run


@pytest.mark.promise("verify.intent")
@pytest.mark.parametrize(
    ("counts", "outcome"),
    [
        ({OAK: 4, STICK: 8}, Outcome.CONFIRMED),
        ({OAK: 4, STICK: 8, ItemId("minecraft:dirt"): 3}, Outcome.CONFIRMED),
        ({OAK: 6, STICK: 4}, Outcome.PARTIAL),
        ({OAK: 8}, Outcome.NOTHING_MADE),
        ({OAK: 7}, Outcome.UNKNOWN),
    ],
)
def test_an_intent_without_a_result_is_settled_by_the_inventory(
    tmp_path: Path, counts: dict[ItemId, int], outcome: Outcome
) -> None:
    cut_off(tmp_path)
    run = Run(Ledger(tmp_path))
    assert [settled.outcome for settled in reconcile(run, SERVER, BOT, counts)] == [outcome]
    assert reconcile(run, SERVER, BOT, counts) == []


def test_another_bot_or_server_does_not_settle_it(tmp_path: Path) -> None:
    cut_off(tmp_path)
    run = Run(Ledger(tmp_path))
    assert open_intents(run, SERVER, "Other") == ()
    assert open_intents(run, "elsewhere:25565", BOT) == ()
    assert len(open_intents(run, SERVER, BOT)) == 1


def test_an_intent_with_its_result_is_settled_already(tmp_path: Path) -> None:
    run = cut_off(tmp_path)
    run.record(Event.ATTEMPT_RESULT, {"attempt": f"{run.id}.1", "outcome": "ok"})
    assert open_intents(Run(Ledger(tmp_path)), SERVER, BOT) == ()


def test_of_several_open_intents_only_the_newest_is_told_from_the_inventory(tmp_path: Path) -> None:
    cut_off(tmp_path)
    cut_off(tmp_path)
    settled = reconcile(Run(Ledger(tmp_path)), SERVER, BOT, {OAK: 4, STICK: 8})
    assert [one.outcome for one in settled] == [Outcome.UNKNOWN, Outcome.CONFIRMED]
