import json
import subprocess
import sys

import networkx as nx
import pytest
from craftplan.planner import PLANNED_KINDS, Experience, Goal, Inventory, plan
from craftplan.planner.closure import Closure, closure_of
from craftplan.planner.graph import FORMATS, closure_graph, plan_graph
from craftplan.recipes.catalog import Catalog
from small_catalogs import catalog_of

CATALOG = catalog_of("block = ingot ingot ingot", "3 ingot = block", "gear = ingot stick", "4 stick = planks planks")
PLAN = plan(CATALOG, Goal("minecraft:gear"), Inventory({"minecraft:block": 1, "minecraft:planks": 2}))
WOODS = catalog_of("chest = #planks #planks", "planks_a = log", tags={"planks": "planks_a planks_b"})


def closure(catalog: Catalog, goal: str) -> Closure:
    return closure_of(catalog, (goal,), PLANNED_KINDS, frozenset(), Experience())


def test_a_plan_is_a_graph_without_cycles() -> None:
    graph = plan_graph(PLAN)
    assert set(graph.predecessors("minecraft:gear")) == {"step 3"}
    (stick,) = [f"step {step.number}" for step in PLAN.steps if step.item == "minecraft:stick"]
    assert graph.edges["minecraft:planks", stick]["count"] == 2
    assert not any(data.get("cycle") for _, _, data in graph.edges(data=True))
    assert nx.is_directed_acyclic_graph(graph)


def test_goals_and_what_is_missing_are_marked() -> None:
    graph = plan_graph(plan(CATALOG, Goal("minecraft:gear", 2), Inventory({"minecraft:block": 1})))
    assert graph.nodes["minecraft:gear"]["goal"] == 2
    assert graph.nodes["minecraft:planks"]["missing"] == 2
    assert '"planks, 2 missing"' in FORMATS["mermaid"](graph)


def test_fuel_is_an_edge_of_its_step() -> None:
    found = plan(
        catalog_of("ingot ~ ore", "a = coal"),
        Goal("minecraft:ingot"),
        Inventory({"minecraft:ore": 1, "minecraft:coal": 1}),
        stations=["furnace"],
    )
    assert plan_graph(found).edges["minecraft:coal", "step 1"]["count"] == 1


def test_pack_and_unpack_are_marked_as_a_cycle() -> None:
    graph = closure_graph(closure(CATALOG, "minecraft:gear"))
    cycle = {source for source, _, data in graph.edges(data=True) if data.get("cycle")}
    assert cycle == {"minecraft:block", "minecraft:ingot", "test:0_block()", "test:1_ingot()"}
    assert FORMATS["mermaid"](graph).count("-.->") == 4
    assert FORMATS["dot"](graph).count("style=dashed") == 4


def test_members_lead_to_a_recipe_through_their_tag() -> None:
    graph = closure_graph(closure(WOODS, "minecraft:chest"))
    assert set(graph.predecessors("test:0_chest()")) == {"#minecraft:planks"}
    assert set(graph.predecessors("#minecraft:planks")) == {"minecraft:planks_a", "minecraft:planks_b"}
    assert graph.edges["#minecraft:planks", "test:0_chest()"]["count"] == 2


@pytest.mark.parametrize(("name", "line"), [("mermaid", "flowchart LR"), ("dot", "digraph {")])
def test_text_formats_hold_every_node_and_edge(name: str, line: str) -> None:
    graph = closure_graph(closure(WOODS, "minecraft:chest"))
    text = FORMATS[name](graph)
    assert text.splitlines()[0] == line
    assert text.count("->") == graph.number_of_edges()
    assert len(text.splitlines()) >= graph.number_of_edges() + graph.number_of_nodes() + 1


def test_json_is_stable() -> None:
    document = json.loads(FORMATS["json"](plan_graph(PLAN)))
    assert {node["id"] for node in document["nodes"]} == set(plan_graph(PLAN))
    assert FORMATS["json"](plan_graph(PLAN)) == FORMATS["json"](plan_graph(PLAN))


@pytest.mark.parametrize("graph", [plan_graph(PLAN), closure_graph(closure(WOODS, "minecraft:chest"))])
def test_networkx_reads_its_own_format_back_as_the_same_graph(graph: "nx.DiGraph[str]") -> None:
    again = nx.node_link_graph(json.loads(FORMATS["networkx"](graph)), edges="edges")
    assert nx.utils.graphs_equal(again, graph)
    assert again.graph == graph.graph


def test_planning_does_not_load_networkx() -> None:
    code = "import sys; from craftplan.planner import plan; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
