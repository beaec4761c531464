"""What an expression in a scope stands for, and the parts that answer for it: hierarchy, modules, scopes, types.

These parts ask one another about expressions, and circles in the code make circles of questions. A question that is
asked again while it is being answered has no answer, and so has one that is nested too deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.bodies import Bodies
from nsccn.graph.definitions.visible import Visible
from nsccn.graph.meaning.answers import Answers, Asking
from nsccn.graph.meaning.names.handedobjects import HandedObjects
from nsccn.graph.meaning.names.localtypes import LocalTypes
from nsccn.graph.meaning.names.modules import Modules
from nsccn.graph.meaning.names.paths import Paths
from nsccn.graph.meaning.names.roots import Roots
from nsccn.graph.meaning.names.scopes import Scopes
from nsccn.graph.meaning.names.unnamed import Unnamed
from nsccn.graph.meaning.types.access import Access
from nsccn.graph.meaning.types.boundmethods import is_of_bound
from nsccn.graph.meaning.types.extensions import Extensions
from nsccn.graph.meaning.types.hierarchy import Hierarchy
from nsccn.graph.meaning.values.cases import Cases
from nsccn.graph.meaning.values.contents import Contents
from nsccn.graph.meaning.values.derived import Derived
from nsccn.graph.meaning.values.facades import Facades
from nsccn.graph.meaning.values.failures import Failures
from nsccn.graph.meaning.values.fixtures import Fixtures
from nsccn.graph.meaning.values.madefor import MadeFor
from nsccn.graph.meaning.values.parts import Parts
from nsccn.graph.meaning.values.signedin import SignedIn
from nsccn.graph.meaning.values.taken import Taken
from nsccn.graph.meaning.values.typed import Typed
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    EITHER,
    ENTITY,
    INSTANCE,
    PARENT,
    Value,
    either,
)
from nsccn.graph.notation.accessornames import SETTER
from nsccn.graph.notation.expression import PRIVATE, TYPED_BY, from_private, plain_name
from nsccn.graph.notation.marks import MAPPED_ASIDE, RESULT
from nsccn.graph.notation.results import (
    NUMBERED,
)
from nsccn.graph.notation.roots import deciding_root

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment
    from nsccn.graph.packed import AssignmentRow

_BRACKETS: Final = (")", "]")
_PART: Final = re.compile(r"\.(\d{1,2})(?=\.[^@]|\Z)")
"""A part of a tuple, by its number."""


class Infer:
    """Evaluates expressions, remembering what it was asked."""

    def __init__(self, symbols: Symbols, assignments: Callable[[int], Iterable[AssignmentRow]]) -> None:
        """`assignments` gives all assignments of a file by its slot."""
        self.symbols = symbols
        self.asking = Asking()
        self.visible = Visible(symbols)
        self.bodies = Bodies(symbols, self.visible)
        self.hierarchy = Hierarchy(
            symbols, self.asking, self.named_type, self._imported_type, self._given_type
        )
        self.access = Access(symbols, self.hierarchy)
        self.modules = Modules(symbols, self.asking, self._attribute)
        self.scopes = Scopes(
            symbols,
            self.asking,
            self.hierarchy,
            self.modules,
            self.visible,
            assignments,
            self._local_type,
            lambda *given, called: self.unnamed.member(*given, called=called),
        )
        self._inside = self.scopes.names_inside
        self.typed = Typed(symbols, self.asking, self.hierarchy, self.modules, self.scopes, self.evaluate)
        self._paths = Paths(
            symbols,
            self.visible,
            self.modules,
            self.typed.read,
            self._suffixes,
            self._members,
            self.scopes.name,
        )
        self.fixtures = Fixtures(symbols, self.scopes, self.typed)
        self.parts = Parts(symbols, self.hierarchy, self.scopes, self.typed, self.evaluate)
        self._signed_in = SignedIn(symbols, self.asking, self.hierarchy)
        self.failures = Failures(symbols, self.typed.annotations, self.parts.stated, self.evaluate)
        self.contents = Contents(symbols, self.asking, self.hierarchy, self.typed)
        self._locals = LocalTypes(
            symbols,
            self.hierarchy,
            self.scopes,
            self.typed,
            self.fixtures,
            self.parts,
            self.contents,
            self.evaluate,
        )
        self.extensions = Extensions(
            symbols,
            self.asking,
            self.hierarchy,
            self.access,
            self.typed,
            self.named_type,
            lambda scope, name: self.roots.of(scope, name, called=True),
        )
        self.unnamed: Unnamed = Unnamed(
            symbols, self.extensions, self.evaluate, self.typed.attribute, self.scopes
        )
        handed = HandedObjects(symbols, self.asking, self.scopes, self.evaluate)
        self.roots = Roots(symbols, self.scopes, self.typed, self.modules, self.extensions, handed)
        self._taken = Taken(symbols, self.typed)
        self.made_for = MadeFor(symbols, self.evaluate, self.named_type, self.typed.annotations.of)
        self._derived = Derived(
            symbols,
            self.evaluate,
            self.typed,
            self.parts,
            self.contents,
            self.failures,
            Cases(symbols, self.hierarchy, self.typed, self.parts.stated, self.evaluate),
            self.made_for,
        )
        self.facades = Facades(symbols, self.asking, self.hierarchy, self.evaluate, self.typed.types.named)
        self._evaluated: Answers[Hashable, Value | None] = self.asking.answers(None, lasting=False)

    def forget_file(self) -> None:
        """Drop what was asked for one file only; called between files."""
        self.asking.forget_passing()
        self.visible.forget()
        self.extensions.forget()

    def forget(self) -> None:
        """Drop all answers; called when bases become known."""
        self.asking.forget()
        self.hierarchy.forget()
        self.visible.forget()

    def named_type(self, scope: int, expression: str) -> int | None:
        """Return the type that an expression names."""
        return self.typed.types.of(self.evaluate(scope, expression))

    def _imported_type(self, scope: int, name: str) -> int | None:
        """Return the type that a name is imported as, whatever else it means."""
        imported = self.symbols.binding(scope, name)
        if imported is None:
            return None
        return self.typed.types.of(self.modules.imported(self.symbols.slot[scope], imported))

    def _given_type(self, scope: int, callee: str) -> int | None:
        """Return the type that a call of a function gives: `shelf("x")` that makes a class; rather than its base."""
        called = self.evaluate(scope, callee)
        if called is None or called.tag != ENTITY or not self.symbols.is_function(called.entity):
            return None
        stated = self.symbols.values(called.entity, RESULT)
        given = {self.named_type(at, item.value) for at, item in stated if item.form == "return"}
        made = given.pop() if len(given) == 1 else None
        return made if made is not None else self.named_type(scope, f"{callee}()")

    def _attribute(self, value: Value, name: str) -> Value | None:
        return self.typed.attribute(value, name)

    def evaluate(self, scope: int, expression: str) -> Value | None:
        """Return what an expression stands for in a scope."""
        scope = self.home(scope, expression)
        return self._evaluated.get((scope, expression), self._nested, scope, expression)

    def home(self, scope: int, expression: str) -> int:
        """Return the outermost scope in which an expression means the same."""
        root = deciding_root(expression)
        if root is None:
            return scope
        named, home = self._inside.get(scope) or self.scopes.learn_inside(scope)
        return scope if root in named else home

    def holder(self, scope: int, base: str, name: str) -> Value | None:
        """Return the object whose member `base.name` is; of a private one, some object of its type."""
        if name.startswith(PRIVATE) and (owner := self._private(scope, name)) is not None:
            return owner
        found = self.evaluate(scope, base)
        if found is not None and found.tag == ENTITY and self._paths.has_no_members(found, base):
            named = self.typed.types.named(scope, base)
            return Value(ENTITY, named) if named is not None else found
        if found is None or not self._paths.leads_nowhere(found):
            return found
        before, dot, last = base.rpartition(".")
        around = self.evaluate(scope, before) if dot else self._paths.module_of(scope)
        return self._paths.module_instead(around, last, found)

    def _private(self, scope: int, name: str) -> Value | None:
        """Return an object of the innermost type around that declares a private name."""
        symbols, plain = self.symbols, plain_name(name)
        around = (at for at in symbols.around(scope) if symbols.is_type(at) and symbols.member(at, plain))
        owner = next(around, None)
        return Value(INSTANCE, symbols.same(owner)) if owner is not None else None

    def _nested(self, scope: int, expression: str) -> Value | None:
        if MAPPED_ASIDE in expression and expression.startswith(MAPPED_ASIDE) and "." not in expression:
            return self._evaluate(scope, expression)  # a part of an expression
        return self.asking.nested(None, self._evaluate, scope, expression)

    def _evaluate(self, scope: int, expression: str) -> Value | None:
        found = self._followed(scope, expression)
        if found is not None or "." not in expression:
            return found
        if (unopened := self._paths.unopened(scope, expression)) is not None:
            return unopened
        if (shared := self._paths.of_all_files(scope, expression)) is not None:
            return shared
        asked = self.failures.asked(scope, expression) or self._signed_in.asked(scope, expression)
        if asked is not None:
            return self._members(*asked)
        part = _PART.search(expression)
        return None if part is None else self._of_part(scope, expression, part)

    def _of_part(self, scope: int, expression: str, part: re.Match[str]) -> Value | None:
        """Return what the part of a tuple holds that is named by its number, or what that has: `pair.0.items`."""
        language = self.symbols.language(self.symbols.slot[scope])
        if language is None or not language.tuple_results:
            return None
        found = self.parts.taken(scope, expression[: part.start()], int(part[1]))
        rest = expression[part.end() :]
        return self._members(found, rest[1:].split(".")) if rest else found

    def _followed(self, scope: int, expression: str) -> Value | None:
        if TYPED_BY in expression:
            return self._members(*self.made_for.typed(scope, expression))
        if NUMBERED in expression:
            return self._derived.of(scope, expression)
        if (steps := from_private(expression)) and (owner := self._private(scope, steps[0])) is not None:
            return self._members(owner, steps)
        head, dot, rest = expression.partition(".")
        name = head.replace("()", "").replace("[]", "") if head.endswith(_BRACKETS) else head
        value = self.roots.of(scope, name, called="()" in head)
        if value is None and (own := self._of_own_type(scope, head)) is not None:
            return self._members(own, expression.split("."))
        if value is None and dot:
            return self._paths.of(scope, expression)
        if dot and value is not None and self._paths.leads_nowhere(value):
            value = self._paths.module_instead(self._paths.module_of(scope), head, value)
        if dot and rest.startswith(head):
            named = self._paths.of_namespace(scope, value, expression)
            if named is not None:
                return named
        value = self._begun(scope, value, head)
        start = head
        while dot and value is not None:
            head, dot, rest = rest.partition(".")
            is_lent = bool(start) and head.endswith("()") and self.is_of_bound(scope, start, head[:-2])
            found = value if is_lent else self._member_value(value, head)
            if dot and found is not None and self._paths.leads_nowhere(found):
                found = self._paths.module_instead(value, head, found)
            is_own = start == "self"
            if is_own:
                found = self.typed.annotations.own(scope, value, found, head)
            elif value.tag == ENTITY:
                found = self._taken.of(scope, value, head) or found
            if found is None and start:
                found = self._suffixes(
                    self.added(scope, start, head.replace("()", "").replace("[]", "")), head
                )
            if found is None:
                found = self._extended(scope, value, head)
            if found is None:
                found = None if is_own else self._missing(value, head)
            value, start = found, ""
        return value

    def is_of_bound(self, scope: int, variable: str, method: str) -> bool:
        """Whether a variable has a method by a bound alone, which leads to what has one of that name itself."""
        language = self.symbols.language(self.symbols.slot[scope])
        trait = language.borrowing_methods.get(method) if language is not None else None
        return trait is not None and is_of_bound(self.symbols, self.scopes, scope, variable, trait)

    def _of_own_type(self, scope: int, head: str) -> Value | None:
        """Return the type around whose method calls, without naming it, what the type has of a base outside."""
        language = self.symbols.language(self.symbols.slot[scope])
        is_asked = (
            language is not None
            and language.bare_calls
            and head.partition("()")[0] in language.record_methods
        )
        own = self.roots.of(scope, "self", called=False) if is_asked else None
        return own if own is not None and own.tag == ENTITY and self.symbols.is_type(own.entity) else None

    def _extended(self, scope: int, value: Value, step: str) -> Value | None:
        """Return what a step gives that is no member of the object."""
        found = self._accessed(scope, value, step)
        if found is None and (extending := self.extensions.step(scope, value, step)) is not None:
            found = self._suffixes(*extending)
        return found

    def _begun(self, scope: int, value: Value | None, head: str) -> Value | None:
        """Return what the first step of an expression gives; an own method of a generic type is called on `self`."""
        if value is None or not head.endswith(_BRACKETS):
            return value
        if head.endswith("()") and (made := self._made(scope, value, head[:-2])):
            return made
        own = self.roots.of_own(scope, value) if "()" in head else None
        if own is None:
            return self._suffixes(value, head)
        return self._suffixes(self.typed.returned.by_name(own, value.entity), head[head.index("()") + 2 :])

    def _made(self, scope: int, value: Value, name: str) -> Value | None:
        """Return an object of one of the types that several imports give a name, of which one counts."""
        if value.tag != ENTITY or name not in self.modules.repeated(self.symbols.slot[scope]):
            return None
        meant = self.modules.alternatives(scope, name) if self.symbols.is_type(value.entity) else ()
        are_types = all(one.tag == ENTITY and self.symbols.is_type(one.entity) for one in meant)
        if len(meant) < 2 or meant[0] != value or not are_types:
            return None
        return either([Value(INSTANCE, one.entity) for one in meant])

    def added(self, scope: int, name: str, member: str) -> Value | None:
        """Return what an assignment gives to the object of a name, which may be another's name for it."""
        value = self.scopes.name(scope, name) if "." not in name else None
        if not isinstance(value, Value) or value.tag != ENTITY or self.symbols.is_type(value.entity):
            return None
        return self.typed.added.of(value.entity, member)

    def _member_value(self, value: Value, step: str) -> Value | None:
        if value.tag == EITHER and "()" in step:
            given = [self._member_value(one, step) for one in value.alternatives]
            known = [one for one in dict.fromkeys(given) if one is not None]
            return (known[0] if len(known) == 1 else either(known)) if known else None
        name = step.replace("()", "").replace("[]", "")
        language = self.symbols.language(
            self.symbols.slot[value.entity] if value.entity >= 0 else value.slots[0]
        )
        if (
            value.tag == ENTITY
            and language is not None
            and language.constructor_call == name
            and self.symbols.is_type(value.entity)
            and self.symbols.kind(value.entity) != "module"
            and not self.hierarchy.class_member(value.entity, name)
        ):
            return Value(INSTANCE, value.entity)
        found = self.typed.attribute(value, name, called="()" in step)
        is_given = found is not None and found.tag in (INSTANCE, COLLECTION) and language is not None
        if is_given and "()" in step and language is not None and name in language.outside_members:
            return self._suffixes(found, step.replace("()", "", 1))
        if found is None and language is not None and step in language.visiting_methods:
            return value
        if found is None and language is not None:
            return self._suffixes(self._like_object(value, name, language), step.replace("()", "", 1))
        if found is not None and found.tag == ENTITY and value.tag == INSTANCE:
            value = self.typed.beyond.holder(value, found.entity)
        if found is not None and "()" in step and self._is_read(found, language):
            return self._suffixes(self.typed.read_of(value, found), step.replace("()", "", 1))
        if found is not None and value.tag == COLLECTION and self.typed.runs_when_named(found):
            return self._suffixes(self.typed.records.made(value, found.entity), step.replace("()", "", 1))
        if found is not None and ("()" not in step or self._is_property(found)):
            found = self.typed.read_of(value, found)
        elif found is not None and found.tag == ENTITY and self.symbols.is_function(found.entity):
            giving = self.typed.records.made if value.tag == COLLECTION else self.typed.returned.by_name
            made = giving(value, found.entity)
            is_type = value.tag == ENTITY and self.symbols.is_type(value.entity)
            if made is None and is_type and language is not None and name in language.making_functions:
                made = Value(INSTANCE, value.entity)
            return self._suffixes(made, step[step.index("()") + 2 :])
        return self._suffixes(found, step)

    def _accessed(self, scope: int, value: Value, step: str) -> Value | None:
        """Return what a property gives that code in another language reads by a method, or a method as a property."""
        name = plain_name(step)
        if not step.startswith(f"{name}()"):
            getter = self.typed.accessors.of_bean(scope, value, name)
            given = self.typed.returned.to(value, getter) if getter is not None else None
            return self._suffixes(given, step.removeprefix(name))
        behind = self.typed.accessors.from_outside(scope, value, name)
        if behind is None or behind[0] == SETTER:
            return None
        return self._suffixes(self.typed.read_of(value, Value(ENTITY, behind[1])), step[len(name) + 2 :])

    def _missing(self, value: Value, step: str) -> Value | None:
        """Return what a method gives that stands in for members which an object has not, or an object behind a type."""
        if (behind := self.facades.object(value)) is not None:
            return self._member_value(behind, step)
        name = plain_name(step)
        method = self.typed.accessors.missing(value, name, of_self=False)
        given = self.typed.returned.to(value, method) if method is not None else None
        return self._suffixes(given, step.removeprefix(name))

    def _is_read(self, found: Value, language: Language | None) -> bool:
        """Whether a call reads a field: an annotation, or its record, makes the method."""
        is_attribute = found.tag == ENTITY and self.symbols.kind(found.entity) == "attr"
        return is_attribute and language is not None and bool(language.made_accessors)

    def _is_property(self, value: Value) -> bool:
        return value.tag == ENTITY and self.symbols.is_property(value.entity)

    def _members(self, value: Value | None, steps: list[str]) -> Value | None:
        for step in steps:
            value = self._member_value(value, step) if value is not None else None
        return value

    def _like_object(self, value: Value, name: str, language: Language) -> Value | None:
        """A method of a built-in type may give its object back, or one of its elements."""
        if value.tag == ENTITY and self.symbols.is_function(value.entity):
            if name in language.running_methods:
                return self.typed.called(value)
            return value if name in language.bound_methods else None
        is_type = value.tag in (ENTITY, PARENT) and self.symbols.is_type(value.entity)
        if is_type and name in language.making_functions:
            return Value(INSTANCE, value.entity)
        if (
            language.record_methods
            and (records := self.typed.records.given(value, name, language)) is not None
        ):
            return records
        held = self.contents.collection(value) or self.typed.underlying(value) or value
        found = self.contents.of_collection(held, name, language)
        if found is not None:
            return found
        if value.tag == INSTANCE and name in language.type_methods:
            return Value(ENTITY, value.entity)
        return value if value.tag in (INSTANCE, COLLECTION) and name in language.transparent_methods else None

    def _suffixes(self, value: Value | None, step: str) -> Value | None:
        while value is not None and step.endswith(("()", "[]")):
            place = min(place for place in (step.find("()"), step.find("[]")) if place >= 0)
            value = self.typed.called(value) if step[place] == "(" else self.contents.subscripted(value)
            step = step[place + 2 :]
        return value

    def _local_type(self, scope: int, assignments: list[Assignment], language: Language) -> Value | None:
        """Return the one type that the assignments of a local variable agree on."""
        if assignments[0].target.startswith(MAPPED_ASIDE):
            return self._locals.agreed(scope, assignments, language)
        return self.asking.nested(None, self._locals.agreed, scope, assignments, language)
