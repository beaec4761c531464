"""Where in a file values stand that count as variables without a name in the source."""

from __future__ import annotations


class AsidePlaces:
    """Such values by their first bytes, at which several may begin: `carts.map(..)` and `carts.map(..).map(..)`."""

    def __init__(self) -> None:
        self._at: dict[int, dict[int, str]] = {}

    def __contains__(self, start: int) -> bool:
        return start in self._at

    def add(self, start: int, end: int, variable: str) -> None:
        """Have a value count as a variable."""
        self._at.setdefault(start, {})[end] = variable

    def whole(self, start: int, end: int) -> str:
        """Return the variable that a value counts as, empty where it is none such."""
        return self._at[start].get(end, "") if start in self._at else ""

    def before(self, start: int, end: int) -> tuple[int, str] | None:
        """Return the longest such value that a text begins with and goes on behind: its end, and the variable."""
        if start not in self._at:
            return None
        return max(((at, name) for at, name in self._at[start].items() if at < end), default=None)
