"""What people see: drawings tested to the character."""

from dataclasses import replace

from craftplan.agent.doors.streams import _plain
from craftplan.agent.drawing.grid import block, one_line
from craftplan.agent.drawing.plan import draw_plan
from craftplan.agent.drawing.run import confirmed, failed
from craftplan.agent.runs.verification import judge
from craftplan.planner import plan as make_plan
from craftplan.planner.goal import Goal, Inventory
from craftplan.planner.result import Answer, Missing, Plan
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, TagId
from plans import CATALOG, CHEESE, OAK, SPRUCE, STICK, stick_step
from rich.text import Text


def drawn(lines: list[Text]) -> str:
    return "\n".join(line.plain.rstrip() for line in lines)


def test_a_grid_shows_the_windows_own_slot_numbers() -> None:
    assert drawn(block(stick_step(times=2), frozenset())) == "\n".join(
        [
            "1 stick ×8  inventory grid, 2 times",
            "  ┌────────┬────────┐",
            "  │1       │2       │",
            "  │ planks │        │  → stick ×4",
            "  ├────────┼────────┤    slot 0",
            "  │3       │4       │",
            "  │ planks │        │",
            "  └────────┴────────┘",
        ]
    )


def test_members_that_end_alike_are_told_apart() -> None:
    lines = drawn(block(stick_step(top=OAK, bottom=SPRUCE), frozenset())).splitlines()
    assert lines[2:4] == ["  │1  oak  │2       │", "  │ planks │        │  → stick ×4"]
    assert lines[5:7] == ["  │3 spruce│4       │", "  │ planks │        │"]


def test_only_slots_that_cannot_be_filled_are_red() -> None:
    lines = block(stick_step(top=OAK, bottom=SPRUCE), frozenset({SPRUCE}))
    red = [(number, line.plain[span.start : span.end].strip()) for number, line in enumerate(lines)
           for span in line.spans if span.style == "red"]  # fmt: skip
    assert [text for _, text in red if text] == ["spruce", "planks"]
    assert {number for number, text in red if text} == {5, 6}


def test_a_step_of_a_long_plan_is_one_line() -> None:
    assert one_line(stick_step(number=3)).plain == "  3  stick ×4  1,3 ← oak_planks"


def test_a_plan_is_drawn_with_header_tree_grids_and_what_to_do() -> None:
    plan = Plan(
        answer=Answer.MISSING,
        minecraft="1.20.4",
        catalog="sha256:0",
        goals=(Goal(STICK, 2),),
        steps=(stick_step(),),
        needs=((OAK, 2),),
        missing=(Missing(OAK, 1, 2, TagId("#minecraft:planks")),),
        left_over=((STICK, 2),),
    )
    assert drawn(draw_plan(plan, width=80)) == "\n".join(
        [
            "Stick ×2   Minecraft 1.20.4 · 1 step · needs 1 oak planks",
            "",
            "stick ×2  2 left over",
            "└── oak_planks ×2  1 at hand, to gather",
            "",
            "1 stick ×4  inventory grid",
            "  ┌────────┬────────┐",
            "  │1       │2       │",
            "  │ planks │        │  → stick ×4",
            "  ├────────┼────────┤    slot 0",
            "  │3       │4       │",
            "  │ planks │        │",
            "  └────────┴────────┘",
            "",
            "missing     have  need  how",
            "oak_planks     1     2  any of #planks",
            "",
            "left over  stick ×2",
        ]
    )


def test_grids_stand_side_by_side_where_they_fit_and_below_where_not() -> None:
    plan = Plan(
        Answer.FEASIBLE,
        "1.20.4",
        "sha256:0",
        (Goal(STICK, 8),),
        (stick_step(), stick_step(number=2, top=SPRUCE, bottom=SPRUCE)),
    )
    assert "1 stick ×4  inventory grid         2 stick ×4  inventory grid" in drawn(draw_plan(plan, width=80))
    assert "1 stick ×4  inventory grid\n" in drawn(draw_plan(plan, width=60))


def test_every_line_keeps_within_the_width() -> None:
    steps = tuple(stick_step(number=number) for number in range(1, 7))
    plan = Plan(Answer.FEASIBLE, "1.20.4", "sha256:0", (Goal(STICK, 24),), steps)
    assert max(line.cell_len for line in draw_plan(plan, width=80)) <= 80


