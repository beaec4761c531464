"""Notes how functions travel: as arguments, results, elements of collections, and through variables.

What a place may hold, and what is therefore called there, is found out when the rows of all files are known; see
`functionvalues`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.parameters import REST, is_inherited
from nsccn.graph.definitions.shapes import is_shape
from nsccn.graph.kinds import RESULTS
from nsccn.graph.linking.flows.declared import is_told_apart
from nsccn.graph.linking.flows.flowplaces import Places
from nsccn.graph.linking.flows.oneobject import of_one_object
from nsccn.graph.linking.flows.statements import Statements
from nsccn.graph.linking.uses.uses import value_scope
from nsccn.graph.meaning.types.onlydeclared import is_left_to_subtypes
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.marks import ASSIGNED, KEYWORD, RESULT
from nsccn.graph.notation.places import (
    CALLING,
    DECORATED,
    DEEPEST,
    ELEMENT,
    KEY,
    MEMBER,
    OF_SUBTYPES,
    RESULT_OF,
    Place,
    element,
    keyed,
    site_of,
    stored,
)
from nsccn.graph.notation.results import ALL, MAPPED, NUMBERED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.linking.calls.outcomes import CallTarget
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Reference
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

ANY_PLACE: Final = "*"
_OF_RESULT: Final = f"{RESULT}{MEMBER}"
"""Begins a member of the object that a function gives."""
FLOWS: Final = frozenset({"assign", "declare", "loop", "item", "parameter", *RESULTS})
"""Forms of assignments by which functions travel."""


class Flows:
    """The flows of one file after another."""

    def __init__(self, links: Links, writer: LinkWriter) -> None:
        self._links = links
        self._writer = writer
        self._places = Places(links, self._flow)
        self._calling = frozenset(links.symbols.table.named(CALLING))
        """The methods by which objects are called."""
        self._flows: dict[tuple[Place, Place], None] = {}
        self._invoked: dict[tuple[Place, int], int] = {}
        self._statements = Statements(FLOWS)
        self._noted: set[tuple[int, str, str, int]] = set()
        """The values that give nothing new where they are handed over again."""
        self._below: set[int] = set()
        """The attributes that were let be some of those that subtypes have, if they are."""
        self._sites: set[Place] = set()
        """The results of single calls that give an argument back."""
        self.asked: set[str] = set()
        """The variables of the file on whose objects it calls methods that no type tells."""

    def begin_file(self, slot: int, rows: Sequence[AssignmentRow]) -> None:
        """Learn what names a file assigns to."""
        self._statements.begin_file(rows)
        self._places.begin_file(slot, rows)

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
        self._places.forget()
        self._noted.clear()
        self._below.clear()
        self._sites.clear()
        self._flows.clear()
        self._invoked.clear()
        self.asked.clear()

    # -- what is noted

    def call(self, scope: int, called: Reference, line: int, targets: Sequence[CallTarget]) -> None:
        """Note a call: of what a place holds, or of functions that decorators may have replaced.

        `scope` is an entity, not the ordinal that the reference has.
        """
        expression = called.target
        is_left = all(self._is_open(target.entity) for target in targets)
        if is_left or all(self._is_of_shape(target.entity) for target in targets):
            place = self._places.of(scope, self._run(scope, expression, is_open=bool(targets) and is_left))
            if called.detail.startswith(KEY):
                place = keyed(place, called.detail)
            if place is not None and (place.name or not self._places.is_constant(place.holder)):
                if self._places.is_declared_member(place):
                    place = self._of_one_object(scope, expression, place)
                self._invoke(place, scope, line)
                language = self._links.symbols.language(self._links.symbols.slot[scope])
                if language is not None and language.subscripted_calls:
                    self._invoke(element(place), scope, line)
                self.asked.add(root_of(expression))
            for held in self._places.members(scope, expression):
                self._invoke(held, scope, line)
        if (left := self._places.left_to_subtypes(scope, expression)) is not None:
            self._invoke(left, scope, line)
        for target in targets:
            self.run(scope, target.entity, line)
            if self._places.is_left_to_objects(target.entity):
                declared = Place(target.entity, OF_SUBTYPES)
                self._invoke(self._of_one_object(scope, expression, declared), scope, line)

    def _of_one_object(self, scope: int, expression: str, declared: Place) -> Place:
        """Return the place of a member that is called: of the one object whose it is, where that is known."""
        holder, _, name = expression.rpartition(".")
        held = self._places.named(scope, holder)
        functions = of_one_object(self._links, held, name)
        if held is None or not functions:
            return declared
        own = Place(held.holder, f"{held.name}{MEMBER}{name}")
        for function in functions:
            self._flow(Place(function, ""), own)
        return own

    def run(self, scope: int, function: int, line: int) -> None:
        """Note that a function is run which decorators may have replaced."""
        if self._links.symbols.definitions[function].decorators:
            self._invoke(Place(function, DECORATED), scope, line)

    def run_result(self, scope: int, function: int, line: int) -> None:
        """Note that what a function gives is called at once."""
        self._invoke(Place(function, RESULT_OF), scope, line)

    def _run(self, scope: int, callee: str, *, is_open: bool) -> str:
        """Return what a call runs: `load` of `load.call(this)`, also by what an interface leaves open."""
        base, _, method = callee.rpartition(".")
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        is_run = bool(base) and language is not None and (is_open or method in language.running_methods)
        if not is_run:
            return callee
        value = self._links.infer.evaluate(scope, base)
        is_variable = value is not None and self._links.symbols.kind(value.entity) in ("attr", "var")
        return base if value is None or is_open or is_variable else callee

    def _is_open(self, entity: int) -> bool:
        """Whether a method is one that an interface leaves open for a function to be it."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[entity])
        has_such = language is not None and bool(language.function_interfaces)
        return (
            has_such
            and bool(symbols.table.declared[entity])
            and symbols.kind(symbols.parent(entity)) == "interface"
        )

    def _is_of_shape(self, entity: int) -> bool:
        """Whether a function only says how what is called must look: the call of a type without objects of its own."""
        symbols = self._links.symbols
        return entity in self._calling and is_shape(symbols, symbols.parent(entity))

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
        detail, mark, name = detail.partition(KEY)
        under = mark + name
        if detail.startswith(ASSIGNED):
            written = detail.removeprefix(ASSIGNED)
            variable = written.removesuffix(DEEPEST).removesuffix(ELEMENT)
            place = self._places.variable(scope, variable)
            for _ in range(written.count(ELEMENT, len(variable))):
                place = _element(place)
            self._hand_on(value_scope(self._links, scope, target, detail), target, [place], under)
            return
        callee, _, keyword = detail.partition(KEYWORD)
        number, is_element = divmod(arguments, 2)
        member = keyword if keyword.startswith(MEMBER) else ""
        places = self._places.arguments(scope, callee, (not member and keyword) or number)
        called = self._places.of(scope, callee)
        is_outside = called is None or called.name.endswith(MEMBER + callee.rpartition(".")[2])
        is_returned = (
            not keyword and self._returns(scope, callee, number)
            if is_outside
            else any(map(self._places.is_given_back, places))
        )
        if is_outside and not is_element:
            self._call_outside(scope, callee, keyword or str(number), target, line)
        if not is_returned:
            self._noted.add(key)
        else:
            site = site_of(scope, callee, self._statements.number(ordinal, byte))
            self._sites.add(site)
            places = [*places, Place(scope, callee + RESULT_OF), site]
            if called is not None and not is_outside:
                self._flow(Place(called.holder, called.name + RESULT_OF), site)
        if member:
            name = member.removeprefix(MEMBER)
            held = [Place(place.holder, place.name + member) for place in places]
            declared = [self._places.taken_member(place, name) for place in places]
            self._hand_on(scope, target, [*held, *declared])
        self._hand_on(scope, target, map(_element, places) if is_element else places, under)

    def _hand_on(self, scope: int, target: str, places: Iterable[Place | None], under: str = "") -> None:
        """Let places hold what an expression gives: an object or objects that are known, or what its place holds.

        `under` is the constant key that it has among their elements, if any.
        """
        known = [place for place in places if place is not None]
        if not known:
            return
        source = self._places.object_of(scope, target) or self._places.of(scope, target)
        for place in known:
            if source is not None and source.name == RESULT_OF + ELEMENT:
                self._flow(Place(source.holder, RESULT_OF), element(place))
            else:
                self._flow(source, keyed(place, under))
            for held in self._places.members(scope, target):
                self._flow(held, keyed(place, under))

    def assignment(self, base: int, row: AssignmentRow) -> None:
        """Note that a variable gets a value, or that a function returns or yields it; `base` is as for `value`."""
        ordinal, target, value, _, form, _, byte = row
        scope = base + ordinal
        if NUMBERED in target or (form == "loop" and NUMBERED in value and self._places.has_pairs):
            return  # which part is taken is told, what the others are is not
        is_gathered = value.endswith(ALL)
        value = value.removesuffix(ALL)
        if value.endswith(MAPPED):
            return  # what is written out under a key goes a way of its own
        if (
            form == "return"
            and not is_gathered
            and value in self._links.symbols.definitions[scope].parameters
        ):
            return  # given back to each caller as its own; see `given_back`
        source = self._places.of(scope, value)
        if target.startswith(_OF_RESULT):
            self._flow(source, self._places.stated_member(scope, target.removeprefix(_OF_RESULT)))
        if form == "declare":
            for held in self._places.members(scope, value):
                self._flow(held, self._places.variable(scope, target))
        if source is None or (
            form == "loop" and is_told_apart(self._links, scope, value.partition(NUMBERED)[0])
        ):
            return
        if source.holder == scope and form not in RESULTS:
            source = self._at_site(source, self._statements.number(ordinal, byte))
        place = self._places.variable(scope, target)
        if form in ("item", "yield"):
            place = _element(place)
        if form == "loop" and not is_gathered:
            source = _element(source)
        elif is_gathered and form != "loop":
            place = _element(place)
        self._flow(source, place)

    def decorated(self, scope: int, function: int) -> None:
        """Note that decorators, the innermost first, are given a function, and give what is called instead."""
        symbols = self._links.symbols
        values = [Place(function, "")]
        for expression in reversed(symbols.definitions[function].decorators):
            places = self._places.arguments(scope, expression, 0)
            for value in values:
                for given in places:
                    self._flow(value, Place(given.holder, given.name + DECORATED))
            made = self._places.of(scope, expression)
            if made is None:
                continue
            if made.name or not self._places.is_constant(made.holder):
                self._invoke(made, scope, symbols.definitions[function].full_range.start_line)
            if not any(map(self._places.is_given_back, places)):
                values.clear()
            values.append(Place(made.holder, made.name + RESULT_OF))
        for value in values:
            if value.name:
                self._flow(value, Place(function, DECORATED))

    def overriding(self, method: int, wanted: AbstractSet[str]) -> None:
        """Let the parameters of a method that are wanted take what those of the method take that it overrides."""
        symbols = self._links.symbols
        around, name = symbols.parent(method), symbols.table.names[method]
        own = symbols.table.parameters(method) if self._places.follows_objects else ()
        if wanted.isdisjoint(own) or not is_inherited(name) or not symbols.is_type(around):
            return
        signature = symbols.definitions[method].signature
        for base in self._links.infer.hierarchy.order(around)[1:]:
            for overridden in symbols.member(base, name)[-1:]:
                theirs = symbols.table.parameters(overridden) if symbols.is_function(overridden) else ()
                for one, other in zip(own, theirs, strict=False):
                    if REST in one + other:
                        return
                    if one in wanted and f"{one}:" not in signature:
                        self._flow(Place(overridden, other), Place(method, one))
                return

    def in_place_of(self, method: int) -> None:
        """Let an attribute that a base only declares hold the method that a type has for it: `send: () => void`.

        Where objects are followed, what subtypes have in such a place has a place of its own.
        """
        symbols = self._links.symbols
        around, name = symbols.parent(method), symbols.table.names[method]
        is_declared = any(symbols.kind(one) == "attr" for one in symbols.table.named(name))
        is_of_type = "static" in symbols.definitions[method].modifiers
        if self._places.follows_objects or symbols.is_property(method) or is_of_type or not is_declared:
            return
        for base in self._links.infer.hierarchy.order(around)[1:]:
            for member in symbols.member(base, name)[-1:]:
                if is_left_to_subtypes(symbols, member):
                    self._flow(Place(method, ""), Place(member, ""))

    def in_object(self, function: int) -> None:
        """Let what the type of a variable declares hold the function that the variable's object has for it."""
        self._flow(Place(function, ""), self._places.stated_for(function))

    def kept(self, attribute: int) -> None:
        """Let an attribute hold the object that it is known to hold, for who comes to it by an object that travels."""
        held = self._places.kept(attribute)
        if held is not None:
            self._flows[held, Place(attribute, "")] = None

    def promoted(self, attribute: int) -> None:
        """Let an attribute that a parameter of a constructor declares hold what the parameter takes."""
        symbols = self._links.symbols
        language, around = symbols.language(symbols.slot[attribute]), symbols.parent(attribute)
        if language is None or not language.promoted_parameters:
            return
        start, name = symbols.definitions[attribute].full_range.start_byte, symbols.table.names[attribute]
        for one in (found for word in language.constructors for found in symbols.member(around, word)):
            whole, taken = symbols.definitions[one].full_range, symbols.table.parameters(one)
            if whole.start_byte < start < whole.end_byte and name in taken:
                self._flow(Place(one, name), Place(attribute, ""))

    def _call_outside(self, scope: int, callee: str, place: str, target: str, line: int) -> None:
        """Note that a function outside the repository calls what it is given at a place, if it does."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        calling = language.calling_functions if language is not None else {}
        name = self._places.outside_name(scope, callee)
        _, dot, own = name.rpartition(".")
        called = {calling.get(name), calling.get(own), calling.get(dot + own)}
        if place in called or ANY_PLACE in called:
            source = self._places.of(scope, target)
            if source is not None:
                self._invoke(source, scope, line)

    def _returns(self, scope: int, callee: str, number: int) -> bool:
        """Whether a function outside the repository gives an argument back."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return (
            language is not None
            and language.returned_arguments.get(self._places.outside_name(scope, callee)) == number
        )

    def _at_site(self, place: Place, statement: int) -> Place:
        """Return the result of a call in a statement rather than that of all such calls in the scope."""
        callee, called, rest = place.name.partition(RESULT_OF)
        site = site_of(place.holder, callee, statement)
        return Place(place.holder, site.name + rest) if called and site in self._sites else place

    # -- rows

    def _flow(self, source: Place | None, target: Place | None) -> None:
        if source is None or target is None or source == target:
            return
        if not target.name and self._places.is_constant(target.holder):
            if not self._places.is_left_to_objects(target.holder):
                return
            target = Place(target.holder, OF_SUBTYPES)
        if self._places.follows_objects:
            target = stored(target)
            self._put_below(target.holder)
        if source.name or not self._links.symbols.is_type(source.holder):
            self._flows[source, target] = None
            return
        if self._places.follows_objects:
            self._flows[source, target] = None
        for run in self._places.runs(source.holder):
            self._flows[Place(run, ""), target] = None

    def _put_below(self, attribute: int) -> None:
        """Let an attribute be one of those that subtypes have in the place of what a base leaves to them."""
        if attribute in self._below:
            return
        self._below.add(attribute)
        source = Place(attribute, "")
        while (left := self._places.left_by_base(source.holder)) is not None:
            if (source, left) in self._flows:
                return
            self._flows[source, left] = None
            source = left

    def _invoke(self, place: Place, caller: int, line: int) -> None:
        known = self._invoked.get((place, caller), line)
        self._invoked[place, caller] = min(line, known)


def _element(place: Place | None) -> Place | None:
    return element(place) if place is not None else None
