"""Plan every example of Plancraft: one JSON line each, for its own scorer.

python scripts/plancraft/solve_all.py --package DIR --plans FILE [--splits train,val,test]
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

from craftplan.planner import Experience, Goal, Inventory, Plan, plan
from craftplan.recipes.catalog import Catalog, Kind
from craftplan.recipes.ids import ItemId, short

sys.path.insert(0, str(Path(__file__).parent))
from kitchen import KINDS, REACH, plancraft_catalog
from moves import Job, actions_for


def jobs_of(found: Plan) -> list[Job]:
    """Return a plan's steps as jobs; the same binding twice is one job."""
    jobs = []
    for step in found.steps:
        items = [short(bind.item) for bind in sorted(step.bind, key=lambda bind: bind.slot)]
        recipe = step.recipe
        cells: tuple[tuple[int, int, str], ...]
        if recipe.kind is Kind.SHAPED:
            filled = [divmod(place, recipe.width) for place, cell in enumerate(recipe.cells) if cell is not None]
            cells = tuple((row, column, item) for (row, column), item in zip(filled, items, strict=True))
        else:
            cells = tuple((-1, place, item) for place, item in enumerate(items))
        jobs.append(Job(cells, step.times, short(step.item), recipe.count, recipe.kind is Kind.STONECUTTING))
    return jobs


def solve(catalog: Catalog, example: dict[str, Any]) -> tuple[list[str], int]:
    """Return the actions and the number of crafts of one example."""
    slots = {int(slot): (held["type"], held["quantity"]) for slot, held in example["slotted_inventory"].items()}
    counts: Counter[ItemId] = Counter()
    for item, count in slots.values():
        counts[ItemId(f"minecraft:{item}")] += count
    target = ItemId(f"minecraft:{example['target']}")
    if target not in catalog.producers:
        return ["impossible: no recipe makes it"], 0
    best: tuple[str, ...] | None = None
    crafts = 0
    for avoid in _variants(catalog, target):
        found = plan(
            catalog, Goal(target), Inventory(counts), stations=REACH, kinds=KINDS, experience=avoid, gather=False
        )
        if not found.ready:
            continue
        actions = actions_for(jobs_of(found), slots)
        if actions is not None and (best is None or len(actions) < len(best)):
            best, crafts = actions, found.crafts
    return (list(best), crafts) if best is not None else (["impossible: the materials are not there"], 0)


def _variants(catalog: Catalog, target: ItemId) -> list[Experience]:
    """Return the ways to make the target looked at one by one: each alone may turn out to take the fewest moves."""
    recipes = [recipe.id for recipe in catalog.producers[target] if recipe.kind in KINDS]
    return (
        [Experience(avoid=frozenset(recipes) - {recipe}) for recipe in recipes] if len(recipes) > 1 else [Experience()]
    )


def main() -> None:
    """Plan all examples and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=Path, required=True)
    parser.add_argument("--plans", type=Path, required=True)
    parser.add_argument("--splits", default="train,val,test")
    parser.add_argument("--cold", action="store_true", help="compile closures within the measured time")
    options = parser.parse_args()
    catalog = plancraft_catalog(options.package / "environment")
    examples = [
        example
        for split in options.splits.split(",")
        for example in json.loads((options.package / "data" / f"{split}.json").read_text())
    ]
    if not options.cold:
        # Closures belong to the catalog, not to an example: they are compiled beforehand, like the recipes themselves.
        for target in {example["target"] for example in examples}:
            solve(catalog, {"target": target, "slotted_inventory": {}})
    times, lengths, wrong = [], [], []
    with options.plans.open("w") as lines:
        for example in examples:
            began = perf_counter()
            actions, crafts = solve(catalog, example)
            times.append(perf_counter() - began)
            line = {"id": example["id"], "actions": actions, "wall_s": times[-1], "plan_len": crafts}
            lines.write(json.dumps(line) + "\n")
            if actions[0].startswith("impossible") != example["impossible"]:
                wrong.append(example["id"])
            elif not example["impossible"]:
                lengths.append(len(actions))
    times.sort()
    sys.stdout.write(
        f"{len(times)} examples, wrong verdicts {wrong}, mean actions {mean(lengths):.3f}, "
        f"ms mean {1e3 * mean(times):.2f} median {1e3 * median(times):.2f} "
        f"p95 {1e3 * times[int(0.95 * len(times))]:.2f} max {1e3 * times[-1]:.1f}\n"
    )


if __name__ == "__main__":
    main()
