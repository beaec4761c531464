"""Types from elsewhere: which of them an expression that stands for nothing known is declared to be of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE
from nsccn.graph.notation.annotation import (
    OWN_TYPES,
    TYPE_VARIABLE,
    alternatives,
    element_type,
    type_expression,
)
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.expression import PATH, UNKNOWN
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.notation.results import NUMBERED, result_types

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.meaning.values.value import Value
    from nsccn.graph.model import Assignment

_OUTER: Final = re.compile(r"(?:&|'\w+\s|mut\s|\s)*(?:\w+\s*::\s*)*(\w+)")
_MADE_FOR_OTHERS: Final = re.compile(r"[<\[]")
"""In the text of a type: others that it is made for, and what it holds may be of these."""
_PLAIN: Final = re.compile(r"\w+(?:\.\w+)*")
_MOST_NAMES: Final = 8
"""Names for names of types beyond which none is followed."""
_NO_NAMES: Final = frozenset({UNKNOWN, "self", "super"})
OWN_OBJECTS: Final = frozenset({"", "self"})
"""Objects of which every function may be called by its name alone."""


class Foreign:
    """Answers of which type from elsewhere an object is."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._types: Answers[Hashable, str] = infer.asking.answers("", lasting=False)
        self._wrappers: Answers[Hashable, str] = infer.asking.answers("", lasting=False)

    def type_of(self, scope: int, expression: str) -> str:
        """Return the last name of that type, `?` where nothing tells it, empty where it may be in the repository."""
        return self._types.get((scope, expression), self._nested, scope, expression)

    def _nested(self, scope: int, expression: str) -> str:
        return self._infer.asking.nested("", self._type_of, scope, expression)

    def _type_of(self, scope: int, expression: str) -> str:
        if made := self._made_elsewhere(scope, expression):
            return made
        if expression.endswith("()"):
            return self._result(scope, expression[:-2])
        if expression.endswith("[]"):
            return self._of_elements(scope, expression[:-2])
        if NUMBERED in expression:
            return self._further_result(scope, expression)
        holder, dot, name = expression.rpartition(".")
        if dot:
            return self._field(scope, holder, name) if name.replace("_", "").isalnum() else ""
        for at, item in self._stated(scope, expression):
            if item.annotation:
                return self._named_by(at, item.annotation)
            if item.form == "loop":
                found = self._of_elements(at, item.value)
            else:
                is_variable = item.value.isidentifier()
                found = self.type_of(at, item.value) if item.value and not is_variable else ""
            if found:
                return found
        return self._of_own_field(scope, expression)

    def _of_own_field(self, scope: int, name: str) -> str:
        """Return what `type_of` does of a field that is named alone, where files extend types from elsewhere."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not (language.extends_foreign and name.isidentifier()):
            return ""
        value = self._infer.evaluate(scope, name)
        return self._type_of_variable(value) if value is not None else ""

    def _field(self, scope: int, holder: str, name: str) -> str:
        """Return what `type_of` does of a field: one of an object from elsewhere is from there as well."""
        value = self._infer.evaluate(scope, holder)
        if value is not None and value.tag == INSTANCE:
            stated = self._symbols.values(value.entity, name)
            return next((self._named_by(at, item.annotation) for at, item in stated if item.annotation), "")
        if value is None and (own := self._of_type_itself(scope, holder, name)):
            return own
        return UNKNOWN if value is None and self._is_plain(scope, holder) else ""

    def _of_added(self, scope: int, base: str, name: str, of: str) -> str | None:
        """Return what `type_of` does of a call of what files give a type from elsewhere, or an object of it.

        None where no file gives it to `of`, the type of that object.
        """
        if own := self._of_type_itself(scope, base, name):
            return own
        language = self._symbols.language(self._symbols.slot[scope])
        if not of or language is None or not (language.own_objects or language.extends_foreign):
            return None
        symbols = self._symbols
        given = [
            one for one in symbols.functions_named(name) if symbols.table.qualified[one] == f"{of}.{name}"
        ]
        results = {self._named_by(one, symbols.definitions[one].returns) for one in given}
        if len(results) > 1:
            return UNKNOWN if all(results) else ""
        return next(iter(results), None)

    def _of_type_itself(self, scope: int, holder: str, name: str) -> str:
        """Return what `type_of` does of what a type from elsewhere has itself: `UserDefaults.standard`.

        That is what a file gives the type, or one of its objects, by custom.
        """
        language = self._symbols.language(self._symbols.slot[scope])
        is_type = holder[:1].isupper() and holder.isidentifier()
        if language is None or not language.own_objects or not is_type or not self.named(scope, holder):
            return ""
        symbols = self._symbols
        given = [
            one for one in symbols.table.named(name) if symbols.table.qualified[one] == f"{holder}.{name}"
        ]
        for one in given[:1]:
            if symbols.is_function(one):
                return self._named_by(one, symbols.definitions[one].returns)
            for at, item in symbols.said_of(one):
                return (
                    self._named_by(at, item.annotation) if item.annotation else self.type_of(at, item.value)
                )
        return holder if name in language.own_objects and not given else ""

    def _is_plain(self, scope: int, expression: str) -> bool:
        """Whether an object is declared to be of a type from elsewhere that is made for no other."""
        language = self._symbols.language(self._symbols.slot[scope])
        stated = self.stated(scope, expression) if language and language.closed_types else None
        return stated is not None and not _MADE_FOR_OTHERS.search(stated[1]) and bool(self._named_by(*stated))

    def _further_result(self, scope: int, expression: str) -> str:
        """Return what `type_of` does of another result than the first of a call: `tracer.Start().@1`."""
        call, _, number = expression.rpartition(NUMBERED)
        language = self._symbols.language(self._symbols.slot[scope])
        is_result = language is not None and language.several_results and number.isdigit()
        if not is_result or not call.endswith("()"):
            return ""
        called = self._called(scope, call[:-2])
        if called < 0:
            return self._result(scope, call[:-2])
        definition = self._symbols.definitions[called]
        types = result_types(definition.signature, definition.name)
        return self._named_by(called, types[int(number)]) if int(number) < len(types) else ""

    def _of_elements(self, scope: int, collection: str) -> str:
        """Return what `type_of` does of what a loop or a subscript takes out of a collection, by its declared type."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None:
            return ""
        holder, _, method = collection.removesuffix("()").rpartition(".")
        takes_values = collection.endswith("()") and method in language.value_methods
        stated = self.stated(scope, holder if takes_values else collection)
        if stated is None:
            is_given = language.included_names and collection.endswith((")", "]"))
            is_outside = (
                self.type_of(scope, collection) if is_given else holder and self._is_plain(scope, holder)
            )
            return UNKNOWN if is_outside else ""
        at, annotation = stated
        if language.included_names and not _MADE_FOR_OTHERS.search(annotation):
            return self._named_by(at, annotation) and UNKNOWN
        found = _OUTER.match(annotation)
        outer = found[1] if found is not None else ""  # empty of a slice
        if alternatives(annotation) or (outer in language.mappings and not takes_values):
            return ""  # a loop takes its keys, or pairs
        inside = element_type(annotation)
        is_own = bool(inside and outer) and self._infer.evaluate(at, outer) is not None
        return "" if is_own or inside in ("", "_", annotation) else self._named_by(at, inside)

    def declared(self, scope: int, variable: str) -> str:
        """Return what `type_of` does where the variable itself is declared to be of such a type."""
        stated = ((at, item.annotation) for at, item in self._stated(scope, variable) if item.annotation)
        return next((self._named_by(at, annotation) for at, annotation in stated), "")

    def _stated(self, scope: int, variable: str) -> Iterator[tuple[int, Assignment]]:
        """Yield what the functions around a place say of a local variable."""
        for at in self._symbols.around(scope):
            local = self._infer.scopes.local_variables(self._symbols.slot[at]).get(at, {})
            for item in local.get(variable, ()):
                yield at, item
            if variable in self._symbols.definitions[at].parameters:
                return

    def _named_by(self, scope: int, annotation: str, depth: int = 0) -> str:
        """Return what `named` does, `?` for several types that are all from elsewhere, also by other names for them."""
        if several := alternatives(annotation):
            return UNKNOWN if all(self._named_by(scope, one, depth) for one in several) else ""
        language = self._symbols.language(self._symbols.slot[scope])
        name = type_expression(annotation, language.transparent_types)[0] if language is not None else ""
        at, meant = self._infer.typed.annotations.written_out(scope, name)
        if meant == name or depth == _MOST_NAMES:
            return self.named(scope, annotation)
        return self._named_by(at, meant, depth + 1)

    def _result(self, scope: int, callee: str) -> str:
        called = self._infer.evaluate(scope, callee)
        if called is None:
            base = callee.rpartition(".")[0]
            holder = self._infer.evaluate(scope, base) if base else None
            if holder is not None:
                foreign = self._type_of_variable(holder)
            else:
                foreign = self.type_of(scope, base) if base else ""
            language = self._symbols.language(self._symbols.slot[scope])
            if language is not None and base in OWN_OBJECTS and (given := _given(callee, language)):
                return given
            if language is not None and base in language.reopened_types and base not in language.any_types:
                return base if holder is None else ""
            is_untyped = language is not None and language.untyped_objects
            if is_untyped and (foreign or self._is_function_of_library(scope, callee)):
                return ""  # it may give what it was given, which nothing tells
            added = self._of_added(scope, base, callee.rpartition(".")[2], foreign)
            if added is not None:
                return added
            if foreign or self._is_platform(scope, callee):
                return UNKNOWN
            is_named = language is not None and (language.visible_types or language.extends_foreign)
            is_type = is_named and callee[:1].isupper()
            return self.named(scope, callee) if is_type and callee.isidentifier() else ""
        if called.tag != ENTITY or not self._symbols.is_function(called.entity):
            return UNKNOWN if self._type_of_variable(called) else ""
        return self._named_by(called.entity, self._symbols.definitions[called.entity].returns)

    def _type_of_variable(self, value: Value) -> str:
        """Return what `type_of` does of a field, or a variable outside functions, if its type is made for no other.

        It is declared to be of it, or is given results of such calls alone, where types are closed.
        """
        symbols, variable = self._symbols, value.entity
        if value.tag == INSTANCE:
            return self._of_alias(variable) if symbols.kind(variable) == "type" else ""
        if value.tag != ENTITY or symbols.kind(variable) not in ("attr", "var"):
            return ""
        stated = list(symbols.said_of(variable))
        declared = next(((at, item.annotation) for at, item in stated if item.annotation), None)
        if declared is not None:
            return "" if _MADE_FOR_OTHERS.search(declared[1]) else self._named_by(*declared)
        language = symbols.language(symbols.slot[variable])
        is_closed = bool(stated) and language is not None and language.closed_types
        is_given = is_closed and all(
            item.value.endswith("()") and self.type_of(at, item.value) for at, item in stated
        )
        return UNKNOWN if is_given else ""

    def _of_alias(self, alias: int) -> str:
        """Return what `type_of` does of an object of another name for types, where these are made for no others."""
        said = self._symbols.definitions[alias]
        meant = said.returns
        is_plain = not type_parameters(said.signature, said.name) and all(
            map(_PLAIN.fullmatch, alternatives(meant) or (meant,))
        )
        return self._named_by(alias, meant) if is_plain else ""

    def stated(self, scope: int, expression: str, depth: int = 0) -> tuple[int, str] | None:
        """Return the type that a variable, an attribute or a result is declared to be of, with the place that says so.

        What is given the value of another is of its type.
        """
        if expression.endswith("()"):
            called = self._called(scope, expression[:-2])
            return (called, self._symbols.definitions[called].returns) if called >= 0 else None
        for at, item in self._said(scope, expression):
            if item.annotation:
                return at, item.annotation
            if item.form == "assign" and item.value != expression and depth < _MOST_NAMES:
                return self.stated(at, item.value, depth + 1)
        return None

    def _called(self, scope: int, callee: str) -> int:
        """Return the function that a callee names, -1 for none."""
        base, dot, name = callee.rpartition(".")
        holder = self._infer.evaluate(scope, base) if dot else None
        if holder is not None:
            found = self._infer.typed.attribute(holder, name, called=True)
        else:
            found = None if dot else self._infer.evaluate(scope, callee)
        is_function = found is not None and found.tag == ENTITY and self._symbols.is_function(found.entity)
        return found.entity if found is not None and is_function else -1

    def bounds(self, scope: int, variable: str) -> bool:
        """Whether types from elsewhere alone say what a variable may be asked: `visitor: V where V: Visitor`."""
        language = self._symbols.language(self._symbols.slot[scope])
        stated = next((item.annotation for _, item in self._stated(scope, variable) if item.annotation), "")
        name = type_expression(stated, language.transparent_types)[0] if language is not None else ""
        if not name.isidentifier() or name == variable:
            return False
        said = [
            (at, bound.strip())
            for at, item in self._stated(scope, name)
            if item.form == "declare"
            for bound in split(item.annotation, "+")
        ]
        return bool(said) and all(bound and self.named(at, bound) for at, bound in said)

    def wrapper_of(self, scope: int, expression: str) -> str:
        """Return the last name of the type from elsewhere that holds what an expression gives, as `Result`, or empty.

        By that it may have methods which the repository gives the wrapper.
        """
        return self._wrappers.get((scope, expression), self._nested_wrapper, scope, expression)

    def _nested_wrapper(self, scope: int, expression: str) -> str:
        return self._infer.asking.nested("", self._wrapper_of, scope, expression)

    def _wrapper_of(self, scope: int, expression: str) -> str:
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.wrapping_methods:
            return ""
        if expression.endswith("()"):
            return self._result_wrapper(scope, expression[:-2], language)
        for at, item in self._said(scope, expression):
            if item.annotation or item.form == "loop":
                return _outer(item.annotation, language)
            return self.wrapper_of(at, item.value) if item.value != expression else ""
        return ""

    def _result_wrapper(self, scope: int, callee: str, language: Language) -> str:
        called = self._infer.evaluate(scope, callee)
        if called is not None and called.tag == ENTITY:
            is_function = self._symbols.is_function(called.entity)
            return _outer(self._symbols.definitions[called.entity].returns, language) if is_function else ""
        holder, dot, name = callee.rpartition(".")
        if given := language.wrapping_methods.get(name):
            return given
        return self.wrapper_of(scope, holder) if dot and name in language.keeping_methods else ""

    def _said(self, scope: int, expression: str) -> Iterable[tuple[int, Assignment]]:
        """Return what is said of a local variable, or of a field."""
        holder, dot, name = expression.rpartition(".")
        if not dot:
            return self._stated(scope, expression)
        value = self._infer.evaluate(scope, holder)
        is_object = value is not None and value.tag == INSTANCE
        return self._symbols.values(value.entity, name) if value is not None and is_object else ()

    def _is_function_of_library(self, scope: int, callee: str) -> bool:
        """Whether a callee is imported, and neither a type nor of the platform: `get_object_or_404(Cart, pk=1)`."""
        imported = self._symbols.binding(scope, callee.partition(".")[0])
        strategy = self._symbols.strategy(self._symbols.slot[scope])
        name = callee.rpartition(".")[2]
        return (
            imported is not None
            and strategy is not None
            and strategy.may_stand_for_own(imported.module, name)
        )

    def named(self, scope: int, annotation: str) -> str:
        """Return the last name of the type from elsewhere that an annotation names, empty where it names no such."""
        slot = self._symbols.slot[scope]
        language = self._symbols.language(slot)
        name = type_expression(annotation, language.transparent_types)[0] if language else ""
        root, last = name.partition(".")[0], name.rpartition(".")[2]
        imported = self._symbols.bindings(self._symbols.first[slot]).get(root)
        if language is None or not root or last in language.any_types or last in OWN_TYPES:
            return ""
        if imported is None:
            if language.included_names:
                return last if self._is_nowhere(scope, annotation, root, last) else ""
            is_seen = not language.visible_types or language.extends_foreign
            is_unbound = is_seen and self._infer.scopes.name(scope, root) is None
            return last if is_unbound else ""
        return last if self._infer.modules.imported(slot, imported) is None else ""

    def _is_nowhere(self, scope: int, annotation: str, root: str, last: str) -> bool:
        """Whether nothing in the repository has the name of a type that a file need not import: `QSize size`.

        One that is made for others may give what these have, and a template stands for any type.
        """
        kind = self._symbols.kind
        if _MADE_FOR_OTHERS.search(annotation) or any(
            kind(one) != "attr" for one in self._symbols.table.named(last)
        ):
            return False
        return not self._infer.scopes.type_parameters.hide(scope, root)

    def of_name(self, scope: int, expression: str) -> str:
        """Return the last name of the type from elsewhere that an expression itself names: `u16` of `u16::parse()`."""
        last = expression.rpartition(".")[2]
        language = self._symbols.language(self._symbols.slot[scope])
        if (
            language is None
            or not language.separate_methods
            or not expression.replace(".", "").isidentifier()
        ):
            return ""
        is_type = last in language.numbers or (last[:1].isupper() and not TYPE_VARIABLE.match(last))
        return self.named(scope, expression) if is_type else ""

    def made(self, scope: int, expression: str) -> str:
        """Return the last name of the type from elsewhere of which an expression makes one: `Command::new("sh")`."""
        if not expression.endswith("()"):
            stated = ((at, item) for at, item in self._stated(scope, expression) if item.form != "loop")
            return next((self.made(at, item.value) for at, item in stated if item.value.endswith("()")), "")
        maker, _, name = expression[:-2].rpartition(".")
        language = self._symbols.language(self._symbols.slot[scope])
        is_made = language is not None and name in language.making_functions
        return self.of_name(scope, maker) if is_made else ""

    def _made_elsewhere(self, scope: int, expression: str) -> str:
        """Return the last name of the type that an expression makes where nothing here has it: `Zlib::Writer.new(io)`.

        What is called by a bare name may also be a method of a base from elsewhere, where these are written like types.
        """
        slot = self._symbols.slot[scope]
        language = self._symbols.language(slot)
        if language is None or not language.visible_types or language.extends_foreign:
            return ""
        maker = expression.removesuffix("()")
        if language.constructor_call:
            maker, dot, called = maker.rpartition(".")
            is_made = bool(dot) and called == language.constructor_call
        else:
            is_made = maker != expression
        maker = maker.removeprefix(PATH).removeprefix(language.global_mark)
        around, _, name = maker.rpartition(".")
        is_type = name[:1].isupper() and maker.replace(".", "").isidentifier()
        is_type = is_type and (bool(language.constructor_call) or not around)  # or else `orders.Created()`
        if not is_made or not is_type:
            return ""
        is_known = name in language.any_types or bool(self._symbols.table.named(name))
        cls = -1 if around or language.constructor_call else self._symbols.class_around(scope)
        is_open = cls >= 0 and self._infer.hierarchy.has_foreign_base(cls)
        return "" if is_known or is_open else name

    def _is_platform(self, scope: int, expression: str) -> bool:
        """Whether nothing that a file declares or imports has a name, so that it is the platform's."""
        root = expression.partition(".")[0].removesuffix("()")
        language = self._symbols.language(self._symbols.slot[scope])
        declared = language is not None and language.declared_names
        return declared and root.isidentifier() and self.is_nothing(scope, root)

    def is_nothing(self, scope: int, root: str) -> bool:
        """Whether a name is bound by nothing that is known; an expression or an object of its own is no name."""
        return root not in _NO_NAMES and self._infer.scopes.name(scope, root) is None


def _outer(annotation: str, language: Language) -> str:
    """Return the last name of the wrapper that an annotation names first: `Result` of `&io::Result<Cart>`."""
    found = _OUTER.match(annotation)
    name = found[1] if found else ""
    return name if name in language.transparent_types else ""


def _given(callee: str, language: Language) -> str:
    """Return the type of what a method gives that every object has, empty where it is none, or others may extend it."""
    name = callee.rpartition(".")[2]
    return "" if language.extension_receiver else language.result_types.get(f"{name}()", "")
