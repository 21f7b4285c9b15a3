"""Random crafts on a server that misbehaves at random: the server's own books must balance, and `ok` must be true."""

import random

import pytest
from random_crafts import stations, turn
from stage import Stage

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4"], indirect=True, scope="module"),
]
ROUNDS = 25


@pytest.mark.promise("craft.conserved")
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_or_doubled_and_no_craft_is_claimed_that_was_not_done(stage: Stage, seed: int) -> None:
    dice, places = random.Random(seed), stations(stage)
    for number in range(ROUNDS):
        done = turn(stage, dice, places)
        assert done.wrong is None, f"seed {seed}, number {number}: {done.said}: {done.wrong}"
