"""Which files must be linked again after a change: those that mention a name whose meaning may have changed.

What a reference means is found by following names, and every name that is followed stands in the facts of a file. So a
file can only be affected when they hold a name that a changed file defined, imported or typed differently, or one that
such a change reaches in turn: a function whose declared result or decorators mention it, a variable whose value does, a
class whose bases do, an import of it under another name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from nsccn.graph.change.changed import Change, language_of, standing_in, stem, strategy_of
from nsccn.graph.change.openparts import refilled_types
from nsccn.graph.change.outlinefacts import (
    WORD,
    base_facts,
    defined_facts,
    differing,
    export_facts,
    import_facts,
    shared_facts,
    star_facts,
    told,
)
from nsccn.graph.change.resting import declares_for_others, rests_on_signatures
from nsccn.graph.change.stubs import stubs_of
from nsccn.graph.change.unnamed import (
    operators_of,
    other_names,
    owners_of,
    standing_for,
)
from nsccn.graph.dottednames import DOT
from nsccn.graph.notation.fixtures import fixture_name
from nsccn.graph.notation.objectnames import names_of_many, object_name, other_object_names
from nsccn.graph.packagenames import packages

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.language import Language
    from nsccn.graph.model import FileOutline


class Kept(Protocol):
    """What is asked of the files that have not changed; they are told by their slots."""

    def mentioning(self, word: str) -> set[int] | None:
        """Return the files that mention a word, None when that cannot be told."""

    def naming(self, slots: AbstractSet[int], names: Collection[str]) -> set[int]:
        """Return those of some files whose facts hold one of some names; more where that takes too long to tell."""

    def including(self, stem: str) -> set[int]:
        """Return the files that take all names of a file of that name, whatever its suffix."""

    def namesakes(self, path: str) -> Iterable[int]:
        """Return the files that have the name of a path in other folders."""

    def is_in_manifest(self, stem: str) -> bool:
        """Whether a manifest names a file so; then others may import it by any name."""

    def beside(self, path: str) -> Iterable[int]:
        """Return the files in the folder of a path."""

    def defines(self, name: str) -> bool:
        """Whether one of the files defines a name."""

    def is_empty(self, folder: str) -> bool:
        """Whether no file lies in a folder, or in one below it."""

    def beginning(self, prefix: str) -> Iterable[int]:
        """Return the files whose paths begin so."""

    def goes_with(self, path: str, other: str) -> bool:
        """Whether a file, kept or not, was there before and is there now wherever another one was and is."""

    def outline(self, slot: int) -> FileOutline:
        """Return what a file says."""

    def path(self, slot: int) -> str:
        """Return the path of a file."""


def affected_files(changes: Sequence[Change], kept: Kept, limit: int) -> set[int] | None:
    """Return the kept files that must be linked again, None when it may be all of them.

    More than `limit` count as all.
    """
    names: set[str] = set()
    for change in changes:
        found = _changed_names(change, kept)
        if found is None:
            return None
        names |= found
    names |= refilled_types(changes, kept)
    names.update(item.name for outline in stubs_of(changes, kept) for item in outline.definitions[1:])
    affected = {
        slot
        for path, before, after in changes
        if (outline := before or after) is not None and (before is None or after is None)
        for slot in _run_on(path, outline, kept)
    }
    is_named = any(_names_objects(outline) for change in changes for outline in change.outlines)
    names |= _objects(names) if is_named else set()
    pending = set(names)
    while pending:
        reached = _naming_any(pending, kept)
        if reached is None or len(affected | reached) > limit:
            return None
        affected |= reached
        derived: set[str] = set()
        files = [(change.path, outline) for change in changes for outline in change.outlines]
        for path, outline in (*files, *((kept.path(slot), kept.outline(slot)) for slot in sorted(reached))):
            more = _derived(path, outline, pending, kept)
            if more is None:
                return None
            derived |= more | (_objects(more) if is_named else set())
            if any(item.kind == "class" and item.name in pending for item in outline.definitions):
                affected.update(_run_on(path, outline, kept))
        pending = derived - names
        names |= derived
    return affected


def _names_objects(outline: FileOutline) -> bool:
    language = language_of(outline)
    return language is not None and language.named_objects


def _objects(names: Iterable[str]) -> set[str]:
    """Return the names of what holds objects, one or many, of types that have one of the names."""
    types = [name for name in names if name[:1].isupper()]
    objects = set(map(object_name, types)).union(*map(other_object_names, types))
    return objects.union(*map(names_of_many, objects))


def _naming_any(names: Collection[str], kept: Kept) -> set[int] | None:
    """Return the files whose facts hold one of some names, None when that cannot be told."""
    reached: set[int] = set()
    for name in names:
        found: set[int] | None = None
        for word in WORD.findall(name):
            slots = kept.mentioning(word)
            if slots is None:
                return None
            found = slots if found is None else found & slots
        reached |= found or set()
    return kept.naming(reached, names)


def _run_on(path: str, outline: FileOutline, kept: Kept) -> Iterator[int]:
    """Yield the files whose code may run on objects of a type that a file defines."""
    for prefix in strategy_of(outline).shown_from(path):
        yield from kept.beginning(prefix)


# -- what has changed


def _changed_names(change: Change, kept: Kept) -> set[str] | None:
    """Return the names to which a change may give another meaning, None when it may be any name."""
    path, before, after = change
    names: set[str] = set()
    if before is None or after is None:
        if _has_any_name(change, kept):
            return None
        names |= _module_names(change)
        names.update(name for outline in change.outlines for name in _of_folder(path, outline, kept))
        hidden = _of_namesakes(change, kept)
        if hidden is None:
            return None
        names |= hidden
    elif (before.language, before.package) != (after.language, after.package):
        return None
    names |= _meaning(before, after)
    if stars := [star[1] for star in differing(star_facts, before, after)]:
        if _has_users(change, stars, kept):
            return None
        names.update(standing_in(change))
    return _with_module(change, {name for name in names if name}, kept)


def _meaning(before: FileOutline | None, after: FileOutline | None) -> set[str]:
    """Return the names to which the facts that two outlines do not share give a meaning."""
    facts = (import_facts, export_facts, defined_facts, shared_facts, base_facts)
    return {name for kind in facts for found, *_ in differing(kind, before, after) for name in found}


def _of_namesakes(change: Change, kept: Kept) -> set[str] | None:
    """Return the names of the files that may be included in the place of one that comes or goes; None for any."""
    languages = map(language_of, change.outlines)
    if not all(language is not None and language.included_names for language in languages):
        return set()
    outlines = [kept.outline(slot) for slot in kept.namesakes(change.path)]
    if not outlines or not kept.including(stem(change.path)):
        return set()
    if any(any(star_facts(outline)) for outline in outlines):
        return None
    return {name for outline in outlines for name in _meaning(None, outline)}


def _has_users(change: Change, stars: Sequence[str], kept: Kept) -> bool:
    """Whether files that have not changed may see what a changed file takes from others."""
    if all(strategy_of(outline).stars_by_name for outline in change.outlines):
        return any(
            strategy_of(outline).holds_elsewhere(star) for outline in change.outlines for star in stars
        )
    if _has_any_name(change, kept):
        return True
    known = [language for outline in change.outlines if (language := language_of(outline)) is not None]
    if known and all(language.included_names for language in known):
        return bool(kept.including(stem(change.path)))
    users = _naming_any(_module_names(change), kept)
    return users is None or bool(users)


def _has_any_name(change: Change, kept: Kept) -> bool:
    """Whether files may import a file without naming it."""
    name = _module_name(change)
    strategies = [strategy_of(outline) for outline in change.outlines]
    return (_stands_for_folder(change) and not _is_named_by_folder(change, kept)) or (
        any(strategy.manifests_name_files for strategy in strategies) and kept.is_in_manifest(name)
    )


def _stands_for_folder(change: Change) -> bool:
    """Whether an import of its folder may mean a file."""
    return any(stem(change.path) in strategy_of(outline).stems_of_folders for outline in change.outlines)


def _is_named_by_folder(change: Change, kept: Kept) -> bool:
    """Whether whoever imports a file that stands for its folder names the folder, and no other name rests on it."""
    folder, _, name = change.path.rpartition("/")
    around = folder.rpartition("/")[0]
    return (
        bool(folder)
        and all(strategy_of(outline).packages_nest for outline in change.outlines)
        and kept.goes_with(change.path, f"{around}/{name}" if around else name)
        and kept.is_empty(folder)
        and all(stem(kept.path(slot)) != _module_name(change) for slot in kept.beside(folder))
    )


def _module_name(change: Change) -> str:
    """Return the name by which a file is imported, where one is needed."""
    folder = change.path.rpartition("/")[0]
    return folder.rpartition("/")[2] if folder and _stands_for_folder(change) else stem(change.path)


def _module_names(change: Change) -> set[str]:
    """Return that name, with those that need no import."""
    seconds = (strategy_of(outline).second_names(change.path) for outline in change.outlines)
    return {_module_name(change)}.union(*seconds)


def _of_folder(path: str, outline: FileOutline, kept: Kept) -> tuple[str, ...]:
    """Return the names of a file's folder and package, unless they mean the same with it as without it."""
    last = (package.rpartition(".")[2] for package in packages(outline.package))
    names = (*path.split("/")[-2:-1], *last)
    if strategy_of(outline).is_part_of_package(path):
        return names
    others = map(kept.outline, kept.beside(path))
    is_one_of_many = any(
        (other.language, other.package) == (outline.language, outline.package) for other in others
    )
    return () if is_one_of_many else names


