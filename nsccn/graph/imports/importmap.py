"""The modules that Rails hands to browsers by names of its own: `pin_all_from "app/javascript/lib", under: "lib"`."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.imports.base import Project

FILENAME: Final = "importmap.rb"
_PIN: Final = regex(r"^[ \t]*pin(_all_from)?[ \t(]+([\"'])([^\"'\n]+)\2(.*)$", re.MULTILINE)
_OPTION: Final = regex(r"\b(under|to):\s*([\"'])([^\"'\n]*)\2")
_SERVED: Final = ("app/javascript", "app/assets/javascripts", "vendor/javascript", "lib/assets/javascripts")
"""Where below the application the file lies that a single pin names."""
_CONFIG: Final = "config"


def said_of_importmap(text: str) -> list[list[str]]:
    """Return each pin with its target: `["lib/", "app/javascript/lib/"]`, or a file: `["money", "money.js"]`."""
    found = []
    for every, _, name, rest in _PIN.findall(text):
        options = {key: value for key, _, value in _OPTION.findall(rest)}
        if every:
            under = options.get("under", "").strip("/")
            found.append([f"{under}/" if under else "", f"{name.strip('/')}/"])
        else:
            found.append([name, options.get("to", name)])
    return found


class Importmap:
    """Which files the names of an application's pins mean."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def candidates(self, folder: str, module: str) -> Iterator[str]:
        """Yield the paths, perhaps without extension, of a module that a file in a folder imports by its pin."""
        for root, pins in self._pins:
            if f"{folder}/".startswith(f"{root}/" if root else ""):
                for pinned, target in pins:
                    if target.endswith("/") and module.startswith(pinned):
                        yield posixpath.join(root, target, module[len(pinned) :])
                    elif module == pinned and "://" not in target:
                        yield from (posixpath.join(root, served, target) for served in _SERVED)

    @cached_property
    def _pins(self) -> list[tuple[str, list[list[str]]]]:
        """Folders of applications with their pins, the innermost first."""
        found = []
        for path in self._project.manifests(FILENAME):
            folder = posixpath.dirname(path)
            if posixpath.basename(folder) == _CONFIG:
                found.append((posixpath.dirname(folder), self._project.read(path) or []))
        return sorted(found, key=lambda one: (-len(one[0]), one[0]))
