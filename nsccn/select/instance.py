"""From candidates to a problem that the optimiser can solve: levels, prices, features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from nsccn.select.objective import Feature, Objective, Row
from nsccn.select.problem import Option, Problem
from nsccn.select.renditions import Rendition, file_line, scope_line
from nsccn.select.weights import CATEGORIES, tables, wishes
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.select.aspects import Aspect
    from nsccn.select.forms.form import Form


class Item(NamedTuple):
    """One candidate with all that its pieces can look like."""

    position: int
    """Among the candidates."""
    entity: Entity
    score: float
    """Relevance, in [0, 1]."""
    worth: float
    """What its whole text counts: relevance against the best candidate's, sharpened, times its size."""
    category: str
    renditions: tuple[Rendition, ...]
    around: tuple[Entity, ...]
    """The definitions around it, outermost first."""


def enclosing(graph: CodeGraph, entity: Entity) -> tuple[Entity, ...]:
    """Return what is around an entity, outermost first; the file left out, and modules that hold a type around it."""
    found: list[Entity] = []
    parent = entity.parent
    while parent >= 0 and int(graph.parent[parent]) >= 0:
        around = graph.entity(parent)
        if not found or around.kind != "module" or found[-1].kind == "module":
            found.append(around)
        parent = around.parent
    return tuple(reversed(found))


def state_problem(
    items: Sequence[Item],
    aspects: Sequence[Aspect],
    intent: str,
    *,
    redundancy: float,
    budget: int,
    max_files: int,
    form: Form,
) -> Problem:
    """Return the problem of choosing among items, at the prices that their form has."""
    scopes, costs = _scopes(items, form)
    options = tuple(
        tuple(Option(one.tokens + form.piece_tokens, one.share) for one in item.renditions) for item in items
    )
    return Problem(_objective(items, aspects, intent, redundancy), options, scopes, costs, budget, max_files)


def _scopes(items: Sequence[Item], form: Form) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Number the files and the definitions around pieces; the line of each is paid once."""
    numbers: dict[str, int] = {}
    costs: list[int] = []
    scopes = []
    for item in items:
        lines = [(item.entity.path, file_line(item.entity.path) + "\n\n")]
        lines += [(around.id, f"- {scope_line(around)}\n") for around in item.around]
        for key, line in lines:
            if key not in numbers:
                numbers[key] = len(costs)
                costs.append(count_tokens(line) + form.file_tokens)
        scopes.append(tuple(numbers[key] for key, _ in lines))
    return tuple(scopes), tuple(costs)


def _objective(items: Sequence[Item], aspects: Sequence[Aspect], intent: str, redundancy: float) -> Objective:
    weights = tables().objective
    features: list[Feature] = []
    rows: list[dict[int, float]] = [{} for _ in items]

    def add(weight: float, curvature: float, amounts: Iterable[tuple[int, float]]) -> None:
        for place, amount in amounts:
            rows[place][len(features)] = amount
        features.append(Feature(weight, curvature))

    of_scope = weights["relevance"] * weights["of_scope"]
    for inside in _worths(items, lambda item: item.entity.path):
        add(weights["relevance"] - of_scope, redundancy, inside)
    for inside in _worths(items, lambda item: item.around[-1].id if item.around else item.entity.path):
        add(of_scope, redundancy * weights["in_scope"], inside)
    for aspect in aspects:
        covering = [
            (p, aspect.amounts[item.position])
            for p, item in enumerate(items)
            if item.position in aspect.amounts
        ]
        add(weights["coverage"] * aspect.weight, inf, covering)
    for category, share in _shares(items, intent).items():
        due = share * weights["intent_scale"]
        inside = [(place, item.worth) for place, item in enumerate(items) if item.category == category]
        add(weights["intent"], 1.0 / due, inside)
    return Objective(features, [_row(row) for row in rows])


def _worths(items: Sequence[Item], key: Callable[[Item], str]) -> list[list[tuple[int, float]]]:
    """Return the places of items with what they are worth, by a key, in its order."""
    found: dict[str, list[tuple[int, float]]] = {}
    for place, item in enumerate(items):
        found.setdefault(key(item), []).append((place, item.worth))
    return [found[one] for one in sorted(found)]


def _shares(items: Sequence[Item], intent: str) -> Mapping[str, float]:
    """Return the wish of the intent, divided among the categories that there are any items of."""
    present = {item.category for item in items}
    shares = {
        name: wishes(intent)[name] for name in CATEGORIES if name in present and wishes(intent)[name] > 0
    }
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def _row(amounts: Mapping[int, float]) -> Row:
    return tuple(sorted((feature, amount) for feature, amount in amounts.items() if amount > 0))
