"""The components that markup of Vue names without an import, as a declaration says that a build tool writes.

Cart: typeof import('./components/shop/Cart.vue')['default']
"""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.imports.base import Project

FILENAME: Final = "components.d.ts"
_PACKAGE: Final = "package.json"
_DECLARED: Final = regex(
    r"^[ \t]*[\"']?(\w+)[\"']?[ \t]*:[ \t]*\(?typeof import\([\"'](\.[^\"'\n]*)[\"']\)", re.MULTILINE
)


def said_of_declaration(text: str) -> dict[str, str]:
    """Return the tag of each component with its file, from the folder of the declaration."""
    return dict(_DECLARED.findall(text))


class DeclaredComponents:
    """Which component a tag means that a declaration of its package tells."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def component(self, slot: int, name: str) -> int | None:
        """Return the component that a tag in a file names; None where no declaration says it, or two differ."""
        home = self._package_of(self._project.paths[slot]) if self._declared else ""
        found = self._declared.get((home, name), frozenset())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _declared(self) -> dict[tuple[str, str], frozenset[int]]:
        """Folder of a package, name of a tag -> the components that it may mean."""
        found: dict[tuple[str, str], frozenset[int]] = {}
        for path in self._project.manifests(FILENAME):
            home, folder = self._package_of(path), posixpath.dirname(path)
            for name, target in (self._project.read(path) or {}).items():
                slot = self._project.slot.get(posixpath.normpath(posixpath.join(folder, target)))
                if slot is not None:
                    found[home, name] = found.get((home, name), frozenset()) | {slot}
        return found

    def _package_of(self, path: str) -> str:
        """Return the nearest folder around a file that a manifest makes a package."""
        return self._project.nearest_with(_PACKAGE, posixpath.dirname(path))
