"""R: the files in a package's folder `R` share one namespace; scripts see what they read by `source()`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any, ClassVar, Final

from nsccn.graph.dottednames import DOT, with_marks
from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.imports.base import ManifestReader

_LANGUAGE: Final = "r"
_SUFFIX: Final = ".r"
_CODE: Final = "R"
"""The folder that holds a package's code."""
_QUALIFIED: Final = DOT * 2
"""How facts write `::`."""
_BETWEEN: Final = "::"
_OWN: Final = "."
"""The package around a file, which is loaded as a whole."""
_TAKES: Final = regex(r"(?:[\w.]+:::?)?([\w.]+)\s*\((.*)\)\s*\Z", re.DOTALL)
_NAME: Final = regex(r"""\s*(?:package\s*=\s*)?["']?([A-Za-z][\w.]*)["']?\s*(?:,|\Z)""")
_TEXT: Final = regex(r""""((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'""")
_CHARACTERS: Final = regex(r"character\.only\s*=\s*T")
_ATTACHES: Final = frozenset({"library", "require"})
_READS: Final = frozenset({"source", "sys.source"})
_OWN_CODE: Final = {"load_all": _OWN, "tar_source": "R/"}
_PACKAGE: Final = regex(r"(?m)^Package:[ \t]*([\w.]+)")
_DIRECTIVE: Final = regex(r"(?m)^[ \t]*(\w+)[ \t]*\(([^()]*)\)")
_WORD: Final = regex(r"[^\s,\"'`]+")
_APP: Final = frozenset({"app.R", "global.R", "server.R", "ui.R"})
"""Files of an application of Shiny, which reads them, and its folder `R`, into one environment."""
_HELPER: Final = regex(r"(?:^|/)(?:helper|setup)[^/]*\.[rR]\Z")
"""What testthat reads before the tests beside it."""
_MOST_KNOWN: Final = 64
_TESTS: Final = regex(r"(?:^|/)tests/")


def _description(text: str) -> str:
    """Return the name of a package."""
    found = _PACKAGE.search(text)
    return found[1] if found else ""


def _namespace(text: str) -> dict[str, Any]:
    r"""Return what a package takes of others, and which functions it says to be methods of generic ones.

    >>> _namespace("import(rlang)\nimportFrom(shop, cart, sum)\nS3method(print, cart)\nexport(cart)")
    {'all': ['rlang'], 'from': {'shop': ['cart', 'sum']}, 'methods': [['print', 'print.cart']]}
    """
    taken: list[str] = []
    named: dict[str, list[str]] = {}
    methods: list[list[str]] = []
    for directive, inside in _DIRECTIVE.findall(re.sub(r"#[^\n]*", "", text)):
        words = _WORD.findall(inside)
        if directive == "import":
            taken += words
        elif directive == "importFrom" and words:
            named.setdefault(words[0], []).extend(words[1:])
        elif directive == "S3method" and len(words) > 1:
            methods.append([words[0], words[2] if len(words) > 2 else f"{words[0]}.{words[1]}"])
    return {"all": taken, "from": named, "methods": methods}


