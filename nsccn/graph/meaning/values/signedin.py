"""Who uses a program, as its framework gives them: the model of users that the program has for that.

Auth::user()->carts()    auth()->user()->name    $request->user()->carts()    class User extends Authenticatable
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import INSTANCE, Value

if TYPE_CHECKING:
    from collections.abc import Hashable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy


class SignedIn:
    """Finds the type of users of a repository."""

    def __init__(self, symbols: Symbols, asking: Asking, hierarchy: Hierarchy) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._types: Answers[Hashable, int] = asking.answers(-1)

    def asked(self, scope: int, expression: str) -> tuple[Value, list[str]] | None:
        """Return who is signed in, where an expression begins so, and the steps behind that."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.signed_in or ".user()" not in expression:
            return None
        found = re.match(language.signed_in, expression)
        user = self._types.get(language.name, self._user, language) if found is not None else -1
        if found is None or user < 0:
            return None
        rest = expression[found.end() :]
        return (Value(INSTANCE, user), rest[1:].split(".") if rest else []) if rest[:1] in ("", ".") else None

    def _user(self, language: Language) -> int:
        """Return the one type of that name which inherits from what the framework signs in; -1 for none, or several."""
        symbols, (name, base) = self._symbols, language.users
        found = {
            symbols.same(one)
            for one in symbols.table.named(name)
            if symbols.is_type(one)
            and any(
                text.rpartition(".")[2] == base
                for part in self._hierarchy.order(one)
                for text in symbols.definitions[part].bases
            )
        }
        return found.pop() if len(found) == 1 else -1
