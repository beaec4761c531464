"""How relevant each candidate is, why, and which wish of the intent it answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.edges import inverse_of, verb_of
from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FILE_KINDS
from nsccn.regexes import regex
from nsccn.select.signals import signals
from nsccn.select.weights import tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nsccn.select.context import Context
    from nsccn.select.selection import Contributions
    from nsccn.select.signals import Scores, Units
    from nsccn.select.weights import WeightConfig

_LEAST_NAMED: Final = 0.2
_PROSE: Final = tuple(
    """.1 .5 .8 .adoc .cfg .conf .csproj .css .csv .htm .html .ini .json .less .md .mdx .nuspec .plist .po .properties
    .props .rst .sass .scss .sln .svg .targets .tex .toml .txt .vcxproj .xml .yaml .yml""".split()
)
"""Ends the paths of files that are no code; markup that only surrounds code (`.erb`, `.vue`) is."""
_REASONS: Final = 2
_REASON: Final = regex(r'[\w ]*\w "[^"]*"|[^",]*[^", ]')
"""One reason as search gives it: `name "route"`, or words without quotes."""
_SEEN: Final = regex(r'(?:qualified )?name "|in "|path "|signature "')
"""Begins a reason that the heading of a piece, its path and its declaration show themselves."""


class Relevance(NamedTuple):
    """The candidates' scores."""

    total: Scores
    """In [0, 1]: the weighted mean of the signals."""
    by_signal: dict[str, Scores]
    """Each signal's own scores, without its weight."""
    weights: dict[str, float]
    """The share of each signal in the mean."""

    def contributions(self, position: int) -> Contributions:
        """Return what each signal gave to a candidate, largest first."""
        parts = ((name, self.weights[name] * float(self.by_signal[name][position])) for name in self.weights)
        return _ordered((name, part) for name, part in parts if part > 0)

    def signals(self, position: int) -> Contributions:
        """Return the signals of a candidate without their weights, largest first."""
        return _ordered((name, float(scores[position])) for name, scores in self.by_signal.items())


def _ordered(parts: Iterable[tuple[str, float]]) -> Contributions:
    return tuple(sorted(parts, key=lambda part: (-part[1], part[0])))


def relevance(context: Context, candidates: Units, weights: WeightConfig) -> Relevance:
    """Score candidates by every signal that has a weight."""
    given = {name: weight for name, weight in weights.relevance().items() if weight > 0}
    by_signal = {one.name: one.score(candidates, context) for one in signals() if one.name in given}
    total = sum(given.values())
    shares = {name: given[name] / total for name in by_signal}
    mean = np.zeros(len(candidates))
    for name, scores in by_signal.items():
        mean += shares[name] * scores
    mean[_are_aside(context, candidates, by_signal.get("mentions"))] *= tables().objective["prose"]
    return Relevance(np.clip(mean, 0.0, 1.0), by_signal, shares)


def _are_aside(context: Context, candidates: Units, mentioned: Scores | None) -> NDArray[np.bool_]:
    """Say which candidates lie in examples or in files that are no code, unless the task names them or their sort."""
    slots, paths = context.graph.file[candidates], context.graph.paths
    prose = [one for one in np.unique(slots).tolist() if one >= 0 and paths[one].lower().endswith(_PROSE)]
    roles = context.roles(candidates)
    meant = np.isin(roles, [role for role in context.meant if role is not Role.TEST])
    found: NDArray[np.bool_] = (np.isin(slots, prose) | (roles == Role.EXAMPLE)) & ~meant
    return found if mentioned is None else found & (mentioned == 0)


def category(context: Context, unit: int) -> str:
    """Return which wish of an intent a unit answers; of several, that of the likeliest target."""
    graph = context.graph
    if context.role(unit) == Role.TEST:
        return "tests"
    if graph.kinds[graph.kind[unit]] in FILE_KINDS:
        return "imports"
    if context.named.get(unit, 0.0) >= _LEAST_NAMED:
        return "definitions"
    beside = {"callers": context.callers, "callees": context.callees, "similar": context.similar}
    found = {name: context.targets[units[unit]] for name, units in beside.items() if unit in units}
    return max(found, key=lambda name: found[name], default="relevant")


def _called(context: Context, index: int) -> str:
    """Return how an entity is called in a reason: a file by its path."""
    graph = context.graph
    is_file = graph.kinds[graph.kind[index]] in FILE_KINDS
    return graph.path_of(index) if is_file else graph.qualified_of(index)


def reasons_of(context: Context, unit: int) -> tuple[str, ...]:
    """Say in a few words each why a unit is a candidate: that it calls a target, then what matches best."""
    return tuple(dict.fromkeys(_reasons(context, unit)))


def _reasons(context: Context, unit: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    if unit in context.hits:
        found = dict.fromkeys(match.group().strip() for match in _REASON.finditer(context.hits[unit][1].why))
    matches = [reason for reason in found if not _SEEN.match(reason)][:_REASONS]
    if category(context, unit) == "similar":
        return (*matches, f"similar to {_called(context, context.similar[unit])}")
    if unit in context.callers:
        call = f"calls {_called(context, context.callers[unit])}"
        return (*matches, call) if unit in context.named else (call, *matches)
    step = context.nearby.steps.get(unit)
    if step is None or unit in context.named or step.origin not in context.targets:
        return tuple(matches)
    is_source = step.direction != "out"
    graph = context.graph
    source = graph.kinds[graph.kind[unit if is_source else step.origin]]
    verb = verb_of(step.kind, source) if is_source else inverse_of(step.kind, source)
    return (*matches, f"{verb} {_called(context, step.origin)}")
