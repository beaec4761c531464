"""What the languages that a repository is written in have: asked at every call and member, so answered once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.language import Language


class Spoken:
    """The languages of a repository."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._languages = tuple(languages)

    @cached_property
    def has_structural_interfaces(self) -> bool:
        """Whether a language of the repository has interfaces that types implement without saying so."""
        return any(language.structural_interfaces for language in self._languages)

    @cached_property
    def names_own_members(self) -> bool:
        """Whether in a language of the repository members of the object around are named without it."""
        return any(language.implicit_self for language in self._languages)

    @cached_property
    def has_extensions(self) -> bool:
        """Whether a language of the repository has functions that extend types."""
        return any(language.extension_receiver for language in self._languages)

    @cached_property
    def reads_beans(self) -> bool:
        """Whether in a language of the repository methods of another, `getSize`, are read as properties."""
        return any(language.foreign_accessors for language in self._languages) and any(
            language.bean_accessors for language in self._languages
        )

    @cached_property
    def reading_methods(self) -> list[str]:
        """The names of the methods that run when an attribute is read which holds their object."""
        return sorted({language.reading for language in self._languages if language.reading})

    @cached_property
    def access_methods(self) -> list[set[str]]:
        """The names of the methods that run where members are missing, assigned or deleted."""
        known = [language for language in self._languages if language.member_access]
        found = [{language.member_access[place] for language in known} for place in range(3)]
        found[0].update(name for language in known for name in language.call_access)
        found[0].update(language.every_access for language in known if language.every_access)
        return found
