"""What files of Nuxt see without an import: what folders of it offer, and components by their names."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.imports.base import Project

CONFIGS: Final = ("nuxt.config.ts", "nuxt.config.js", "nuxt.config.mjs", "nuxt.config.mts")
_SOURCES: Final = ("", "app", "src")
"""Where below its configuration the sources may lie."""
_OFFERING: Final = ("composables", "utils", "stores")
_SHARED: Final = "shared/utils"
_SERVER: Final = "server"
_COMPONENTS: Final = "components"
ALL_COMPONENTS: Final = "#components"
"""The module by which Nuxt offers all components."""
_FORMS: Final = (".vue", ".ts", ".tsx", ".js", ".jsx")
_WORDS: Final = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LAZY: Final = "Lazy"


def said_of_configuration(_: str) -> dict[str, str]:
    """Return what imports rest on: that a configuration is there, whatever it says."""
    return {}


def tags_of(path: str) -> list[str]:
    """Return the tags that may mean a file by its path."""
    _, is_component, inside = f"/{path}".partition(f"/{_COMPONENTS}/")
    names = _names_of(inside) if is_component and path.endswith(_FORMS) else ()
    return sorted({*names, *(f"{_LAZY}{name}" for name in names)})


class Nuxt:
    """Which files offer a name to a file that imports it nowhere."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._roots: dict[str, str | None] = {}

    def offering(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the file that offers a name to a file; none where several would."""
        root = self._root_of(slot) if self._configured else None
        if root is None:
            return ()
        inside = self._project.paths[slot].startswith(f"{_under(root, _SERVER)}/")
        found = self._offered.get((root, inside, name), ())
        return tuple(one for one in found if one != slot) if len(found) == 1 else ()

    def home(self, folder: str) -> str | None:
        """Return the folder of the configuration that holds for a folder."""
        return self._root(folder) if self._configured else None

    def component(self, slot: int, name: str) -> int | None:
        """Return the component that a tag names; None where several may be meant."""
        root = self._root_of(slot) if self._configured else None
        if root is None:
            return None
        known = self._components
        found = known.get((root, name)) or known.get((root, name.removeprefix(_LAZY)), ())
        return found[0] if len(found) == 1 else None

    @cached_property
    def _configured(self) -> frozenset[str]:
        """Return the folders that hold a configuration."""
        found = [path for config in CONFIGS for path in self._project.manifests(config)]
        return frozenset(posixpath.dirname(path) for path in found if self._project.read(path) is not None)

    def _root_of(self, slot: int) -> str | None:
        return self._root(posixpath.dirname(self._project.paths[slot]))

    def _root(self, folder: str) -> str | None:
        """Return the nearest folder, from one upwards, that holds a configuration."""
        around, above = [], folder
        while above not in self._roots and above not in self._configured and above:
            around.append(above)
            above = posixpath.dirname(above)
        found = self._roots.get(above, above if above in self._configured else None)
        self._roots.update(dict.fromkeys((*around, above), found))
        return found

    @cached_property
    def _offered(self) -> dict[tuple[str, bool, str], tuple[int, ...]]:
        """Folder of a configuration, whether for the server, name -> the files that offer it there."""
        found: dict[tuple[str, bool, str], tuple[int, ...]] = {}
        for root in sorted(self._configured):
            client = [_under(root, source, name) for source in _SOURCES for name in _OFFERING]
            shared = _under(root, _SHARED)
            for folders, inside in (
                ((*client, shared), False),
                ((_under(root, "server/utils"), shared), True),
            ):
                for slot in self._below(folders):
                    for name in self._project.modules(slot):
                        key = (root, inside, name)
                        found[key] = (*found.get(key, ()), slot)
        return found

    @cached_property
    def _components(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """Folder of a configuration, name of a tag -> the components that it may mean."""
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for root in sorted(self._configured):
            folders = [_under(root, source, _COMPONENTS) for source in _SOURCES]
            for slot in self._below(folders):
                path = self._project.paths[slot]
                if path.endswith(_FORMS):
                    inside = next(path[len(one) + 1 :] for one in folders if path.startswith(f"{one}/"))
                    for name in sorted(_names_of(inside)):
                        key = (root, name)
                        found[key] = (*found.get(key, ()), slot)
        return found

    def _below(self, folders: tuple[str, ...] | list[str]) -> Iterator[int]:
        starts = tuple(f"{folder}/" for folder in folders)
        for slot, path in enumerate(self._project.paths):
            if path.startswith(starts):
                yield slot


def _names_of(path: str) -> set[str]:
    """Return the tags of a component, with its folders before it as long as it does not begin as they do.

    >>> sorted(_names_of("cart/item/Row.vue")), sorted(_names_of("cart/CartRow.vue"))
    (['CartItemRow', 'Row'], ['CartRow'])
    """
    *folders, file = path.split("/")
    stem = file.partition(".")[0]
    inside = [word for folder in folders for word in _words(folder)]
    own = _words(stem)
    if stem.lower() == "index":
        return {"".join(inside)} - {""}
    shared = max(
        (size for size in range(len(own) + 1) if inside[len(inside) - size :] == own[:size] or not size),
        default=0,
    )
    return {"".join(own), "".join([*inside, *own[shared:]])} - {""}


def _words(name: str) -> list[str]:
    return [word[:1].upper() + word[1:] for word in _WORDS.findall(name)]


def _under(root: str, *parts: str) -> str:
    return posixpath.join(root, *(part for part in parts if part))
