"""Strongly connected groups of a graph, what they lead to first (Tarjan 1972, without recursion)."""

from collections.abc import Mapping, Sequence


def groups(nodes: Sequence[int], edges: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Return the groups; every edge out of one leads to a group before it."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    placed: set[int] = set()
    found: list[list[int]] = []
    for root in nodes:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, following = work[-1]
            for target in following:
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    work.append((target, iter(edges[target])))
                    break
                if target not in placed and order[target] < low[node]:
                    low[node] = order[target]
            else:
                work.pop()
                if work and low[node] < low[work[-1][0]]:
                    low[work[-1][0]] = low[node]
                if low[node] == order[node]:
                    members = stack[stack.index(node) :]
                    del stack[-len(members) :]
                    placed.update(members)
                    found.append(members)
    return found