def _with_module(change: Change, names: set[str], kept: Kept) -> set[str] | None:
    """Add the name of the module where what it stands for is among the names; None where it may have any name."""
    for outline in change.outlines:
        language = language_of(outline)
        if language is not None and language.dotted_names and not all(map(WORD.search, names)):
            return None  # no word of a file tells that it uses an operator
        if language is not None and not names.isdisjoint(_of_modules(language)):
            return None if _has_any_name(change, kept) else names | _module_names(change)
    return names


def _of_modules(language: Language) -> tuple[str, ...]:
    """Return the names of what a module as a whole stands for, or has its names from."""
    given = language.member_access[:1] if language.module_access else ()
    return (language.default_export, *given) if language.default_export else given


# -- what follows from it


def _derived(path: str, outline: FileOutline, names: set[str], kept: Kept) -> set[str] | None:
    """Return the names of a file whose meaning rests on one of the names, None where it may be any name."""
    found = {fixture_name(item) for item in outline.definitions if item.name in names} - {""}
    language = language_of(outline)
    is_told, operators = rests_on_signatures(language), operators_of(language)
    for item in outline.definitions:
        signature = item.signature if is_told or declares_for_others(item, language) else ""
        if _mentions((item.returns, *item.bases, *item.decorators, signature), names):
            parent = outline.definitions[item.parent]
            found.update((item.name, *standing_for(item, parent, operators, language)))
        if not names.isdisjoint(owners_of(item, outline.definitions[item.parent], language)):
            found.add(item.name)
    for imported in outline.imports:
        if imported.alias and _mentions((imported.name, imported.module), names):
            found.add(imported.alias)
    hands_on = strategy_of(outline).hands_on
    if any(hands_on(one.module) and _mentions((one.module,), names) for one in outline.imports):
        found.update(item.name for item in outline.definitions[1:] if item.parent == 0)
    lends = language is not None and language.lent_functions
    for stated, (scope, target, value, annotation, *_) in told(outline):
        around = outline.definitions[scope]
        takes = around.name in names and declares_for_others(around, language)
        owner = target.rpartition(".")[0] if lends else ""
        if takes or _mentions((value, annotation, owner), names):
            found.update(stated)
    for subject, *_rest in base_facts(outline):
        if _mentions(_rest[:2], names):
            found.update(subject)
    for item in outline.definitions[1:]:
        if item.name in names or item.name in found:
            found.update(filter(None, other_names(item, outline, language)))
    return _with_module(Change(path, outline, outline), found, kept)


def _mentions(texts: Iterable[str], names: set[str]) -> bool:
    marked = [name for name in names if DOT in name]
    return any(
        not names.isdisjoint(WORD.findall(text)) or any(name in text for name in marked)
        for text in texts
        if text
    )
