"""Which errors a function raises, which calls may hand errors on, and what the handlers around them catch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.linking.errors.caught import CATCHES_ALL, RUN_BY_NOBODY, CaughtAround, CaughtRegion
from nsccn.graph.linking.linkrows import DETACHED, EVERYTHING
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, MODULE, Shadowed, Value
from nsccn.graph.model import RUN_BY_OTHERS
from nsccn.graph.notation.expression import PATH
from nsccn.graph.notation.marks import HANDLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Handler

_LIKELY: Final = 0.5
Place = tuple[int, int]
"""Line and byte."""


class RaiseSite(NamedTuple):
    """A place where an error starts; `error` is an entity, or the number of what lies outside."""

    function: int
    error: int
    line: int
    byte: int
    stays: bool
    """Whether no caller is handed it: a panic, where errors are returned."""


class ErrorSites:
    """The sites of the file that is being linked."""

    def __init__(self, infer: Infer, outside: Callable[[str], int], writer: LinkWriter) -> None:
        self.raised: list[RaiseSite] = []
        self._calls: list[tuple[int, int, Sequence[Place], float, bool]] = []
        self._infer = infer
        self._outside = outside
        self._writer = writer
        self._always = False

    def begin_file(self, slot: int) -> None:
        """Learn whether a call of this file's language hands every error on."""
        language = self._infer.symbols.language(slot)
        self._always = language is not None and language.errors == "exceptions"

    def add_calls(
        self, caller: int, callee: int, places: Sequence[Place], probability: float, fate: str = ""
    ) -> None:
        """Note calls; their `fate` says where they are marked as ones that hand their error on, or handle it."""
        if (self._always or fate) and probability >= _LIKELY and caller != callee:
            self._calls.append((caller, callee, places, probability, fate == HANDLES))

    def end_file(self, slot: int, handlers: Sequence[Handler]) -> None:
        """Hand the sites of a file on, each with what is caught around it, and begin anew."""
        around = CaughtAround(self._region(slot, handler) for handler in handlers)
        self._end_raised(slot, around)
        self._end_calls(slot, around)
        self._calls.clear()
        self.raised.clear()

    def _end_raised(self, slot: int, around: CaughtAround) -> None:
        number = self._writer.caught.number
        rows: dict[tuple[int, int, int, int], None] = {}
        for site in self.raised:
            caught = (DETACHED,) if site.stays else around.at(site.byte)
            runner = self._runner(site.function)
            if runner >= 0 and (DETACHED not in caught or self._infer.symbols.is_function(runner)):
                rows.setdefault((runner, site.error, site.line, number(caught)))
        self._writer.extend("raise", slot, list(rows))

    def _end_calls(self, slot: int, around: CaughtAround) -> None:
        number = self._writer.caught.number
        first: dict[tuple[int, int, int], tuple[int, float]] = {}
        for called_in, callee, places, probability, is_settled in self._calls:
            caller = self._runner(called_in)
            for line, byte in places if around else (min(places),):
                caught = (EVERYTHING,) if is_settled else around.at(byte)
                if caller < 0 or (DETACHED in caught and not self._infer.symbols.is_function(caller)):
                    continue
                key = (caller, callee, number(caught))
                if key not in first or line < first[key][0]:
                    first[key] = (line, probability)
        calls = [
            (caller, callee, line, probability, caught)
            for (caller, callee, caught), (line, probability) in first.items()
        ]
        self._writer.extend("call", slot, calls)

    def _runner(self, scope: int) -> int:
        """Return what runs the code of a scope; -1 for the body of a type of which that is not known."""
        symbols = self._infer.symbols
        if not symbols.is_type(scope):
            return scope
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.running_types:
            return -1
        while symbols.is_type(scope):
            scope = symbols.parent(scope)
        return scope

    def _region(self, slot: int, handler: Handler) -> CaughtRegion:
        symbols = self._infer.symbols
        language = symbols.language(slot)
        scope = symbols.first[slot] + handler.scope
        if handler.errors == RUN_BY_OTHERS:
            caught = RUN_BY_NOBODY
        elif not handler.errors or (language and set(handler.errors) & set(language.catch_all)):
            caught = CATCHES_ALL
        else:
            found = (error_entity(self._infer, self._outside, scope, text) for text in handler.errors)
            caught = frozenset(error for error in found if error is not None)
        return CaughtRegion(handler.start_byte, handler.end_byte, caught)


