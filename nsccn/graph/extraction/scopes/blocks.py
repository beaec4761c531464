"""Local variables that hold in a part of their function only, and mean something else outside it.

In that part the name counts as a variable of its own, for example `item@block3`: elsewhere in the function it may mean
a type or a function. What is declared in blocks, and in functions without a name, that stand in no function has such a
name in any case, since a file or a type has no local variables otherwise.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.extraction.ancestors import Ancestors
from nsccn.graph.extraction.scopes.ambiguousnames import ROOT, RUNS, Name, ambiguous, outside_functions
from nsccn.graph.extraction.scopes.innerscopes import inner_variables
from nsccn.graph.extraction.scopes.localdefinitions import local_definitions
from nsccn.graph.extraction.scopes.reassignments import Reassignments
from nsccn.graph.extraction.scopes.stretches import holds_all, stretch_of
from nsccn.graph.kinds import DATA_KINDS, DECLARING, FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.arguments import renamed_arguments
from nsccn.graph.notation.contextual import CONTEXTUAL, OF_CALL
from nsccn.graph.notation.marks import ASSIGNED, BLOCK, KEYWORD, ORDINAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.scopes.stretches import Stretch
    from nsccn.graph.model import Definition, Import
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_BINDS: Final = DECLARING | {"parameter"}
_OWN: Final = "self"
_OBJECT: Final = re.compile(rb"\bthis\b")
_OBJECT_WORD: Final = re.compile(rb"[$ ]?this\b")
_SEEN: Final = frozenset(
    {"call", "new", "value", "member", "operate", "raise", "read", "key", "type", "send"}
)
_TYPE: Final = re.compile(r"(?<![\w$.])[^\W\d]\w*(?![\w$]|\??:)")
"""A name in an annotation that is not that of a member, nor of a parameter."""


class Blocks:
    """Where the local variables of a file hold whose names have another meaning besides."""

    def __init__(
        self,
        tree: Tree,
        reader: Reader,
        imports: Iterable[Import],
        assigned: Sequence[AssignmentRow],
        used: Sequence[ReferenceRow],
        apart: Mapping[Name, Sequence[tuple[int, Import]]],
    ) -> None:
        """Tell them apart; `apart` are names that imports give to different things, each with where it stands."""
        self._apart = apart
        self._data = reader.data
        self._variables: dict[Name, dict[Stretch, str]] = {}
        """Stretches of a name in a scope, as far as they have been looked up -> what the name is called there."""
        self._stretches: dict[Name, list[tuple[int, int, str]]] = {}
        self._declared: dict[tuple[int, str, int], str] = {}
        self._begun: dict[Name, list[tuple[int, int, str]]] = {}
        """From where the declarations stand to where the variables begin to hold."""
        self._bound: set[Name] = set()
        """The names that scopes bind as a whole, where a variable of a function around may have the same."""
        self._around = [definition.parent for definition in reader.definitions]
        self._names: set[str] = set()
        self._types: set[str] = set()
        """The names of the types that hold in a part of what is around them."""
        self._hidden: set[str] = set()
        """The names that only functions without a name declare, so that they mean nothing outside these."""
        self.inner: AbstractSet[int] = frozenset()
        """The definitions that functions without a name declare, by their ordinals."""
        language = reader.language
        self._reaches_inside = language.whole_blocks
        self._reassigned = Reassignments(None, language, (), ())
        self._has_macros = bool(reader.language.macros_from_elsewhere)
        self._has_methods = (
            language.separate_methods
            and not language.called_variables
            and (language.implicit_self or bool(language.variables))
        )
        self._are_functions_apart = bool(language.variables)
        self._global_mark = language.global_mark
        if language.blocks or language.assignment_declares:
            self._declare_all(Ancestors(tree.root_node), reader, imports, assigned, used)

    def _declare_all(
        self,
        ancestors: Ancestors,
        reader: Reader,
        imports: Iterable[Import],
        assigned: Sequence[AssignmentRow],
        used: Sequence[ReferenceRow],
    ) -> None:
        """Declare every name, each kind after those that decide where it holds."""
        language = reader.language
        runs = [definition.kind in FUNCTION_KINDS for definition in reader.definitions]
        nested = self._nested(reader.definitions)
        named = () if self._are_functions_apart else imports
        bound = nested | ({(imported.scope, imported.alias) for imported in named} - self._apart.keys())
        self._declare_apart(ancestors, reader, runs)
        self._reassigned = Reassignments(ancestors, language, assigned, runs)
        self._declare_globals(reader, assigned)
        if language.blocks:
            self._declare_in_functions(ancestors, reader, assigned, used, runs, bound)
        if language.inner_scopes:
            for row, stretch in inner_variables(ancestors, language, assigned, runs):
                self._declare(row, stretch)
        self._declare_outside(ancestors, reader, imports, assigned, nested)
        if language.whole_blocks:
            self._declare_local_definitions(ancestors, reader, imports)
        if language.given_to_functions:
            self._declare_objects(ancestors, reader, assigned)
        given = {row[:2] for row in assigned if row[4] in _BINDS and row[1] in self._names}
        parameters = {row[:2] for row in assigned if row[4] == "parameter" and row[1] in self._names}
        self._bound = bound | (given - self._stretches.keys()) | parameters

    def _nested(self, definitions: Sequence[Definition]) -> set[Name]:
        """Return the names that definitions bind in the scopes around them."""
        is_apart = self._are_functions_apart
        return {
            (item.parent, item.name)
            for item in definitions
            if not item.is_loose and not (is_apart and item.kind not in DATA_KINDS)
        }

    def _declare_apart(self, ancestors: Ancestors, reader: Reader, runs: Sequence[bool]) -> None:
        """Declare the names that imports give to different things, each where its import stands."""
        for (scope, name), places in self._apart.items():
            for byte, _ in places:
                stretch = stretch_of(ancestors, byte, reader.language)
                if runs[scope] or not holds_all(stretch, reader.definitions[scope].full_range):
                    self._declare((scope, name, "", "", "declare", 0, byte), stretch)

    def _declare_globals(self, reader: Reader, assigned: Sequence[AssignmentRow]) -> None:
        """Declare the variables that the whole program has, by the name that they have everywhere."""
        for (scope, name), stretches in self._reassigned.stretches.items():
            self._stretches[scope, name] = list(stretches)
            self._names.add(name)
        mark = reader.language.global_mark
        if not mark:
            return
        own = [(0, item.name[1:]) for item in reader.definitions if item.name.startswith(mark)]
        stated = {row[:2] for row in assigned if row[4] == "declare" and row[3]}
        named = {row[:2] for row in assigned if row[4] == "global"} - stated
        for scope, name in (*own, *sorted(named)):
            place = reader.definitions[scope].full_range
            self._stretches[scope, name] = [(place.start_byte, place.end_byte, f"{mark}{name}")]
            self._names.add(name)

    OBJECT: Final = "this"
    """The variable that holds the object in a function without a name."""

    def _declare_objects(self, ancestors: Ancestors, reader: Reader, rows: Iterable[AssignmentRow]) -> None:
        for row in rows:
            if row[1] == self.OBJECT:
                self._declare(row, stretch_of(ancestors, row[6], reader.language))

    def objects(self, scope: int, byte: int) -> list[str]:
        """Return the objects of which code may mean members without naming them, the innermost first."""
        stretches = self._stretches.get((scope, self.OBJECT), ())
        around = [(start, variable) for start, end, variable in stretches if start <= byte < end]
        return [variable for _, variable in sorted(around, reverse=True)]

    def _declare_in_functions(
        self,
        ancestors: Ancestors,
        reader: Reader,
        assigned: Sequence[AssignmentRow],
        used: Sequence[ReferenceRow],
        runs: Sequence[bool],
        bound: AbstractSet[Name],
    ) -> None:
        parameters = {(row[0], row[1], row[6]) for row in assigned if row[4] == "parameter"}
        is_stated = reader.language.module_paths or reader.language.documented_types
        declared = [
            row
            for row in assigned
            if row[4] in DECLARING
            and runs[row[0]]
            and "." not in row[1]
            and row[:2] not in bound
            and (row[0], row[1], row[6]) not in parameters
            and not (is_stated and row[6] < reader.definitions[row[0]].body_start)  # of a parameter
        ]
        others = {"parameter", "assign"} if reader.language.assignment_declares else {"parameter"}
        is_anew = reader.language.shadowed_variables
        shadowing = [row for row in assigned if is_anew and row[4] in others]
        if reader.language.plain_self:
            self._declare_plain(ancestors, reader, assigned, runs)
        wanted = ambiguous(reader, declared, shadowing, used) | self._stretches.keys()
        for row in declared:
            if row[:2] in wanted:
                self._declare(row, stretch_of(ancestors, row[6], reader.language))

    def _declare_plain(
        self,
        ancestors: Ancestors,
        reader: Reader,
        assigned: Sequence[AssignmentRow],
        runs: Sequence[bool],
    ) -> None:
        """Declare the variables whose name is that of the object around in other languages.

        A function that names that object besides means it by both, as facts have one name for them.
        """
        rows = [row for row in assigned if row[1] == _OWN and row[4] in _BINDS and runs[row[0]]]
        places = {row[0]: reader.definitions[row[0]].full_range for row in rows}
        both = {
            scope
            for scope, place in places.items()
            if _OBJECT.search(reader.data, place.start_byte, place.end_byte)
        }
        for row in rows:
            if row[0] not in both:
                self._declare(row, stretch_of(ancestors, row[6], reader.language))

    def _declare_outside(
        self,
        ancestors: Ancestors,
        reader: Reader,
        imports: Iterable[Import],
        assigned: Sequence[AssignmentRow],
        nested: AbstractSet[Name],
    ) -> None:
        """Declare the variables of code that no named function holds."""
        language, definitions = reader.language, reader.definitions
        starts: dict[Name, list[int]] = {}
        for item in definitions:
            if item.is_loose:
                continue
            starts.setdefault((item.parent, item.name), []).append(item.full_range.start_byte)
        aliases: dict[int, dict[str, str]] = {}
        for row in outside_functions(reader, imports, assigned):
            if language.named_objects and row[3] == definitions[row[0]].name and not row[2]:
                variable = f"{row[1]}{BLOCK}{len(self._declared)}"
                aliases.setdefault(row[0], {})[row[1]] = self._declared[row[0], row[1], row[6]] = variable
                continue
            whole, stretch = definitions[row[0]].full_range, stretch_of(ancestors, row[6], language)
            if holds_all(stretch, whole):
                if not language.assignment_declares or row[:2] in nested:
                    continue
                stretch = whole.start_byte, whole.end_byte
            if not row[2] and any(stretch[0] <= start < stretch[1] for start in starts.get(row[:2], ())):
                continue  # a function or type is declared in the same block, which it is to hold
            if row[4] in DECLARING or self._renamed(row[0], row[1], row[6]) == row[1]:
                self._declare(row, stretch)
        if aliases:
            self._declare_aliases(reader, aliases)

    def _declare_aliases(self, reader: Reader, aliases: Mapping[int, Mapping[str, str]]) -> None:
        """Declare second names of objects, in each scope of their types the innermost: `class Cart { cart => … }`.

        The name that is that of the object around in other languages means another one only in types inside.
        """
        definitions = reader.definitions
        for scope, item in enumerate(definitions):
            place, found, at, is_own = item.full_range, set[str](), scope, True
            has_both = _OBJECT.search(reader.data, place.start_byte, place.end_byte) is not None
            while at > 0:
                for name, variable in aliases.get(at, {}).items():
                    if name not in found and not (name == _OWN and (is_own or has_both)):
                        stretch = place.start_byte, place.end_byte, variable
                        self._stretches.setdefault((scope, name), []).append(stretch)
                    found.add(name)
                is_own = is_own and definitions[at].kind not in TYPE_KINDS
                at = definitions[at].parent
            self._names |= found

    def _declare_local_definitions(
        self, ancestors: Ancestors, reader: Reader, imports: Iterable[Import]
    ) -> None:
        """Declare the functions and types that hold in a part of what is around them."""
        inner = list(local_definitions(ancestors, reader.definitions, reader.language))
        for item in inner:
            self._stretches.setdefault((item.scope, item.name), []).append(
                (item.start, item.end, item.variable)
            )
            self._names.add(item.name)
            if reader.definitions[item.ordinal].kind in TYPE_KINDS:
                self._types.add(item.name)
        if not inner:
            return
        self.inner = hidden = {item.ordinal for item in inner if item.is_in_function}
        others = {imported.alias for imported in imports} | {
            definition.name for ordinal, definition in enumerate(reader.definitions) if ordinal not in hidden
        }
        self._hidden = {item.name for item in inner} - others

    def _declare(self, row: AssignmentRow, stretch: Stretch) -> None:
        scope, name, byte = row[0], row[1], row[6]
        if (scope, name, byte) in self._declared:
            return
        known = self._stretches.setdefault((scope, name), [])
        variable = self._held(scope, name, stretch)
        if not variable:
            variable = f"{name}{BLOCK}{len(self._declared)}"
            known.append((*stretch, variable))
        self._declared[scope, name, byte] = variable
        self._begun.setdefault((scope, name), []).append((byte, stretch[0], variable))
        self._names.add(name)

    def _held(self, scope: int, name: str, stretch: Stretch) -> str:
        """Return what a name is called in a stretch, empty where it has not been declared there."""
        stretches = self._stretches.get((scope, name), [])
        known = self._variables.setdefault((scope, name), {})
        for start, end, held in stretches[len(known) :]:
            known.setdefault((start, end), held)
        return known.get(stretch, "")

    def imports(self, imports: list[Import]) -> list[Import]:
        """Return imports under the names that hold where they stand."""
        if not self._declared:
            return imports
        alike = [one for one in imports if (one.scope, one.alias) not in self._apart]
        for (scope, name), places in self._apart.items():
            alike += [
                replace(one, alias=self._declared.get((scope, name, byte), name)) for byte, one in places
            ]
        return alike

    def definitions(self, definitions: Sequence[Definition]) -> list[Definition]:
        """Return definitions with bases and results in the names that hold where they stand."""
        return [self._of_types(item) if self._types else item for item in definitions]

    def _of_types(self, item: Definition) -> Definition:
        byte = item.full_range.start_byte
        bases = tuple(self._renamed(item.parent, base, byte) for base in item.bases)
        returns = self._named(item.parent, item.returns, byte)
        is_same = (bases, returns) == (item.bases, item.returns)
        return item if is_same else replace(item, bases=bases, returns=returns)

    def _named(self, scope: int, annotation: str, byte: int) -> str:
        """Return an annotation with the types in it in the names that hold where it stands."""
        if not annotation or not self._types:
            return annotation
        return _TYPE.sub(
            lambda found: self._renamed(scope, found[0], byte) if found[0] in self._types else found[0],
            annotation,
        )

    def assignments(self, rows: list[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [
            (row[0], target, self._renamed(row[0], row[2], row[6]), self._stated(row), *row[4:])
            for row in rows
            for target in self._reassigned.targets(row, self._target(row))
        ]

    def _stated(self, row: AssignmentRow) -> str:
        """Return the type that is stated, with the callee, or the types, in it that hold there."""
        head, is_given, callee = row[3].partition(OF_CALL)
        if not is_given or not head.startswith(CONTEXTUAL):
            return self._named(row[0], row[3], row[6])
        place, _, callee = callee.partition(" of ")
        return f"{head}{is_given}{place} of {self._renamed(row[0], callee, row[6])}"

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [self._reference(row) if row[0] in _SEEN else row for row in rows]

    def read(self, scope: int, target: str, byte: int) -> str:
        """Return what a name or the member of something says in the names that hold where it stands.

        The name in a declaration is that of the variable that it declares.
        """
        if not self._stretches:
            return target
        for start, end, variable in self._begun.get((scope, target), ()):
            if start <= byte < end:
                return variable
        return self._renamed(scope, target, byte)

    def _reference(self, row: ReferenceRow) -> ReferenceRow:
        kind, scope, target, line, byte, detail, arguments = row
        if kind in RUNS or kind == "operate":
            detail = renamed_arguments(detail, lambda given: self._renamed(scope, given, byte))
        elif kind == "value" and detail:
            sign = ASSIGNED if detail.startswith(ASSIGNED) else ""
            callee, blank, keyword = detail.removeprefix(sign).partition(KEYWORD)
            detail = f"{sign}{self._renamed(scope, callee, byte)}{blank}{keyword}"
        elif kind == "key":
            return kind, scope, target, line, byte, self._renamed(scope, detail, byte), arguments
        is_macro = self._has_macros and kind == "call" and arguments < 0
        is_run = kind in RUNS and (is_macro or self._is_method(target))
        if not is_run and not self._is_of_object(target, byte):
            target = self._renamed(scope, target, byte)
        return kind, scope, target, line, byte, detail, arguments

    def _is_of_object(self, target: str, byte: int) -> bool:
        """Whether the code says `this`, which facts call as a variable may be called."""
        return target.startswith(f"{_OWN}.") and _OBJECT_WORD.match(self._data, byte) is not None

    def _is_method(self, callee: str) -> bool:
        """Whether a callee is no variable, since methods have names of their own."""
        return self._has_methods and callee.isidentifier()

    def _target(self, row: AssignmentRow) -> str:
        scope, target, byte = row[0], row[1], row[6]
        if row[4] == "global" and self._global_mark:
            return f"{self._global_mark}{target}"
        return self._declared.get((scope, target, byte)) or self._renamed(scope, target, byte)

    def _renamed(self, scope: int, target: str, byte: int) -> str:
        root = ROOT.match(target)
        if root is None or root.group() not in self._names or target.startswith(ORDINAL, root.end()):
            return target
        if self._are_functions_apart and target.startswith("(", root.end()):
            return target  # a function, that has the name of a variable
        name = root.group()
        while scope >= 0:
            stretches = self._stretches.get((scope, name), ())
            around = [(start, variable) for start, end, variable in stretches if start <= byte < end]
            if around:
                return max(around)[1] + target[root.end() :]
            if not self._reaches_inside or (scope, name) in self._bound:
                break
            scope = self._around[scope]
        if name in self._hidden and (scope < 0 or not self._is_given(scope, name)):
            return f"{name}{ORDINAL}{target[root.end() :]}"
        return target

    def _is_given(self, scope: int, name: str) -> bool:
        """Whether a scope has the name by something else than what functions without a name declare inside of it."""
        return not any(ORDINAL in variable for _, _, variable in self._stretches.get((scope, name), ()))
