"""Hot memory: never above its cap, never a lesson cut in its middle, the best first."""

import random

import pytest
from craftplan.agent.memory.hot import HOT_TOKENS, STATE_TOKENS, estimate, hot, rank, state
from craftplan.agent.memory.lessons import AvoidMember, Evidence, FailureClass, Fault, Lesson, Scope, Stats, Status
from craftplan.agent.memory.wishes import Manner, Wish
from craftplan.recipes.ids import ItemId, RecipeId

CASES = 10_000
LETTERS = "abcdefghij_ äß漢字😀"


def made(random: random.Random) -> Lesson:
    """A lesson of any status, with a name of any letters and length."""
    name = "".join(random.choices(LETTERS, k=random.randint(1, 150)))
    return Lesson(
        id=f"L-{random.randrange(10**6)}",
        error=Fault(failure=FailureClass.LOGIC, code="E_NO_RESULT", message=name),
        root_cause=name,
        resolution=AvoidMember(recipe=RecipeId("minecraft:stick"), member=ItemId(name)),
        component="recipe:minecraft:stick",
        connected=("recipe:minecraft:stick",),
        scope=Scope(server=name[:40], minecraft="1.20.4"),
        evidence=Evidence(failed=random.randrange(10**6)),
        status=random.choice(list(Status)),
        stats=Stats(helped=random.randrange(5), harmed=random.randrange(5)),
    )


@pytest.mark.promise("hot.capped")
def test_hot_memory_never_exceeds_its_cap_and_never_cuts_a_lesson() -> None:
    source = random.Random(7)
    pool = [made(source) for _ in range(300)]
    whole = {f"* {lesson.id} ({lesson.status}, {lesson.scope.server}): {lesson.description}" for lesson in pool}
    whole.add("* wish W-1: keep 8 oak_log")
    wish = Wish(id="W-1", manner=Manner.KEEP, node="item:minecraft:oak_log", count=8)
    for _ in range(CASES):
        lessons = source.sample(pool, source.choice((0, 1, 5, 25)))
        wishes = [wish] * source.choice((0, 1, 3, 60))
        cap = source.choice((HOT_TOKENS, HOT_TOKENS, 120, 40))
        text = hot(lessons, wishes, cap)
        assert estimate(text) <= cap
        header, *lines = text.rstrip("\n").split("\n\n", 2)[1:]
        kept = lines[0].split("\n") if lines else []
        assert whole.issuperset(kept)
        live = sum(lesson.live for lesson in lessons) + len(wishes)
        assert header == f"{estimate(text)} of {cap} tokens used, {live - len(kept)} left out."


@pytest.mark.promise("hot.capped")
def test_what_is_left_out_ranks_below_what_is_kept() -> None:
    source = random.Random(3)
    lessons = [made(source).model_copy(update={"status": Status.VERIFIED}) for _ in range(80)]
    lessons = [
        lesson.model_copy(update={"root_cause": "the same length", "id": f"L-{number:04}", "scope": lessons[0].scope})
        for number, lesson in enumerate(lessons)
    ]
    same = [lesson.model_copy(update={"resolution": lessons[0].resolution}) for lesson in lessons]
    text = hot(same, ())
    kept = [lesson for lesson in same if lesson.id in text]
    assert 0 < len(kept) < len(same)
    assert sorted(same, key=rank)[: len(kept)] == sorted(kept, key=rank)


@pytest.mark.promise("hot.capped")
def test_the_systems_state_never_exceeds_its_cap() -> None:
    source = random.Random(5)
    for _ in range(500):
        degrees = {"".join(source.choices(LETTERS, k=30)): source.randrange(99) for _ in range(source.randrange(60))}
        text = state({"ledger": "41 records"}, degrees)
        assert estimate(text) <= STATE_TOKENS
        assert "* ledger: 41 records\n" in text
