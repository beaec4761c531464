"""Scala: packages as in Java, any names of which, and any members of objects, an import names or renames."""

from __future__ import annotations

import re

from nsccn.graph.imports.base import ImportedName, Located
from nsccn.graph.imports.java_package import JavaPackage
from nsccn.regexes import regex

_COMMENT = regex(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_CLAUSE = regex(r"([\w.`\s]+?)(?:\s*\.\s*(\{[^{}]*\}|\*|_|given))?\s*(?:\bas\s+([\w`]+)\s*)?;?\s*\Z")
_RENAMED = regex(r"([\w`]+)\s*(?:(?:=>|\bas\b)\s*([\w`]+))?\Z")
_COMMA = regex(r",(?![^{}]*\})")
_ROOT = "_root_."
_ALL = frozenset("*_")


class ScalaPackage(JavaPackage):
    """`import a.b.Type`, `import a.b.{Type => Other, _}`, `import a.b.*`, `import a.b.Type as Other`."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that an import declaration binds."""
        text = _COMMENT.sub("", statement).strip().removeprefix("import")
        return [name for clause in _COMMA.split(text) for name in _bound(clause.strip())]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a type, or all files of a package; a path may begin in the package around."""
        if module.startswith(_ROOT):
            return super().locate(slot, module.removeprefix(_ROOT))
        package = self.project.packages[slot]
        inner = (
            super().locate(slot, f"{package}.{module}")
            if package and self._is_inside(package, module)
            else None
        )
        return inner or super().locate(slot, module)

    def _is_inside(self, package: str, module: str) -> bool:
        first = module.partition(".")[0]
        return f"{package}.{first}" in self._packages or bool(self._types.get((package, first)))

    def as_module(self, slot: int, name: str) -> str:
        """Scala has no names for its files."""
        return ""

    def _is_seen(self, slot: int, name: str) -> bool:
        return True


def _bound(clause: str) -> list[ImportedName]:
    found = _CLAUSE.match(clause)
    if not found:
        return []
    path, chosen, alias = found.groups()
    path = re.sub(r"[\s`]", "", path)
    if chosen is None:
        return [ImportedName(path, "", (alias or path.rpartition(".")[2]).replace("`", ""))]
    if not chosen.startswith("{"):
        return [ImportedName(path, "*", "")] if chosen in _ALL else []
    return [name for part in chosen[1:-1].split(",") for name in _selected(path, part.strip())]


def _selected(path: str, part: str) -> list[ImportedName]:
    if part in _ALL:
        return [ImportedName(path, "*", "")]
    found = _RENAMED.match(part.replace("`", ""))
    if not found or found[1] == "given" or found[2] == "_":
        return []
    return [ImportedName(f"{path}.{found[1]}", "", found[2] or found[1])]
