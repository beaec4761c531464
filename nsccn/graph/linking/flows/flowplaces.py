"""The places that expressions stand for: what may hold a function or an object that somebody calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.parameters import given_back, parameter
from nsccn.graph.linking.flows.fields import taking_field
from nsccn.graph.meaning.types.onlydeclared import is_left_to_subtypes
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.model import Reference
from nsccn.graph.notation.keys import member_key
from nsccn.graph.notation.marks import ANY, BLOCK, RESULT
from nsccn.graph.notation.places import (
    DEEPEST,
    ELEMENT,
    GIVEN,
    KEY,
    MEMBER,
    OF_SUBTYPES,
    OWN,
    RESULT_OF,
    Place,
    element,
    keyed,
)
from nsccn.graph.notation.places import base as reached_from
from nsccn.graph.notation.results import ADDED, ALL, EACH, KEYS, MAPPED, NUMBERED, OPERATOR, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.links import Links
    from nsccn.graph.packed import AssignmentRow

_DECLARING: Final = frozenset({"interface", "type"})
_MOST_NAMED: Final = 24
"""Members of one name beyond which objects are not followed to it: too many come together to tell which is meant."""
_MOST_MEMBERS: Final = 64
"""Members of members in a row beyond which an expression is not followed."""
_ANY_CALL = Reference("call", 0, "", 0, 0)


class Places:
    """Finds the places of one file after another."""

    def __init__(self, links: Links, flow: Callable[[Place, Place], None]) -> None:
        """`flow` is told what goes from one place to another, where that is found out on the way."""
        self._links = links
        self._flow = flow
        self._known: dict[tuple[int, str], Place | None] = {}
        self._given: dict[tuple[int, str, int | str], list[Place]] = {}
        self._given_back: dict[int, tuple[str, ...]] = {}
        self._assigned: frozenset[str] = frozenset()
        """The names that the file assigns to outside functions; not all of them are definitions."""
        self.follows_objects = False
        self.has_pairs = False
        self.has_written_members = False
        self._has_member_keys = False

    def begin_file(self, slot: int, rows: Sequence[AssignmentRow]) -> None:
        """Learn what names a file assigns to."""
        language = self._links.symbols.language(slot)
        self.follows_objects = language is not None and language.follows_objects
        self.has_pairs = language is not None and language.paired_elements
        self.has_written_members = language is not None and language.written_members
        self._has_member_keys = language is not None and language.member_keys
        self._assigned = frozenset(
            row[1] for row in rows if row[0] == 0 and row[1].partition(BLOCK)[0].isidentifier()
        )

    def forget(self) -> None:
        """Forget what was found in a file."""
        self._known.clear()
        self._given.clear()

    def of(self, scope: int, expression: str) -> Place | None:
        """Return the place that an expression stands for, None where that is unknown; of a part, of the whole."""
        if NUMBERED in expression:
            if expression.endswith((KEYS, VALUES, ALL, MAPPED)):
                return None
            if expression.endswith(EACH):
                held = self.of(scope, expression.removesuffix(EACH))
                return element(held) if held is not None else None
            if ADDED in expression:
                return None
            expression, _, part = expression.partition(NUMBERED)
            if part.startswith(KEY):
                return keyed(self.of(scope, expression), part)
            if part.startswith(OPERATOR):
                return None
        if expression.count(".") > _MOST_MEMBERS:
            return None
        if "(" not in expression:  # the result of a call may be the call's own
            scope = self._links.infer.home(scope, expression)
        key = (scope, expression)
        if key in self._known:
            return self._known[key]
        found = self._known[key] = self._find(scope, expression)
        return found

    def _find(self, scope: int, expression: str) -> Place | None:
        core = expression
        while core.endswith(("()", "[]")):
            core = core[:-2]
        base, dot, name = core.rpartition(".")
        found = self._member(scope, base, name) if dot else self._bare(scope, name)
        start = len(core)
        if dot and expression[start : start + 2] == "()":
            inside = self._inside(scope, base, name, found)
            if inside is not None:
                found, start = inside, start + 2
        if expression[start : start + 2] == "()":
            found = self._call_of_its_own(scope, core, found) or found
            start += 2 * (found is not None and found == Place(scope, core + RESULT_OF))
        if found is None or (found.name == "" and not self._may_hold(found.holder)):
            return None
        if not found.name and self._links.symbols.is_type(found.holder):
            while expression.startswith("[]", start):
                start += 2  # its parameters are filled in
        path = found.name
        for at in range(start, len(expression), 2):
            if expression[at] == "(":
                path += RESULT_OF
            elif not path.endswith(DEEPEST):
                path += ELEMENT
        return Place(found.holder, path)

    def _inside(self, scope: int, base: str, method: str, found: Place | None) -> Place | None:
        """Return what a method of a collection gives: some of what is in it.

        Where the repository has methods of that name too, what is found as their result holds it as well.
        """
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        if language is None:
            return None
        if method not in language.element_methods and method not in language.collection_methods:
            return None
        if found is not None and not found.name.endswith(MEMBER + method):
            return None
        held = self.of(scope, base)
        if held is None or not (held.name or not self.is_constant(held.holder)):
            return None
        if not held.name and self._is_written_object(held.holder, language):
            return None
        if method in language.element_methods:
            held = element(held)
        if found is None:
            return held
        self._flow(held, Place(found.holder, found.name + RESULT_OF))
        return None

    def _is_written_object(self, variable: int, language: Language) -> bool:
        """Whether a variable is given an object that is written out, whose members are no elements."""
        written = f"{language.literal_types.get('object', '')}()"
        said = (
            [item.value for _, item in self._links.symbols.said_of(variable)] if language.member_keys else []
        )
        return bool(said) and all(value == written for value in said)

    def _call_of_its_own(self, scope: int, callee: str, called: Place | None) -> Place | None:
        """Return a place for the result of a call that gives an argument back, so that callers are not mixed up."""
        own = Place(scope, callee + RESULT_OF)
        symbols = self._links.symbols
        if called is None:
            language = symbols.language(symbols.slot[scope])
            is_known = language and self.outside_name(scope, callee) in language.returned_arguments
            return own if is_known else None
        if called.name or not symbols.is_function(called.holder) or not self._gives_back(called.holder):
            return None
        self._flow(Place(called.holder, RESULT_OF), own)
        return own

    def _may_hold(self, entity: int) -> bool:
        """Whether an entity is, or may hold, what can be called; what is known to hold an object holds no function."""
        symbols = self._links.symbols
        if self.is_constant(entity):
            return True
        if symbols.kind(entity) not in ("var", "attr"):
            return False
        held = self._links.infer.typed.content(Value(ENTITY, entity))
        if held is None or held.tag != INSTANCE:
            return True
        # A name for a type that is none of the repository's may be that of a function.
        return (
            symbols.kind(held.entity) == "type" and self._links.infer.typed.types.aliased(held.entity) is None
        )

    def _member(self, scope: int, base: str, name: str) -> Place | None:
        receiver = self._links.infer.holder(scope, base, name)
        found = self._links.infer.typed.attribute(receiver, name, called=True) if receiver else None
        if found is None:
            return self._member_of_held(scope, base, name, receiver)
        if found.tag != ENTITY:
            return None
        is_read = receiver is not None and receiver.tag == INSTANCE
        is_run = is_read and self._links.symbols.is_property(found.entity)
        return Place(
            self._defined(found.entity), RESULT_OF if is_run and self.is_constant(found.entity) else ""
        )

    def _member_of_held(self, scope: int, base: str, name: str, receiver: Value | None) -> Place | None:
        """Return the place of a member of the objects that a place may hold."""
        symbols = self._links.symbols
        if not self.follows_objects:
            return self._written_member(scope, base, name)
        if not name.endswith(ANY) and not 0 < len(symbols.table.named(name)) <= _MOST_NAMED:
            return self._written_member(scope, base, name)
        if receiver is not None and receiver.tag == INSTANCE:
            is_own = base == "self" and symbols.is_type(receiver.entity) and not self._is_common(scope, name)
            is_own |= base != "self" and name.endswith(ANY)
            return Place(receiver.entity, OWN + MEMBER + name) if is_own else None
        place = self.of(scope, base)
        if place is None or not (place.name or not self.is_constant(place.holder)):
            return None
        if self._links.foreign.declared(scope, base):
            return None
        return Place(place.holder, place.name + MEMBER + name)

    def _written_member(self, scope: int, base: str, name: str) -> Place | None:
        """Return the place of a member of an object that callers may write out for a parameter."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        if language is None or not language.written_members:
            return None
        if _is_of_collections(name, language):
            return None
        place = self.of(scope, base)
        if place is None or not place.name or reached_from(place.name)[1]:
            return None
        return Place(place.holder, place.name + MEMBER + name)

    def members(self, scope: int, expression: str) -> Iterator[Place]:
        """Yield the places of what an object that is written out, or made member by member, has by a name."""
        if not self._has_member_keys:
            return
        base, _, name = expression.rpartition(".")
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        if not base or language is None or not name.isidentifier():
            return
        if _is_of_collections(name, language):
            return
        around, _, _ = base.rpartition(".")
        for held, depth in ((base, 1), (around, 2)):
            place = self.of(scope, held) if held else None
            if place is not None and (place.name or not self.is_constant(place.holder)):
                yield Place(place.holder, place.name + ELEMENT * depth + member_key(name))

    def _bare(self, scope: int, name: str) -> Place | None:
        symbols = self._links.symbols
        for at in symbols.around(scope):
            if symbols.is_function(at):
                own = self.own(at, name)
                if own is not None:
                    return own
                nested = symbols.member(at, name)
                if nested:
                    return Place(nested[-1], "")
        value = self._links.callees.bare(scope, name, called=True)
        if value is None:
            return self.own(symbols.first[symbols.slot[scope]], name)
        value = self._links.infer.modules.stands_for(value)
        return Place(self._defined(value.entity), "") if value.tag == ENTITY else None

    def _defined(self, entity: int) -> int:
        """Return the body that a declared function stands for: it has the parameters and results that are followed."""
        is_declared = self._links.symbols.table.declared[entity] and self._links.symbols.is_function(entity)
        return self._links.infer.bodies.definitions_of(entity)[0] if is_declared else entity

    def variable(self, scope: int, name: str) -> Place | None:
        """Return the place of what is given a value: a variable, or a member in the body of a type."""
        if self._links.symbols.is_type(scope) and (found := self._links.symbols.member(scope, name)):
            return Place(found[-1], "")
        return self.own(scope, name) or self.of(scope, name)

    def own(self, scope: int, name: str) -> Place | None:
        """Return the place of a local variable, or of what a function gives."""
        if name == RESULT:
            return Place(scope, RESULT_OF)
        symbols = self._links.symbols
        if symbols.parent(scope) < 0:
            return Place(scope, name) if name in self._assigned and not symbols.member(scope, name) else None
        local = self._links.infer.scopes.local_variables(symbols.slot[scope])
        return Place(scope, name) if name in local.get(scope, ()) else None

    def stated_member(self, function: int, name: str) -> Place | None:
        """Return the attribute that an object which a function gives has by its declared type."""
        symbols = self._links.symbols
        if not symbols.is_function(function) or not symbols.definitions[function].returns:
            return None
        return self._declared_member(self._links.infer.typed.called(Value(ENTITY, function)), name)

    def taken_member(self, parameter: Place, name: str) -> Place | None:
        """Return the same of the object that a parameter takes."""
        if not self.has_written_members or not self._links.symbols.is_function(parameter.holder):
            return None
        return self._declared_member(self._links.infer.evaluate(parameter.holder, parameter.name), name)

    def stated_for(self, function: int) -> Place | None:
        """Return the same of the object of a variable that declares its type and has a function as a member."""
        symbols = self._links.symbols
        variable = symbols.definitions[symbols.parent(function)]
        if not self.has_written_members or f"{variable.name}:" not in variable.signature:
            return None
        held = self._links.infer.typed.content(Value(ENTITY, symbols.parent(function)))
        return self._declared_member(held, symbols.table.names[function])

    def _declared_member(self, given: Value | None, name: str) -> Place | None:
        symbols = self._links.symbols
        found = self._links.infer.typed.attribute(given, name, called=True) if given is not None else None
        if given is None or given.tag != INSTANCE or found is None or found.tag != ENTITY:
            return None
        is_held = symbols.kind(found.entity) == "attr" or self.is_left_to_objects(found.entity)
        return Place(found.entity, "") if is_held else None

    def is_left_to_objects(self, entity: int) -> bool:
        """Whether a method is one that a type only declares, and that objects may have which are written out."""
        symbols = self._links.symbols
        if not self.has_written_members or not symbols.table.declared[entity]:
            return False
        return symbols.is_function(entity) and symbols.kind(symbols.parent(entity)) in _DECLARING

    def is_declared_member(self, place: Place) -> bool:
        """Whether a place is an attribute that a type only declares."""
        symbols = self._links.symbols
        is_own = self.has_written_members and not place.name and symbols.kind(place.holder) == "attr"
        return is_own and symbols.kind(symbols.parent(place.holder)) in _DECLARING

    def named(self, scope: int, expression: str) -> Place | None:
        """Return the variable that a bare name stands for, whatever it holds."""
        return self._bare(scope, expression) if expression.partition(BLOCK)[0].isidentifier() else None

    def arguments(self, scope: int, callee: str, which: int | str) -> list[Place]:
        """Return the places of an argument of a call, by its position or keyword."""
        key = (self._links.infer.home(scope, callee), callee, which)
        found = self._given.get(key)
        if found is None:
            found = self._given[key] = self._find_arguments(scope, callee, which)
        return found

    def _find_arguments(self, scope: int, callee: str, which: int | str) -> list[Place]:
        place = self.of(scope, callee)
        if place is None or place.name.endswith(MEMBER + callee.rpartition(".")[2]):
            base, dot, method = callee.rpartition(".")
            language = self._links.symbols.language(self._links.symbols.slot[scope])
            changed = self.of(scope, base) if dot and language and method in language.mutators else None
            given = [Place(place.holder, f"{place.name}{GIVEN}{which}")] if place is not None else []
            if changed is None or language is None:
                return given
            return [*given, changed if method in language.merging_methods else element(changed)]
        if place.name or not self.is_constant(place.holder):
            return [Place(place.holder, f"{place.name}{GIVEN}{which}")]
        runs = self.runs(place.holder)
        if not runs:
            field = taking_field(self._links, place.holder, which)
            return [Place(field, "")] if field is not None else []
        found = [parameter(self._links.symbols, run, which) for run in runs]
        return [given for given in found if given is not None]

    def is_given_back(self, place: Place) -> bool:
        """Whether a place is a parameter that its function returns as it is."""
        return place.name in self._gives_back(place.holder)

    def _gives_back(self, entity: int) -> tuple[str, ...]:
        """Return the parameters that a function returns as they are."""
        names = self._given_back.get(entity)
        if names is None:
            names = self._given_back[entity] = given_back(self._links.symbols, entity)
        return names

    def runs(self, entity: int) -> list[int]:
        """Return the functions that a call of a function or type runs."""
        symbols = self._links.symbols
        if symbols.is_function(entity):
            return [entity]
        made = self._links.callees.runs(Value(ENTITY, entity), _ANY_CALL)
        return [run for run, _ in made if symbols.is_function(run)]

    def is_constant(self, entity: int) -> bool:
        """Whether an entity is what it says for good: a function or a type."""
        symbols = self._links.symbols
        return symbols.is_function(entity) or symbols.is_type(entity)

    def left_by_base(self, attribute: int) -> Place | None:
        """Return the place of what subtypes have instead of the attribute of a base that this one stands for."""
        symbols = self._links.symbols
        if symbols.kind(attribute) != "attr":
            return None
        around = symbols.parent(attribute)
        if around < 0 or not symbols.is_type(around):
            return None
        found = self._links.infer.hierarchy.class_member(around, symbols.table.names[attribute], skip=1)
        is_left = bool(found) and is_left_to_subtypes(symbols, found[-1])
        return Place(found[-1], OF_SUBTYPES) if is_left else None

    def left_to_subtypes(self, scope: int, expression: str) -> Place | None:
        """Return the place of what subtypes have instead of an attribute that is called."""
        symbols = self._links.symbols
        name = expression.rpartition(".")[2]
        if not self.follows_objects or name == expression or len(symbols.table.named(name)) < 2:
            return None
        place = self.of(scope, expression)
        if place is None or place.name or not is_left_to_subtypes(symbols, place.holder):
            return None
        return Place(place.holder, OF_SUBTYPES)

    def _is_common(self, scope: int, name: str) -> bool:
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and name in language.common_methods

    def object_of(self, scope: int, expression: str) -> Place | None:
        """Return the place of the object, or of the objects, that an expression is known to give."""
        symbols = self._links.symbols
        if not self.follows_objects:
            return None
        held = self._links.infer.evaluate(scope, expression)
        if held is None or held.tag not in (INSTANCE, COLLECTION) or not symbols.is_type(held.entity):
            return None
        return Place(held.entity, RESULT_OF if held.tag == INSTANCE else RESULT_OF + ELEMENT)

    def kept(self, attribute: int) -> Place | None:
        """Return the place of the object that an attribute is known to hold."""
        held = self._links.infer.typed.content(Value(ENTITY, attribute)) if self.follows_objects else None
        if held is None or held.tag != INSTANCE or not self._links.symbols.is_type(held.entity):
            return None
        return Place(held.entity, RESULT_OF)

    def outside_name(self, scope: int, callee: str) -> str:
        """Return the name that a callee has where it comes from."""
        root, _, rest = callee.partition(".")
        imported = self._links.symbols.binding(scope, root)
        if imported is None:
            return callee
        return ".".join(part for part in (imported.module, imported.name, rest) if part)


def _is_of_collections(name: str, language: Language) -> bool:
    """Whether collections of all kinds have a method of that name."""
    return (
        name in language.mutators or name in language.collection_methods or name in language.element_methods
    )
