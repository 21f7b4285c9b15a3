"""What a run made is checked by the server's console, which neither the bot nor the control port has a part in."""

import pytest
from workshop import BOT, Workshop

pytestmark = pytest.mark.server


@pytest.mark.promise("server.rcon")
@pytest.mark.parametrize("workshop", ["1.16.5", "1.20.4"], indirect=True)
def test_bot_control_port_and_console_agree_after_a_run(workshop: Workshop) -> None:
    workshop.give(oak_log=3, spruce_log=1, dirt=5)
    report, _ = workshop.craft(("wooden_pickaxe", 1))
    assert report.result == "confirmed"
    held = workshop.truth()
    assert held["wooden_pickaxe"] == 1
    assert {item: workshop.practice.rcon.count(BOT, item) for item in held} == held
    shown = {str(item).removeprefix("minecraft:"): n for item, n in workshop.bot.snapshot().counts.items()}
    assert shown == held
    assert workshop.practice.rcon.count(BOT, "spruce_log") == held.get("spruce_log", 0)
