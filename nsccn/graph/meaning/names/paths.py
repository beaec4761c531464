"""Paths that are more than a name and its members: they begin with namespaces, a package, or an imported path.

cart::Basket::fill()        com.example.Basket.of(x)        import a.b; a.b.fill()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, MODULE, Shadowed, Value
from nsccn.graph.notation.expression import PATH
from nsccn.graph.packagenames import SCRIPT

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.definitions.visible import Visible
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.names.modules import Modules


class Paths:
    """Answers what paths stand for, by what they begin with."""

    def __init__(
        self,
        symbols: Symbols,
        visible: Visible,
        modules: Modules,
        read: Callable[[Value], Value | None],
        suffixes: Callable[[Value | None, str], Value | None],
        members: Callable[[Value | None, list[str]], Value | None],
        name: Callable[[int, str], Value | Shadowed | None],
    ) -> None:
        """`suffixes` gives what calls and subscripts behind a step give, `members` what the steps behind a value do.

        `name` gives what a bare name means in a scope.
        """
        self._symbols = symbols
        self._visible = visible
        self._modules = modules
        self._read = read
        self._suffixes = suffixes
        self._members = members
        self._name = name

    def of(self, scope: int, expression: str) -> Value | None:
        """Return what a path stands for whose first step means nothing by itself."""
        return (
            self._dotted_import(scope, expression)
            or self._namespaced(self._path_start(scope, expression), expression.removeprefix(PATH))
            or self._packaged(scope, expression)
        )

    def of_namespace(self, scope: int, value: Value | None, expression: str) -> Value | None:
        """Return what a path means that begins with a namespace, where a type in that has its name: `Cart.Cart.fill()`.

        No type has one of its own name in it.
        """
        first, second = expression.split(".", 2)[:2]
        is_type = value is not None and value.tag == ENTITY and self._symbols.is_type(value.entity)
        return self._packaged(scope, expression) if is_type and first == second.removesuffix("()") else None

    def module_of(self, scope: int) -> Value:
        """Return the module that the file of a scope is."""
        return Value(MODULE, -1, (self._symbols.slot[scope],))

    def leads_nowhere(self, value: Value) -> bool:
        """Whether a function is meant by what a path goes on behind, in which a module may have its name."""
        if value.tag != ENTITY or not self._symbols.is_function(value.entity):
            return False
        language = self._symbols.language(self._symbols.slot[value.entity])
        return language is not None and language.module_paths

    def has_no_members(self, value: Value, name: str) -> bool:
        """Whether a bare name means a function where only types have members: `Cart::fill()` beside a `Cart cart()`."""
        if not name.isidentifier() or not self._symbols.is_function(value.entity):
            return False
        language = self._symbols.language(self._symbols.slot[value.entity])
        return language is not None and language.included_names and language.root_paths

    def module_instead(self, around: Value | None, name: str, found: Value) -> Value:
        """Return the module that has the name of a function beside it, where a path goes on behind that."""
        if around is None or around.tag != MODULE:
            return found
        return self._modules.named_alike(around.slots[0], name, is_module=True) or found

    def _path_start(self, scope: int, expression: str) -> int:
        """Return where a path is looked up: outside of all namespaces, where it says so."""
        return self._symbols.first[self._symbols.slot[scope]] if expression.startswith(PATH) else scope

    def unopened(self, scope: int, expression: str) -> Value | None:
        """A path with a namespace in it which nothing opens by itself, but its folder: `module Shop::Cart`.

        It may stand in the namespaces around.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not (language.open_types and language.root_paths):
            return None
        steps, is_whole = expression.removeprefix(PATH).split("."), expression.startswith(PATH)
        types = () if is_whole else filter(symbols.is_type, symbols.around(scope))
        for around in (*(f"{symbols.table.qualified[one]}." for one in types), ""):
            for length in range(2, len(steps) + 1):
                path, name = around + ".".join(steps[:length]), steps[length - 1]
                named = symbols.table.named(name) if name[:1].isupper() else ()
                found = {symbols.same(one) for one in named if self._is_called(one, path)}
                if len(found) == 1:
                    return self._members(Value(ENTITY, found.pop()), steps[length:])
        return None

    def of_all_files(self, scope: int, expression: str) -> Value | None:
        """A path that begins with an object of all files: `window.App = …`, `App.ui.Pane = function () {…}`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.global_objects:
            return None
        steps = expression.split(".")
        steps = steps[steps[0] in language.global_objects :]
        if len(steps) < 2 or not (variables := self._variables_of_all(scope, steps[0], language)):
            return None
        for length in range(2, len(steps) + 1):
            head = steps[length - 1]
            name = head.replace("()", "").replace("[]", "")
            found = self._attached(scope, ".".join((*steps[: length - 1], name)), name)
            if found is not None:
                value = self._suffixes(self._read(found) if length < len(steps) else found, head)
                return self._members(value, steps[length:])
            if name != head:
                break
        given = [one for one in variables if self._is_given_to_all(one, steps[0], language)]
        return self._members(self._read(Value(ENTITY, given[0])), steps[1:]) if len(given) == 1 else None

    def _variables_of_all(self, scope: int, name: str, language: Language) -> list[int]:
        """Return the variables of files that a name may mean, where it is no local one and none of a platform."""
        found, symbols = self._name(scope, name), self._symbols
        if isinstance(found, Value):
            return [found.entity] if found.tag == ENTITY and symbols.kind(found.entity) == "var" else []
        if found is not None or name in symbols.bindings(symbols.first[symbols.slot[scope]]):
            return []
        packages = symbols.table.packages
        is_script = packages[symbols.slot[scope]] == SCRIPT
        return [
            one
            for one in symbols.table.named(name)
            if symbols.kind(one) == "var"
            and (
                self._is_given_to_all(one, name, language)
                or (is_script and packages[symbols.slot[one]] == SCRIPT)
            )
        ]

    def _attached(self, scope: int, path: str, name: str) -> Value | None:
        """Return the one definition that has a whole path for its name."""
        symbols = self._symbols
        found = [one for one in symbols.table.named(name) if symbols.table.qualified[one] == path]
        if len(found) != 1:
            return None
        is_akin = symbols.strategy(symbols.slot[found[0]]) is symbols.strategy(symbols.slot[scope])
        return Value(ENTITY, found[0]) if is_akin else None

    def _is_given_to_all(self, variable: int, name: str, language: Language) -> bool:
        """Whether a file makes its variable a member of an object that all files have."""
        given = {f"{held}.{name}" for held in language.global_objects}
        rows = self._symbols.file(self._symbols.slot[variable]).assigned.get(name, ())
        return any(row[1] in given for row in rows)

    def _is_called(self, entity: int, path: str) -> bool:
        return self._symbols.is_type(entity) and self._symbols.table.qualified[entity] == path

    def _namespaced(self, scope: int, expression: str) -> Value | None:
        """A path that begins with namespaces: the first name in them that is defined, then its members."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.included_names:
            return None
        steps = expression.split(".")
        for length in range(2, len(steps) + 1):
            head = steps[length - 1]
            path = ".".join((*steps[: length - 1], head.replace("()", "").replace("[]", "")))
            found = self._visible.named(scope, path, called="()" in head)
            if found is not None:
                start = Value(ENTITY, found)
                value = self._suffixes(self._read(start) if length < len(steps) else start, head)
                return self._members(value, steps[length:])
            if "(" in head or "[]" in head:
                break
        return None

    def _packaged(self, scope: int, expression: str) -> Value | None:
        """A path that begins with a package: the type that is named with it, then its members."""
        slot = self._symbols.slot[scope]
        strategy, steps = self._symbols.strategy(slot), expression.split(".")
        if strategy is None or not strategy.begins(steps[0]):
            return None
        for place, step in enumerate(steps[1:], 1):
            name = step.replace("()", "").replace("[]", "")
            found = self._modules.located(slot, ".".join((*steps[:place], name)))
            if found is not None and found.tag == ENTITY:
                return self._members(self._suffixes(found, step), steps[place + 1 :])
            if name != step:
                break
        return None

    def _dotted_import(self, scope: int, expression: str) -> Value | None:
        """`import a.b` binds that name, of which the longest holds that an expression begins with, and `a` itself."""
        symbols = self._symbols
        module = symbols.first[symbols.slot[scope]]
        steps = expression.split(".")
        if steps[0].replace("()", "") not in symbols.dotted(symbols.slot[scope]):
            return None
        begun = f"{steps[0]}."
        for bindings in (symbols.bindings(scope), symbols.bindings(module)):
            for length in range(len(steps), 1, -1):
                imported = bindings.get(".".join(steps[:length]).replace("()", ""))
                if imported is None:
                    continue
                value = self._modules.imported(symbols.slot[scope], imported)
                value = self._suffixes(value, steps[length - 1])
                return self._members(value, steps[length:])
            if any(alias.startswith(begun) for alias in bindings):
                return self._members(self._modules.located(symbols.slot[scope], steps[0]), steps[1:])
        return None
