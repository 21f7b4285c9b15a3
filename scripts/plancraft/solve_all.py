"""Plan every example of Plancraft: one JSON line each, for its own scorer.

python scripts/plancraft/solve_all.py --package DIR --plans FILE [--splits train,val,test]
"""

import argparse
import gc
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

from craftplan.planner import Experience, Goal, Inventory, Plan, plan
from craftplan.recipes.catalog import Catalog, Kind
from craftplan.recipes.ids import ItemId, short

sys.path.insert(0, str(Path(__file__).parent))
from kitchen import KINDS, REACH, plancraft_catalog
from moves import actions_for, kitchen
from order import Job


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


def solve(catalog: Catalog, example: dict[str, Any]) -> tuple[list[str], int, int]:
    """Return the actions of one example, the number of crafts, and how many actions they take in any case."""
    slots = {int(slot): (held["type"], held["quantity"]) for slot, held in example["slotted_inventory"].items()}
    counts: Counter[ItemId] = Counter()
    for item, count in slots.values():
        counts[ItemId(f"minecraft:{item}")] += count
    target = ItemId(f"minecraft:{example['target']}")
    if target not in catalog.producers:
        return ["impossible: no recipe makes it"], 0, 1
    found: list[tuple[int, int, tuple[str, ...]]] = []
    least = 99
    for avoid in _variants(catalog, target):
        answer = plan(
            catalog, Goal(target), Inventory(counts), stations=REACH, kinds=KINDS, experience=avoid, gather=False
        )
        if answer.ready:
            work = kitchen(jobs_of(answer), slots)
            bound = work.bound()
            least = min(least, bound)
            if not found or bound <= min(found)[0]:
                actions = actions_for(work, slots)
                found += [] if actions is None else [(len(actions), answer.crafts, actions)]
    if not found:
        return ["impossible: the materials are not there"], 0, 1
    _, crafts, actions = min(found)
    return list(actions), crafts, least


def _variants(catalog: Catalog, target: ItemId) -> list[Experience]:
    """Return the ways to make the target looked at one by one: each alone may turn out to take the fewest moves."""
    recipes = [recipe.id for recipe in catalog.producers[target] if recipe.kind in KINDS]
    return (
        [Experience(avoid=frozenset(recipes) - {recipe}) for recipe in recipes] if len(recipes) > 1 else [Experience()]
    )


def examples_of(package: Path, splits: str) -> list[dict[str, Any]]:
    """Return the examples of some splits."""
    return [
        example
        for split in splits.split(",")
        for example in json.loads((package / "data" / f"{split}.json").read_text())
    ]


def measure(package: Path, plans: Path, splits: str, *, cold: bool = False) -> dict[str, Any]:
    """Plan all examples, write one line each, and return the figures."""
    catalog = plancraft_catalog(package / "environment")
    examples = examples_of(package, splits)
    if not cold:
        # Closures belong to the catalog, not to an example: they are compiled beforehand, like the recipes themselves.
        for target in {example["target"] for example in examples}:
            solve(catalog, {"target": target, "slotted_inventory": {}})
        gc.collect()
        gc.freeze()
    times, lengths, bounds, wrong, longer = [], [], [], [], []
    with plans.open("w") as lines:
        for example in examples:
            began = process_time()
            actions, crafts, least = solve(catalog, example)
            times.append(process_time() - began)
            line = {"id": example["id"], "actions": actions, "wall_s": times[-1], "plan_len": crafts}
            lines.write(json.dumps(line) + "\n")
            if actions[0].startswith("impossible") != example["impossible"]:
                wrong.append(example["id"])
            elif not example["impossible"]:
                lengths.append(len(actions))
                bounds.append(least)
                if crafts > example["optimal_path_length"]:
                    longer.append(example["id"])
    times.sort()
    return {
        "examples": len(times),
        "wrong verdicts": wrong,
        "more crafts than stored": longer,
        "actions": round(mean(lengths), 4),
        "actions, bound of these plans": round(mean(bounds), 4),
        "ms": {
            "mean": round(1e3 * mean(times), 3),
            "p50": round(1e3 * median(times), 3),
            "p95": round(1e3 * times[int(0.95 * len(times))], 3),
            "max": round(1e3 * times[-1], 2),
        },
    }


def main() -> None:
    """Plan all examples and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=Path, required=True)
    parser.add_argument("--plans", type=Path, required=True)
    parser.add_argument("--splits", default="train,val,test")
    parser.add_argument("--cold", action="store_true", help="compile closures within the measured time")
    options = parser.parse_args()
    found = measure(options.package, options.plans, options.splits, cold=options.cold)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
