"""Which errors a function raises, which calls may hand errors on, and what the handlers around them catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.graph.linkrows import EVERYTHING
from nsccn.graph.meaning.value import ENTITY, INSTANCE, Shadowed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nsccn.graph.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Handler

_LIKELY: Final = 0.5
_CATCHES_ALL: Final = (EVERYTHING,)
Place = tuple[int, int]
"""Line and byte."""


class RaiseSite(NamedTuple):
    """A place where an error starts; `error` is an entity, or the number of what lies outside."""

    function: int
    error: int
    byte: int


class _Region(NamedTuple):
    start: int
    end: int
    caught: tuple[int, ...]


class ErrorSites:
    """The sites of the file that is being linked."""

    def __init__(self, infer: Infer, outside: Callable[[str], int], writer: LinkWriter) -> None:
        self.raised: list[RaiseSite] = []
        self._calls: list[tuple[int, int, Sequence[Place], float]] = []
        self._infer = infer
        self._outside = outside
        self._writer = writer
        self._always = False

    def begin_file(self, slot: int) -> None:
        """Learn whether a call of this file's language hands every error on."""
        language = self._infer.symbols.language(slot)
        self._always = language is not None and language.errors == "exceptions"

    def add_calls(
        self, caller: int, callee: int, places: Sequence[Place], probability: float, *, hands_on: bool
    ) -> None:
        """Note calls; `hands_on` says that they are marked as ones that hand their error on."""
        if (self._always or hands_on) and probability >= _LIKELY and caller != callee:
            self._calls.append((caller, callee, places, probability))

    def end_file(self, slot: int, handlers: Sequence[Handler]) -> None:
        """Hand the sites of a file on, each with what is caught around it, and begin anew."""
        regions = [self._region(slot, handler) for handler in handlers]
        number = self._writer.caught.number
        raised = [(site.function, site.error, number(_caught(regions, site.byte))) for site in self.raised]
        self._writer.extend("raise", slot, list(dict.fromkeys(raised)))
        first: dict[tuple[int, int, int], tuple[int, float]] = {}
        for caller, callee, places, probability in self._calls:
            for line, byte in places if regions else (min(places),):
                key = (caller, callee, number(_caught(regions, byte)))
                if key not in first or line < first[key][0]:
                    first[key] = (line, probability)
        calls = [
            (caller, callee, line, probability, caught)
            for (caller, callee, caught), (line, probability) in first.items()
        ]
        self._writer.extend("call", slot, calls)
        self._calls.clear()
        self.raised.clear()

    def _region(self, slot: int, handler: Handler) -> _Region:
        symbols = self._infer.symbols
        language = symbols.language(slot)
        if not handler.errors or (language and set(handler.errors) & set(language.catch_all)):
            return _Region(handler.start_byte, handler.end_byte, _CATCHES_ALL)
        scope = symbols.first[slot] + handler.scope
        found = (error_entity(self._infer, self._outside, scope, text) for text in handler.errors)
        return _Region(
            handler.start_byte, handler.end_byte, tuple(error for error in found if error is not None)
        )


def _caught(regions: list[_Region], byte: int) -> tuple[int, ...]:
    if not regions:
        return ()
    found = {error for region in regions if region.start <= byte < region.end for error in region.caught}
    return _CATCHES_ALL if EVERYTHING in found else tuple(sorted(found))


def error_entity(infer: Infer, outside: Callable[[str], int], scope: int, expression: str) -> int | None:
    """Return the class or variable that an error expression names, or the number of an error outside.

    None where the expression is a local variable of unknown type.
    """
    symbols = infer.symbols
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
    return _outside_error(infer, outside, scope, text)


def _outside_error(infer: Infer, outside: Callable[[str], int], scope: int, text: str) -> int | None:
    symbols = infer.symbols
    root, _, rest = text.partition(".")
    if root in ("self", "super"):
        return None
    slot = symbols.slot[scope]
    language = symbols.language(slot)
    imported = symbols.bindings(scope).get(root) or symbols.bindings(symbols.first[slot]).get(root)
    if imported is not None:
        origin = imported.module or "builtins"
        name = ".".join(part for part in (imported.name, rest) if part)
        return outside(f"error:{encode_path(origin)}:{name or root}")
    if rest and root[:1].islower() and language is not None and root not in language.error_bases:
        return outside(f"error:{root}:{rest}") if not text[:1].isupper() else None
    if language is not None and (text in language.error_bases or text[:1].isupper()):
        return outside(f"error:builtins:{text}")
    return None
