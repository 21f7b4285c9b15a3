import pytest
from craftplan.planner.grid import match
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId
from small_catalogs import catalog_of

AXE = catalog_of(
    "axe @ iron iron / iron stick / - stick", "bar @ iron iron iron", "dye = red|blue red", "pair = red blue"
)


def cells(text: str) -> list[ItemId | None]:
    return [None if cell == "-" else ItemId(f"minecraft:{cell}") for cell in text.replace("/", " ").split()]


def made(text: str, catalog: Catalog = AXE) -> str | None:
    found = match(cells(text), catalog)
    return found and found.result


@pytest.mark.parametrize(
    ("grid", "result"),
    [
        ("iron iron - / iron stick - / - stick -", "minecraft:axe"),
        ("- iron iron / - iron stick / - - stick", "minecraft:axe"),
        ("iron iron - / stick iron - / stick - -", "minecraft:axe"),
        ("- stick - / iron stick - / iron iron -", None),
        ("iron iron - / stick stick iron / - - -", None),
        ("iron iron - / iron stick - / - stick red", None),
        ("- - - / iron iron iron / - - -", "minecraft:bar"),
        ("iron - - / iron - - / iron - -", None),
        ("- - - / - - - / - - -", None),
    ],
)
def test_a_pattern_may_be_moved_and_mirrored_but_not_turned(grid: str, result: str | None) -> None:
    assert made(grid) == result


def test_a_heap_is_matched_by_assignment_and_not_by_order() -> None:
    assert made("red blue / - -") == "minecraft:dye"
    assert made("- blue / red -") == "minecraft:dye"
    assert made("red red / - -") == "minecraft:dye"
    assert made("blue blue / - -") is None


def test_a_heap_needs_exactly_as_many_items() -> None:
    assert made("red blue / red -") is None


def test_inner_blanks_belong_to_the_pattern() -> None:
    catalog = catalog_of("hopper @ iron - iron / iron chest iron / - iron -")
    assert made("iron - iron / iron chest iron / - iron -", catalog) == "minecraft:hopper"
    assert made("iron iron iron / iron chest iron / - - -", catalog) is None


def test_blank_edges_of_a_written_pattern_are_cut_off() -> None:
    catalog = catalog_of("torch @ - - - / - coal - / - stick -")
    assert made("coal - / stick -", catalog) == "minecraft:torch"
    assert made("- coal / - stick", catalog) == "minecraft:torch"
    assert made("stick - / coal -", catalog) is None
