"""Which errors a trace names where: those of a line are not said again of what it leads to, nor those below of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.text import first_few
from nsccn.tracing.directions import is_escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nsccn.tracing.trace import Step, Trace

_MOST_NAMED: Final = 3
_MOST_ESCAPING: Final = 30
_VALUES: Final = "returned"
_BUILT_IN: Final = "builtins"
_UNNAMED: Final = "; an edge that names none carries all, or what its neighbours name"


class ErrorNames:
    """The names of the errors of a trace."""

    def __init__(self, trace: Trace, home: Mapping[int, Step], below: Mapping[int, Sequence[Step]]) -> None:
        """`home` is for each entity the step that shows it in full, `below` what follows from it."""
        self._trace = trace
        self._home = home
        self._below = below

    def of(self, step: Step) -> str:
        """Name the errors that take a step, where nothing else says which these are."""
        errors = self._taking(step)
        whole = self._trace.escaping or (self._trace.root,)
        if not errors or errors == whole or self._is_told_beside(step):
            return ""
        others = [error for error in whole if error not in errors]
        if set(errors) <= set(whole) and len(others) <= _MOST_NAMED < len(errors):
            return f" (all but {', '.join(self._names(others))})"
        return f" ({first_few(self._names(errors), _MOST_NAMED)})"

    def escaping(self) -> str:
        """Say which errors escape from the root; nothing where none does."""
        errors = self._trace.escaping
        if not errors:
            return ""
        meant = "" if len(errors) == 1 else _UNNAMED
        return f"escaping: {first_few(self._names(errors), _MOST_ESCAPING)}{meant}"

    def _is_told_beside(self, step: Step) -> bool:
        """Tell whether the lines next to a step, or the one that shows in full what it leads to, name its errors."""
        if not is_escape(self._trace.code, step.edge):
            return False
        errors = set(self._taking(step))
        if step.forward:
            before = self._home.get(step.near)
            return before is not None and set(self._taking(before)) == errors
        home = self._home.get(step.far)
        if home is not None and home != step:
            return set(self._taking(home)) == errors
        return {error for below in self._below.get(step.far, ()) for error in self._brought(below)} == errors

    def _brought(self, step: Step) -> Iterable[int]:
        """Return the errors that a step from what uses to what it uses brings up."""
        if step.forward and step.edge.kind == "PROPAGATES_ERROR":
            return (step.far,)
        return () if step.forward else self._taking(step)

    def _taking(self, step: Step) -> tuple[int, ...]:
        return self._trace.errors.get(step.number, ())

    def _names(self, errors: Iterable[int]) -> list[str]:
        return list(dict.fromkeys(map(self._name, errors)))

    def _name(self, error: int) -> str:
        """Return the name of an error; with its package where errors from elsewhere are values: `io.EOF`."""
        graph = self._trace.code
        name = graph.name_of(error)
        language = graph.entity(self._trace.root).language
        is_told = graph.path_of(error) or language not in languages.names()
        if is_told or languages.load(language).errors != _VALUES:
            return name
        package = graph.id_of(error).split(":")[1].rpartition("/")[2].rpartition(".")[2]
        return name if package == _BUILT_IN else f"{package}.{name}"
