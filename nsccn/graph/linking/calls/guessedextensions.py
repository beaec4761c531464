"""Functions that extend types, where an object may be of such a type as far as is known."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.kindredtypes import has_type
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.extended import CONVERTED, WITHOUT_PARAMETER
from nsccn.graph.notation.signatures import read_type

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.reach import Reach
    from nsccn.graph.meaning.infer import Infer

MOST_CANDIDATES: Final = 3
"""Candidates above which a call counts as unresolved."""


class GuessedExtensions:
    """Finds what a call on an object may run that has no such member as far as is known."""

    def __init__(self, infer: Infer, reach: Reach) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._reach = reach

    def added(self, scope: int, base: str, name: str, candidates: list[int] | None) -> list[int] | None:
        """Return methods that `base.name` may mean, with the functions that extend types as far as they are few."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or name in language.common_methods:
            return candidates
        if not language.type_objects and self._may_be_type(scope, base, language):
            # a type, which is no object, or else what a library gives
            return self._of_inherited(scope, root_of(base), name, language) or candidates
        if language.extension_receiver == CONVERTED:
            seen = list(self._infer.extensions.seen(scope, name))
            is_meant = 0 < len(seen) <= MOST_CANDIDATES and scope not in seen
            return seen if is_meant and self._is_no_member(seen, name, language) else candidates
        extending = [
            one for one in self._infer.extensions.seen(scope, name) if not self._symbols.is_property(one)
        ]
        if candidates is None and not extending:
            return None
        if scope in extending:
            return []  # handed on to an object of another type, which nothing tells
        extensions, methods = self._infer.extensions, candidates or ()
        in_reach = self._reach.methods(self._symbols.slot[scope], name) if candidates == [] else ()
        if sum(not extensions.extends(one) for one in in_reach) > MOST_CANDIDATES:
            return []  # of so many methods that none is told
        found = [*(one for one in methods if not extensions.extends(one)), *extending]
        if len(found) <= MOST_CANDIDATES:
            return found
        return [one for one in methods if one in extending and extensions.takes_object(one)]

    def read(self, scope: int, name: str) -> list[int]:
        """Return the few properties that extend types and that reading a name of an unknown object may run.

        None where anything else has the name.
        """
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or name in language.common_methods:
            return []
        if language.extension_receiver not in WITHOUT_PARAMETER:
            return []
        seen = list(self._infer.extensions.seen(scope, name))
        is_few = 0 < len(seen) <= MOST_CANDIDATES and scope not in seen
        is_meant = is_few and all(one in seen for one in self._symbols.table.named(name))
        return [one for one in seen if self._symbols.is_property(one)] if is_meant else []

    def _may_be_type(self, scope: int, base: str, language: Language) -> bool:
        """Whether an expression names a type, as far as is known, or a property alone: `Create`, `System.Guid`.

        What is behind a type is an object that it has, as in `DateTime.Now`.
        """
        if base in language.builtin_types:
            return True
        root, dot, rest = base.partition(".")
        if not root[:1].isupper() or not f"{root}{rest}".replace(".", "").isidentifier():
            return False
        if not dot or not language.capital_members:
            return True
        stars = self._symbols.stars(self._symbols.slot[scope])
        return any(star.module.partition(".")[0] == root for star in stars)  # a namespace

    def _of_inherited(self, scope: int, root: str, name: str, language: Language) -> list[int]:
        """Return the few functions that extend types from elsewhere, where a property from there may have a name.

        `Create.TableForModel("Carts")` in a type that has `Create` from a base that is not defined here.
        """
        around = self._symbols.class_around(scope) if language.capital_members else -1
        if around < 0 or self._is_type_of_repository(scope, root):
            return []
        if not self._infer.hierarchy.has_foreign_base(around, root):
            return []
        return self._beyond(scope, name, language)

    def of_others(self, scope: int, name: str, stated: str) -> list[int]:
        """Return the few functions that extend types from elsewhere, as an object may be that is declared as another.

        `app.MapShop()` of a `WebApplication app`, by `MapShop(this IEndpointRouteBuilder routes)`.
        """
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or name in language.common_methods:
            return []
        own = read_type(stated.rstrip("?")).type
        if own in language.builtin_types or own.endswith("[]") or self._is_type_of_repository(scope, own):
            return []
        return self._beyond(scope, name, language)

    def of_bases(self, scope: int, cls: int, name: str) -> list[int]:
        """Return the few functions that extend types from elsewhere, as a type may inherit from such."""
        language = self._symbols.language(self._symbols.slot[scope])
        is_open = language is not None and name not in language.common_methods
        if language is None or not is_open or not self._infer.hierarchy.has_foreign_base(cls):
            return []
        return self._beyond(scope, name, language)

    def _beyond(self, scope: int, name: str, language: Language) -> list[int]:
        """Return the few functions of a name that extend types from elsewhere, none where one of them calls it."""
        extending = (
            one
            for one in self._infer.extensions.seen(scope, name)
            if not self._symbols.is_property(one) and self._extends_beyond(one, language)
        )
        found = list(islice(extending, MOST_CANDIDATES + 1))
        if scope in found:
            return []  # handed on to a member of that name
        is_few = len(found) <= MOST_CANDIDATES
        return found if is_few and self._is_no_member(found, name, language) else []

    def _is_no_member(self, extending: list[int], name: str, language: Language) -> bool:
        """Whether a name means nothing but functions that extend types, where objects are converted to have them."""
        if language.extension_receiver != CONVERTED:
            return True
        return all(one in extending for one in self._symbols.table.named(name))

    def _extends_beyond(self, extension: int, language: Language) -> bool:
        extended = self._infer.extensions.extended(extension)
        return extended not in language.builtin_types and not self._is_type_of_repository(extension, extended)

    def _is_type_of_repository(self, scope: int, name: str) -> bool:
        return has_type(self._symbols, self._symbols.slot[scope], name)
