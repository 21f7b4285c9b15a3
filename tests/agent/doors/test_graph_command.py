"""``craftplan graph``: the closure or the plan, in every format."""

import json

import networkx as nx
import pytest
from craftplan.agent.document import published_schema
from craftplan.agent.schemas import check
from shell import craftplan


@pytest.mark.promise("plan.graph")
def test_networkx_reads_the_closure_back_with_its_cycles() -> None:
    said = craftplan("graph", "iron_block", "--format", "networkx")
    graph = nx.node_link_graph(json.loads(said.out), edges="edges")
    assert said.code == 0
    assert graph.nodes["minecraft:iron_block"]["kind"] == "item"
    cyclic = {node for source, target, data in graph.edges(data=True) if data.get("cycle") for node in (source, target)}
    assert {"minecraft:iron_ingot", "minecraft:iron_nugget", "minecraft:iron_block"} <= cyclic
    assert set(graph.predecessors("minecraft:iron_block()")) == {"minecraft:iron_ingot"}


@pytest.mark.promise("plan.graph")
@pytest.mark.parametrize(
    ("name", "line"), [("mermaid", "flowchart LR"), ("dot", "digraph {"), ("json", '{"edges": [{"'), ("networkx", "{")]
)
def test_a_plan_is_drawn_in_every_format(name: str, line: str) -> None:
    said = craftplan("graph", "ladder", "--plan", "--have", "oak_log=3", "--format", name)
    assert said.code == 0
    assert said.out.startswith(line)
    assert "oak_log" in said.out


def test_the_graph_of_a_plan_that_lacks_something_shows_it_and_exits_1() -> None:
    said = craftplan("graph", "stick", "--plan")
    assert said.code == 1
    assert '"oak_log, 1 missing"' in said.out


def test_a_format_that_is_unknown_exits_2_and_lists_them() -> None:
    said = craftplan("graph", "stick", "--format", "gif")
    assert said.code == 2
    assert all(name in said.err for name in ("mermaid", "dot", "json", "networkx"))


def test_json_is_the_graphs_document() -> None:
    said = craftplan("graph", "stick", "--json")
    document = said.document
    check(document, published_schema("graph"))
    check(craftplan("graph", "iron_block", "chest", "--plan", "--json").document, published_schema("graph"))
    nodes = {node["id"]: node["kind"] for node in document["nodes"]}
    assert (nodes["#minecraft:planks"], nodes["minecraft:stick()"]) == ("tag", "recipe")
    assert {edge["to"] for edge in document["edges"]} <= set(nodes)
