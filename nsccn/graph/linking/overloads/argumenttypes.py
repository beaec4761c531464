"""What is known of the types of a call's arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.linking.calls.foreign import OWN_OBJECTS
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, KEYED, MODULE, Value
from nsccn.graph.notation.annotation import TYPE_VARIABLE
from nsccn.graph.notation.arguments import CALCULATED, POINTED, TYPED
from nsccn.graph.notation.contextual import CONTEXTUAL
from nsccn.graph.notation.functiontypes import function_type
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.notation.signatures import CLOSURE, Parameter, read_type, result_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.meaning.infer import Infer

_DEEPEST: Final = 4
"""Variables that are given each other, after which the type is unknown."""
_ITSELF: Final = "."
"""Stands for the type of which a method is called by its name."""
_ALIKE: Final = "="
"""Stands for the type of the object of which a method is called."""
_OWN: Final = "self"


class ArgumentType(NamedTuple):
    """A type as far as it is known."""

    name: str
    """Without package and type arguments; with `[]` for each dimension and `*` for each pointer."""
    entity: int = -1
    """In the repository, else -1."""
    arity: int = -1
    """How many types it is made for; of a function without a name how many parameters it has; -1 where unknown."""
    made_for: str = ""
    """The names of these types, where the text says them."""


class ArgumentTypes:
    """Tells the types of expressions from what is declared and from what they hold."""

    def __init__(self, infer: Infer, callees: Callees) -> None:
        self._infer = infer
        self._callees = callees
        self._symbols = infer.symbols

    def of(self, scope: int, expression: str) -> ArgumentType:
        """Return the type of an argument as far as it is known."""
        if expression.startswith(POINTED):
            held = self.of(scope, expression[1:])
            if expression[0] != POINTED[0]:
                return held._replace(name=held.name.removesuffix("*"))
            return held._replace(name=held.name + "*") if held.name else ArgumentType("")
        if expression.startswith(CALCULATED):
            return self._calculated(scope, expression[1:])
        text = self.declared(scope, expression)
        if text.startswith(CLOSURE):
            count = text.removeprefix(CLOSURE)
            return ArgumentType(CLOSURE, arity=int(count) if count.isdecimal() else -1)
        if not text:
            value = self._infer.evaluate(scope, expression) if not expression.startswith(TYPED) else None
            if (enum := self._enum_of(value)) >= 0:
                return ArgumentType(self._symbols.table.names[enum], enum)
            if value is None or value.tag != INSTANCE:
                return ArgumentType("")
            language = self._symbols.language(self._symbols.slot[scope])
            points = language is not None and (
                (expression == "self" and language.pointer_subscripts)
                or expression.endswith(language.pointing_calls)
            )
            return ArgumentType(self._symbols.table.names[value.entity] + "*" * points, value.entity)
        language = self._symbols.language(self._symbols.slot[scope])
        told = function_type(text) if language is not None and language.function_types else None
        if told is not None:
            return ArgumentType(CLOSURE, arity=len(told.parameters))
        stated = read_type(text.rstrip("? "))
        if TYPE_VARIABLE.match(stated.path) or self._is_variable(scope, stated.path):
            is_open = expression.endswith("()") and not self._hides(scope, stated.path)
            return ArgumentType("") if is_open else self._of_variable(scope, stated)
        path = stated.spelled(arities=language is not None and language.arities)
        found = self._infer.named_type(scope, path) if "[" not in stated.type else None
        if found is None and expression[:1] != TYPED and stated.type.isidentifier():
            value = self._infer.evaluate(scope, expression)
            found = value.entity if value is not None and value.tag == INSTANCE else None
        arity = stated.arity if language is not None and language.arities else -1
        return ArgumentType(stated.type, -1 if found is None else found, arity, stated.made_for)

    def _calculated(self, scope: int, operands: str) -> ArgumentType:
        """Return the type of what is calculated of some values: the widest number, or a text that others join."""
        language = self._symbols.language(self._symbols.slot[scope])
        held = [self.of(scope, one) for one in operands.split(CALCULATED)]
        if language is None or (language.operators and any(one.entity >= 0 for one in held)):
            return ArgumentType("")  # what an operator of a type gives
        names = [language.widened.get(one.name, one.name) for one in held]
        others = [one for one, name in zip(held, names, strict=True) if name and name not in language.widths]
        if others:
            only = others[0] if len(others) == 1 and all(names) else ArgumentType("")
            return next((one for one in others if one.name in language.conversions), only)
        return ArgumentType(max(names, key=language.widths.index) if all(names) else "")

    def listed_in(self, scope: int, expression: str) -> int:
        """Return the type of which an expression is one of the constants that it lists, else -1."""
        return self._enum_of(self._infer.evaluate(scope, expression))

    def _enum_of(self, value: Value | None) -> int:
        symbols = self._symbols
        if value is None or value.tag != ENTITY or symbols.kind(value.entity) != "attr":
            return -1
        parent = symbols.parent(value.entity)
        return parent if parent >= 0 and symbols.kind(parent) == "enum" else -1

    def _is_variable(self, scope: int, name: str) -> bool:
        """Whether a type is a variable that something around declares, where variables have names of any length."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.generic_overloads:
            return False
        around = map(self._symbols.definitions.__getitem__, self._symbols.around(scope))
        return any(name in type_parameters(item.signature, item.name) for item in around)

    def _hides(self, scope: int, name: str) -> bool:
        """Whether a name stands for any type around; what only the called function is generic in may be any."""
        return self._infer.scopes.type_parameters.hide(scope, name)

    def _of_variable(self, scope: int, stated: Parameter) -> ArgumentType:
        """Return what is known of an argument whose type is a variable: that of which all such types are."""
        language = self._symbols.language(self._symbols.slot[scope])
        every = language.conversions.get("*", ()) if language is not None else ()
        if language is None or language.made_arguments or not every:
            return ArgumentType("")
        name = self._infer.typed.annotations.limit(scope, stated.path) or every[0]
        found = self._infer.named_type(scope, name)
        levels = stated.type.removeprefix(stated.path)
        return ArgumentType(name.rpartition(".")[2] + levels, -1 if found is None else found)

    def declared(self, scope: int, expression: str, depth: int = 0) -> str:
        """Return the declared type of an expression as written, empty where none is."""
        if expression.startswith(TYPED) or not expression or depth > _DEEPEST:
            return expression[1:]
        if expression.endswith("()") and self._is_built_in(scope, expression[:-2]):
            return expression[:-2]
        if expression.endswith("[]"):
            whole = read_type(self.declared(scope, expression[:-2], depth + 1)).type
            return whole[:-2] if whole.endswith("[]") else ""
        if expression == _OWN:
            return self._own_object(scope)
        if "." not in expression and not expression.endswith(")"):
            local = self._local(scope, expression, depth)
            if local is not None:
                return local
        value = self._named(scope, expression, depth)
        if value is not None and value.tag == ENTITY:
            stated = result_type(self._symbols.definitions[value.entity])
            return stated or self._of_field(value.entity, depth)
        return self._outside(scope, expression, depth)

    def _own_object(self, scope: int) -> str:
        """Return what a function extends that code stands in, where that is a type from elsewhere; else nothing."""
        extensions, symbols = self._infer.extensions, self._symbols
        for at in symbols.around(scope):
            if symbols.is_type(at):
                break
            if symbols.is_function(at) and extensions.has_unnamed(at):
                return "" if self._infer.evaluate(scope, _OWN) is not None else extensions.stated(at)
        return ""

    def _is_built_in(self, scope: int, name: str) -> bool:
        """Whether a call stands for a literal: `string()`."""
        language = self._symbols.language(self._symbols.slot[scope])
        return language is not None and bool(language.argument_types) and name in language.builtin_types

    def extension(
        self, scope: int, base: str, receiver: Value | None, name: str, depth: int = 0
    ) -> Value | None:
        """Return the function of a name that extends the type of an object, told by its value or its declared type."""
        extensions = self._infer.extensions
        if (receiver is not None and receiver.tag == MODULE) or not extensions.seen(scope, name):
            return None
        if receiver is not None and (receiver.tag != ENTITY or self._symbols.is_type(receiver.entity)):
            return extensions.of(scope, receiver, "", name)
        stated = self.declared(scope, base, depth + 1)
        if self._is_declared_here(scope, base, stated):
            stated = self._infer.typed.annotations.limit(scope, stated) or stated
        return extensions.of(scope, None, stated, name)

    def _of_field(self, entity: int, depth: int) -> str:
        """Return the declared type of a field, or of a variable outside functions, else that of its one value."""
        symbols = self._symbols
        if symbols.kind(entity) not in ("attr", "var"):
            return ""
        said = list(symbols.said_of(entity))
        if stated := next((item.annotation for _, item in said if item.annotation), ""):
            return stated
        language = symbols.language(symbols.slot[entity])
        given = [(at, item.value) for at, item in said if item.value]
        is_told = len(given) == 1 and language is not None and language.made_by_name
        return self.declared(*given[0], depth + 1) if is_told else ""

    def _outside(self, scope: int, expression: str, depth: int) -> str:
        """Return what a method of a type outside the repository gives, empty where that is not known."""
        language = self._symbols.language(self._symbols.slot[scope])
        base, _, called = expression.rpartition(".")
        if language is None:
            return ""
        if base and (given := language.result_types.get(f".{called}")):
            return given
        if base and language.generated_members and (given := self._generated(scope, base, language)):
            return given
        if base in OWN_OBJECTS and called.endswith("()") and (given := language.result_types.get(called)):
            return given
        if not base and language.made_by_name and called[:1].isupper() and called.endswith("()"):
            made = called.removesuffix("()")
            return made if made.isidentifier() and self._infer.evaluate(scope, made) is None else ""
        if not base and called.endswith("()"):
            return self._by_imported(scope, called.removesuffix("()"), language.result_types)
        if not base or self._is_known(self._infer.evaluate(scope, base)):
            return ""
        given = language.result_types.get(called.removesuffix("()"), "") if called.endswith("()") else ""
        if given == _ALIKE:
            return self.declared(scope, base, depth + 1)
        if given == _ITSELF:
            return base if base.rpartition(".")[2][:1].isupper() else ""
        return given

    def _generated(self, scope: int, base: str, language: Language) -> str:
        """Return of what type the members of a type are which the build generates: of `R.string`, also by an alias."""
        symbols = self._symbols
        slot, (first, _, rest) = symbols.slot[scope], base.partition(".")
        bound = symbols.bindings(symbols.first[slot]).get(first)
        if bound is not None:
            found = self._infer.modules.imported(slot, bound)
            stated = symbols.definitions[found.entity].signature if found and found.tag == ENTITY else ""
            whole = stated.rpartition("= ")[2] or bound.module
            base = f"{whole}.{rest}" if rest else whole
        return language.generated_members.get(".".join(base.split(".")[-2:]), "")

    def _by_imported(self, scope: int, name: str, results: Mapping[str, str]) -> str:
        """Return what a function of the library gives that a file imports by its name: `asList(one, other)`."""
        given = results.get(name, "")
        if not given or given in (_ALIKE, _ITSELF) or self._symbols.binding(scope, name) is None:
            return ""
        return given if self._infer.scopes.name(scope, name) is None else ""

    def _is_known(self, value: Value | None) -> bool:
        """Whether an object is of the repository; a field stands for what is not known of it."""
        if value is None or value.tag in (COLLECTION, KEYED):
            return False
        return value.tag != ENTITY or self._symbols.kind(value.entity) not in ("attr", "var")

    def _local(self, scope: int, name: str, depth: int) -> str | None:
        """Return the declared type of a local variable or parameter, None where there is none of that name."""
        symbols = self._symbols
        variables = self._infer.scopes.local_variables(symbols.slot[scope])
        language = symbols.language(symbols.slot[scope])
        inferred = language.inferred_types if language is not None else frozenset()
        for at in symbols.around(scope):
            rows = variables.get(at, {}).get(name, ())
            stated = [
                item.annotation
                for item in rows
                if item.annotation
                and item.annotation not in inferred
                and not item.annotation.startswith(CONTEXTUAL)
            ]
            given = [item.value for item in rows if item.value and item.form != "loop"]
            if stated:
                return stated[0]
            if rows:
                return self.declared(at, given[0], depth + 1) if given else ""
        return None

    def _is_declared_here(self, scope: int, name: str, stated: str) -> bool:
        """Whether a local variable is declared so; the type variable of another type may have the name of one here."""
        symbols = self._symbols
        variables = self._infer.scopes.local_variables(symbols.slot[scope])
        rows = (item for at in symbols.around(scope) for item in variables.get(at, {}).get(name, ()))
        return any(item.annotation == stated for item in rows)

    def _named(self, scope: int, expression: str, depth: int) -> Value | None:
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
        found = self._infer.typed.attribute(receiver, name, called=called) if receiver is not None else None
        return self.extension(scope, base, receiver, name, depth) if found is None else found


def made_there(told: ArgumentType, expression: str, *parameters: Parameter) -> ArgumentType:
    """Return the type of an argument, which may be made by the name of a type from elsewhere that is taken there."""
    made = expression.removesuffix("()")
    is_made = made != expression and any(parameter.type == made for parameter in parameters)
    return ArgumentType(made) if is_made and not told.name else told
