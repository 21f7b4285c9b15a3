"""Time Plancraft's own oracle: run by a Python that has plancraft; prints JSON.

python scripts/plancraft/oracle.py EVERY
"""

import json
import sys
from copy import deepcopy
from pathlib import Path
from time import process_time

import plancraft
from plancraft.environment.planner import get_subplans


def main() -> None:
    """Plan every EVERY-th example of all splits."""
    folder, every = Path(plancraft.__file__).parent, int(sys.argv[1])
    examples = [
        example
        for split in ("train", "val", "test")
        for example in json.loads((folder / "data" / f"{split}.json").read_text())
    ]
    times, lengths = {}, []
    for example in examples[::every]:
        inventory = {int(slot): dict(held) for slot, held in example["slotted_inventory"].items()}
        began = process_time()
        subplans, _ = get_subplans(deepcopy({"inventory": inventory, "target": example["target"]}))
        times[example["id"]] = process_time() - began
        if not example["impossible"]:
            lengths.append(sum(map(len, subplans)))
    print(json.dumps({"seconds": times, "actions": round(sum(lengths) / len(lengths), 3)}))


if __name__ == "__main__":
    main()
