"""What code does with objects whose type it does not tell: the members that it names of them.

Which types have all of these members can only be said when all files are known; see `propagation/fitting.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.definitions.parameters import takes_the_rest
from nsccn.graph.definitions.shapes import tells_types_apart
from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.expression import plain_name, root_of
from nsccn.graph.notation.marks import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import FileFacts
    from nsccn.graph.packed import AssignmentRow

_EVALUATED: Final = frozenset({"call", "value", "member", "operate"})
"""Kinds of references whose target is an expression."""
_NEW: Final = re.compile(r"(?:\w+\.)*[A-Z]\w*\(.*\)")
"""What makes an object, by its name; what else is called may give one of the same type."""
_LEAST: Final = 2
"""Members that the objects of most types lack, of which so many must be named to tell a parameter's type."""
_LEAST_KEPT: Final = 3
"""The same of what an attribute keeps."""


class Expectation(NamedTuple):
    """A method that is called, or a property that is read, and the members that its object must have."""

    name: str
    uses: str
    """All that functions of the file name of parameters called the same, sorted, with blanks between."""
    own: str
    """All that is named of the object itself; of either, nothing where that tells too little."""
    called: str
    """The name of the parameter, which may be that of its type; nothing of what an attribute keeps."""


class Usage:
    """Answers what one file after another names of parameters and attributes."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._noted: list[tuple[int, int, bool, Expectation]] = []
        self._slot = -1
        self._facts: FileFacts | None = None
        self._assigned: Sequence[AssignmentRow] = ()
        self._named: dict[tuple[int, str], set[str]] | None = None
        self._given: set[tuple[int, str]] = set()
        self._shared: dict[str, str] = {}

    def begin_file(self, slot: int, facts: FileFacts, assigned: Sequence[AssignmentRow]) -> None:
        """Learn what a file says; what it names is looked at when it is asked for."""
        self._slot, self._facts, self._assigned, self._named = slot, facts, assigned, None
        self._shared = {}

    def note(self, source: int, expected: Expectation, line: int, *, is_read: bool = False) -> None:
        """Note a call on an object of which something is expected, or that a property of it is read."""
        self._noted.append((source, line, is_read, expected))

    def end_file(self, writer: LinkWriter) -> None:
        """Hand the rows of a file on, and begin anew."""
        number = writer.names.number
        rows = [(*place, *map(number, expected)) for *place, expected in self._noted]
        writer.extend("expected", self._slot, rows)
        self._noted.clear()

    def expected(self, scope: int, base: str, name: str) -> Expectation | None:
        """Return what is expected of the object that a member is named of, None where that tells nothing."""
        language = self._symbols.language(self._slot)
        if language is None or not language.fitting_types or name.startswith("__"):
            return None
        if self._named is None:
            self._named = self._read()
        holder, least = self._holder(scope, base), _LEAST_KEPT if "." in base else _LEAST
        if holder is None:
            return None
        own = self._named.get((holder, base), set()) | {name}
        written = _written(own, language, least)
        if "." in base:
            return Expectation(name, written, written, "") if written else None
        uses = self._of_all(base, own, language)
        called = "" if language.named_objects else base  # then it was told where it is named
        return Expectation(name, uses, written, called) if uses or written or called else None

    def _of_all(self, base: str, own: set[str], language: Language) -> str:
        """Return all members that are named of parameters called the same, written once for all of them."""
        shared = (self._named or {}).get((-1, base), set())
        if not own <= shared:
            return _written(shared | own, language, _LEAST)
        if base not in self._shared:
            self._shared[base] = _written(shared, language, _LEAST)
        return self._shared[base]

    def _holder(self, scope: int, base: str) -> int | None:
        """Return the function whose parameter an expression is, or the type that has it as an attribute."""
        symbols = self._symbols
        if base.startswith("self."):
            around = symbols.class_around(scope)
            return around if around >= 0 and base.count(".") == 1 and base[5:].isidentifier() else None
        if not base.isidentifier():
            return None
        local, first = self._infer.scopes.local_variables(self._slot), symbols.first[self._slot]
        for at in symbols.around(scope):
            if found := local.get(at, {}).get(base):
                is_open = all(item.form == "parameter" and self._is_open(item.annotation) for item in found)
                if not is_open or (at - first, base) in self._given or not symbols.is_function(at):
                    return None
                narrowed = f"{base}{BLOCK}:"
                is_asked = any(name.startswith(narrowed) for name in local[at])  # what type it is of
                return None if is_asked or takes_the_rest(symbols, at, base) else at
        return None

    def _is_open(self, annotation: str) -> bool:
        language = self._symbols.language(self._slot)
        if not annotation or language is None:
            return not annotation
        return type_expression(annotation, language.transparent_types)[0] in language.any_types

    def _read(self) -> dict[tuple[int, str], set[str]]:
        """Return the members that are named of each parameter and attribute, and of all parameters of a name."""
        found: dict[tuple[int, str], set[str]] = {}
        holders: dict[tuple[int, str], int | None] = {}
        self._given = self._read_given()
        first = self._symbols.first[self._slot]
        for scope, expression in set(self._expressions()):
            steps = expression.split(".")
            at = 2 if steps[0] == "self" and self._symbols.class_around(first + scope) >= 0 else 1
            if len(steps) <= at:
                continue
            base, member = ".".join(steps[:at]), plain_name(steps[at])
            if (scope, base) not in holders:
                holders[scope, base] = self._holder(first + scope, base)
            holder = holders[scope, base]
            if holder is None or not member.isidentifier() or member.startswith("__"):
                continue
            found.setdefault((holder, base), set()).add(member)
            if at == 1:
                found.setdefault((-1, base), set()).add(member)
        return found

    def _read_given(self) -> set[tuple[int, str]]:
        """Return the names that are given a new object, but for those that are so by default: `cart = cart || {}`."""
        given = [(row[0], row[1], row[2]) for row in self._assigned if row[4] == "assign"]
        kept = {(scope, name) for scope, name, value in given if root_of(value) == name}
        return {(scope, name) for scope, name, value in given if _NEW.fullmatch(value)} - kept

    def _expressions(self) -> Iterable[tuple[int, str]]:
        """Yield what the file evaluates that may name members, with the scopes."""
        if self._facts is not None:
            uses = self._facts.uses.rows()
            yield from ((row[1], row[2]) for row in uses if "." in row[2] and row[0] in _EVALUATED)
        yield from ((row[0], row[2]) for row in self._assigned if "." in row[2])


def _written(members: set[str], language: Language, least: int) -> str:
    """Return members as a row names them, nothing where too few of them tell types apart."""
    told = sum(tells_types_apart(language, member) for member in members)
    return " ".join(sorted(members)) if told >= least else ""