class RPackage(ImportStrategy):
    """`library(shop)`, `shop::cart()`, `source("R/cart.R")`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {
        "DESCRIPTION": _description,
        "NAMESPACE": _namespace,
    }
    project_endings = tuple(sorted(_APP))
    manifests_name_files = False
    stars_by_name = True

    @staticmethod
    def holds_elsewhere(module: str) -> bool:
        """What one script reads or attaches, the others of its program see."""
        return True

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return what a call takes in: all names of a package, or of a file.

        >>> RPackage.parse("library(shop)")[0], RPackage.parse('source(here::here("R", "cart.R"))')[0].module
        (ImportedName(module='shop', name='*', alias='', exported=False), 'R/cart.R')
        >>> RPackage.parse("library(name, character.only = TRUE)"), RPackage.parse("source(path)")
        ([], [])
        """
        found = _TAKES.match(statement)
        if found is None:
            return []
        word, inside = found[1], found[2]
        if word in _OWN_CODE:
            return [ImportedName(_OWN_CODE[word], "*", "")]
        if word in _READS:
            steps = [one or other for one, other in _TEXT.findall(inside)]
            path = "/".join(step.strip("/") for step in steps)
            return [ImportedName(path, "*", "")] if path.lower().endswith(_SUFFIX) else []
        named = None if _CHARACTERS.search(inside) else _NAME.match(inside)
        if named is None:
            return []
        return [ImportedName(named[1], "*" if word in _ATTACHES else "", "")]

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the package and name of `shop::cart`, and of `shop:::cart`, as `locate` reads them."""
        package, _, rest = name.partition(_QUALIFIED)
        return f"{package.replace(DOT, '.')}{_BETWEEN}{rest.removeprefix(DOT)}" if rest else ""

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the files of a package of the repository, with a name in it, or the file that is read."""
        package, between, name = module.partition(_BETWEEN)
        if between:
            files = self._code_of(self._named.get(package, ()), slot)
            return Located(files, (name,)) if files else None
        if module == _OWN:
            root = self._root(slot)
            return Located(files) if root is not None and (files := self._code[root]) else None
        if module.endswith("/"):
            files = self._in_folder(join(dirname(self.project.paths[slot]), module.rstrip("/")))
            return Located(files) if files else None
        if module.lower().endswith(_SUFFIX):
            found = self._file(slot, module)
            return Located((found,)) if found is not None else None
        files = self._code_of(self._named.get(module, ()), slot)
        return Located(files) if files else None

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the files whose names a file sees: those of its package or application, and those that it reads."""
        return tuple(one for one in self._seen_by(slot) if one != slot)

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return those that define a name, what is read last first; where none does, files of attached packages."""
        defining = self._defining.get(name, ())
        if not defining:
            return ()
        seen = self._seen_by(slot)
        found = tuple(other for other in reversed(defining) if other in seen and other != slot)
        return found or tuple(other for other in defining if other in self._taken_for(slot, name))

    def methods_of(self, slot: int, generic: str) -> frozenset[str] | None:
        """Return what the file `NAMESPACE` says to be methods of a generic function, None without such a file."""
        root = self._root(slot)
        said = self._said(root) if root is not None else None
        if not said or not said["methods"]:
            return None
        return frozenset(with_marks(method) for of, method in said["methods"] if with_marks(of) == generic)

    def loaded(self, slot: int) -> frozenset[int]:
        """Return the files whose objects a file may have: those that it sees."""
        return frozenset((slot, *self._seen_by(slot)))

    def _seen_by(self, slot: int) -> dict[int, None]:
        found = self._known.get(slot)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[slot] = dict.fromkeys(self._seen(slot))
        return found

    def _seen(self, slot: int) -> Iterable[int]:
        root, path = self._root(slot), self.project.paths[slot]
        if root is None:
            return self._of_application(path) or self._of_program(slot)
        inside = path.removeprefix(f"{root}/" if root else "")
        if inside.startswith(f"{_CODE}/"):
            return self._code[root]
        if _TESTS.search(f"/{inside}"):
            beside = self.project.directories.get(dirname(path), ())
            helpers = (other for other in beside if _HELPER.search(self.project.paths[other]))
            return dict.fromkeys((*self._code[root], *helpers, *self._of_program(slot)))
        return self._of_application(path) or self._of_program(slot)

    def _of_application(self, path: str) -> tuple[int, ...]:
        """Return the files of the application of Shiny that a file belongs to."""
        folder, _, name = path.rpartition("/")
        if folder.rpartition("/")[2] == _CODE or folder == _CODE:
            folder = dirname(folder)
        elif name not in _APP:
            return ()
        beside = [
            other
            for other in self.project.directories.get(folder, ())
            if self.project.paths[other].rpartition("/")[2] in _APP
        ]
        return (*beside, *self._in_folder(join(folder, _CODE))) if beside else ()

    def _of_program(self, slot: int) -> list[int]:
        """Return the files that a script reads, in turn too, and those that read it, with what these read."""
        readers = _closure([slot], self._readers)
        return _closure(readers, self._read)

    @cached_property
    def _read(self) -> dict[int, tuple[int, ...]]:
        """The files that each file reads itself."""
        found: dict[int, tuple[int, ...]] = {}
        for slot in self._own:
            named = (one for one in self.project.stars(slot) if one.lower().endswith((_SUFFIX, "/")))
            located = (self.locate(slot, one) for one in named)
            if files := tuple(other for one in located if one is not None for other in one.slots):
                found[slot] = files
        return found

    @cached_property
    def _readers(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for slot, others in self._read.items():
            for other in others:
                found.setdefault(other, []).append(slot)
        return found

    def _taken_for(self, slot: int, name: str) -> frozenset[int]:
        """Return the files of those packages of the repository of which a file takes a name, or all names."""
        root = self._root(slot)
        said = self._said(root) if root is not None else None
        packages = {star for one in self._of_program(slot) for star in self.project.stars(one)}
        if said:
            written = {name, name.replace(DOT, ".")}
            packages.update(said["all"])
            packages.update(one for one, names in said["from"].items() if not written.isdisjoint(names))
        found = (self.locate(slot, one) for one in packages if not one.lower().endswith((_SUFFIX, "/")))
        return frozenset(file for one in found if one is not None for file in one.slots)

    def _said(self, root: str) -> Any:  # noqa: ANN401
        if root not in self._namespaces:
            self._namespaces[root] = self.project.read(join(root, "NAMESPACE"))
        return self._namespaces[root]

    @cached_property
    def _namespaces(self) -> dict[str, Any]:
        return {}

    def _code_of(self, roots: Iterable[str], slot: int) -> tuple[int, ...]:
        """Return the code of one of several packages of a name: of the one around a file, else of the first."""
        own = self._root(slot)
        chosen = sorted(roots, key=lambda root: (root != own, root))
        return self._code[chosen[0]] if chosen else ()

    def _root(self, slot: int) -> str | None:
        """Return the folder of the package that a file lies in, None where it is in none."""
        folder = dirname(self.project.paths[slot])
        found = self._roots.get(folder, "?")
        if found == "?":
            at = folder
            while at and at not in self._code:
                at = dirname(at)
            found = self._roots[folder] = at if at in self._code else None
        return found

    @cached_property
    def _roots(self) -> dict[str, str | None]:
        return {}

    @cached_property
    def _known(self) -> dict[int, dict[int, None]]:
        return {}

    @cached_property
    def _code(self) -> dict[str, tuple[int, ...]]:
        """Folder of each package -> the files of its code."""
        roots = (dirname(path) for path in self.project.manifests("DESCRIPTION"))
        return {root: self._in_folder(join(root, _CODE)) for root in roots}

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """Name of each package -> the folders of those that are called so."""
        found: dict[str, list[str]] = {}
        for root in self._code:
            if name := self.project.read(join(root, "DESCRIPTION")):
                found.setdefault(name, []).append(root)
        return found

    @cached_property
    def _own(self) -> list[int]:
        return [slot for slot, language in enumerate(self.project.languages) if language == _LANGUAGE]

    @cached_property
    def _defining(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for slot in self._own:
            for name in self.project.modules(slot):
                found.setdefault(name, []).append(slot)
        return {name: tuple(slots) for name, slots in found.items()}

    def _in_folder(self, folder: str) -> tuple[int, ...]:
        files = self.project.directories.get(normpath(folder), ())
        return tuple(one for one in files if self.project.languages[one] == _LANGUAGE)

    def _file(self, slot: int, path: str) -> int | None:
        """Return the file of a path: from the folder of the file that names it or one around it, else the only one."""
        known, at = self.project.slot, dirname(self.project.paths[slot])
        while True:
            found = known.get(normpath(join(at, path)), slot)
            if found != slot:
                return found
            if not at:
                break
            at = dirname(at)
        steps = [step for step in path.split("/") if step not in ("", ".", "..")]
        ending = "/" + "/".join(steps)
        named = self.project.by_filename.get(steps[-1], ()) if steps else ()
        alike = [one for one in named if one != slot and f"/{self.project.paths[one]}".endswith(ending)]
        return alike[0] if len(alike) == 1 else None


def _closure(start: Iterable[int], following: Mapping[int, Iterable[int]]) -> list[int]:
    """Return some files with all that follow from them, step by step."""
    found = dict.fromkeys(start)
    pending = list(found)
    while pending:
        for other in following.get(pending.pop(), ()):
            if other not in found:
                found[other] = None
                pending.append(other)
    return list(found)
