"""Which of several overloads a call means, by the types of its arguments.

Close to the rules of Java (JLS 15.12.2): an overload that takes an argument as it is goes before one that takes it as
a base type, and that before one to which it is converted. What cannot be told apart is said to be ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.annotation import TYPE_VARIABLE
from nsccn.graph.arguments import TYPED
from nsccn.graph.brackets import closing, split
from nsccn.graph.meaning.value import ENTITY, INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.linking.callees import Callees
    from nsccn.graph.meaning.infer import Infer

_EXACT, _CONVERTED, _BELOW, _ANY, _UNBOXED, _UNKNOWN = 100, 90, 80, 10, 8, 5
"""How well a parameter fits: the type itself, one that it is converted to, a base, any type, what is taken out of an
object, and who knows."""
_DEEPEST: Final = 4
"""Variables that are given each other, after which the type is unknown."""
_NULL: Final = "null"
_CLOSURE: Final = "->"
_REPEATED: Final = "..."
_ITSELF: Final = "."
_ANNOTATION: Final = re.compile(r"@\w[\w.]*(?:\([^)]*\))?|\bfinal\b")
_GENERIC: Final = re.compile(r"<[^<>]*>")


class _Type(NamedTuple):
    """A type as far as it is known."""

    name: str
    """Without package and type arguments; with `[]` for each dimension."""
    entity: int = -1
    """In the repository, else -1."""


class Overloads:
    """Chooses among the functions of one name."""

    def __init__(self, infer: Infer, callees: Callees) -> None:
        self._infer = infer
        self._callees = callees
        self._symbols = infer.symbols

    def meant(self, scope: int, entity: int, given: Sequence[str]) -> tuple[int, ...]:
        """Return the overloads of a function that a call may mean; none where that is not told by arguments.

        `given` are these, as `read_arguments` returns them.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.argument_types or not given or not symbols.is_function(entity):
            return ()
        candidates = dict(self._alternatives(entity, len(given)))
        if len(candidates) < 2:
            return tuple(candidates)
        types = [self._type(scope, expression) for expression in given]
        worth: dict[int, int] = {}
        for candidate, taken in candidates.items():
            fits = [self._fit(one, name, candidate, language) for one, name in zip(types, taken, strict=True)]
            if all(fits):
                worth[candidate] = sum(fits)
        if not worth:
            return ()
        best = max(worth.values())
        return tuple(candidate for candidate, fit in worth.items() if fit == best)

    def _alternatives(self, entity: int, count: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the functions of a name that take so many arguments, with the types of these."""
        symbols, seen = self._symbols, set()
        name = symbols.table.names[entity]
        parent = symbols.owners.get(entity, symbols.parent(entity))
        types = self._infer.hierarchy.order(parent) if symbols.is_type(parent) else (parent,)
        for at in types:
            for sibling in symbols.member(at, name):
                if not symbols.is_function(sibling):
                    continue
                taken = _taken(parameter_types(symbols.definitions[sibling].signature, name), count)
                if taken is not None and taken not in seen:
                    seen.add(taken)
                    yield sibling, taken

    # -- types of arguments

    def _type(self, scope: int, expression: str) -> _Type:
        text = self._declared(scope, expression)
        if not text:
            value = self._infer.evaluate(scope, expression) if not expression.startswith(TYPED) else None
            is_object = value is not None and value.tag == INSTANCE
            return (
                _Type(self._symbols.table.names[value.entity], value.entity)
                if value and is_object
                else _Type("")
            )
        name = simple_type(text)
        entity = self._infer.named_type(scope, name) if "[" not in name else None
        if entity is None and TYPE_VARIABLE.match(name):
            return _Type("")
        return _Type(name, -1 if entity is None else entity)

    def _declared(self, scope: int, expression: str, depth: int = 0) -> str:
        """Return the declared type of an expression as written, empty where none is."""
        if expression.startswith(TYPED) or not expression or depth > _DEEPEST:
            return expression[1:]
        if expression.endswith("[]"):
            whole = simple_type(self._declared(scope, expression[:-2], depth + 1))
            return whole[:-2] if whole.endswith("[]") else ""
        if "." not in expression and not expression.endswith(")"):
            local = self._local(scope, expression, depth)
            if local is not None:
                return local
        value = self._named(scope, expression)
        if value is not None and value.tag == ENTITY:
            return self._symbols.definitions[value.entity].returns
        return self._outside(scope, expression)

    def _outside(self, scope: int, expression: str) -> str:
        """Return what a method of a type outside the repository gives, empty where that is not known."""
        language = self._symbols.language(self._symbols.slot[scope])
        base, _, called = expression.rpartition(".")
        if not base or language is None or self._infer.evaluate(scope, base) is not None:
            return ""
        given = language.result_types.get(called.removesuffix("()"), "") if called.endswith("()") else ""
        return base if given == _ITSELF else given

    def _local(self, scope: int, name: str, depth: int) -> str | None:
        """Return the declared type of a local variable or parameter, None where there is none of that name."""
        symbols = self._symbols
        variables = self._infer.scopes.local_variables(symbols.slot[scope])
        language = symbols.language(symbols.slot[scope])
        inferred = language.inferred_types if language is not None else frozenset()
        for at in symbols.around(scope):
            rows = variables.get(at, {}).get(name, ())
            stated = [item.annotation for item in rows if item.annotation and item.annotation not in inferred]
            given = [item.value for item in rows if item.value and item.form != "loop"]
            if stated:
                return stated[0]
            if rows:
                return self._declared(at, given[0], depth + 1) if given else ""
        return None

    def _named(self, scope: int, expression: str) -> Value | None:
        """Return the variable or function whose value an expression is."""
        base, _, last = expression.rpartition(".")
        called = last.endswith("()")
        name = last.removesuffix("()")
        if not name.isidentifier():
            return None
        if not base:
            found = (
                self._callees.bare(scope, name, called=called)
                if called
                else self._infer.scopes.name(scope, name)
            )
            return found if isinstance(found, Value) else None
        receiver = self._infer.evaluate(scope, base)
        return self._infer.typed.attribute(receiver, name, called=called) if receiver is not None else None

    # -- whether they fit

    def _fit(self, given: _Type, taken: str, candidate: int, language: Language) -> int:
        """Return how well an argument fits a parameter; 0 where it does not."""
        converted = language.conversions
        if not given.name or not taken:
            return _UNKNOWN
        if given.name == _NULL:
            return 0 if taken[0].islower() and not taken.endswith("[]") else _UNKNOWN
        if given.name == _CLOSURE:
            return 0 if taken in converted or self._takes_any(taken, language) else _UNKNOWN
        if given.name == taken:
            return _EXACT
        if given.name in converted:
            known = converted[given.name]
            if taken in known and given.name[0].isupper() and taken[0].islower():
                return _UNBOXED
            if taken in known:
                return _CONVERTED - known.index(taken)
            return _ANY if self._takes_any(taken, language) else 0
        if self._takes_any(taken, language):
            return _ANY
        if taken in converted or given.name.endswith("[]") or taken.endswith("[]"):
            return 0
        return self._related(given, taken, candidate)

    def _related(self, given: _Type, taken: str, candidate: int) -> int:
        """Return how well an object fits a parameter of another type."""
        wanted = self._infer.named_type(candidate, taken)
        if given.entity < 0:
            return 0 if wanted is not None else _UNKNOWN
        hierarchy, symbols = self._infer.hierarchy, self._symbols
        order = hierarchy.order(given.entity)
        if wanted is not None:
            wanted = symbols.same(wanted)
            return max(_BELOW - order.index(wanted), _ANY + 1) if wanted in order else 0
        stated = {simple_type(base) for at in order for base in symbols.definitions[at].bases}
        if taken in stated:
            return _BELOW - len(order)
        return _UNKNOWN if hierarchy.has_foreign_base(given.entity) else 0

    def _takes_any(self, taken: str, language: Language) -> bool:
        return taken in language.conversions.get("*", ()) or TYPE_VARIABLE.match(taken) is not None


@lru_cache(maxsize=1 << 14)
def simple_type(text: str) -> str:
    """Return the last name of a type, with its dimensions.

    >>> simple_type("final java.util.Map<String, List<Integer>>[]")
    'Map[]'
    """
    text = _ANNOTATION.sub("", text)
    while (shorter := _GENERIC.sub("", text)) != text:
        text = shorter
    dimensions = text.count("[]")
    bare = text.replace("[]", "").strip().removesuffix(_REPEATED)
    return bare.rpartition(".")[2].strip() + "[]" * dimensions


@lru_cache(maxsize=1 << 14)
def parameter_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of a function's parameters by its signature; `...` ends one that may be repeated.

    >>> parameter_types("public <T> T read(final Map<String, T> all, int... places)", "read")
    ('Map', 'int...')
    """
    start = re.search(rf"\b{re.escape(name)}\s*\(", signature)
    if start is None:
        return ()
    stated = signature[start.end() : closing(signature, start.end() - 1)]
    return tuple(_parameter_type(text) for text in split(stated, ",") if text.strip())


def _parameter_type(text: str) -> str:
    bare = _ANNOTATION.sub("", text).strip()
    head, _, name = bare.rpartition(" ")
    return simple_type(head + "[]" * name.count("[]")) + (_REPEATED if _REPEATED in bare else "")


def _taken(parameters: tuple[str, ...], count: int) -> tuple[str, ...] | None:
    """Return the types for so many arguments, None where the parameters do not take so many."""
    if parameters and parameters[-1].endswith(_REPEATED):
        repeated = parameters[-1].removesuffix(_REPEATED)
        if count == len(parameters):
            return (*parameters[:-1], "")  # an element, or all of them as an array
        return (
            (*parameters[:-1], *[repeated] * (count - len(parameters) + 1))
            if count >= len(parameters) - 1
            else None
        )
    return parameters if len(parameters) == count else None
