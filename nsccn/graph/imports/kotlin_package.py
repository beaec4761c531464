"""Kotlin: packages as in Java, with functions and properties outside of types, and names of its own for imports."""

from __future__ import annotations

import re

from nsccn.graph.imports.base import ImportedName
from nsccn.graph.imports.java_package import JavaPackage
from nsccn.regexes import regex

_IMPORT = regex(r"import\s+([\w.`]+?)\s*(\.\s*\*)?\s*(?:\bas\s+([\w`]+)\s*)?;?\s*\Z")
_COMPANION = ".Companion."
"""Stands in a path for the object in a type whose members are the type's."""
_COMMENT = regex(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)


class KotlinPackage(JavaPackage):
    """`import a.b.Type`, `import a.b.function`, `import a.b.Type as Other`, `import a.b.*`."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the name that an import declaration binds."""
        found = _IMPORT.match(_COMMENT.sub("", statement).strip())
        if not found:
            return []
        dotted, all_members, alias = (text and text.replace("`", "") for text in found.groups())
        dotted = f"{dotted}.".replace(_COMPANION, ".").removesuffix(".")
        if all_members:
            return [ImportedName(dotted, "*", "")]
        return [ImportedName(dotted, "", alias or dotted.rpartition(".")[2])]

    def nearness(self, slot: int, other: int) -> int | None:
        """Return how near functions outside of types are: the file's, its package's, those of another's whole."""
        package = self.project.packages[other]
        if slot == other or package == self.project.packages[slot]:
            return int(slot != other)
        return 2 if package in self.project.stars(slot) else None

    def as_module(self, slot: int, name: str) -> str:
        """Kotlin has no names for its files."""
        return ""

    def _is_seen(self, slot: int, name: str) -> bool:
        return True