def test_plans_of_many_steps_draw_lines_unless_all_grids_are_asked_for() -> None:
    woods = [OAK, SPRUCE] * 4
    steps = tuple(stick_step(number=number, top=woods[number], bottom=woods[number]) for number in range(1, 8))
    plan = Plan(Answer.FEASIBLE, "1.20.4", "sha256:0", (Goal(STICK, 28),), steps)
    assert "┌" not in drawn(draw_plan(plan, width=80))
    assert drawn(draw_plan(plan, width=80, all_grids=True)).count("┌") == 7


def test_an_item_that_cannot_be_made_says_so_in_one_line() -> None:
    plan = Plan(Answer.UNCRAFTABLE, "1.20.4", "sha256:0", (Goal(CHEESE),))
    assert drawn(draw_plan(plan, width=80)) == "Cheese ×1   Minecraft 1.20.4 · no recipe makes it"


def test_a_confirmed_step_says_what_the_server_showed() -> None:
    step = replace(stick_step(), number=2)
    verdict = judge(step, CATALOG, {OAK: 2}, {STICK: 4})
    assert confirmed(step, verdict, 38).plain == "✓ 2 stick ×4  confirmed: +4 stick, −2 oak_planks  (slot 0, 38 ms)"


def test_a_failed_step_shows_expected_and_seen_side_by_side() -> None:
    verdict = judge(stick_step(), CATALOG, {OAK: 2}, {OAK: 2})
    assert failed(stick_step(), verdict, "no_result", "r.1").plain == (
        "✗ 1 stick ×4  no result: expected +4 stick, −2 oak_planks; saw nothing  → craftplan why r.1"
    )


def test_without_utf8_everything_is_still_there() -> None:
    plan = Plan(Answer.FEASIBLE, "1.20.4", "sha256:0", (Goal(STICK, 4),), (stick_step(),), ((OAK, 2),))
    plain = [_plain(line).plain for line in draw_plan(plan, width=80)]
    assert all(line.isascii() for line in plain)
    assert "`-- oak_planks x2  #planks  at hand" in plain
    assert "  | planks |        |  > stick x4" in plain


def test_batches_of_one_step_are_drawn_as_one() -> None:
    steps = (stick_step(times=64), stick_step(number=2, times=64), stick_step(number=3, times=2))
    plan = Plan(Answer.FEASIBLE, "1.20.4", "sha256:0", (Goal(STICK, 520),), steps, ((OAK, 260),))
    lines = drawn(draw_plan(plan, width=80)).splitlines()
    assert lines[2:6] == [
        "stick ×520",
        "└── oak_planks ×260  #planks  at hand",
        "",
        "1-3 stick ×520  inventory grid, 130 times",
    ]


def test_fuel_hangs_under_what_it_cooks() -> None:
    have = Inventory({ItemId("minecraft:raw_iron"): 1, ItemId("minecraft:coal"): 1, ItemId("minecraft:furnace"): 1})
    plan = make_plan(builtin("1.20.4"), Goal(ItemId("minecraft:iron_ingot")), have)
    assert drawn(draw_plan(plan, width=80)).splitlines()[2:6] == [
        "iron_ingot ×1",
        "├── raw_iron ×1  at hand",
        "├── coal ×1  fuel, at hand",
        "└── furnace ×1  kept, at hand",
    ]


def test_words_longer_than_a_cell_are_cut_where_they_are_joined() -> None:
    have = Inventory({ItemId("minecraft:cobblestone"): 8})
    plan = make_plan(builtin("1.20.4"), Goal(ItemId("minecraft:furnace")), have, stations=["crafting_table"])
    lines = drawn(draw_plan(plan, width=80)).splitlines()
    assert lines[7:9] == ["  │1 cobble│2 cobble│3 cobble│", "  │ stone  │ stone  │ stone  │"]


def test_a_long_list_of_what_is_missing_is_cut_in_the_heading_and_whole_in_the_table() -> None:
    plan = make_plan(builtin("1.20.4"), Goal(ItemId("minecraft:beacon")))
    lines = drawn(draw_plan(plan, width=80)).splitlines()
    assert lines[0].endswith("needs 8 cobblestone, 5 sand, 1 oak log and 3 more")
    assert any(line.startswith("nether_star     0     1") for line in lines)
