import json
import subprocess
import sys

import pytest
from craftplan.planner import PLANNED_KINDS, Experience, Goal, Inventory, plan
from craftplan.planner.closure import closure_of
from craftplan.planner.graph import FORMATS, closure_graph, plan_graph
from small_catalogs import catalog_of

CATALOG = catalog_of("block = ingot ingot ingot", "3 ingot = block", "gear = ingot stick", "4 stick = planks planks")
PLAN = plan(CATALOG, Goal("minecraft:gear"), Inventory({"minecraft:block": 1, "minecraft:planks": 2}))


def test_a_plan_is_a_graph_without_cycles():
    graph = plan_graph(PLAN)
    assert set(graph.predecessors("minecraft:gear")) == {"step 3"}
    (stick,) = [f"step {step.number}" for step in PLAN.steps if step.item == "minecraft:stick"]
    assert graph.edges["minecraft:planks", stick]["count"] == 2
    assert not any(data.get("cycle") for _, _, data in graph.edges(data=True))


def test_pack_and_unpack_are_marked_as_a_cycle():
    closure = closure_of(CATALOG, ("minecraft:gear",), PLANNED_KINDS, frozenset(), Experience())
    graph = closure_graph(closure)
    cycle = {source for source, _, data in graph.edges(data=True) if data.get("cycle")}
    assert cycle == {"minecraft:block", "minecraft:ingot", "test:0_block()", "test:1_ingot()"}


@pytest.mark.parametrize(("name", "line"), [("mermaid", "flowchart LR"), ("dot", "digraph {")])
def test_text_formats_hold_every_node_and_edge(name: str, line: str):
    graph = plan_graph(PLAN)
    text = FORMATS[name](graph)
    assert text.splitlines()[0] == line
    assert text.count("->") >= graph.number_of_edges()


def test_json_is_stable():
    document = json.loads(FORMATS["json"](plan_graph(PLAN)))
    assert {node["id"] for node in document["nodes"]} == set(plan_graph(PLAN))
    assert FORMATS["json"](plan_graph(PLAN)) == FORMATS["json"](plan_graph(PLAN))


def test_planning_does_not_load_networkx():
    code = "import sys; from craftplan.planner import plan; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
