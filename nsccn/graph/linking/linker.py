"""Links the facts of one file after another: each reference and assignment goes to what makes edges of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.kinds import CHANGES, RESULTS
from nsccn.graph.linking.calls.callees import Callees
from nsccn.graph.linking.calls.calls import Calls
from nsccn.graph.linking.calls.chains import Chains
from nsccn.graph.linking.calls.foreign import Foreign
from nsccn.graph.linking.calls.guesses import Guesses
from nsccn.graph.linking.calls.outward import Outward
from nsccn.graph.linking.calls.receivers import Receivers
from nsccn.graph.linking.edgetable import EdgeTable
from nsccn.graph.linking.errors.errors import ErrorSites
from nsccn.graph.linking.flows.flows import FLOWS, Flows
from nsccn.graph.linking.links import Links
from nsccn.graph.linking.overloads.overloads import Overloads
from nsccn.graph.linking.settings.addresses import Addresses
from nsccn.graph.linking.settings.boundtypes import BoundTypes
from nsccn.graph.linking.settings.configuration import PLACES, link_file, link_place, link_read
from nsccn.graph.linking.settings.options import Options
from nsccn.graph.linking.settings.settingkeys import Given, SettingKeys
from nsccn.graph.linking.uses.accesses import CALLED
from nsccn.graph.linking.uses.fixtures import FixtureCalls
from nsccn.graph.linking.uses.inheritance import StatedBase, link_bases
from nsccn.graph.linking.uses.members import Members
from nsccn.graph.linking.uses.messages import Messages
from nsccn.graph.linking.uses.operators import Operators
from nsccn.graph.linking.uses.platforms import platform_rows
from nsccn.graph.linking.uses.queried import link_queried
from nsccn.graph.linking.uses.state import link_alias, link_assignment, link_initializer, link_state_read
from nsccn.graph.linking.uses.typemaking import TypeMaking
from nsccn.graph.linking.uses.typeuses import TypeUses
from nsccn.graph.linking.uses.usage import Usage
from nsccn.graph.linking.uses.uses import (
    Values,
    link_decorator,
    link_import,
    link_path,
    link_raise,
    mentioned_names,
    value_scope,
)
from nsccn.graph.model import Assignment, Reference
from nsccn.graph.notation.expression import plain_name
from nsccn.graph.notation.marks import BLOCK, CREATED, FILLED, OF_OBJECT, QUERIED, STATE
from nsccn.graph.notation.results import ALL, EACH, MADE_FOR, MAPPED
from nsccn.precedence import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.kinds import ReferenceKind
    from nsccn.graph.linking.errors.errors import Place
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import FileFacts
    from nsccn.graph.packed import AssignmentRow, ReferenceRow


_NO_VARIABLES: Final = frozenset[str]()
_CALLS: Final = frozenset({"call", "new"})
_NAMING: Final = frozenset({"assign", "declare"})
"""Forms by which a variable may become another name of one."""
_MADE: Final = (")", "]", ALL, EACH, MAPPED)
"""How a value ends that the code makes where it stands."""
_Call = tuple["ReferenceKind", int, str, str, int]
"""Kind, scope, target, detail and, where it tells functions apart, number of arguments: equal ones are linked once."""


class _Uses(NamedTuple):
    """What a file uses, with the places of each."""

    calls: dict[_Call, list[Place]]
    values: dict[tuple[int, str], list[Place]]
    read: dict[tuple[int, str], list[Place]]
    """Members that are read."""
    keys: dict[tuple[int, int], list[Given]]
    """What calls are given, by the scope and first byte of the call."""


class Linker:
    """Links file after file."""

    def __init__(self, symbols: Symbols, infer: Infer, writer: LinkWriter) -> None:
        edges, callees = EdgeTable(writer), Callees(infer)
        self._writer = writer
        self._links = Links(
            symbols,
            infer,
            callees,
            edges,
            Foreign(infer),
            Options(writer),
            SettingKeys(infer, callees, writer),
        )
        self._bound = BoundTypes(self._links, writer)
        self._messages = Messages(self._links, writer)
        self._addresses = Addresses(self._links)
        self._errors = ErrorSites(infer, edges.outside, writer)
        self._types = TypeUses(self._links)
        self._fixtures = FixtureCalls(self._links)
        self._receivers = Receivers(infer)
        self._flows = Flows(self._links, writer)
        self._guesses = Guesses(infer, self._links.foreign)
        self._values = Values(self._links, self._guesses)
        self._overloads = Overloads(infer, callees)
        self._chains = Chains(infer, callees, self._overloads)
        self._usage = Usage(infer)
        self._outward = Outward(infer, self._links.foreign, writer)
        self._members = Members(
            self._links,
            self._errors,
            self._receivers,
            self._guesses,
            self._flows,
            self._usage,
            self._overloads.arguments.extension,
        )
        self._operators = Operators(self._links, self._errors, self._receivers, self._overloads, self._flows)
        self._type_making = TypeMaking(self._links, self._operators)
        self._calls = Calls(
            infer,
            callees,
            edges,
            self._errors,
            self._receivers,
            self._guesses,
            self._overloads,
            self._usage,
            self._chains,
            self._outward,
        )

    def forget(self) -> None:
        """Forget all answers: what gives them knows one another, and would be kept until circles are looked for."""
        self._links.infer.forget()

    def link(
        self, slot: int, facts: FileFacts, assigned: Sequence[AssignmentRow], stated: Iterable[StatedBase]
    ) -> None:
        """Find the rows of one file."""
        links = self._links
        links.infer.forget_file()
        self._calls.forget()
        self._overloads.forget()
        self._operators.forget()
        self._guesses.forget()
        self._values.forget()
        self._types.forget()
        self._members.forget()
        self._members.of_modules.begin_file(slot)
        self._receivers.rows.clear()
        self._errors.begin_file(slot)
        self._flows.begin_file(slot, assigned)
        self._usage.begin_file(slot, facts, assigned)
        base = links.symbols.first[slot]
        self._link_assignments(slot, base, assigned)
        called, handed = self._link_uses(slot, base, facts)
        self._members.of_modules.end_file()
        self._flow(base, facts, assigned, called, handed)
        self._fixtures.link(slot, base, facts.definitions)
        self._type_making.link(slot, facts.definitions, assigned)
        mentioned = mentioned_names(links, slot, facts, assigned)
        for imported in facts.imports:
            link_import(links, slot, base + imported.scope, imported, mentioned)
        if slot not in links.symbols.stubs:
            language = links.symbols.language(slot)
            for subject, target, line in stated if language is None or not language.self_types else ():
                links.edges.add(subject, "INHERITS", target, line)
            self._writer.extend("foreign", slot, link_bases(links.infer, links.edges, slot))
        self._writer.extend("virtual", slot, self._receivers.rows)
        self._usage.end_file(self._writer)
        self._outward.end_file(slot)
        self._errors.end_file(slot, facts.handlers)
        links.options.end_file(slot)
        links.keys.end_file(slot)
        self._bound.end_file(slot, facts, assigned)
        self._messages.end_file(slot, facts.definitions)
        self._writer.extend("platform", slot, platform_rows(links.symbols, slot, facts.definitions))
        links.edges.end_file(slot)
        self._flows.end_file(slot)

    def _link_uses(self, slot: int, base: int, facts: FileFacts) -> tuple[set[str], set[str]]:
        """Link what a file uses; return the roots of what it calls, and the names that it hands over."""
        uses = self._gathered(slot, base, facts)
        for (scope, target), places in uses.read.items():
            self._members.read(base + scope, target, places)
            self._values.link_asked(base + scope, target, [line for line, _ in places])
        self._link_calls(slot, base, facts, uses)
        for (scope, target), places in uses.values.items():
            if QUESTIONS.open > 0:
                QUESTIONS.stand_back()
            self._values.link(base + scope, target, [line for line, _ in places])
            self._members.read(base + scope, target, places)
        called = {plain_name(target) for _, _, target, _, _ in uses.calls}
        return called, {target for _, target in uses.values}

    def _gathered(self, slot: int, base: int, facts: FileFacts) -> _Uses:
        """Return what a file uses, the same in one scope once; what waits for nothing else is linked at once."""
        found = _Uses({}, {}, {}, {})
        language = self._links.symbols.language(slot)
        is_counted = language is not None and (language.redefinition != "last" or language.counted_guesses)
        uses = facts.uses.rows()
        if language is not None and language.given_to_functions:
            uses = map(partial(self._settled_use, base), uses)
        for row in uses:
            kind, scope, target, line, byte, detail, arguments = row
            if kind in _CALLS:
                told = arguments if is_counted else -1
                found.calls.setdefault((kind, scope, target, detail, told), []).append((line, byte))
                continue
            if QUESTIONS.open > 0:
                QUESTIONS.stand_back()
            if kind == "value":
                if target != "self":
                    at = value_scope(self._links, base + scope, target, detail) - base
                    found.values.setdefault((at, target), []).append((line, byte))
                self._flows.value(base, row)
            elif kind == "given":
                found.keys.setdefault((scope, byte), []).append((target, detail, arguments, line))
            elif kind == "type":
                self._types.link(base + scope, target, line)
            elif kind == "member":
                found.read.setdefault((scope, target), []).append((line, byte))
            elif kind == "operate":
                self._operators.link(slot, base + scope, Reference(*row))
            else:
                self._link_reference(slot, base + scope, Reference(*row))
        return found

    def _link_calls(self, slot: int, base: int, facts: FileFacts, uses: _Uses) -> None:
        language = self._links.symbols.language(slot)
        self._chains.begin_file(
            (
                (base + scope, target, told, detail, places)
                for (_, scope, target, detail, told), places in uses.calls.items()
            ),
            _with_arguments(base, facts) if language is not None and language.asked_types else frozenset(),
        )
        for (kind, scope, target, detail, arguments), places in uses.calls.items():
            if QUESTIONS.open > 0:
                QUESTIONS.stand_back()
            reference = Reference(kind, scope, target, *places[0], detail, arguments)
            targets = self._calls.link(slot, base + scope, reference, places)
            self._flows.call(base + scope, reference, min(places)[0], targets)
            for _, byte in places:
                if (scope, byte) in uses.keys:
                    self._links.keys.given(base + scope, uses.keys[scope, byte], targets)
            if "." in target:
                self._members.read(base + scope, target, places, last=CALLED)

    def _link_assignments(self, slot: int, base: int, assigned: Iterable[AssignmentRow]) -> None:
        local = self._links.infer.scopes.local_variables(slot)
        language = self._links.symbols.language(slot)
        if language is not None and language.given_to_functions:
            assigned = map(partial(self._settled_assignment, base), assigned)
        for row in assigned:
            scope, target, value, _, form, line, _ = row
            if value and not scope and form in _NAMING:
                link_alias(self._links, base, target, value, line)
            if form == "assign" and target in local.get(base + scope, _NO_VARIABLES):
                continue  # a local variable gets a value, whatever it held before
            if QUESTIONS.open > 0:
                QUESTIONS.stand_back()
            if form == "initialize":
                link_initializer(self._links, base + scope, Assignment(*row))
                continue
            if "." in target:
                self._members.write(base + scope, target, form, row[5:7])
            else:
                self._members.write_own(base + scope, target, form, row[5:7])
            if form in CHANGES:
                link_assignment(self._links, base + scope, Assignment(*row))

    def _settled_use(self, base: int, row: ReferenceRow) -> ReferenceRow:
        """Return a reference with the object that its target begins with, where the code need not name that."""
        kind, scope, target, *_ = row
        if OF_OBJECT not in target:
            return row
        settled = self._links.infer.unnamed.settled(base + scope, target, called=kind in _CALLS)
        return kind, scope, settled, *row[3:]

    def _settled_assignment(self, base: int, row: AssignmentRow) -> AssignmentRow:
        scope, target, *_ = row
        if OF_OBJECT not in target:
            return row
        return scope, self._links.infer.unnamed.settled(base + scope, target, called=False), *row[2:]

    def _flow(
        self,
        base: int,
        facts: FileFacts,
        assigned: Iterable[AssignmentRow],
        called: AbstractSet[str],
        handed: AbstractSet[str],
    ) -> None:
        """Note what functions the variables and results of a file may hold, as far as somebody may call them."""
        for row in assigned:
            scope, target, value, _, form, _, _ = row
            if not value or form not in FLOWS:
                continue
            if QUESTIONS.open > 0:
                QUESTIONS.stand_back()
            local = (
                form not in RESULTS
                and "." not in target
                and (self._links.symbols.is_function(base + scope) or BLOCK in target)
            )
            made = value.partition(MADE_FOR)[0].endswith(_MADE) or form == "loop"
            is_asked = target in called or target in self._flows.asked or target in handed
            if form in RESULTS or (not local if made else value in handed) or is_asked:
                self._flows.assignment(base, row)
        wanted = called | handed | self._flows.asked
        for ordinal, definition in enumerate(facts.definitions):
            if definition.kind == "method":
                self._flows.overriding(base + ordinal, wanted)
                self._flows.in_place_of(base + ordinal)
            elif definition.kind == "attr":
                self._flows.kept(base + ordinal)
                self._flows.promoted(base + ordinal)
            elif definition.kind == "func" and facts.definitions[definition.parent].kind == "var":
                self._flows.in_object(base + ordinal)
            if definition.decorators:
                self._flows.decorated(base + max(definition.parent, 0), base + ordinal)

    def _link_reference(self, slot: int, scope: int, reference: Reference) -> None:
        links, kind = self._links, reference.kind
        if kind == "decorate":
            link_decorator(links, scope, reference)
        elif kind == "read" and reference.detail == STATE:
            link_state_read(links, scope, reference)
        elif kind == "read" and reference.detail in (QUERIED, FILLED, CREATED):
            link_queried(links, scope, reference)
        elif kind == "read":
            link_read(links, slot, scope, reference)
        elif kind == "raise":
            site = link_raise(links, scope, reference)
            if site is not None:
                self._errors.raised.append(site)
        elif kind == "path":
            link_path(links, slot, scope, reference)
        elif kind == "address":
            self._addresses.link(slot, scope, reference)
        elif kind == "send":
            self._messages.send(scope, reference)
        elif kind == "receive":
            self._messages.receive(scope, reference)
        elif kind == "bind":
            self._bound.bind(scope, reference)
        elif kind == "file":
            link_file(links, slot, scope, reference)
        elif kind in PLACES:
            link_place(links, scope, reference)


def _with_arguments(base: int, facts: FileFacts) -> frozenset[tuple[int, str, int]]:
    """Return scope, target and place of the calls of a file that are given anything."""
    return frozenset(
        (base + scope, target, byte)
        for kind, scope, target, _, byte, _, arguments in facts.uses.rows()
        if kind in _CALLS and arguments > 0
    )
