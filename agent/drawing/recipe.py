"""A recipe with its tags: the pattern, and what each cell accepts."""

from collections import Counter

from rich.text import Text

from ...recipes.catalog import Ingredient, Kind, Recipe
from ...recipes.ids import short
from .words import amount

LETTERS = "ABCDEFGHI"
SHOWN = 6
"""How many members of an ingredient are named; the rest is counted."""


def draw_recipe(recipe: Recipe) -> list[Text]:
    """Return the recipe: a heading, its pattern if it is shaped, and one line an ingredient."""
    wanted = Counter(recipe.ingredients)
    letters = dict(zip(wanted, LETTERS, strict=False))
    result = amount(recipe.result, recipe.count) if recipe.result else "the base, trimmed"
    lines = [Text.assemble((short(recipe.id), "bold"), f"  {recipe.kind.replace('_', ' ')}  → {result}")]
    if recipe.kind is Kind.SHAPED:
        for row in range(recipe.height):
            cells = recipe.cells[row * recipe.width : (row + 1) * recipe.width]
            lines.append(Text("  " + " ".join(letters[cell] if cell else "·" for cell in cells)))
    for ingredient, count in wanted.items():
        lines.append(Text.assemble(f"  {letters[ingredient]} ×{count}  ", *_accepted(ingredient)))
    return lines


def _accepted(ingredient: Ingredient) -> list[tuple[str, str]]:
    names = [short(member) for member in ingredient.members]
    more = f", … {len(names)} in all" if len(names) > SHOWN else ""
    tag = [(f"{short(ingredient.tag)}: ", "cyan")] if ingredient.tag else []
    return [*tag, (", ".join(names[:SHOWN]) + more, "")]
