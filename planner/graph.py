"""Plans and closures as graphs: networkx for Python, Mermaid, DOT and JSON for everyone else.

Nodes are items (``kind="item"``), tags (``"tag"``, where any member would do) and recipes or steps (``"recipe"``).
Edges lead from what is used to what it makes and carry ``count`` (a member's edge to its tag has none). Edges that lie
on a cycle carry ``cycle=True``. Goals carry ``goal``, what a plan lacks ``missing``: how many of them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..recipes.catalog import Ingredient
from ..recipes.ids import short
from .closure import Closure
from .result import Plan

if TYPE_CHECKING:
    import networkx as nx

_SHAPES = MappingProxyType({"item": "box", "tag": "hexagon", "recipe": "ellipse"})
_BRACKETS = MappingProxyType({"item": ("[", "]"), "tag": ("{{", "}}"), "recipe": ("(", ")")})


def plan_graph(plan: Plan) -> nx.DiGraph[str]:
    """Return the plan's graph: one node an item, one node a step."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph(name=", ".join(f"{goal.item} x{goal.count}" for goal in plan.goals))
    for step in plan.steps:
        node = f"step {step.number}"
        label = f"{step.number} {short(step.recipe.id)} x{step.times}"
        graph.add_node(node, kind="recipe", label=label, recipe=step.recipe.id, station=str(step.station))
        used = Counter({bind.item: 0 for bind in step.bind})
        for bind in step.bind:
            used[bind.item] += step.times
        if step.fuel is not None:
            used[step.fuel.item] += step.fuel.count
        for item, count in used.items():
            graph.add_node(item, kind="item", label=short(item))
            graph.add_edge(item, node, count=count)
        graph.add_node(step.item, kind="item", label=short(step.item))
        graph.add_edge(node, step.item, count=step.count)
    for lack in plan.missing:
        kind = "tag" if lack.item.startswith("#") else "item"
        graph.add_node(lack.item, kind=kind, label=short(lack.item), missing=lack.count)
    for goal in plan.goals:
        graph.add_node(goal.item, kind="item", label=short(goal.item), goal=goal.count)
    return _with_cycles(graph)


def closure_graph(closure: Closure) -> nx.DiGraph[str]:
    """Return the graph of everything that can matter for a goal. Members lead to a recipe through their tag."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    for way in closure.ways:
        node = f"{way.recipe.id}()"
        graph.add_node(node, kind="recipe", label=short(way.recipe.id), recipe=way.recipe.id, station=str(way.station))
        for cell, count in Counter(way.recipe.ingredients).items():
            for source in _sources(graph, cell, closure):
                graph.add_edge(source, node, count=count)
        result = closure.items[way.result]
        graph.add_node(result, kind="item", label=short(result))
        graph.add_edge(node, result, count=way.count)
    return _with_cycles(graph)


def _sources(graph: nx.DiGraph[str], cell: Ingredient, closure: Closure) -> list[str]:
    """Add the nodes of what a cell accepts, and return those that lead to its recipe: the tag, or each member."""
    members = [member for member in cell.members if member in closure.index]
    for member in members:
        graph.add_node(member, kind="item", label=short(member))
    if cell.tag is None or len(members) == 1:
        return [*members]
    if cell.tag not in graph:
        graph.add_node(cell.tag, kind="tag", label=short(cell.tag))
    graph.add_edges_from((member, cell.tag) for member in members)
    return [cell.tag]


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
        opening, closing = _BRACKETS[data["kind"]]
        lines.append(f'  {names[node]}{opening}"{_label(data)}"{closing}')
    for source, target, data in graph.edges(data=True):
        arrow = "-.->" if data.get("cycle") else "-->"
        count = f"|{data['count']}|" if "count" in data else ""
        lines.append(f"  {names[source]} {arrow}{count} {names[target]}")
    return "\n".join(lines)


def dot(graph: nx.DiGraph[str]) -> str:
    """Return the graph in Graphviz' language; edges on a cycle are dashed."""
    lines = ["digraph {", "  rankdir=LR"]
    for node, data in graph.nodes(data=True):
        lines.append(f"  {json.dumps(node)} [label={json.dumps(_label(data))}, shape={_SHAPES[data['kind']]}]")
    for source, target, data in graph.edges(data=True):
        label = {"label": data["count"]} if "count" in data else {}
        style = {"style": "dashed"} if data.get("cycle") else {}
        written = ", ".join(f"{name}={value}" for name, value in (label | style).items())
        lines.append(f"  {json.dumps(source)} -> {json.dumps(target)}{f' [{written}]' if written else ''}")
    return "\n".join([*lines, "}"])


def _label(data: Mapping[str, Any]) -> str:
    goal = f" x{data['goal']}" if "goal" in data else ""
    lacking = f", {data['missing']} missing" if "missing" in data else ""
    return f"{data['label']}{goal}{lacking}"


def document(graph: nx.DiGraph[str]) -> dict[str, Any]:
    """Return the graph as ``craftplan/graph/1``: nodes and edges with their data."""
    nodes = [{"id": node, **data} for node, data in graph.nodes(data=True)]
    edges = [{"from": source, "to": target, **data} for source, target, data in graph.edges(data=True)]
    return {"schema": "craftplan/graph/1", "nodes": nodes, "edges": edges}


def as_json(graph: nx.DiGraph[str]) -> str:
    """Return the graph's document as text, keys sorted."""
    return json.dumps(document(graph), sort_keys=True)


def node_link(graph: nx.DiGraph[str]) -> str:
    """Return the JSON that ``networkx.node_link_graph(json.loads(text), edges="edges")`` makes the same graph of."""
    import networkx as nx

    return json.dumps(nx.node_link_data(graph, edges="edges"), sort_keys=True)


FORMATS: Mapping[str, Callable[[Any], str]] = MappingProxyType(
    {"mermaid": mermaid, "dot": dot, "json": as_json, "networkx": node_link}
)
"""The formats as text; in Python the graph itself is what networkx understands."""
