"""The weights of the selection: defaults from `weights.toml`, changed by the caller."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from nsccn.errors import InvalidArgument, shown

CATEGORIES: Final = ("definitions", "relevant", "callees", "similar", "tests", "callers", "imports")
"""What an intent wishes for. Of relevant code, what a target calls and what does the same elsewhere is told apart."""


class Tables(NamedTuple):
    """The file `weights.toml`, read once."""

    signals: Mapping[str, float]
    objective: Mapping[str, float]
    levels: Mapping[str, float]
    intents: Mapping[str, Mapping[str, float]]
    relevant: Mapping[str, float]
    """The parts of relevant code."""
    floors: Mapping[str, float]
    """By intent: the share of the best piece's relevance that others must have."""


@cache
def tables() -> Tables:
    """Read the default weights."""
    data = tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8"))
    return Tables(*(data[name] for name in Tables._fields))


def wishes(intent: str) -> Mapping[str, float]:
    """How an intent shares its wish among the categories."""
    shares, parts = tables().intents[intent], tables().relevant
    return {name: parts[name] * shares["relevant"] if name in parts else shares[name] for name in CATEGORIES}


_DEFAULT: Final = tables().signals


@dataclass(frozen=True, slots=True)
class WeightConfig:
    """How much each signal counts. Only the proportions of the first eight matter."""

    symbol_overlap: float = _DEFAULT["symbol_overlap"]
    definition_match: float = _DEFAULT["definition_match"]
    lexical_sim: float = _DEFAULT["lexical_sim"]
    semantic_sim: float = _DEFAULT["semantic_sim"]
    graph_distance: float = _DEFAULT["graph_distance"]
    change_recency: float = _DEFAULT["change_recency"]
    file_role: float = _DEFAULT["file_role"]
    mentions: float = _DEFAULT["mentions"]
    redundancy: float = _DEFAULT["redundancy"]
    """How fast further pieces of one file lose worth; 0: not at all."""

    def __post_init__(self) -> None:
        for name, weight in asdict(self).items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise InvalidArgument(f"The weight {name} must be a number, not {weight!r}.")
            if not math.isfinite(weight) or weight < 0:
                raise InvalidArgument(f"The weight {name} is {weight}; give a number of 0 or more.")
        if not any(self.relevance().values()):
            raise InvalidArgument("All weights are 0; give at least one signal a weight above 0.")

    @classmethod
    def of(cls, weights: WeightConfig | Mapping[str, float] | None) -> WeightConfig:
        """Make a configuration of nothing, of a mapping of some weights, or of a configuration."""
        if isinstance(weights, WeightConfig):
            return weights
        if weights is not None and not isinstance(weights, Mapping):
            raise InvalidArgument("Weights are a mapping of names to numbers, or a WeightConfig.")
        known = [field.name for field in fields(cls)]
        given = dict(weights or {})
        unknown = sorted(str(name) for name in given if name not in known)
        if unknown:
            raise InvalidArgument(f"No weight is named {shown(unknown[0])}; there are {', '.join(known)}.")
        return cls(**given)

    def relevance(self) -> dict[str, float]:
        """Return the weights of the signals, without `redundancy`."""
        weights = asdict(self)
        del weights["redundancy"]
        return weights