def error_entity(infer: Infer, outside: Callable[[str], int], scope: int, expression: str) -> int | None:
    """Return the class or variable that an error expression names, or the number of an error outside.

    None where the expression is a local variable of unknown type.
    """
    text = expression.replace("()", "").replace("[]", "")
    slot = infer.symbols.slot[scope]
    language = infer.symbols.language(slot)
    if language is not None and language.errors == "returned":
        variable = _shared_variable(infer, scope, text)
        if variable is not None:
            return variable
    # What is made may be changed by calls that give it: `(new Missing('x'))->told('a')->kept()`.
    value = infer.evaluate(scope, f"{expression}()") if "()." in expression else None
    value = value or infer.evaluate(scope, text)
    root = text.partition(".")[0]
    if value is None:
        found = infer.scopes.name(scope, root)
        if isinstance(found, Shadowed):
            return None
        if root == text:
            value = found
    if value is not None and value.tag == MODULE:
        value = infer.evaluate(scope, f"{text}()")  # a module that is a class by what it exports
    if value is None:
        return _outside_error(infer, outside, scope, text)
    if value.tag == ENTITY and infer.symbols.kind(value.entity) in DATA_KINDS:
        value = _aliased_type(infer, value)
    if value.tag == INSTANCE or (value.tag == ENTITY and not infer.symbols.is_function(value.entity)):
        return value.entity
    if value.tag == ENTITY:
        made = infer.typed.returned.by(value.entity)
        if made is None:
            return _declared_error(infer, outside, value.entity)
        return made.entity if made.tag == INSTANCE else None
    return None


def _aliased_type(infer: Infer, variable: Value) -> Value:
    """Return the type that a variable or an attribute is another name of, else the variable."""
    held = infer.typed.content(variable)
    return (
        held if held is not None and held.tag == ENTITY and infer.symbols.is_type(held.entity) else variable
    )


def _declared_error(infer: Infer, outside: Callable[[str], int], function: int) -> int | None:
    """Return the error from outside that a function declares to make: `static IllegalStateException failed()`."""
    declared = infer.symbols.definitions[function].returns
    is_name = declared.replace(".", "").isidentifier()
    return _outside_error(infer, outside, function, declared) if is_name else None


def _shared_variable(infer: Infer, scope: int, text: str) -> int | None:
    """Return the variable outside functions that is named: a returned error is told by it, not by its type."""
    base, dot, name = text.rpartition(".")
    receiver = infer.evaluate(scope, base) if dot else None
    if dot and (receiver is None or receiver.tag != MODULE):
        return None
    found = infer.typed.attribute(receiver, name) if receiver is not None else infer.scopes.name(scope, name)
    if not isinstance(found, Value) or found.tag != ENTITY or infer.symbols.kind(found.entity) != "var":
        return None
    return found.entity


def _outside_error(infer: Infer, outside: Callable[[str], int], scope: int, text: str) -> int | None:
    symbols = infer.symbols
    text = text.removeprefix(PATH)
    root, _, rest = text.partition(".")
    if root in ("self", "super") or infer.scopes.type_parameters.hide(scope, root):
        return None
    slot = symbols.slot[scope]
    language = symbols.language(slot)
    imported = symbols.binding(scope, root)
    if (
        language is not None and language.qualified_names and not rest[:1].isupper()
    ):  # or what makes it: `Lost::of()`
        bound = imported.module if imported is not None else language.error_calls.get(text, "")
        return _of_namespace(language, outside, symbols.table.packages[slot], root, bound)
    if imported is not None:
        origin = imported.module or "builtins"
        if language is not None and (origin in language.error_bases or origin in language.catch_all):
            return outside(f"error:builtins:{origin}")  # by its name outside of all namespaces
        name = ".".join(part for part in (imported.name, rest) if part)
        return outside(_of_module(origin, _type_of(name) or root.rpartition("$")[2]))
    if rest and root[:1].islower() and language is not None and root not in language.error_bases:
        return outside(_of_module(root, _type_of(rest)))
    if language is not None and (text in language.error_bases or text[:1].isupper()):
        return outside(f"error:builtins:{_type_of(text)}")
    return None


def _of_namespace(
    language: Language, outside: Callable[[str], int], namespace: str, text: str, bound: str
) -> int | None:
    """Return the error that is bound to a full name, or that has a name inside of the namespace around."""
    if not bound and text not in language.error_bases:
        if not text[:1].isupper():
            return None
        bound = f"{namespace}.{text}" if namespace else text
    full = bound or text
    module = encode_path(full) if "." in full else "builtins"  # outside of all namespaces
    return outside(f"error:{module}:{full.rpartition('.')[2]}")


def _of_module(module: str, name: str) -> str:
    """Return the id of an error of a module: modules that stand before its type are a part of where that comes from.

    So `io::Error` below `use std::io` is what `Error` is below `use std::io::Error`. A file's path has no such parts.
    """
    origin = module.replace("::", ".")
    if not origin.replace(".", "").isidentifier():
        return f"error:{encode_path(module)}:{name}"
    steps = name.split(".")
    first = next((place for place, step in enumerate(steps) if not step[:1].islower()), len(steps) - 1)
    return f"error:{'.'.join((origin, *steps[:first]))}:{'.'.join(steps[first:])}"


def _type_of(name: str) -> str:
    """Return the type whose function makes an error: `io.Error` for `io.Error.other`."""
    steps = name.split(".")
    while len(steps) > 1 and steps[-1][:1].islower() and steps[-2][:1].isupper():
        steps.pop()
    return ".".join(steps)
