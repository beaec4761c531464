"""Links the facts of all files into edges.

A reference becomes an edge when scopes, imports, inheritance or a type that the text gives lead to one entity
(resolved) or to a few (ambiguous, each with its probability). What leads nowhere is counted by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from posixpath import normpath
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from nsccn.graph.edgetable import EdgeTable
from nsccn.graph.escape import CallSite, RaiseSite, error_entity, propagate_errors
from nsccn.graph.ids import encode_path
from nsccn.graph.infer import COLLECTION, ENTITY, INSTANCE, MODULE, PARENT, Infer, Shadowed, Value
from nsccn.graph.symbols import Symbols

if TYPE_CHECKING:
    from nsccn.graph.model import Assignment, FileFacts, Import, Reference

MOST_CANDIDATES: Final = 3
"""Candidates for a call on a receiver of unknown type, above which it counts as unresolved."""
MOST_OVERRIDES: Final = 12
"""Overrides of an abstract target that are listed."""
_GUESS: Final = 0.5
"""Probability, shared by the candidates, that one of them is meant when the receiver's type is unknown."""
_PLACE_IDS: Final = {"env": "config:env:", "key": "config:key:", "flag": "config:flag:"}


class CallTarget(NamedTuple):
    """What a call may run."""

    entity: int
    probability: float
    via: str


class Resolved(NamedTuple):
    """The result of linking."""

    symbols: Symbols
    edges: EdgeTable


def resolve(
    paths: Sequence[str],
    facts: list[FileFacts],
    read: Callable[[str], str | None],
    name: str = "",
    step: Callable[[int], None] = lambda _: None,
) -> Resolved:
    """Link the facts of all files.

    Args:
        paths: sorted relative paths.
        facts: the facts of each path; they lose their references, which are most of them, as these are linked.
        read: gives the text of a manifest, None where there is none.
        name: the root directory's, by which a root that is a package imports itself.
        step: told the number of files linked so far.
    """
    resolver = _Resolver(Symbols(paths, facts, read, name))
    resolver.adopt()
    resolver.inherit()
    for slot in range(len(paths)):
        resolver.link(slot)
        facts[slot] = msgspec.structs.replace(facts[slot], references=())
        step(slot + 1)
    resolver.overrides()
    propagate_errors(resolver.symbols, resolver.infer, resolver.edges, resolver.calls, resolver.raised)
    return Resolved(resolver.symbols, resolver.edges)


