"""Figures and how they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple


class Bar(NamedTuple):
    """What a figure must not exceed."""

    most: float
    aim: float | None = None

    def verdict(self, value: float) -> str:
        """Say whether a value keeps within the bar."""
        limit = f"at most {_number(self.most)}"
        if self.aim is not None:
            limit += f" (aim {_number(self.aim)})"
        if value > self.most:
            return f"{limit}: NOT MET"
        return f"{limit}: met"


class Row(NamedTuple):
    """One figure over several runs."""

    name: str
    unit: str
    values: list[float]
    bar: Bar | None = None

    def text(self) -> str:
        """Return the row as Markdown: name, median, least to most, bar."""
        middle = median(self.values)
        spread = f"{_number(min(self.values))} to {_number(max(self.values))}" if len(self.values) > 1 else ""
        verdict = self.bar.verdict(middle) if self.bar else ""
        return f"| {self.name} | {_number(middle)} {self.unit} | {spread} | {verdict} |"

    def data(self) -> dict[str, object]:
        """Return the row for a JSON file."""
        bar = self.bar._asdict() if self.bar else None
        return {"name": self.name, "unit": self.unit, "values": self.values, "bar": bar}


class System(NamedTuple):
    """One line of the comparison; what a system does not do is left out."""

    name: str
    figures: Mapping[str, float]


COLUMNS = {
    "cold wall": "x parse only",
    "cold CPU": "x parse only",
    "peak memory": "MB",
    "on disk": "MB",
    "later process, first answer": "x parse only",
    "one edited file, answered": "x parse only",
    "one question": "x parse only",
}
"""Columns of the comparison and their units: multiples of the wall time (CPU: the CPU) of parsing alone, or MB."""


def print_rows(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print rows as they come; return them."""
    print(f"\n{title}\n\n| figure | median | least to most | bar |\n|---|---|---|---|", flush=True)
    shown = []
    for row in rows:
        print(row.text(), flush=True)
        shown.append(row)
    return shown


def print_comparison(systems: Iterable[System]) -> list[System]:
    """Print one line for each system as it comes, medians only; return them."""
    heads = [f"{name}, {unit}" for name, unit in COLUMNS.items()]
    print(f"\nCompared\n\n| | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}", flush=True)
    shown = []
    for system in systems:
        cells = [_number(system.figures[name]) if name in system.figures else "" for name in COLUMNS]
        print(f"| {system.name} | {' | '.join(cells)} |", flush=True)
        shown.append(system)
    return shown


def _number(value: float) -> str:
    """Return a number with as many digits as it is worth."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"
