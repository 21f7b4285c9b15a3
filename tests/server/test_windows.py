"""What a bare client hears of its windows: as the game's own server would say it, protocol by protocol."""

import pytest
from bare_client import Player

pytestmark = pytest.mark.server

with_states = pytest.mark.parametrize(
    "on_stage", ["1.17.1", "1.20.4", "1.21.1", "1.21.4"], indirect=True, scope="module"
)
with_transactions = pytest.mark.parametrize("on_stage", ["1.13.2", "1.16.5"], indirect=True, scope="module")
everywhere = pytest.mark.parametrize(
    "on_stage", ["1.13.2", "1.16.5", "1.20.1", "1.20.4", "1.21.4"], indirect=True, scope="module"
)
TABLE = (9, 5, 9)
FIRST = 36


def names(said: list[dict[str, object]]) -> list[object]:
    return [packet["name"] for packet in said]


@with_states
def test_a_click_that_the_client_foresaw_is_not_answered(player: Player) -> None:
    player.hold(oak_log=3)
    player.click(FIRST, changed={FIRST: None}, cursor=["oak_log", 3])
    assert player.heard() == []


@with_states
def test_a_click_that_the_client_foresaw_wrongly_is_corrected_slot_by_slot(player: Player) -> None:
    player.hold(oak_log=3)
    player.click(FIRST, changed={10: ["oak_log", 2]}, cursor=None)
    said = {(packet["window"] == 0, packet["slot"]): packet["item"] for packet in player.heard()}
    cursor = [item for (own, _), item in said.items() if not own]
    assert cursor == [["oak_log", 3]]
    assert {slot: item for (own, slot), item in said.items() if own} == {10: None, FIRST: None}


@with_states
def test_a_stale_state_is_answered_with_everything_and_the_click_is_done(player: Player) -> None:
    player.hold(oak_log=3)
    player.click(FIRST, stale=True)
    (said,) = player.heard()
    assert (said["name"], said["window"], said["cursor"]) == ("window_items", 0, ["oak_log", 3])
    assert said["slots"] == [None] * 46


@with_states
def test_every_change_of_the_grid_is_told_at_once_even_if_nothing_shows(player: Player) -> None:
    player.hold(dirt=1, oak_log=1)
    player.click(FIRST, changed={FIRST: None}, cursor=["dirt", 1])
    player.click(1, changed={1: ["dirt", 1]}, cursor=None)
    assert player.heard() == [{"name": "set_slot", "window": 0, "slot": 0, "item": None}]
    player.click(FIRST + 1, changed={FIRST + 1: None}, cursor=["oak_log", 1])
    player.click(1, changed={1: ["oak_log", 1]}, cursor=["dirt", 1])
    assert player.heard() == [{"name": "set_slot", "window": 0, "slot": 0, "item": ["oak_planks", 4]}]


@with_states
def test_taking_a_result_tells_the_slot_once_for_each_ingredient(player: Player) -> None:
    player.hold(stick=1, coal=1)
    for source, cell in ((FIRST, 3), (FIRST + 1, 1)):
        player.click(source, stale=True)
        player.click(cell, stale=True)
    player.heard()
    player.click(0, changed={0: None, 1: None, 3: None}, cursor=["torch", 4])
    said = [packet for packet in player.heard() if packet["name"] != "recipe_book_add"]
    assert said == [{"name": "set_slot", "window": 0, "slot": 0, "item": None}] * 2
    assert player.control.inventory(player.name).cursor == {"item": "minecraft:torch", "count": 4}


@with_transactions
def test_an_accepted_click_is_only_acknowledged(player: Player) -> None:
    player.hold(oak_log=3)
    action = player.click(FIRST, claim=["oak_log", 3])
    assert player.heard() == [{"name": "transaction", "windowId": 0, "action": action, "accepted": True}]
    player.click(1, button=1)
    assert names(player.heard()) == ["set_slot", "transaction"]


@with_transactions
def test_a_wrong_claim_is_done_and_rejected_with_everything(player: Player) -> None:
    player.hold(oak_log=3)
    player.click(FIRST, claim=["oak_log", 2])
    transaction, everything, cursor = player.heard()
    assert (transaction["accepted"], everything["name"], everything["slots"]) == (
        False,
        "window_items",
        [None] * len(everything["slots"]),
    )
    assert (cursor["window"], cursor["slot"], cursor["item"]) == (-1, -1, ["oak_log", 3])


