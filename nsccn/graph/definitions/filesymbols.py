"""What each file says by itself, by the numbers of its entities: read when it is asked for, and let go again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.model import Reference
from nsccn.graph.notation.livelocals import is_local
from nsccn.graph.notation.marks import OWN_BLOCK, RESULT
from nsccn.graph.notation.writtenobjects import Members as Written
from nsccn.graph.notation.writtenobjects import written_members

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment, Definition, FileOutline, Import
    from nsccn.graph.packed import AssignmentRow

Members = dict[str, tuple[int, ...]]
_MOST_DEFINITIONS: Final = 60_000
"""Definitions that are kept as objects, with all that their files say."""


@dataclass
class FileSymbols:
    """What one file says, by entity."""

    outline: FileOutline
    members: dict[int, Members]
    bindings: dict[int, dict[str, Import]]
    stars: list[Import]
    offered: dict[str, Import] = field(default_factory=dict)
    """What the file gives others under names that mean something else in it: `import {a}`, `export {b as a} from`."""
    later: dict[tuple[int, str], list[Import]] = field(default_factory=dict)
    """The imports that bind a name in a scope which another binds there before: in `except ImportError`, or `else`."""
    values: dict[str, dict[int, list[tuple[int, Assignment]]]] = field(default_factory=dict)
    """What is assigned to attributes and variables, by name and owner, with scopes; of names that were asked for."""

    @cached_property
    def assigned(self) -> dict[str, list[AssignmentRow]]:
        """The assignments that other files may look at, by the name of the attribute or variable."""
        found: dict[str, list[AssignmentRow]] = {}
        definitions = self.outline.definitions
        for row in self.outline.shared.rows():
            if is_local(row, definitions):
                continue
            root, _, name = row[1].partition(".")
            found.setdefault(name or root, []).append(row)
        return found

    @cached_property
    def dotted(self) -> frozenset[str]:
        """What the names begin with that imports bind as a whole: `shop` of `import shop.cart`."""
        return frozenset(
            alias.partition(".")[0] for bound in self.bindings.values() for alias in bound if "." in alias
        )

    @cached_property
    def blocks(self) -> dict[int, str]:
        """What blocks of methods say of their type, by the ordinals of the methods."""
        return {row[0]: row[3] for row in self.assigned.get(OWN_BLOCK, ())}

    @cached_property
    def implemented(self) -> list[tuple[int, str]]:
        """The lines where blocks of methods begin that are for what their type implements, with the name of that."""
        rows = starmap(Reference, self.outline.inherits.rows())
        return sorted((row.line, row.target.rpartition(".")[2]) for row in rows if row.detail)

    @cached_property
    def lent(self) -> list[tuple[str, str]]:
        """The names of what blocks of methods are for, each with the last name of the type that has it by that."""
        rows = starmap(Reference, self.outline.inherits.rows())
        return [(_last(row.target), _last(row.detail)) for row in rows if row.detail]

    @cached_property
    def taken_in(self) -> dict[int, list[str]]:
        """The modules that the bodies of types take in, by the ordinals of the types."""
        found: dict[int, list[str]] = {}
        for row in starmap(Reference, self.outline.inherits.rows()):
            if not row.detail:
                found.setdefault(row.scope, []).append(row.target)
        return found

    @cached_property
    def begun(self) -> dict[str, list[Import]]:
        """The imports whose module is a path, or begins one, by the name that this begins with: `diesel::update`."""
        found: dict[str, list[Import]] = {}
        for imported in self.outline.imports:
            found.setdefault(imported.module.partition("::")[0], []).append(imported)
        return found

    @cached_property
    def attached(self) -> dict[tuple[int, str], int]:
        """The functions that others give what they take, by the ordinal of the other and where: `shop.open`."""
        definitions = self.outline.definitions
        return {
            (item.parent, target): ordinal
            for ordinal, item in enumerate(definitions)
            if item.kind == "func" and definitions[item.parent].kind in FUNCTION_KINDS
            for target in item.signature.split(" = ")[:-1]
            if "." in target
        }

    @cached_property
    def made(self) -> dict[int, Written]:
        """What the objects have that functions write out and give, by the functions' ordinals."""
        return written_members(row for row in self.outline.shared.rows() if row[1].startswith(f"{RESULT}."))


class SymbolsOfFiles(dict[int, FileSymbols]):
    """The symbols of files by their slots; of those that were read first, some are forgotten when there are many.

    It is a dictionary that reads what it has not, since what a file says is asked for hundreds of times per file.
    """

    def __init__(
        self,
        first: Sequence[int],
        outline: Callable[[int], FileOutline],
        language: Callable[[int], Language | None],
    ) -> None:
        """Read from outlines; `first` has the number of each file's first entity."""
        self._first = first
        self._outline = outline
        self._language = language
        self._kept = 0

    def __missing__(self, slot: int) -> FileSymbols:
        found = self[slot] = self._read(slot)
        self._kept += len(found.outline.definitions)
        while self._kept > _MOST_DEFINITIONS and len(self) > 1:
            self._kept -= len(self.pop(next(iter(self))).outline.definitions)
        return found

    def forget(self) -> None:
        """Let go of what files say; it is read again when it is asked for."""
        self.clear()
        self._kept = 0

    def _read(self, slot: int) -> FileSymbols:
        outline, base = self._outline(slot), self._first[slot]
        file = FileSymbols(outline, {}, {}, [])
        members, language = file.members, self._language(slot)
        attaches = language is not None and language.attached_functions
        by_object = language is not None and not (language.implicit_self or language.own_methods)
        for ordinal, definition in enumerate(outline.definitions):
            is_loose = definition.is_loose or (attaches and _is_attached_elsewhere(definition, outline))
            is_loose |= by_object and _is_of_type_elsewhere(definition)
            if definition.parent >= 0 and not is_loose:
                named = members.setdefault(base + definition.parent, {})
                name = definition.name
                named[name] = (*named[name], base + ordinal) if name in named else (base + ordinal,)
        for imported in outline.imports:
            if imported.name == "*":
                file.stars.append(imported)
            elif imported.alias:
                _bind(file, base + imported.scope, imported)
        return file


def _bind(file: FileSymbols, scope: int, imported: Import) -> None:
    """Let a name stand for the first import of that alias, for others for the first that is exported."""
    bound, alias = file.bindings.setdefault(scope, {}), imported.alias
    known = bound.setdefault(alias, imported)
    if known.exported and not imported.exported:
        bound[alias] = imported
        file.offered.setdefault(alias, known)
    elif imported.exported and not known.exported:
        file.offered.setdefault(alias, imported)
    elif known is not imported:
        file.later.setdefault((scope, alias), []).append(imported)


def _is_of_type_elsewhere(definition: Definition) -> bool:
    """Whether a method belongs to a type that its file does not define, so that nothing there has its name."""
    return definition.kind == "method" and not definition.parent and "." in definition.qualified_name


def _is_attached_elsewhere(definition: Definition, outline: FileOutline) -> bool:
    """Whether a function is attached to something that its file does not define: `given.name = function () {}`."""
    if definition.kind != "func" or "." not in definition.qualified_name:
        return False
    around = outline.definitions[definition.parent].qualified_name if definition.parent else ""
    return definition.qualified_name.count(".") > around.count(".") + bool(around)


def _last(stated: str) -> str:
    """Return the last name of a type, without what it is made for: `Told` of `shop.Told<Cart>`."""
    return stated.partition("<")[0].rpartition(".")[2]
