import pytest
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog, Item
from craftplan.recipes.errors import InputError, UnknownItemError
from craftplan.recipes.ids import ItemId
from craftplan.recipes.names import resolve_item, resolve_tag


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("Wooden Pickaxe", "wooden_pickaxe"),
        ("wooden pickaxe", "wooden_pickaxe"),
        ("wooden-pickaxe", "wooden_pickaxe"),
        (" wooden_pickaxe ", "wooden_pickaxe"),
        ("minecraft:wooden_pickaxe", "wooden_pickaxe"),
        ("torches", "torch"),
        ("oak planks", "oak_planks"),
        ("oak plank", "oak_planks"),
        ("sweet berry", "sweet_berries"),
        ("bookshelves", "bookshelf"),
        ("glass", "glass"),
        ("Block of Iron", "iron_block"),
        ("Jack o'Lantern", "jack_o_lantern"),
    ],
)
def test_people_may_write_an_item_as_they_like(text: str, item: str) -> None:
    assert resolve_item(builtin(), text) == f"minecraft:{item}"


@pytest.mark.parametrize(("text", "members"), [("pickaxe", 6), ("planks", 11), ("beds", 16), ("berries", 2)])
def test_the_name_of_a_family_is_refused_with_all_its_members(text: str, members: int) -> None:
    with pytest.raises(InputError) as raised:
        resolve_item(builtin(), text)
    assert (raised.value.code, raised.value.exit_code) == ("ambiguous", 2)
    assert len(raised.value.evidence["family"]) == members


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("stik", "stick"),
        ("wodden_pickaxe", "wooden_pickaxe"),
        ("craftingtable", "crafting_table"),
        ("minecraft:toch", "torch"),
    ],
)
def test_a_slip_is_answered_with_the_nearest_name_first(text: str, first: str) -> None:
    with pytest.raises(UnknownItemError) as raised:
        resolve_item(builtin(), text)
    assert raised.value.near[0] == first
    assert raised.value.exit_code == 2


@pytest.mark.parametrize("text", ["", "   ", "zzzzqq", "minecraft:", "#", "../../etc/passwd", "x" * 10_000])
def test_nonsense_is_unknown_and_nothing_is_offered_for_it(text: str) -> None:
    with pytest.raises(UnknownItemError) as raised:
        resolve_item(builtin(), text)
    assert raised.value.near == ()


def test_an_item_of_a_mod_is_found_without_its_namespace_when_it_is_the_only_one() -> None:
    items = [Item(ItemId(name)) for name in ("minecraft:stick", "demo:my-gear", "demo:rod", "other:rod")]
    catalog = Catalog(minecraft="1.20.4", source="test", items=items, tags={}, recipes=[])
    assert resolve_item(catalog, "demo:my-gear") == "demo:my-gear"
    assert resolve_item(catalog, "sticks") == "minecraft:stick"
    with pytest.raises(InputError) as raised:
        resolve_item(catalog, "rod")
    assert raised.value.evidence["family"] == ("demo:rod", "other:rod")


@pytest.mark.parametrize("text", ["planks", "#planks", "minecraft:planks", "#minecraft:planks", "Planks", "plank"])
def test_a_tag_is_found_with_or_without_its_sign(text: str) -> None:
    assert resolve_tag(builtin(), text) == "#minecraft:planks"


def test_an_unknown_tag_is_refused_with_near_names() -> None:
    with pytest.raises(InputError) as raised:
        resolve_tag(builtin(), "#planx")
    assert raised.value.code == "unknown_tag"
    assert "#planks" in raised.value.evidence["near"]
