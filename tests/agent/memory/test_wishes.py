"""Standing wishes: three forms, kept by every plan, forgotten without being deleted."""

import re
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.memory import Memory
from craftplan.agent.memory.wishes import Wish, heeded, read_wish
from craftplan.planner import Goal, Inventory, Plan, plan
from craftplan.recipes.builtin import builtin
from craftplan.recipes.errors import InputError, UnknownItemError
from craftplan.recipes.ids import ItemId, qualified
from shell import craftplan

CATALOG = builtin("1.20.4")


def wished(*texts: str) -> tuple[Wish, ...]:
    return tuple(read_wish(text, CATALOG) for text in texts)


def planned(goal: str, have: dict[str, int], *texts: str) -> Plan:
    counts = {ItemId(qualified(name)): count for name, count in have.items()}
    found = heeded(wished(*texts), CATALOG, CATALOG.recipes, counts)
    return plan(CATALOG, Goal(ItemId(qualified(goal))), Inventory(counts), experience=found.experience, keep=found.keep)


def used(answer: Plan) -> set[str]:
    return {item.removeprefix("minecraft:") for item, _ in answer.needs}


@pytest.mark.promise("wish.forms")
@pytest.mark.parametrize(
    ("text", "node", "said"),
    [
        ("never use cherry_planks", "item:minecraft:cherry_planks", "never use cherry_planks"),
        ("Don't use Cherry Planks!", "item:minecraft:cherry_planks", "never use cherry_planks"),
        ("avoid #logs", "tag:#minecraft:logs", "never use #logs"),
        ("never use planks", "tag:#minecraft:planks", "never use #planks"),
        ("keep 8 oak_log", "item:minecraft:oak_log", "keep 8 oak_log"),
        ("always keep at least 8 oak logs", "item:minecraft:oak_log", "keep 8 oak_log"),
        ("prefer spruce", "wood:spruce", "prefer spruce"),
        ("prefer dark oak", "wood:dark_oak", "prefer dark_oak"),
        ("prefer bamboo", "item:minecraft:bamboo", "prefer bamboo"),
    ],
)
def test_a_wish_is_read_as_one_of_three_forms(text: str, node: str, said: str) -> None:
    wish = read_wish(text, CATALOG)
    assert (wish.node, str(wish)) == (node, said)
    assert read_wish(str(wish), CATALOG) == wish


@pytest.mark.promise("wish.forms")
@pytest.mark.parametrize("text", ["be nice", "keep oak_log", "please use spruce", "", "never use", "keep 8"])
def test_words_that_are_no_wish_are_refused_with_the_forms_that_exist(text: str) -> None:
    with pytest.raises(InputError) as refused:
        read_wish(text, CATALOG)
    assert '"never use ITEM", "keep COUNT ITEM" and "prefer ITEM"' in refused.value.hint


def test_a_name_that_nothing_has_is_refused_with_near_ones() -> None:
    with pytest.raises(UnknownItemError) as unknown:
        read_wish("never use chery_planks", CATALOG)
    assert "cherry_planks" in unknown.value.near


@pytest.mark.parametrize(("text", "code"), [("keep 8 spruce", "ambiguous"), ("keep 0 stick", "count")])
def test_a_count_of_nothing_certain_is_refused(text: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        read_wish(text, CATALOG)
    assert refused.value.code == code


@pytest.mark.promise("wish.kept")
def test_what_is_avoided_goes_into_no_cell_and_burns_in_no_furnace() -> None:
    have = {"cherry_planks": 8, "oak_planks": 2}
    assert used(planned("stick", have)) == {"cherry_planks"} or used(planned("stick", have)) == {"oak_planks"}
    assert used(planned("stick", have, "never use cherry_planks")) == {"oak_planks"}
    assert used(planned("stick", have, "avoid oak")) == {"cherry_planks"}
    assert not planned("stick", {"cherry_planks": 8}, "never use cherry_planks").ready
    oven = {"cobblestone": 1, "furnace": 1, "cherry_planks": 2}
    assert planned("stone", oven).ready
    assert not planned("stone", oven, "never use cherry_planks").ready


@pytest.mark.promise("wish.kept")
def test_what_is_kept_stays_and_of_a_tag_so_many_in_all() -> None:
    assert not planned("stick", {"oak_log": 8}, "keep 8 oak_log").ready
    assert planned("stick", {"oak_log": 9}, "keep 8 oak_log").ready
    assert not planned("stick", {"oak_log": 5, "spruce_log": 3}, "keep 8 #logs").ready
    assert used(planned("stick", {"oak_log": 5, "spruce_log": 4}, "keep 8 #logs")) == {"spruce_log"}


@pytest.mark.promise("wish.kept")
def test_what_is_preferred_is_used_first_where_the_choice_is_free() -> None:
    have = {"oak_planks": 8, "spruce_planks": 8}
    assert used(planned("stick", have, "prefer spruce")) == {"spruce_planks"}
    assert used(planned("stick", have, "prefer oak")) == {"oak_planks"}


def test_a_wish_about_an_item_that_a_version_lacks_means_nothing_there() -> None:
    wish = read_wish("never use cherry_planks", CATALOG)
    older = builtin("1.16.5")
    assert wish.members(older) == ()
    assert not heeded([wish], older, older.recipes, {}).experience.avoid_members


@pytest.mark.promise("wish.forgotten")
def test_forgetting_supersedes_and_deletes_nothing(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    wish = memory.remember("never use cherry_planks", CATALOG)
    kept = memory.remember("keep 8 oak_log", CATALOG)
    assert memory.wishes() == (wish, kept)
    assert memory.forget("cherry_planks", CATALOG) == wish
    assert memory.wishes() == (kept,)
    assert memory.forget(kept.id, CATALOG) == kept
    assert memory.wishes() == ()
    kinds = [record.event for record in Ledger(tmp_path).read()]
    assert kinds == [Event.WISH_REMEMBERED, Event.WISH_REMEMBERED, Event.WISH_FORGOTTEN, Event.WISH_FORGOTTEN]
    with pytest.raises(InputError) as unknown:
        memory.forget("cherry_planks", CATALOG)
    assert unknown.value.code == "not_remembered"


def test_a_newer_wish_replaces_its_contrary_and_its_own_older_count(tmp_path: Path) -> None:
    memory = Memory(Ledger(tmp_path))
    memory.remember("prefer spruce", CATALOG)
    memory.remember("keep 8 oak_log", CATALOG)
    memory.remember("avoid spruce", CATALOG)
    memory.remember("keep 4 oak_log", CATALOG)
    assert {str(wish) for wish in memory.wishes()} == {"never use spruce", "keep 4 oak_log"}


@pytest.mark.promise("wish.kept")
def test_the_shell_remembers_lists_heeds_and_forgets(home: Path) -> None:
    said = craftplan("remember", "never use cherry_planks")
    assert said.code == 0, said.err
    assert re.fullmatch(r"W-[A-Z2-7]{8}  never use cherry_planks\n", said.out)
    assert "  wish  never use cherry_planks" in craftplan("lessons").out
    plan = craftplan("plan", "stick", "4", "--have", "cherry_planks=2", "--json")
    assert (plan.code, plan.document["answer"]) == (1, "missing")
    name = said.out.split()[0]
    assert f"in the way: never use cherry_planks; `craftplan forget {name}` lifts it" in plan.err
    assert craftplan("forget", "never", "use", "cherry_planks").code == 0
    assert craftplan("plan", "stick", "4", "--have", "cherry_planks=2").code == 0
    assert craftplan("remember", "be nice").code == 2
    assert craftplan("forget", "be nice").code == 2
