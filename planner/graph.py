"""Plans and closures as graphs: networkx for Python, Mermaid, DOT and JSON for everyone else.

Nodes are items (``kind="item"``) and recipes or steps (``kind="recipe"``); edges lead from what is used to what it
makes and carry ``count``. Edges that lie on a cycle carry ``cycle=True``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..recipes.ids import short
from .closure import Closure
from .result import Plan

if TYPE_CHECKING:
    import networkx as nx


def plan_graph(plan: Plan) -> nx.DiGraph[str]:
    """Return the plan's graph: one node an item, one node a step."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph(name=", ".join(f"{goal.item} x{goal.count}" for goal in plan.goals))
    for step in plan.steps:
        node = f"step {step.number}"
        graph.add_node(node, kind="recipe", label=f"{step.number} {short(step.recipe.id)} x{step.times}")
        for bind in step.bind:
            graph.add_node(bind.item, kind="item", label=short(bind.item))
            count = graph.get_edge_data(bind.item, node, {"count": 0})["count"]
            graph.add_edge(bind.item, node, count=count + step.times)
        graph.add_node(step.item, kind="item", label=short(step.item))
        graph.add_edge(node, step.item, count=step.count)
    for lack in plan.missing:
        graph.add_node(lack.item, kind="item", label=short(lack.item), missing=lack.count)
    return _with_cycles(graph)


def closure_graph(closure: Closure) -> nx.DiGraph[str]:
    """Return the graph of everything that can matter for a goal."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    for way in closure.ways:
        graph.add_node(way.recipe.id + "()", kind="recipe", label=short(way.recipe.id), station=str(way.station))
        for members, count in way.needs:
            for member in members:
                graph.add_node(closure.items[member], kind="item", label=short(closure.items[member]))
                graph.add_edge(closure.items[member], way.recipe.id + "()", count=count, loose=len(members) > 1)
        result = closure.items[way.result]
        graph.add_node(result, kind="item", label=short(result))
        graph.add_edge(way.recipe.id + "()", result, count=way.count)
    return _with_cycles(graph)


def _with_cycles(graph: nx.DiGraph[str]) -> nx.DiGraph[str]:
    import networkx as nx

    for group in nx.strongly_connected_components(graph):
        for node in group if len(group) > 1 else ():
            for target in graph.successors(node):
                if target in group:
                    graph.edges[node, target]["cycle"] = True
    return graph


def mermaid(graph: nx.DiGraph[str]) -> str:
    """Return the graph as a Mermaid flowchart; edges on a cycle are dotted."""
    names = {node: f"n{place}" for place, node in enumerate(graph)}
    lines = ["flowchart LR"]
    for node, data in graph.nodes(data=True):
        opening, closing = ("[", "]") if data["kind"] == "item" else ("(", ")")
        lines.append(f'  {names[node]}{opening}"{data["label"]}"{closing}')
    for source, target, data in graph.edges(data=True):
        arrow = "-.->" if data.get("cycle") else "-->"
        lines.append(f"  {names[source]} {arrow}|{data['count']}| {names[target]}")
    return "\n".join(lines)


def dot(graph: nx.DiGraph[str]) -> str:
    """Return the graph in Graphviz' language; edges on a cycle are dashed."""
    lines = ["digraph {", "  rankdir=LR"]
    for node, data in graph.nodes(data=True):
        shape = "box" if data["kind"] == "item" else "ellipse"
        lines.append(f"  {json.dumps(node)} [label={json.dumps(data['label'])}, shape={shape}]")
    for source, target, data in graph.edges(data=True):
        style = ", style=dashed" if data.get("cycle") else ""
        lines.append(f"  {json.dumps(source)} -> {json.dumps(target)} [label={data['count']}{style}]")
    return "\n".join([*lines, "}"])


def as_json(graph: nx.DiGraph[str]) -> str:
    """Return nodes and edges with their data, keys sorted."""
    nodes = [{"id": node, **data} for node, data in graph.nodes(data=True)]
    edges = [{"from": source, "to": target, **data} for source, target, data in graph.edges(data=True)]
    return json.dumps({"schema": "craftplan/graph/1", "nodes": nodes, "edges": edges}, sort_keys=True)


FORMATS: Mapping[str, Callable[[Any], str]] = MappingProxyType({"mermaid": mermaid, "dot": dot, "json": as_json})
"""The formats as text; in Python the graph itself is what networkx understands."""
