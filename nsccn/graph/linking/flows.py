"""Notes how functions travel: as arguments, results, elements of collections, and through variables.

What a place may hold, and what is therefore called there, is found out when the rows of all files are known; see
`functionvalues`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.assigned import RESULT, RESULTS
from nsccn.graph.computed import ANY
from nsccn.graph.handed import ASSIGNED, KEYWORD
from nsccn.graph.inner import BLOCK
from nsccn.graph.linking.declared import is_told_apart
from nsccn.graph.linking.fields import taking_field
from nsccn.graph.linking.statements import Statements
from nsccn.graph.meaning.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.members import root_of
from nsccn.graph.model import Reference
from nsccn.graph.places import (
    CALLING,
    DECORATED,
    DEEPEST,
    ELEMENT,
    GIVEN,
    MEMBER,
    OWN,
    RESULT_OF,
    Place,
    element,
    given_back,
    parameter,
    site_of,
    stored,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.linking.calls import CallTarget
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linkrows import LinkWriter
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

FLOWS: Final = frozenset({"assign", "declare", "loop", "item", *RESULTS})
"""Forms of assignments by which functions travel."""
_MOST_NAMED: Final = 24
"""Members of one name beyond which objects are not followed to it: too many come together to tell which is meant."""
_ANY_CALL = Reference("call", 0, "", 0, 0)


class Flows:
    """The flows of one file after another."""

    def __init__(self, links: Links, writer: LinkWriter) -> None:
        self._links = links
        self._writer = writer
        self._places: dict[tuple[int, str], Place | None] = {}
        self._given: dict[tuple[int, str, int | str], list[Place]] = {}
        self._given_back: dict[int, tuple[str, ...]] = {}
        self._flows: dict[tuple[Place, Place], None] = {}
        self._invoked: dict[tuple[Place, int], int] = {}
        self._assigned: frozenset[str] = frozenset()
        """The names that the file assigns to outside functions; not all of them are definitions."""
        self._follows_objects = False
        self._statements = Statements(FLOWS)
        self._noted: set[tuple[int, str, str, int]] = set()
        """The values that give nothing new where they are handed over again."""
        self._sites: set[Place] = set()
        """The results of single calls that give an argument back."""
        self.asked: set[str] = set()
        """The variables of the file on whose objects it calls methods that no type tells."""

    def begin_file(self, slot: int, rows: Sequence[AssignmentRow]) -> None:
        """Learn what names a file assigns to."""
        self._statements.begin_file(rows)
        language = self._links.symbols.language(slot)
        self._follows_objects = language is not None and language.untyped_objects
        self._assigned = frozenset(
            row[1] for row in rows if row[0] == 0 and row[1].partition(BLOCK)[0].isidentifier()
        )

    def end_file(self, slot: int) -> None:
        """Hand the rows of a file on, and begin anew."""
        number = self._writer.names.number
        flows = [
            (source.holder, number(source.name), target.holder, number(target.name))
            for source, target in self._flows
        ]
        self._writer.extend("flow", slot, flows)
        invoked = [
            (place.holder, number(place.name), caller, line)
            for (place, caller), line in self._invoked.items()
        ]
        self._writer.extend("invoked", slot, invoked)
        self._places.clear()
        self._given.clear()
        self._noted.clear()
        self._sites.clear()
        self._flows.clear()
        self._invoked.clear()
        self.asked.clear()

    # -- what is noted

    def call(self, scope: int, expression: str, line: int, targets: Sequence[CallTarget]) -> None:
        """Note a call: of what a place holds, or of functions that decorators may have replaced."""
        if all(self._is_of_shape(target.entity) for target in targets):
            place = self.place(scope, self._run(scope, expression))
            if place is not None and (place.name or not self._is_constant(place.holder)):
                self._invoke(place, scope, line)
                self.asked.add(root_of(expression))
        for target in targets:
            if self._links.symbols.definitions[target.entity].decorators:
                self._invoke(Place(target.entity, DECORATED), scope, line)

    def _run(self, scope: int, callee: str) -> str:
        """Return what a call runs: `load` of `load.call(this)`."""
        base, _, method = callee.rpartition(".")
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        is_run = bool(base) and language is not None and method in language.running_methods
        return base if is_run and self._links.infer.evaluate(scope, base) is None else callee

    def _is_of_shape(self, entity: int) -> bool:
        """Whether a function only says how what is called must look: the call of a type without objects of its own."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.shape_types or symbols.table.names[entity] != CALLING:
            return False
        bases = symbols.definitions[symbols.parent(entity)].bases
        return any(base.replace("[]", "").rpartition(".")[2] in language.shape_types for base in bases)

    def value(self, base: int, row: ReferenceRow) -> None:
        """Note a value that is handed over as an argument, or as an element of a collection.

        Args:
            base: the first entity of the file.
            row: the fields of a `Reference`.
        """
        _, ordinal, target, line, byte, detail, arguments = row
        key = (ordinal, target, detail, arguments)
        if not detail or key in self._noted:
            return
        scope = base + ordinal
        if detail.startswith(ASSIGNED):
            written = detail.removeprefix(ASSIGNED)
            variable = written.removesuffix(DEEPEST).removesuffix(ELEMENT)
            place = self._own(scope, variable) or self.place(scope, variable)
            for _ in range(written.count(ELEMENT, len(variable))):
                place = _element(place)
            self._hand_on(scope, target, [place])
            return
        callee, _, keyword = detail.partition(KEYWORD)
        number, is_element = divmod(arguments, 2)
        places = self._arguments(scope, callee, keyword or number)
        called = self.place(scope, callee)
        is_outside = called is None or called.name.endswith(MEMBER + callee.rpartition(".")[2])
        is_returned = (
            self._returns(scope, callee, number) if is_outside else any(map(self._is_given_back, places))
        )
        if is_outside:
            self._call_outside(scope, callee, target, line)
        if not is_returned:
            self._noted.add(key)
        else:
            site = site_of(scope, callee, self._statements.number(ordinal, byte))
            self._sites.add(site)
            places = [*places, Place(scope, callee + RESULT_OF), site]
            if called is not None and not is_outside:
                self._flow(Place(called.holder, called.name + RESULT_OF), site)
        self._hand_on(scope, target, map(_element, places) if is_element else places)

    def _hand_on(self, scope: int, target: str, places: Iterable[Place | None]) -> None:
        """Let places hold what an expression gives: an object or objects that are known, or what its place holds."""
        known = [place for place in places if place is not None]
        if not known:
            return
        source = self._object(scope, target) or self.place(scope, target)
        for place in known:
            if source is not None and source.name == RESULT_OF + ELEMENT:
                self._flow(Place(source.holder, RESULT_OF), element(place))
            else:
                self._flow(source, place)

    def assignment(self, base: int, row: AssignmentRow) -> None:
        """Note that a variable gets a value, or that a function returns or yields it; `base` is as for `value`."""
        ordinal, target, value, _, form, _, byte = row
        scope = base + ordinal
        if form == "return" and value in self._links.symbols.definitions[scope].parameters:
            return  # given back to each caller as its own; see `given_back`
        source = self.place(scope, value)
        if source is None or (form == "loop" and is_told_apart(self._links, scope, value)):
            return
        if source.holder == scope and form not in RESULTS:
            source = self._at_site(source, self._statements.number(ordinal, byte))
        place = self._own(scope, target) or self.place(scope, target)
        if form == "loop":
            source = _element(source)
        if form in ("item", "yield"):
            place = _element(place)
        self._flow(source, place)

    def decorated(self, scope: int, function: int) -> None:
        """Note that decorators, the innermost first, are given a function, and give what is called instead."""
        symbols = self._links.symbols
        values = [Place(function, "")]
        for expression in reversed(symbols.definitions[function].decorators):
            places = self._arguments(scope, expression, 0)
            for value in values:
                for given in places:
                    self._flow(value, Place(given.holder, given.name + DECORATED))
            made = self.place(scope, expression)
            if made is None:
                continue
            if made.name or not self._is_constant(made.holder):
                self._invoke(made, scope, symbols.definitions[function].full_range.start_line)
            if not any(map(self._is_given_back, places)):
                values.clear()
            values.append(Place(made.holder, made.name + RESULT_OF))
        for value in values:
            if value.name:
                self._flow(value, Place(function, DECORATED))

    def _call_outside(self, scope: int, callee: str, target: str, line: int) -> None:
        """Note that a function outside the repository calls what it is given, if it does."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        name = self._outside_name(scope, callee)
        if language is not None and {name, name.rpartition(".")[2]} & language.calling_functions:
            source = self.place(scope, target)
            if source is not None:
                self._invoke(source, scope, line)

    def _returns(self, scope: int, callee: str, number: int) -> bool:
        """Whether a function outside the repository gives an argument back."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return (
            language is not None
            and language.returned_arguments.get(self._outside_name(scope, callee)) == number
        )

    def _outside_name(self, scope: int, callee: str) -> str:
        """Return the name that a callee has where it comes from."""
        root, _, rest = callee.partition(".")
        imported = self._links.symbols.binding(scope, root)
        if imported is None:
            return callee
        return ".".join(part for part in (imported.module, imported.name, rest) if part)

    # -- places

    def _at_site(self, place: Place, statement: int) -> Place:
        """Return the result of a call in a statement rather than that of all such calls in the scope."""
        callee, called, rest = place.name.partition(RESULT_OF)
        site = site_of(place.holder, callee, statement)
        return Place(place.holder, site.name + rest) if called and site in self._sites else place

    def _object(self, scope: int, expression: str) -> Place | None:
        """Return the place of the object, or of the objects, that an expression is known to give."""
        symbols = self._links.symbols
        if not self._follows_objects:
            return None
        held = self._links.infer.evaluate(scope, expression)
        if held is None or held.tag not in (INSTANCE, COLLECTION) or not symbols.is_type(held.entity):
            return None
        return Place(held.entity, RESULT_OF if held.tag == INSTANCE else RESULT_OF + ELEMENT)

    def place(self, scope: int, expression: str) -> Place | None:
        """Return the place that an expression stands for, None where that is unknown."""
        if "(" not in expression:  # the result of a call may be the call's own
            scope = self._links.infer.home(scope, expression)
        key = (scope, expression)
        if key not in self._places:
            self._places[key] = self._place(scope, expression)
        return self._places[key]

    def _place(self, scope: int, expression: str) -> Place | None:
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
        if language is None or not self._follows_objects:
            return None
        if method not in language.element_methods and method not in language.collection_methods:
            return None
        if found is not None and not found.name.endswith(MEMBER + method):
            return None
        held = self.place(scope, base)
        if held is None or not (held.name or not self._is_constant(held.holder)):
            return None
        if method in language.element_methods:
            held = element(held)
        if found is None:
            return held
        self._flow(held, Place(found.holder, found.name + RESULT_OF))
        return None

    def _call_of_its_own(self, scope: int, callee: str, called: Place | None) -> Place | None:
        """Return a place for the result of a call that gives an argument back, so that callers are not mixed up."""
        own = Place(scope, callee + RESULT_OF)
        symbols = self._links.symbols
        if called is None:
            language = symbols.language(symbols.slot[scope])
            is_known = language and self._outside_name(scope, callee) in language.returned_arguments
            return own if is_known else None
        if called.name or not symbols.is_function(called.holder) or not self._gives_back(called.holder):
            return None
        self._flow(Place(called.holder, RESULT_OF), own)
        return own

    def _may_hold(self, entity: int) -> bool:
        """Whether an entity is, or may hold, what can be called; what is known to hold an object holds no function."""
        symbols = self._links.symbols
        if self._is_constant(entity):
            return True
        if symbols.kind(entity) not in ("var", "attr"):
            return False
        held = self._links.infer.typed.content(Value(ENTITY, entity))
        return held is None or held.tag != INSTANCE

    def _member(self, scope: int, base: str, name: str) -> Place | None:
        receiver = self._links.infer.evaluate(scope, base)
        found = self._links.infer.typed.attribute(receiver, name, called=True) if receiver else None
        if found is not None:
            return Place(found.entity, "") if found.tag == ENTITY else None
        return self._member_of_held(scope, base, name, receiver)

    def _member_of_held(self, scope: int, base: str, name: str, receiver: Value | None) -> Place | None:
        """Return the place of a member of the objects that a place may hold."""
        symbols = self._links.symbols
        if not self._follows_objects:
            return None
        if not name.endswith(ANY) and not 0 < len(symbols.table.named(name)) <= _MOST_NAMED:
            return None
        if receiver is not None and receiver.tag == INSTANCE:
            if base != "self" and name.endswith(ANY):
                return Place(receiver.entity, RESULT_OF + MEMBER + name)
            is_own = base == "self" and symbols.is_type(receiver.entity) and not self._is_common(scope, name)
            return Place(receiver.entity, OWN + MEMBER + name) if is_own else None
        place = self.place(scope, base)
        if place is None or not (place.name or not self._is_constant(place.holder)):
            return None
        return Place(place.holder, place.name + MEMBER + name)

    def _bare(self, scope: int, name: str) -> Place | None:
        symbols = self._links.symbols
        for at in symbols.around(scope):
            if symbols.is_function(at):
                own = self._own(at, name)
                if own is not None:
                    return own
                nested = symbols.member(at, name)
                if nested:
                    return Place(nested[-1], "")
        value = self._links.callees.bare(scope, name, called=True)
        if value is None:
            return self._own(symbols.first[symbols.slot[scope]], name)
        return Place(value.entity, "") if value.tag == ENTITY else None

    def _own(self, scope: int, name: str) -> Place | None:
        """Return the place of a local variable, or of what a function gives."""
        if name == RESULT:
            return Place(scope, RESULT_OF)
        symbols = self._links.symbols
        if symbols.parent(scope) < 0:
            return Place(scope, name) if name in self._assigned and not symbols.member(scope, name) else None
        local = self._links.infer.scopes.local_variables(symbols.slot[scope])
        return Place(scope, name) if name in local.get(scope, ()) else None

    def _arguments(self, scope: int, callee: str, which: int | str) -> list[Place]:
        """Return the places of an argument of a call, by its position or keyword."""
        key = (self._links.infer.home(scope, callee), callee, which)
        if key not in self._given:
            self._given[key] = self._find_arguments(scope, callee, which)
        return self._given[key]

    def _find_arguments(self, scope: int, callee: str, which: int | str) -> list[Place]:
        place = self.place(scope, callee)
        if place is None or place.name.endswith(MEMBER + callee.rpartition(".")[2]):
            base, dot, method = callee.rpartition(".")
            language = self._links.symbols.language(self._links.symbols.slot[scope])
            changed = self.place(scope, base) if dot and language and method in language.mutators else None
            given = [Place(place.holder, f"{place.name}{GIVEN}{which}")] if place is not None else []
            if changed is None or language is None:
                return given
            return [*given, changed if method in language.merging_methods else element(changed)]
        if place.name or not self._is_constant(place.holder):
            return [Place(place.holder, f"{place.name}{GIVEN}{which}")]
        runs = self._runs(place.holder)
        if not runs:
            field = taking_field(self._links, place.holder, which)
            return [Place(field, "")] if field is not None else []
        found = [parameter(self._links.symbols, run, which) for run in runs]
        return [given for given in found if given is not None]

    def _is_given_back(self, place: Place) -> bool:
        """Whether a place is a parameter that its function returns as it is."""
        return place.name in self._gives_back(place.holder)

    def _gives_back(self, entity: int) -> tuple[str, ...]:
        """Return the parameters that a function returns as they are."""
        names = self._given_back.get(entity)
        if names is None:
            names = self._given_back[entity] = given_back(self._links.symbols, entity)
        return names

    def _runs(self, entity: int) -> list[int]:
        """Return the functions that a call of a function or type runs."""
        symbols = self._links.symbols
        if symbols.is_function(entity):
            return [entity]
        made = self._links.callees.runs(Value(ENTITY, entity), _ANY_CALL)
        return [run for run, _ in made if symbols.is_function(run)]

    def _is_constant(self, entity: int) -> bool:
        symbols = self._links.symbols
        return symbols.is_function(entity) or symbols.is_type(entity)

    def _is_common(self, scope: int, name: str) -> bool:
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and name in language.common_methods

    # -- rows

    def _flow(self, source: Place | None, target: Place | None) -> None:
        if source is None or target is None or source == target:
            return
        if not target.name and self._is_constant(target.holder):
            return
        target = stored(target)
        if source.name or not self._links.symbols.is_type(source.holder):
            self._flows[source, target] = None
            return
        if self._follows_objects:
            self._flows[source, target] = None
        for run in self._runs(source.holder):
            self._flows[Place(run, ""), target] = None

    def _invoke(self, place: Place, caller: int, line: int) -> None:
        known = self._invoked.get((place, caller), line)
        self._invoked[place, caller] = min(line, known)


def _element(place: Place | None) -> Place | None:
    return element(place) if place is not None else None
