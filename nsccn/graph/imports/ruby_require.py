"""Ruby: `require` runs a file, and what files define is visible in all of them."""

from __future__ import annotations

from functools import cached_property

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import joined
from nsccn.regexes import regex

_REQUIRE = regex(r"""(require_relative|require|load|autoload)\b[\s(]*(?:[:\w]+\s*,\s*)?["']([^"'#]+)["']""")
_SUFFIX = ".rb"
_ROOTS = frozenset(
    {"", "lib", "app", "src", "test", "spec", "ext", "features", "concerns", "models", "controllers"}
)
_SHOWING = ("controllers", "mailers", "models")
"""Folders of an application whose objects show templates."""
_TESTS = frozenset({"test", "spec", "features"})
_LIBRARY = frozenset({"lib", "app"})
_RUN_ALONE = regex(r"(?:_(?:test|spec)\.rb|(?:^|/)test_[^/]*)\Z")
"""Where files end whose tests are run, and which no other file loads."""


class RubyRequire(ImportStrategy):
    """`require "a/b"`, `require_relative "c"`, and constants of every file."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the file that a call of `require` runs, whose methods outside classes become visible."""
        found = _REQUIRE.match(statement)
        if not found:
            return []
        way, path = found.groups()
        return [ImportedName(f"./{path}" if way == "require_relative" else path, "*", "")]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file: beside the requiring one, or under a folder that is commonly on the load path."""
        path = module.removesuffix(_SUFFIX)
        if path.startswith("."):
            folder = self.project.paths[slot].rpartition("/")[0]
            found = self.project.slot.get(joined(folder, path) + _SUFFIX)
            return None if found is None else Located((found,))
        candidates = []
        for other in self.project.by_filename.get(path.rpartition("/")[2] + _SUFFIX, ()):
            root, is_below, _ = ("/" + self.project.paths[other]).rpartition(f"/{path}{_SUFFIX}")
            if is_below and root.rpartition("/")[2] in _ROOTS:
                candidates.append((-_shared(self.project.paths[slot], self.project.paths[other]), other))
        return Located((min(candidates)[1],)) if candidates else None

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return all other Ruby files."""
        own = self._language(slot)
        languages = enumerate(self.project.languages)
        return tuple(other for other, language in languages if language == own and other != slot)

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the files that define a constant or a global, and the one that gives all objects a method.

        That is one outside of all types in what other files load; a program of its own has others.
        """
        found = self._defining.get((self._language(slot), name), ())
        is_test = _is_test(self.project.paths[slot])
        if name[:1].isupper() or name.startswith("$"):
            paths = self.project.paths
            return found if is_test else tuple(one for one in found if not _is_of_tests_alone(paths[one]))
        loaded = [one for one in found if _is_loaded(self.project.paths[one], by_tests=is_test)]
        return tuple(loaded) if len(loaded) == 1 else ()

    @staticmethod
    def shown_from(path: str) -> tuple[str, ...]:
        """Return how the paths of a component's templates begin, and those of a controller's or mailer's."""
        own = path.removesuffix(_SUFFIX)
        found = [f"{own}."]
        for folder in _SHOWING:
            root, is_inside, name = own.rpartition(f"app/{folder}/")
            shown = name.removesuffix("_controller") if folder == "controllers" else name
            if is_inside:
                found.append(f"{root}app/views/" + (f"{shown}/" if shown != "application" else ""))
        return tuple(found)

    def loaded(self, slot: int) -> frozenset[int]:
        """Return all files of a program: what one of them requires, all of them have. Tests are loaded by tests."""
        return self._programs[_is_test(self.project.paths[slot])]

    @cached_property
    def _programs(self) -> tuple[frozenset[int], frozenset[int]]:
        own = [slot for slot, language in enumerate(self.project.languages) if language == "ruby"]
        return frozenset(slot for slot in own if not _is_test(self.project.paths[slot])), frozenset(own)

    def _language(self, slot: int) -> str:
        return self.project.languages[slot]

    @cached_property
    def _defining(self) -> dict[tuple[str, str], tuple[int, ...]]:
        found: dict[tuple[str, str], list[int]] = {}
        for slot, language in enumerate(self.project.languages):
            for name in self.project.modules(slot):
                found.setdefault((language, name), []).append(slot)
        return {key: tuple(slots) for key, slots in found.items()}


def _is_test(path: str) -> bool:
    return not _TESTS.isdisjoint(path.split("/")[:-1])


def _is_of_tests_alone(path: str) -> bool:
    """Whether what a file defines, or opens again, is there when tests run, and no part of a library."""
    return _is_test(path) and _LIBRARY.isdisjoint(path.split("/")[:-1])


def _is_loaded(path: str, *, by_tests: bool) -> bool:
    """Whether a file is one that others load: a part of a library, or for tests what helps them."""
    if not path.endswith(_SUFFIX):
        return False
    if _is_test(path):
        return by_tests and _RUN_ALONE.search(path) is None
    return not _LIBRARY.isdisjoint(path.split("/")[:-1])


def _shared(path: str, other: str) -> int:
    """Return the number of leading characters that two paths share."""
    pairs = zip(path, other, strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), min(len(path), len(other)))
