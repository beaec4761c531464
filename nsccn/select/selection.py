"""What a selection is: files in rank order, each with its chosen pieces, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nsccn.select.forms.compact import Compact
from nsccn.select.renditions import heading

if TYPE_CHECKING:
    from nsccn.select.chains import Chain
    from nsccn.select.forms.form import Form
    from nsccn.skeleton.detail import Detail

Contributions = tuple[tuple[str, float], ...]
"""What each signal gave, largest first."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One entity at the level of detail at which it is shown."""

    entity_id: str
    kind: str
    name: str
    """Qualified name; the path where a file's own text is meant."""
    detail: Detail
    label: str
    """What of the code is shown: `body`, `own lines` (its members cut), both also with `doc cut`, `imports
    cut` or `comments cut`, or `excerpt`.

    Empty below BODY.
    """
    start_line: int
    end_line: int
    lines: tuple[tuple[int, int], ...]
    """The ranges that are shown word for word; empty below BODY."""
    title: str
    """Its signature, or its kind and name."""
    body: str
    """What is shown below its heading: numbered lines, or what its documentation says."""
    around: tuple[tuple[str, str], ...]
    """The definitions around it, outermost first: id, and a line that says what it is."""
    tokens: int
    score: float
    """Relevance, in [0, 1]: the sum of the contributions."""
    category: str
    why: str
    contributions: Contributions

    @property
    def span(self) -> str:
        """Its first and last line, as they are written."""
        return f"{self.start_line}-{self.end_line}"

    @property
    def text(self) -> str:
        """The piece as compact text, without the reason for it."""
        head = heading(self.span, self.title, self.label)
        return f"{head}\n{self.body}" if self.body else head


@dataclass(frozen=True, slots=True)
class Source:
    """A file and what the pack shows of it."""

    path: str
    content: str


@dataclass(frozen=True, slots=True)
class SelectedFile:
    """A file of the selection."""

    source: Source
    score: float
    """That of its best piece."""
    pieces: tuple[Piece, ...]
    """In the order of the file."""
    token_count: int
    language: str
    is_test: bool
    signals: Contributions
    """Of its best piece, each in [0, 1] before its weight."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A relevant entity that is not shown."""

    entity_id: str
    path: str
    name: str
    """Without what is around it; empty where a file's own text is meant."""
    score: float
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Omitted:
    """What was relevant and is not shown."""

    entities: int
    files: int
    """Files of which nothing is shown."""
    best: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """How good the choice is: no choice under the same budget is worth more than `upper_bound`."""

    value: float
    upper_bound: float

    @property
    def ratio(self) -> float:
        """The share of the optimum that is reached at least, in [0, 1]."""
        return self.value / self.upper_bound if self.upper_bound > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Selection:
    """The pack for one task."""

    selected: tuple[SelectedFile, ...]
    """In rank order."""
    total_tokens: int
    """Of the whole text that `render` gives."""
    budget: int
    used_fallback: bool
    """Nothing cleared the threshold; this is the best there is."""
    omitted: Omitted
    intent: str
    intent_confidence: float
    certificate: Certificate
    chains: tuple[Chain, ...] = ()
    """How the shown files lead to each other by imports; none where the form does not show it."""
    form: Form = field(default_factory=Compact)
    """How it is written."""

    @property
    def budget_remaining(self) -> int:
        """The tokens that are left."""
        return self.budget - self.total_tokens
