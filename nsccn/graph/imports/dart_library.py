"""Dart: a file takes all public names of the libraries that it imports; parts of a library see all of each other."""

from __future__ import annotations

import re
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import shared_folders
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.graph.imports.base import ManifestReader

_MANIFEST: Final = "pubspec.yaml"
_SUFFIX: Final = ".dart"
_NAME: Final = regex(r"""(?m)^name:[ \t]*["']?(\w+)""")
_COMMENT: Final = regex(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TEXT: Final = regex(r"""(?<!==)(?<!== )r?(["'])([^"'\n]*)\1""")
_DIRECTIVE: Final = regex(r"\s*(?:@\w[^;]*?\s)?(?:augment\s+)?(import|export|part\s+of|part)\b")
_ALIAS: Final = regex(r"\bas\s+([A-Za-z_$][\w$]*)")
_COMBINATOR: Final = regex(r"\b(show|hide)\s+([\w$]+(?:\s*,\s*[\w$]+)*)")
_PART: Final = "part "
"""Begins, before the path of a file, what is a part of the library that says so."""
_BUT: Final = " hide "
"""Stands between a library and the names of it that an import leaves out."""
_PACKAGE: Final = "package:"


def _said(text: str) -> list[str]:
    r"""Return the name of a package.

    >>> _said("name: shop_cart  # of ours\nversion: 1.0.0")
    ['shop_cart']
    """
    return _NAME.findall(text)[:1]


class DartLibrary(ImportStrategy):
    """`import "package:shop/cart.dart" as cart show Cart`, `export "src/item.dart"`, `part "cart_rows.dart"`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {_MANIFEST: _said}
    manifests_name_files: ClassVar[bool] = False

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that a directive takes in, all of them as `*`.

        >>> DartLibrary.parse("import 'a.dart' show Cart, Item;")[1]
        ImportedName(module='a.dart', name='Item', alias='Item', exported=False)
        >>> [one.module for one in DartLibrary.parse("export 'a.dart' if (dart.library.io) 'b.dart' hide Cart;")]
        ['a.dart hide Cart', 'b.dart hide Cart']
        """
        text = _COMMENT.sub("", statement) if "://" not in statement else statement
        found = _DIRECTIVE.match(text)
        if found is None:
            return []
        libraries = [uri[2] for uri in _TEXT.finditer(text, found.end())]
        if found[1] == "part":
            return [ImportedName(_PART + uri, "*", "", exported=True) for uri in libraries[:1]]
        behind = text[text.rfind(libraries[-1]) + len(libraries[-1]) :] if libraries else ""
        alias = _ALIAS.search(behind)
        if alias is not None:
            return [ImportedName(uri, "", alias[1]) for uri in libraries]
        is_export = found[1] == "export"
        return [one for uri in libraries for one in _names(uri, behind, exported=is_export)]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a library, relative to the one that names it or in a package of the repository."""
        uri = module.removeprefix(_PART).partition(_BUT)[0]
        own = self.project.paths[slot]
        if uri.startswith(_PACKAGE):
            name, _, rest = uri.removeprefix(_PACKAGE).partition("/")
            packages = self._packages.get(name, ())
            folder = max(packages, key=lambda one: (shared_folders(own, f"{one}/_"), one), default=None)
            path = normpath(join(folder, "lib", rest)) if folder is not None else ""
        else:
            path = normpath(join(dirname(own), uri)) if ":" not in uri else ""
        found = self.project.slot.get(path)
        return Located((found,)) if found is not None else None

    @staticmethod
    def leaves_out(module: str, name: str) -> bool:
        """Whether an import of all names says that it does not want one: `hide Cart`."""
        return name in module.partition(_BUT)[2].split(",")

    def whole(self, slot: int) -> int | None:
        """Return the file of the library of which a file is a part: what that imports, the part sees."""
        return self._libraries.get(slot)

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the other files of a library that has parts."""
        library = self._libraries.get(slot, slot)
        return tuple(one for one in (library, *self._parts.get(library, ())) if one != slot)

    @cached_property
    def _packages(self) -> dict[str, list[str]]:
        """Name of a package -> the folders of those of that name."""
        found: dict[str, list[str]] = {}
        for path in self.project.manifests(_MANIFEST):
            for name in self.project.read(path) or ():
                found.setdefault(name, []).append(dirname(path))
        return found

    @cached_property
    def _parts(self) -> dict[int, tuple[int, ...]]:
        """The parts of each library that has any."""
        found: dict[int, tuple[int, ...]] = {}
        for slot, path in enumerate(self.project.paths):
            named = (
                [one for one in self.project.stars(slot) if one.startswith(_PART)]
                if path.endswith(_SUFFIX)
                else ()
            )
            located = (self.locate(slot, one) for one in named)
            if parts := tuple(dict.fromkeys(one.slots[0] for one in located if one is not None)):
                found[slot] = parts
        return found

    @cached_property
    def _libraries(self) -> dict[int, int]:
        """Part -> the first file that says that it is its."""
        return {
            part: library
            for library, parts in reversed(self._parts.items())
            for part in parts
            if part != library
        }


def _names(uri: str, combinators: str, *, exported: bool) -> Iterator[ImportedName]:
    """Yield what an import or export without a name for the library takes of it."""
    said = {found[1]: _listed(found[2]) for found in _COMBINATOR.finditer(combinators)}
    if "show" in said:
        wanted = (one for one in said["show"] if one not in said.get("hide", ()))
        yield from (ImportedName(uri, one, one, exported) for one in wanted)
    else:
        hidden = _BUT + ",".join(said["hide"]) if "hide" in said else ""
        yield ImportedName(uri + hidden, "*", "", exported)


def _listed(names: str) -> Sequence[str]:
    return [one.strip() for one in names.split(",")]
