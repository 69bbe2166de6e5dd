"""The tree of a search: an array of nodes that refer to each other by index.

A node stands for the actions that lead to it from the root, whatever was hidden in the game in which they were played.
It remembers who chose the last of them and at what kind of decision: where chance or hidden cards decide who is asked
next, the same actions of different seats are different nodes, and so each node belongs to the one seat whose value it
keeps. Children of a node form a chain, the newest first::

    tree[0]  the root           .child → newest child → .sibling → older child → .sibling → … → 0

"""

from __future__ import annotations

import math

from ....envs.core.kernel import compiled
from ....envs.core.verbs import record_type

NONE = 0
"""No child, no sibling, no parent: the root is nobody's child."""

NODE = record_type(
    [
        ("parent", "i4"),
        ("child", "i4"),  # the newest one
        ("sibling", "i4"),  # the next older one
        ("action", "i4"),
        ("decision", "i4"),  # the kind of decision at which the action was chosen
        ("seat", "i4"),  # who chose it
        ("visits", "i4"),  # simulations that came through
        ("available", "i4"),  # how often its action was legal when its parent was visited, since it exists
        ("bonus", "f8"),  # what speaks for it beforehand
        ("total", "f8"),  # sum over the visits of the seat's result, each 0 … 1
    ]
)


@compiled
def clear_root(tree):
    """Starts a tree anew: the root alone, without visits."""
    root = tree[0]
    root.child = NONE
    root.visits = 0


@compiled
def choose_child(tree, node, state, c, mask):
    """The child to go on with among those that can be chosen in this game, by UCB1 with counts of availability.

    UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) for information sets (Cowling, Powley and Whitehouse, "Information Set
    Monte Carlo Tree Search", 2012): mean + c · √(ln available / visits), for the seat that is to act.

    Args:
        tree: (M,) nodes.
        node: index.
        state: record, the game in which the search is going down.
        c: weight of exploration, for results from 0 to 1.
        mask: (A,) int8, the legal actions; on return those among them that have no child yet.

    Returns:
        The child's index, `NONE` if there is none, and how many children could be chosen.
    """
    best, best_bound, count = NONE, 0.0, 0
    child = tree[node].child
    while child != NONE:
        one = tree[child]
        if one.seat == state.seat and one.decision == state.decision and mask[one.action] != 0:
            bound = one.total / one.visits + c * math.sqrt(math.log(one.available) / one.visits)
            bound += one.bonus / (one.visits + 1)
            if count == 0 or bound >= best_bound:  # of equals the oldest, which comes last
                best, best_bound = child, bound
            one.available += 1
            mask[one.action] = 0
            count += 1
        child = one.sibling
    return best, count


@compiled
def add_child(tree, node, new, state, action, bonus):
    """Makes ``tree[new]`` a child: an action of the seat that is to act in ``state``."""
    parent, child = tree[node], tree[new]
    child.parent = node
    child.child = NONE
    child.sibling = parent.child
    child.action = action
    child.decision = state.decision
    child.seat = state.seat
    child.visits = 0
    child.available = 1
    child.bonus = bonus
    child.total = 0.0
    parent.child = new


@compiled
def back_up(tree, node, values):
    """Counts a simulation at all nodes on the way back to the root, for each the result of the seat that chose it.

    Args:
        tree: (M,) nodes.
        node: where the simulation left the tree; not the root.
        values: (MAX_SEATS,) float32, returns by seat, −1 … 1.

    Returns:
        The action at the root with which the simulation began.
    """
    action = 0
    while node != NONE:
        one = tree[node]
        one.visits += 1
        one.total += 0.5 * (values[one.seat] + 1.0)
        action = one.action
        node = one.parent
    tree[NONE].visits += 1
    return action
