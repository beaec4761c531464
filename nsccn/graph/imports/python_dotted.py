"""Python: dotted modules, relative imports, packages with and without `__init__.py`, `src/` layouts."""

from __future__ import annotations

import re
import sys
from functools import cached_property
from typing import ClassVar

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.python_roots import MANIFEST_READERS, Roots, shelter
from nsccn.regexes import regex

_FROM = regex(r"from\s*(\.*\s*[\w.]*)\s+import\s*(.*)\Z", re.DOTALL)
_IMPORT = regex(r"import\s+(.*)\Z", re.DOTALL)
_LOADED = regex(
    r"""(\w+)\s*=\s*(?:[\w.]+\.)?(?:import_string|import_module)\(\s*(['"])([^\W\d][\w.]*)\2\s*,?\s*\)\Z"""
)
"""A variable that is given what a path names: a module, or what one has."""
_COMMENT = regex(r"#[^\n]*")
_ITEM = regex(r"([\w.]+|\*)(?:\s+as\s+(\w+))?\s*\Z")
_SUFFIXES = (".py", ".pyi", ".pyw")


class PythonDotted(ImportStrategy):
    """`import a.b`, `from .c import d as e`."""

    manifest_readers = MANIFEST_READERS
    stems_of_folders: ClassVar[frozenset[str]] = frozenset({"__init__"})
    packages_nest: ClassVar[bool] = True

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that an `import` or `from` statement binds, or the variable of `import_string("a.b.C")`."""
        text = _COMMENT.sub("", statement).replace("\\\n", " ").strip()
        found = _FROM.match(text)
        if found:
            module = re.sub(r"\s", "", found.group(1))
            return [
                ImportedName(module, name, "" if name == "*" else alias or name, exported=True)
                for name, alias in _items(found.group(2))
            ]
        if found := _LOADED.match(text):
            module, _, name = found.group(3).rpartition(".")
            is_module = "import_module" in text
            loaded = (found.group(3), "") if is_module or not module else (module, name)
            return [ImportedName(*loaded, found.group(1), exported=True)]
        found = _IMPORT.match(text)
        if not found:
            return []
        return [
            ImportedName(module, "", alias or module.partition(".")[0], exported=True)
            if alias or "." not in module
            else ImportedName(module, "", module, exported=True)
            for module, alias in _items(found.group(1))
        ]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a module: relative, or in a folder that the importing file may import from."""
        dotted = module.lstrip(".")
        level = len(module) - len(dotted)
        parts = tuple(dotted.split(".")) if dotted else ()
        own = self.project.paths[slot].split("/")[:-1]
        if level:
            base = own[: len(own) - (level - 1)]
            return self._at((*base, *parts)) if level - 1 <= len(own) else None
        for root in self._roots.of(tuple(own), parts[0] if parts else ""):
            path = (*root.folder, *parts)
            counts = root.holds_modules or len(parts) > 1 or path in self._packages
            if counts and (found := self._at(path)):
                return found
        if () in self._packages and parts[:1] == (self.project.name,):
            return self._at(parts[1:])
        if len(parts) > 1 and parts[0] not in sys.stdlib_module_names:
            return self._at((*own, *parts))  # as a script sees its folder
        return None

    @staticmethod
    def may_stand_for_own(module: str, name: str) -> bool:
        """A registry or a proxy of a library may: `from flask_login import current_user`."""
        return name[:1].islower() and module.partition(".")[0] not in sys.stdlib_module_names

    @staticmethod
    def is_known_to(path: str, own: str) -> bool:
        """What lies in a folder of tests, only what lies there too may know."""
        kept = shelter(tuple(path.split("/")[:-1]))
        return tuple(own.split("/")[:-1])[: len(kept)] == kept

    def submodule(self, slot: int, module: str, name: str) -> Located | None:
        """Return a file of a namespace package."""
        return self.locate(slot, module + name if module.endswith(".") else f"{module}.{name}")

    def child(self, slots: tuple[int, ...], name: str) -> tuple[int, ...]:
        """Return the submodule of a package."""
        for slot in slots:
            path = self.project.paths[slot]
            if path.rpartition("/")[2].startswith("__init__."):
                found = self._at((*path.split("/")[:-1], name))
                if found:
                    return found.slots
        return ()

    def _at(self, parts: tuple[str, ...]) -> Located | None:
        slots = self._modules.get(parts)
        if slots is not None:
            return Located((slots,))
        return None

    @cached_property
    def _modules(self) -> dict[tuple[str, ...], int]:
        """Path parts without suffix -> slot; a package stands for its `__init__.py`, a source before its stub."""
        found: dict[tuple[str, ...], int] = {}
        for slot, path in enumerate(self.project.paths):
            if not path.endswith(_SUFFIXES):
                continue
            *folder, name = path.split("/")
            stem = name.rpartition(".")[0]
            parts = tuple(folder) if stem == "__init__" else (*folder, stem)
            if parts not in found or path.endswith(".py"):
                found[parts] = slot
        return found

    @cached_property
    def _packages(self) -> set[tuple[str, ...]]:
        return {
            tuple(path.split("/")[:-1])
            for path in self.project.paths
            if path.rpartition("/")[2] in ("__init__.py", "__init__.pyi")
        }

    @cached_property
    def _roots(self) -> Roots:
        return Roots(self.project, self._modules, self._packages)


def _items(text: str) -> list[tuple[str, str]]:
    pieces = (piece.strip() for piece in text.strip().strip("()").split(","))
    matches = (_ITEM.match(piece) for piece in pieces if piece)
    return [(match.group(1), match.group(2) or "") for match in matches if match]