@with_transactions
def test_after_a_rejection_nothing_is_heard_until_it_is_acknowledged(player: Player) -> None:
    player.hold(oak_log=3)
    player.ask("acknowledge", yes=False)
    action = player.click(FIRST, claim=None)
    player.click(10, claim=None)
    assert names(player.heard()) == ["transaction", "window_items", "set_slot"]
    assert player.control.inventory(player.name).cursor == {"item": "minecraft:oak_log", "count": 3}
    player.ask("confirm", action=action)
    player.click(10, claim=None)
    assert [packet["name"] for packet in player.heard()] == ["transaction"]
    assert player.control.inventory(player.name).cursor is None


@with_transactions
@pytest.mark.parametrize(("logs", "claim"), [(1, None), (2, ["oak_planks", 4])])
def test_shift_on_a_result_claims_what_the_game_returns(player: Player, logs: int, claim: list[object] | None) -> None:
    player.hold(oak_log=logs)
    player.click(FIRST, claim=["oak_log", logs])
    player.click(1, claim=None)
    player.heard()
    player.click(0, mode=1, claim=claim)
    assert [packet["accepted"] for packet in player.heard() if packet["name"] == "transaction"] == [True]
    assert player.held() == {"oak_planks": 4 * logs}


@everywhere
def test_a_table_opens_with_everything_and_gives_back_what_lies_in_it(player: Player) -> None:
    player.hold(oak_planks=5)
    player.open(TABLE, "crafting_table")
    said = player.heard()
    everything = [packet for packet in said if packet["name"] == "window_items"]
    assert len(everything[-1]["slots"]) == 46
    assert everything[-1]["slots"][37] == ["oak_planks", 5]
    player.click(37, stale=True, claim=["oak_planks", 5])
    player.click(5, stale=True)
    assert player.control.inventory(player.name).table_grid[4] == {"item": "minecraft:oak_planks", "count": 5}
    player.ask("close")
    player.heard()
    truth = player.control.inventory(player.name)
    assert (truth.counts, truth.table_grid) == ({"minecraft:oak_planks": 5}, (None,) * 9)


@everywhere
def test_a_mixed_pickaxe_is_made_with_raw_clicks(player: Player) -> None:
    player.hold(oak_planks=2, spruce_planks=1, stick=2)
    player.open(TABLE, "crafting_table")
    for source, item, count, cells in (
        (37, "oak_planks", 2, (1, 3)),
        (38, "spruce_planks", 1, (2,)),
        (39, "stick", 2, (5, 8)),
    ):
        player.click(source, stale=True, claim=[item, count])
        for cell in cells:
            player.click(cell, button=1, stale=True)
    player.click(0, stale=True, claim=["wooden_pickaxe", 1])
    truth = player.control.inventory(player.name)
    assert truth.cursor == {"item": "minecraft:wooden_pickaxe", "count": 1}
    assert truth.counts == {"minecraft:wooden_pickaxe": 1}
    assert [craft["item"] for craft in player.control.log(player.name)["crafts"]][-1:] == ["wooden_pickaxe"]


@everywhere
def test_clicks_for_another_window_or_no_slot_of_it_are_ignored(player: Player) -> None:
    player.hold(oak_log=3)
    player.click(FIRST, window=7)
    player.click(99)
    player.click(-7)
    assert player.heard() == []
    assert player.control.inventory(player.name).cursor is None


@everywhere
def test_a_player_in_survival_cannot_wish_for_items(player: Player) -> None:
    player.ask("creative", slot=FIRST, item=["diamond", 64])
    assert player.heard() == []
    assert player.held() == {}


@everywhere
def test_a_window_closes_when_its_block_goes_and_nothing_is_lost(player: Player) -> None:
    player.hold(oak_planks=5)
    player.open(TABLE, "crafting_table")
    player.click(37, stale=True, claim=["oak_planks", 5])
    player.click(5, button=1, stale=True)
    player.control.set_block(*TABLE, "air")
    assert "close_window" in names(player.heard())
    held = player.held().get("oak_planks", 0) + player.control.dropped().get("minecraft:oak_planks", 0)
    assert held == 5
