"""Java: every file declares its package, and files of one package see each other, wherever they lie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, partial

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import nearest_first
from nsccn.regexes import regex

_IMPORT = regex(r"import\s+(static\s+)?([\w.\s]++)(?:(?<=[.\s])(\*)\s*+)?;?\s*\Z")
_COMMENT = regex(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SUFFIX = ".java"
_KOTLIN = ".kt"
_SCALA = ".scala"
_FACADE = "Kt"
_SUFFIXES = (_SUFFIX, _KOTLIN, _SCALA)
"""Files of these languages, which share their packages and see each other's types."""


class JavaPackage(ImportStrategy):
    """`import a.b.Type;`, `import a.b.*;`, `import static a.b.Type.member;`."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the name that an import declaration binds."""
        found = _IMPORT.match(_COMMENT.sub("", statement).strip())
        if not found:
            return []
        static, dotted, all_members = found.groups()
        dotted = re.sub(r"\s", "", dotted)
        if all_members:
            return [ImportedName(dotted.removesuffix("."), "*", "")]
        module, _, name = dotted.rpartition(".")
        return [ImportedName(module, name, name) if static else ImportedName(dotted, "", name)]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a type, or all files of a package."""
        steps = module.split(".")
        for length in range(len(steps), 0, -1):
            package = ".".join(steps[:length])
            if package not in self._packages:
                continue
            rest = tuple(steps[length:])
            if not rest:
                return Located(self._packages[package])
            if slots := self._declaring(slot, package, rest[0]):
                return Located(slots[:1], rest)
            if slots := self._facade(package, rest[0]):
                return Located(slots, rest[1:])
        return None

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """`import a.b.*` means all files of a package."""
        return True

    def begins(self, name: str) -> bool:
        """Whether the path of a package of the repository begins with a name."""
        return name in self._roots

    def as_module(self, slot: int, name: str) -> str:
        """Return the class of a file of Kotlin in the same package."""
        package = self.project.packages[slot]
        return f"{package}.{name}" if package and self._facade(package, name) else ""

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the other files of the package."""
        return tuple(peer for peer in self._packages.get(self.project.packages[slot], ()) if peer != slot)

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the other files of the package that declare a type."""
        found = self._declaring(slot, self.project.packages[slot], name)
        return tuple(peer for peer in found if peer != slot)

    def _declaring(self, slot: int, package: str, name: str) -> tuple[int, ...]:
        """Return the files that declare a type: one for each module of a build, the nearest first."""
        found = self._types.get((package, name), ())
        return nearest_first(self.project.paths[slot], found, self.project.paths)

    def _facade(self, package: str, name: str) -> tuple[int, ...]:
        """Return the files of Kotlin whose functions Java finds in a class of a name: `CartKt` of `Cart.kt`."""
        found = self._facades.get(package)
        if found is None:
            found = self._facades[package] = {}
            for slot in self._packages.get(package, ()):
                for facade in self._facades_of(slot):
                    found[facade] = (*found.get(facade, ()), slot)
        return found.get(name, ())

    def _facades_of(self, slot: int) -> Sequence[str]:
        """Return the name of the class in which Java finds the functions of a file of Kotlin; the file may say it.

        https://kotlinlang.org/docs/java-to-kotlin-interop.html#package-level-functions
        """
        path = self.project.paths[slot]
        if not path.endswith(_KOTLIN):
            return ()
        stem = path.rpartition("/")[2].removesuffix(_KOTLIN)
        return self.project.exports(slot) or (f"{stem[:1].upper()}{stem[1:]}{_FACADE}",)

    def _is_seen(self, slot: int, name: str) -> bool:
        """Whether a name outside of types is seen by itself: elsewhere only types, as those begin."""
        return name[:1].isupper() or self.project.paths[slot].endswith(_SUFFIX)

    @cached_property
    def _facades(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Package -> names of classes that stand for files of it."""
        return {}

    @cached_property
    def _packages(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for slot, path in enumerate(self.project.paths):
            if path.endswith(_SUFFIXES):
                found.setdefault(self.project.packages[slot], []).append(slot)
        return {package: tuple(slots) for package, slots in found.items()}

    @cached_property
    def _roots(self) -> frozenset[str]:
        return frozenset(package.partition(".")[0] for package in self._packages)

    @cached_property
    def _types(self) -> dict[tuple[str, str], tuple[int, ...]]:
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for package, slots in self._packages.items():
            for slot in slots:
                for name in filter(partial(self._is_seen, slot), self.project.modules(slot)):
                    found[package, name] = (*found.get((package, name), ()), slot)
        return found
