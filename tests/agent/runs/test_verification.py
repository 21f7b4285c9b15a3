"""Verdicts: only what the server's inventory shows counts."""

import pytest
from craftplan.agent.runs.verification import Outcome, expected_delta, judge
from craftplan.recipes.ids import ItemId
from plans import BUCKET, CATALOG, CHEESE, MILK, OAK, SPRUCE, STICK, cheese_step, stick_step

BUTTON = ItemId("minecraft:oak_button")


@pytest.mark.promise("verify.server")
@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        ({OAK: 6, STICK: 4}, Outcome.CONFIRMED),
        ({OAK: 8}, Outcome.NOTHING_MADE),
        ({OAK: 6}, Outcome.CONSUMED_WITHOUT_RESULT),
        ({OAK: 6, BUTTON: 1}, Outcome.WRONG_RESULT),
        ({OAK: 6, STICK: 2}, Outcome.UNKNOWN),
        ({OAK: 8, STICK: 4}, Outcome.UNKNOWN),
    ],
)
def test_a_verdict_compares_the_servers_counts_with_the_recipes_promise(
    after: dict[ItemId, int], outcome: Outcome
) -> None:
    assert judge(stick_step(), CATALOG, {OAK: 8}, after).outcome is outcome


def test_some_of_the_crafts_are_partial() -> None:
    verdict = judge(stick_step(times=3), CATALOG, {OAK: 8}, {OAK: 4, STICK: 8})
    assert verdict.outcome is Outcome.PARTIAL
    assert (verdict.seen, verdict.expected) == ({OAK: -4, STICK: 8}, {OAK: -6, STICK: 12})


def test_without_a_snapshot_after_the_clicks_the_verdict_is_unknown() -> None:
    assert judge(stick_step(), CATALOG, {OAK: 8}, None).outcome is Outcome.UNKNOWN


def test_mixed_members_are_each_expected_to_be_taken() -> None:
    assert expected_delta(stick_step(bottom=SPRUCE), CATALOG) == {OAK: -1, SPRUCE: -1, STICK: 4}


def test_a_bucket_that_comes_back_is_part_of_the_promise() -> None:
    assert expected_delta(cheese_step(), CATALOG) == {MILK: -1, BUCKET: 1, CHEESE: 1}
    verdict = judge(cheese_step(), CATALOG, {MILK: 1}, {CHEESE: 1})
    assert verdict.outcome is Outcome.UNKNOWN