class _Resolver:
    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.infer = Infer(symbols)
        self.edges = EdgeTable()
        self.calls: list[CallSite] = []
        self.raised: list[RaiseSite] = []
        self._resolved_calls: dict[tuple[int, str, int], list[CallTarget]] = {}
        self._unresolved_calls: set[tuple[int, str, int]] = set()
        self._abstract_targets: dict[int, list[tuple[int, int, int]]] = {}
        self._reachable: dict[int, frozenset[int]] = {}

    # -- types

    def adopt(self) -> None:
        """Give methods that are defined outside their type to the type that their name says."""
        symbols = self.symbols
        for entity in list(symbols.stray_members()):
            steps = symbols.definitions[entity].qualified_name.split(".")[:-1]
            scope = max(symbols.parent(entity), symbols.first[symbols.slot[entity]])
            owner = next(
                (found for start in range(len(steps)) if (found := self._type_at(scope, steps[start:])) is not None),
                None,
            )
            if owner is not None:
                symbols.adopt(entity, owner)
        self.infer.forget_expressions()

    def _type_at(self, scope: int, steps: list[str]) -> int | None:
        value = self.infer.name(scope, steps[0]) if steps else None
        for step in steps[1:]:
            if value is None or isinstance(value, Shadowed):
                return None
            value = self.infer.attribute(value, step)
        return self.infer.type_of_name(value)

    def inherit(self) -> None:
        """Learn the bases that are stated apart from their class, then add the edges of all bases."""
        symbols = self.symbols
        stated: list[tuple[int, int, int, int]] = []
        for slot, file in enumerate(symbols.facts):
            for reference in file.references:
                if reference.kind != "inherit":
                    continue
                scope = symbols.first[slot] + reference.scope
                subject = self._subject(scope, reference)
                base = self._named_type(scope, reference.target)
                if subject is not None and base is not None and base != subject:
                    self.infer.extra_bases.setdefault(subject, []).append(base)
                    stated.append((subject, base, slot, reference.line))
        if stated:
            self.infer.forget_types()
        for subject, base, slot, line in stated:
            self.edges.add(subject, "INHERITS", base, slot, line)
        for entity in range(len(symbols.definitions)):
            if symbols.is_type(entity) and symbols.same(entity) == entity:
                apart = self.infer.extra_bases.get(entity, ())
                for base in self.infer.bases(entity):
                    if base not in apart:
                        definition = symbols.definitions[entity]
                        self.edges.add(entity, "INHERITS", base, symbols.slot[entity], definition.name_line)

    def _subject(self, scope: int, reference: Reference) -> int | None:
        if reference.detail:
            return self._named_type(scope, reference.detail)
        around = self.symbols.class_around(scope)
        return around if around >= 0 else None

    def _named_type(self, scope: int, expression: str) -> int | None:
        text = expression.replace("[]", "").replace("()", "")
        return self.infer.type_of_name(self.infer.evaluate(scope, text) or self.infer.name(scope, text))

    # -- one file

    def link(self, slot: int) -> None:
        """Add the edges whose evidence lies in one file."""
        self.infer.forget_expressions()
        self._resolved_calls.clear()
        self._unresolved_calls.clear()
        file = self.symbols.facts[slot]
        base = self.symbols.first[slot]
        for reference in file.references:
            self._link_reference(slot, base + reference.scope, reference)
        for assignment in file.assignments:
            self._link_assignment(slot, base + assignment.scope, assignment)
        for imported in file.imports:
            self._link_import(slot, base + imported.scope, imported)

    def _link_reference(self, slot: int, scope: int, reference: Reference) -> None:
        kind = reference.kind
        if kind in ("call", "new"):
            self._link_call(slot, scope, reference)
        elif kind == "value":
            self._link_value(slot, scope, reference)
        elif kind == "decorate":
            self._link_decorator(slot, scope, reference)
        elif kind == "read":
            self._link_read(slot, scope, reference)
        elif kind == "raise":
            self._link_raise(slot, scope, reference)
        elif kind == "file":
            self._link_file(slot, scope, reference)
        elif kind in _PLACE_IDS:
            target = self.edges.outside(_PLACE_IDS[kind] + reference.target)
            self.edges.add(scope, "READS_CONFIG", target, slot, reference.line)

    # -- calls

    def _link_call(self, slot: int, scope: int, reference: Reference) -> None:
        key = (scope, reference.target, reference.arguments)
        edges = self._resolved_calls.get(key)
        if edges is None:
            edges = self._resolved_calls[key] = self._call_targets(slot, scope, reference)
        if not edges:
            name = reference.target.rpartition(".")[2]
            if key in self._unresolved_calls:
                self.edges.unresolved[name] += 1
        for target, probability, via in edges:
            self._call_edge(slot, scope, reference, target, probability, via)

    def _call_targets(self, slot: int, scope: int, reference: Reference) -> list[CallTarget]:
        """Return what a call runs: entity, probability and way."""
        base, dot, name = reference.target.rpartition(".")
        receiver = self.infer.evaluate(scope, base) if dot else None
        value = (
            self._member(scope, reference.target, receiver, name)
            if dot
            else self._bare(scope, name, called=reference.kind == "call")
        )
        targets = self._runs(value, reference)
        if not targets and dot and receiver is None:
            return self._guess(slot, scope, reference, base, name)
        if targets and value is not None and value.tag == ENTITY:
            self._note_abstract(scope, value.entity, receiver, slot, reference)
        return [
            CallTarget(entity, 1 / len(meant), via)
            for target, via in targets
            for meant in (self.infer.visible.definitions_of(target),)
            for entity in meant
        ]

    def _bare(self, scope: int, name: str, *, called: bool = False) -> Value | None:
        if name in ("self", "super", "Self"):
            value = self.infer.evaluate(scope, name)
            return Value(ENTITY, value.entity) if value is not None and name == "self" else value
        if name.endswith(("()", "[]")):
            return self.infer.evaluate(scope, name)
        found = self.infer.name(scope, name, called=called)
        language = self.symbols.language(self.symbols.slot[scope])
        if found is None and language is not None and name == language.constructor_call:
            return self._bare(scope, "self")
        if found is None or isinstance(found, Shadowed):
            return None
        return found

    def _member(self, scope: int, target: str, receiver: Value | None, name: str) -> Value | None:
        if receiver is None:
            return self.infer.evaluate(scope, target) if not name.endswith((")", "]")) else None
        plain = name.replace("()", "").replace("[]", "")
        found = self.infer.attribute(receiver, plain, called=True)
        if found is None and receiver.tag == ENTITY:
            language = self.symbols.language(self.symbols.slot[receiver.entity])
            if language is not None and language.constructor_call == plain and self.symbols.is_type(receiver.entity):
                return receiver
        if name != plain:
            return self.infer.evaluate(scope, target)
        return found

    def _runs(self, value: Value | None, reference: Reference) -> list[tuple[int, str]]:
        """Return the entities that a call of a value runs."""
        value = self.infer.stands_for(value) if value is not None else None
        if value is None or value.tag in (MODULE, COLLECTION):
            return []
        symbols = self.symbols
        if value.tag == PARENT:
            return self._constructors(self.infer.order(value.entity)[1:2], value.entity, reference, skip=1)
        if value.tag == INSTANCE:
            found = self.infer.class_member(value.entity, "__call__")
            return [(found[0], "dunder")] if found else []
        if symbols.is_type(value.entity):
            aliased = self.infer.aliased(value.entity)
            made = value.entity if aliased is None else aliased
            return self._constructors((made,), made, reference)
        definition = symbols.definitions[value.entity]
        if symbols.is_function(value.entity):
            return [(self._overload(value.entity, reference), "direct")]
        language = symbols.language(symbols.slot[value.entity])
        if definition.kind in ("var", "attr") and language is not None and not language.separate_methods:
            held = self.infer.content(value)
            if held is not None:
                return [(target, "indirect") for target, _ in self._runs(held, reference)]
        return []

    def _constructors(
        self, fallback: Sequence[int], cls: int, reference: Reference, skip: int = 0
    ) -> list[tuple[int, str]]:
        language = self.symbols.language(self.symbols.slot[cls])
        for base in self.infer.order(cls)[skip:]:
            for pattern in language.constructors if language else ():
                name = pattern.replace("{class}", self.symbols.definitions[base].name)
                found = self.symbols.member(base, name)
                found = tuple(entity for entity in found if self.symbols.is_function(entity))
                if found:
                    last = language is not None and language.redefinition == "last"
                    constructor = found[-1] if last else self._overload(found[0], reference)
                    inherited = [cls] if base != cls and not skip else []
                    return [(entity, "constructor") for entity in (constructor, *inherited)]
        return [(entity, "constructor") for entity in fallback]

    def _overload(self, entity: int, reference: Reference) -> int:
        """Among overloads, take the nearest whose parameters are as many as the arguments."""
        symbols = self.symbols
        language = symbols.language(symbols.slot[entity])
        definition = symbols.definitions[entity]
        if language is None or language.redefinition == "last" or reference.arguments < 0:
            return entity
        if len(definition.parameters) == reference.arguments:
            return entity
        parent = symbols.owners.get(entity, symbols.parent(entity))
        for base in self.infer.order(parent) if symbols.is_type(parent) else (parent,):
            for sibling in symbols.member(base, definition.name):
                fits = len(symbols.definitions[sibling].parameters) == reference.arguments
                if fits and symbols.is_function(sibling):
                    return sibling
        return entity

    def _guess(self, slot: int, scope: int, reference: Reference, base: str, name: str) -> list[CallTarget]:
        """A receiver of unknown type: a few methods that this file can see are ambiguous, anything else unresolved."""
        symbols = self.symbols
        named = symbols.functions_named.get(name)
        language = symbols.language(slot)
        if not named or language is None or name in language.common_methods:
            return []
        root = base.partition(".")[0].replace("()", "").replace("[]", "")
        if root in symbols.bindings.get(symbols.first[slot], {}) and not self._in_repository(slot, root):
            return []
        if self.infer.is_foreign(scope, base):
            return []
        if language.visible_types and (root[:1].isupper() or self.infer.is_declared(scope, root)):
            return []
        if language.included_names and self.infer.name(scope, root) is None:
            return []
        reachable = self._reachable_files(slot)
        candidates = [
            entity
            for entity in named
            if symbols.slot[entity] in reachable and symbols.definitions[entity].kind == "method"
        ]
        if 1 <= len(candidates) <= MOST_CANDIDATES:
            return [CallTarget(candidate, _GUESS / len(candidates), "direct") for candidate in candidates]
        self._unresolved_calls.add((scope, reference.target, reference.arguments))
        return []

    def _in_repository(self, slot: int, alias: str) -> bool:
        imported = self.symbols.bindings[self.symbols.first[slot]][alias]
        return self.infer.imported(slot, imported) is not None

    def _reachable_files(self, slot: int) -> frozenset[int]:
        """Return the file itself and the files whose members it imports."""
        if slot not in self._reachable:
            found = {slot, *(self.infer.visible.files(slot) or ())}
            for imported in self.symbols.facts[slot].imports:
                value = self.infer.imported(slot, imported) if imported.name != "*" else None
                if value is not None:
                    found.update(value.slots if value.tag == MODULE else (self.symbols.slot[value.entity],))
            self._reachable[slot] = frozenset(found)
        return self._reachable[slot]

    def _call_edge(
        self, slot: int, scope: int, reference: Reference, target: int, probability: float, via: str
    ) -> None:
        self.edges.add(scope, "CALLS", target, slot, reference.line, probability=probability, via=via)
        hands_on = reference.detail == "propagates"
        self.calls.append(CallSite(scope, target, slot, reference.byte, reference.line, probability, hands_on))

    # -- overrides

    def _note_abstract(
        self, scope: int, entity: int, receiver: Value | None, slot: int, reference: Reference
    ) -> None:
        """Remember calls through an instance of a method that leaves its work to subclasses."""
        if receiver is None or receiver.tag != INSTANCE or not self.symbols.is_function(entity):
            return
        definition = self.symbols.definitions[entity]
        parent = self.symbols.parent(entity)
        if "abstract" in definition.modifiers or (
            parent >= 0 and self.symbols.definitions[parent].kind in ("interface", "trait")
        ):
            self._abstract_targets.setdefault(entity, []).append((scope, slot, reference.line))

    def overrides(self) -> None:
        """Add an ambiguous edge from each call of an abstract method to each implementation of it."""
        subtypes: dict[int, list[int]] = {}
        for entity in range(len(self.symbols.definitions)):
            if self.symbols.is_type(entity) and self.symbols.same(entity) == entity:
                for base in self.infer.order(entity)[1:]:
                    subtypes.setdefault(base, []).append(entity)
        for target, sites in sorted(self._abstract_targets.items()):
            name = self.symbols.definitions[target].name
            found = [
                member
                for subtype in subtypes.get(self.symbols.same(self.symbols.parent(target)), ())
                for member in self._defined(self.symbols.member(subtype, name))[:1]
                if self.symbols.is_function(member)
            ]
            for implementation in found if len(found) <= MOST_OVERRIDES else ():
                for scope, slot, line in sites:
                    share = 1 / (len(found) + 1)
                    self.edges.add(scope, "CALLS", implementation, slot, line, probability=share, via="override")

    def _defined(self, members: tuple[int, ...]) -> tuple[int, ...]:
        """Return those that are defined outside their type, all where none is."""
        return tuple(member for member in members if member in self.symbols.owners) or members

    # -- values, decorators, imports

    def _link_value(self, slot: int, scope: int, reference: Reference) -> None:
        base, dot, name = reference.target.rpartition(".")
        if dot:
            receiver = self.infer.evaluate(scope, base)
            value = self.infer.attribute(receiver, name, called=True) if receiver is not None else None
        else:
            value = self._bare(scope, name, called=True)
        if value is None or value.tag != ENTITY or not self.symbols.is_function(value.entity):
            return
        if "property" in self.symbols.definitions[value.entity].modifiers:
            self.edges.add(scope, "CALLS", value.entity, slot, reference.line, via="property")
        else:
            meant = self.infer.visible.definitions_of(value.entity)
            for entity in meant:
                if entity != scope:
                    self.edges.add(scope, "REFERENCES", entity, slot, reference.line, probability=1 / len(meant))

    def _link_decorator(self, slot: int, scope: int, reference: Reference) -> None:
        value = self.infer.evaluate(scope, reference.target)
        for target, _ in self._runs(value, reference):
            self.edges.add(scope, "CALLS", target, slot, reference.line, via="decorator")

    def _link_import(self, slot: int, scope: int, imported: Import) -> None:
        if not imported.module:
            return
        value = self.infer.imported(slot, imported) if imported.name != "*" else None
        if value is not None and value.tag == ENTITY:
            self.edges.add(scope, "IMPORTS", value.entity, slot, imported.line)
        strategy = self.symbols.strategy(slot)
        located = strategy.locate(slot, imported.module) if strategy else None
        slots = located.slots if located else ()
        for target in (*slots, *(value.slots if value is not None and value.tag == MODULE else ())):
            if target != slot:
                self.edges.add(scope, "IMPORTS", self.symbols.first[target], slot, imported.line)

    # -- configuration

    def _link_read(self, slot: int, scope: int, reference: Reference) -> None:
        root, dot, _ = reference.target.rpartition(".")
        value = self._plain_member(scope, reference.target)
        if value is not None and value.tag == ENTITY:
            definition = self.symbols.definitions[value.entity]
            outside = self.symbols.slot[value.entity] != slot
            if outside and definition.kind in (("var", "attr") if dot else ("var",)):
                for entity in self.infer.visible.definitions_of(value.entity):
                    self.edges.add(scope, "READS_CONFIG", entity, slot, reference.line)
            return
        language = self.symbols.language(slot)
        last = root.rpartition(".")[2]
        if dot and language is not None and last in language.settings_objects and self._is_settings(scope, root):
            key = reference.target.removeprefix("self.")
            self.edges.add(scope, "READS_CONFIG", self.edges.outside(f"config:key:{key}"), slot, reference.line)

    def _plain_member(self, scope: int, target: str) -> Value | None:
        base, dot, name = target.rpartition(".")
        if not dot:
            return self._bare(scope, name)
        receiver = self.infer.evaluate(scope, base)
        return self.infer.attribute(receiver, name) if receiver is not None else None

    def _is_settings(self, scope: int, root: str) -> bool:
        """A settings object is imported, a parameter, an attribute or a module variable, not any local variable."""
        if "." in root:
            return True
        value = self.infer.name(scope, root)
        if isinstance(value, Shadowed):
            return root in self.symbols.definitions[scope].parameters
        imported = self.symbols.bindings.get(self.symbols.first[self.symbols.slot[scope]], {})
        return root in imported or (value is not None and value.tag == ENTITY)

    def _link_file(self, slot: int, scope: int, reference: Reference) -> None:
        known = self.symbols.project.slot
        folder = self.symbols.paths[slot].rpartition("/")[0]
        path = reference.target.removeprefix("./").replace("\\", "/")
        for candidate in (normpath(f"{folder}/{path}" if folder else path), path):
            if candidate in known:
                target = self.symbols.first[known[candidate]]
                self.edges.add(scope, "READS_CONFIG", target, slot, reference.line)
                return
        target = self.edges.outside(f"file:{encode_path(path)}")
        self.edges.add(scope, "READS_CONFIG", target, slot, reference.line)

    # -- errors

    def _link_raise(self, slot: int, scope: int, reference: Reference) -> None:
        error = error_entity(self.symbols, self.infer, self.edges, scope, reference.target)
        if error is None:
            return
        self.edges.add(scope, "PROPAGATES_ERROR", error, slot, reference.line)
        if reference.detail != "cause":
            self.raised.append(RaiseSite(scope, error, slot, reference.byte))

    # -- state

    def _link_assignment(self, slot: int, scope: int, item: Assignment) -> None:
        if item.form in ("declare", "parameter", "loop", "with", "global"):
            return
        base, dot, name = item.target.rpartition(".")
        if name.endswith(("[]", "()")) or item.target.startswith("?"):
            return
        target = self._written_member(scope, base, name) if dot else self._written_variable(scope, item)
        if target is None:
            return
        kind = self.symbols.definitions[target].kind
        if kind in ("var", "attr") or (kind == "method" and "property" in self.symbols.definitions[target].modifiers):
            for entity in self.infer.visible.definitions_of(target):
                self.edges.add(scope, "MUTATES", entity, slot, item.line)

    def _written_member(self, scope: int, base: str, name: str) -> int | None:
        receiver = self.infer.evaluate(scope, base)
        if receiver is None:
            return None
        found = self.infer.attribute(receiver, name)
        return found.entity if found is not None and found.tag == ENTITY else None

    def _written_variable(self, scope: int, item: Assignment) -> int | None:
        """A bare name: a variable of the module, or with implicit self of the class, but not a local one."""
        symbols = self.symbols
        if item.form == "assign" and not symbols.is_function(scope):
            return None
        value = self.infer.name(scope, item.target)
        if value is None or isinstance(value, Shadowed) or value.tag != ENTITY:
            return None
        if symbols.definitions[value.entity].name_line == item.line and symbols.slot[value.entity] == symbols.slot[scope]:
            return None
        return value.entity
