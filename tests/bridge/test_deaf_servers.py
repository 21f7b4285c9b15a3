"""Servers that do not show a window when they are asked, and one that says nothing at all."""

import pytest
from stage import Stage, by_hand

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4"], indirect=True, scope="module"),
]


def test_a_server_that_does_not_answer_is_a_timeout_and_the_inventory_is_unknown(stage: Stage) -> None:
    stage.hold(oak_log=1)
    stage.bot.snapshot()
    stage.server.control.conditions(silent=True)
    report = stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, strategy="burst"))
    assert (report.outcome, report.after, report.made) == ("click_timeout", None, None)
    stage.server.control.conditions(silent=False)
    stage.bot.snapshot()


def test_a_server_that_never_shows_a_window_when_asked_is_read_when_it_is_quiet(stage: Stage) -> None:
    stage.hold(oak_log=9)
    stage.bot.snapshot()
    after = max((event.seq for event in stage.bot.events()), default=0)
    stage.server.control.conditions(deaf=True)
    assert not stage.bot.snapshot().forced
    for held, strategy in ((8, "burst"), (7, "careful")):
        assert stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, strategy=strategy)).outcome == "ok"
        assert stage.held() == {"oak_log": held, "oak_planks": 4 * (9 - held)}
    assert len([event for event in stage.bot.events(after) if "does not answer clicks" in event.text]) == 1
    stage.server.control.conditions(deaf=False)
    stage.bot.snapshot()
    assert stage.bot.snapshot().forced
