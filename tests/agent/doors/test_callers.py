"""Who may command the bot: names that servers vouch for, UUIDs, codes, and how fast."""

from uuid import uuid4

import pytest
from craftplan.agent.doors.chat.callers import COMMANDS, SECONDS, Callers, Standing, offline_uuid
from craftplan.bridge.messages import Event


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def said(text: str = "!craft stick", sender: str = "Boss", uuid: str | None = None) -> Event:
    return Event(seq=1, kind="chat", text=text, at=0, sender=sender, uuid=uuid)


def callers(
    *allowed: str, codes: dict[str, str] | None = None, time: Time | None = None, trust: bool = False
) -> Callers:
    shown = {} if codes is None else codes
    return Callers(frozenset(allowed), shown.__setitem__, trust_names=trust, clock=time or Time())


@pytest.mark.promise("chat.who")
def test_a_name_that_the_server_has_checked_is_obeyed_at_once() -> None:
    assert callers("Boss").judge(said(uuid=str(uuid4()))) is Standing.ALLOWED


@pytest.mark.promise("chat.who")
def test_a_player_is_known_by_uuid_whatever_the_name() -> None:
    uuid = str(uuid4())
    assert callers(uuid).judge(said(sender="Renamed", uuid=uuid)) is Standing.ALLOWED
    assert callers(uuid).judge(said(uuid=str(uuid4()))) is Standing.STRANGER


@pytest.mark.promise("chat.who")
@pytest.mark.parametrize("uuid", [None, str(offline_uuid("Boss"))])
def test_a_uuid_that_any_client_can_have_proves_nothing(uuid: str | None) -> None:
    assert callers("Boss").judge(said(uuid=uuid)) is Standing.TO_PAIR
    assert callers(str(offline_uuid("Boss"))).judge(said(uuid=uuid)) is Standing.STRANGER
    assert callers("Boss", trust=True).judge(said(uuid=uuid)) is Standing.ALLOWED


def test_a_code_pairs_once_and_three_wrong_ones_make_a_new_one() -> None:
    codes: dict[str, str] = {}
    door = callers("Boss", codes=codes)
    assert door.judge(said()) is Standing.TO_PAIR
    first = codes["Boss"]
    wrong = said("!pair NOTIT")
    assert [door.judge(wrong) for _ in range(3)] == [Standing.WRONG_CODE] * 3
    assert codes["Boss"] != first
    assert door.judge(said(f"!pair {first}")) is Standing.WRONG_CODE
    assert door.judge(said(f"!pair {codes['Boss'].lower()}")) is Standing.PAIRED
    assert door.judge(said()) is Standing.ALLOWED
    door.left("Boss")
    assert door.judge(said(f"!pair {codes['Boss']}")) is Standing.WRONG_CODE


def test_a_stranger_is_answered_once_and_has_no_code() -> None:
    codes: dict[str, str] = {}
    door = callers("Boss", codes=codes)
    answers = [door.judge(said("!pair X", sender="Other")) for _ in range(3)]
    assert answers == [Standing.STRANGER, Standing.UNHEARD, Standing.UNHEARD]
    assert codes == {}


def test_too_many_commands_are_said_to_be_too_many_once() -> None:
    time = Time()
    door = callers("Boss", time=time, trust=True)
    heard = [door.judge(said()) for _ in range(COMMANDS + 2)]
    assert heard[-3:] == [Standing.ALLOWED, Standing.TOO_FAST, Standing.UNHEARD]
    time.now += SECONDS + 1
    assert door.judge(said()) is Standing.ALLOWED
