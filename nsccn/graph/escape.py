"""Which errors escape from which function, and to which callers.

An error escapes a call unless a handler around the call catches its type or a base of it. Sets of error types are
bit masks; the callers of a function are visited again only while something new escapes to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.graph.meaning.value import ENTITY, INSTANCE, Shadowed

if TYPE_CHECKING:
    from nsccn.graph.edgetable import EdgeTable
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.symbols import Symbols

_EVERYTHING: Final = -1
_LIKELY: Final = 0.5
_DEEPEST: Final = 40


class CallSite(NamedTuple):
    """A resolved call, for following errors."""

    caller: int
    callee: int
    slot: int
    byte: int
    line: int
    probability: float
    hands_on: bool
    """The call is marked as one that hands its error on."""


class RaiseSite(NamedTuple):
    """A place where an error starts; `error` is an entity, or the number of what lies outside."""

    function: int
    error: int
    slot: int
    byte: int


class _Region(NamedTuple):
    start: int
    end: int
    caught: int


def propagate_errors(
    symbols: Symbols, infer: Infer, edges: EdgeTable, calls: Sequence[CallSite], raised: Sequence[RaiseSite]
) -> None:
    """Add an edge from each function to each caller to which one of its errors escapes."""
    errors = _Errors(symbols, infer, edges, raised)
    escaping: dict[int, int] = {}
    for site in raised:
        mask = errors.mask(site.error) & ~errors.caught(site.slot, site.byte)
        if mask:
            escaping[site.function] = escaping.get(site.function, 0) | mask
    incoming = _incoming(symbols, errors, calls)
    pending = sorted(escaping)
    while pending:
        again: set[int] = set()
        for callee in pending:
            mask = escaping[callee]
            for caller, caught in incoming.get(callee, ()):
                known = escaping.get(caller, 0)
                if mask & ~caught & ~known:
                    escaping[caller] = known | (mask & ~caught)
                    again.add(caller)
        pending = sorted(again)
    for callee, mask in escaping.items():
        for (caller, caught), call in incoming.get(callee, {}).items():
            if mask & ~caught:
                likely = call.probability
                edges.add(callee, "PROPAGATES_ERROR", caller, call.slot, call.line, probability=likely)


def _incoming(
    symbols: Symbols, errors: _Errors, calls: Sequence[CallSite]
) -> dict[int, dict[tuple[int, int], CallSite]]:
    """Return the callers to which errors of each callee can escape, by what they catch, each with one call."""
    incoming: dict[int, dict[tuple[int, int], CallSite]] = {}
    for call in calls:
        if call.probability >= _LIKELY and call.caller != call.callee and _escapes(symbols, call):
            key = (call.caller, errors.caught(call.slot, call.byte))
            incoming.setdefault(call.callee, {}).setdefault(key, call)
    return incoming


def _escapes(symbols: Symbols, call: CallSite) -> bool:
    language = symbols.language(call.slot)
    return language is not None and (language.errors == "exceptions" or call.hands_on)


class _Errors:
    """The error types of a repository, their hierarchy, and what each handler catches."""

    def __init__(self, symbols: Symbols, infer: Infer, edges: EdgeTable, raised: Sequence[RaiseSite]) -> None:
        self._symbols = symbols
        self._infer = infer
        self._edges = edges
        self._slots = {site.error: site.slot for site in raised}
        self._bits = {error: 1 << number for number, error in enumerate(self._slots)}
        self._above: dict[int, frozenset[int]] = {}
        self._outside = {number: entity_id for entity_id, number in edges.external.items()}
        self._regions: dict[int, list[_Region]] = {}
        # A hierarchy is remembered when it is first climbed, so all that handlers name must be known before.
        self._handled = [list(self._read_handled(slot)) for slot in range(len(symbols.facts))]

    def mask(self, error: int) -> int:
        return self._bits[error]

    def caught(self, slot: int, byte: int) -> int:
        """Return the mask of the errors that the handlers around a byte catch."""
        if slot not in self._regions:
            self._regions[slot] = self._read_regions(slot)
        mask = 0
        for region in self._regions[slot]:
            if region.start <= byte < region.end:
                mask |= region.caught
        return mask

    def _read_regions(self, slot: int) -> list[_Region]:
        regions = []
        for handler, errors in zip(self._symbols.facts[slot].handlers, self._handled[slot], strict=True):
            caught = _EVERYTHING if errors is None else 0
            for error in errors or ():
                caught |= self._at_or_below(error)
            regions.append(_Region(handler.start_byte, handler.end_byte, caught))
        return regions

    def _read_handled(self, slot: int) -> Iterator[list[int] | None]:
        """Yield what each handler of a file catches, None for everything."""
        symbols = self._symbols
        language = symbols.language(slot)
        for handler in symbols.facts[slot].handlers:
            scope = symbols.first[slot] + handler.scope
            if not handler.errors or (language and set(handler.errors) & set(language.catch_all)):
                yield None
            else:
                found = (
                    error_entity(symbols, self._infer, self._edges, scope, text) for text in handler.errors
                )
                yield [error for error in found if error is not None]

    def _at_or_below(self, caught: int) -> int:
        mask = 0
        for error, bit in self._bits.items():
            if caught == error or caught in self._bases_of(error):
                mask |= bit
        return mask

    def _bases_of(self, error: int) -> frozenset[int]:
        """Return all that an error inherits from, in the repository and outside."""
        if error not in self._above:
            self._above[error] = frozenset()
            self._above[error] = frozenset(self._climb(error))
        return self._above[error]

    def _climb(self, error: int) -> set[int]:
        symbols = self._symbols
        found: set[int] = set()
        if error < 0:
            return self._outside_bases(error, self._slots.get(error, 0))
        if not symbols.is_type(error):
            return found
        for cls in self._infer.hierarchy.order(error):
            found.add(cls)
            scope = max(symbols.parent(cls), symbols.first[symbols.slot[cls]])
            for text in symbols.definitions[cls].bases:
                base = error_entity(symbols, self._infer, self._edges, scope, text)
                if base is not None and base < 0:
                    found.add(base)
                    found |= self._outside_bases(base, symbols.slot[cls])
        return found

    def _outside_bases(self, error: int, slot: int) -> set[int]:
        self._outside.update((number, entity_id) for entity_id, number in self._edges.external.items())
        language = self._symbols.language(slot)
        _, origin, name = self._outside[-1 - error].split(":", 2)
        found: set[int] = set()
        for _ in range(_DEEPEST):
            if language is None or name not in language.error_bases:
                break
            name = language.error_bases[name]
            for place in (origin, "builtins"):
                if (known := self._edges.external.get(f"error:{place}:{name}")) is not None:
                    found.add(-1 - known)
        return found


def error_entity(symbols: Symbols, infer: Infer, edges: EdgeTable, scope: int, expression: str) -> int | None:
    """Return the class or variable that an error expression names, or the number of an error outside.

    None where the expression is a local variable of unknown type.
    """
    text = expression.replace("()", "").replace("[]", "")
    value = infer.evaluate(scope, text)
    if value is None and "." not in text:
        found = infer.scopes.name(scope, text)
        if isinstance(found, Shadowed):
            return None
        value = found
    if value is not None:
        if value.tag == INSTANCE or (value.tag == ENTITY and not symbols.is_function(value.entity)):
            return value.entity
        if value.tag == ENTITY:
            made = infer.typed.returned(value.entity)
            return made.entity if made is not None and made.tag == INSTANCE else None
        return None
    return _outside_error(symbols, edges, scope, text)


def _outside_error(symbols: Symbols, edges: EdgeTable, scope: int, text: str) -> int | None:
    root, _, rest = text.partition(".")
    if root in ("self", "super"):
        return None
    slot = symbols.slot[scope]
    language = symbols.language(slot)
    imported = symbols.bindings.get(scope, {}).get(root) or symbols.bindings.get(symbols.first[slot], {}).get(
        root
    )
    if imported is not None:
        origin = imported.module or "builtins"
        name = ".".join(part for part in (imported.name, rest) if part)
        return edges.outside(f"error:{encode_path(origin)}:{name or root}")
    if rest and root[:1].islower() and language is not None and root not in language.error_bases:
        return edges.outside(f"error:{root}:{rest}") if not text[:1].isupper() else None
    if language is not None and (text in language.error_bases or text[:1].isupper()):
        return edges.outside(f"error:builtins:{text}")
    return None
