"""JavaScript and TypeScript: relative files, `paths` of tsconfig.json, packages of the same workspace, CommonJS."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar, Final, NamedTuple

from nsccn.graph.imports import declaredcomponents, importmap, nuxt, scripts
from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, ManifestReader, Project
from nsccn.regexes import regex

_COMMENT = regex(r"(\"[^\"\n]*\"|'[^'\n]*')|/\*.*?\*/|//[^\n]*", re.DOTALL)
"""A comment, or a text in which what looks like one stays."""
_MODULE = regex(r"""(?:from|import|require\s*\()\s*(["'`])([^"'`]+)\1""")
_CLAUSE = regex(
    r"(?:import|export)\s++(?:type\s+(?!from\b|,|=)|typeof\s+|defer\s+)?(.*?)(?<!\s)\s*+from\s*[\"'`]",
    re.DOTALL,
)
_HANDED: Final = "amd!"
"""Stands before a module of AMD that is named from the folder with all scripts."""
_QUOTED = regex(r"""(["'])([^"'\n]+)\1""")
_EQUALS = regex(r"import\s+(?:type\s+)?([\w$]+)\s*=")
_ASSIGNED = regex(r"(?:module\.)?exports(?:\.([\w$]+))?\s*=")
_MEMBER = regex(r"\)\s*\.\s*([\w$]+)\s*;?\Z")
_BRACES = regex(r"\{(.*?)\}", re.DOTALL)
_ITEM = regex(r"(?:type\s+(?!as\b))?([\w$]+|\"[^\"]*\"|'[^']*')(?:\s+as\s+([\w$]+|\"[^\"]*\"|'[^']*'))?\Z")
_STAR = regex(r"\*(?:\s*as\s+([\w$]+))?")
_JSON_TOKEN = regex(
    r'"(?:\\.|[^"\\\n])*+"?|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*(?:(?://[^\n]*\n|/\*.*?\*/)\s*)*[}\]])',
    re.DOTALL,
)
"""A string, a comment, or a comma before a closing bracket."""

_TYPED: Final = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_PLAIN: Final = (".js", ".jsx", ".mjs", ".cjs")
_COMPONENTS: Final = (".vue", ".svelte", ".astro")
_OTHER: Final = (".json", *_COMPONENTS)
_SOURCES_OF: Final = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
"""Extension as imported -> extensions of the sources from which such a file is made."""
_BUILT: Final = frozenset({"dist", "lib", "build", "out", "esm", "cjs", "es", "types", "umd"})
_OFFERED: Final = ("exports", "entries", "entrypoints")
"""Folders of the files that a package offers, which are built without the folder: `src/exports/cart.ts`."""
_CONFIGS: Final = ("tsconfig.json", "jsconfig.json")
_USUAL_CONDITIONS: Final = frozenset(
    {"default", "import", "module", "module-sync", "node", "require", "types"}
)
"""What holds without a word from those who run the code, unlike `react-server`, `browser` or `development`."""
_ENTRIES: Final = ("source", "types", "typings", "module", "main")
"""Of a package.json: the files that a package begins with, sources first."""
_DEEPEST: Final = 8


class _Paths(NamedTuple):
    """What one tsconfig.json says of names that are not relative."""

    base: str | None
    patterns: tuple[tuple[str, tuple[str, ...]], ...]
    """Pattern -> targets, relative to the root; the longest pattern first."""


def _said_of_package(text: str) -> dict[str, Any]:
    """Return the entries of a package.json by which others import from the package, or it from itself."""
    data = _json(text)
    wanted = ("name", "exports", "imports", *_ENTRIES)
    return {key: data[key] for key in wanted if key in data} if isinstance(data, dict) else {}


def _said_of_config(text: str) -> dict[str, Any] | None:
    """Return where a tsconfig.json says that modules lie, and the configurations that it builds on, parts first."""
    data = _json(text)
    if not isinstance(data, dict):
        return None
    options, extended, parts = (data.get(key) for key in ("compilerOptions", "extends", "references"))
    options = options if isinstance(options, dict) else {}
    others = [
        part.get("path") for part in (parts if isinstance(parts, list) else ()) if isinstance(part, dict)
    ]
    others += extended if isinstance(extended, list) else [extended]
    return {
        "compilerOptions": {key: options[key] for key in ("baseUrl", "paths") if key in options},
        "builds on": [name for name in others if isinstance(name, str)],
    }


class RelativePath(ImportStrategy):
    """`import a, {b as c} from "./d"`, `export * from "./e"`, `require("./f")`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {
        "package.json": _said_of_package,
        **dict.fromkeys((*_CONFIGS, "*.json"), _said_of_config),
        **dict.fromkeys(nuxt.CONFIGS, nuxt.said_of_configuration),
        importmap.FILENAME: importmap.said_of_importmap,
        declaredcomponents.FILENAME: declaredcomponents.said_of_declaration,
    }
    stems_of_folders: ClassVar[frozenset[str]] = frozenset({"index"})

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._located: dict[tuple[str, str, bool], int | None] = {}
        self._configs: dict[str, _Paths | None] = {}
        self._nuxt = nuxt.Nuxt(project)
        self._declared = declaredcomponents.DeclaredComponents(project)
        self._scripts = scripts.Scripts(project)
        self._importmap = importmap.Importmap(project)

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that an `import`, a re-export or an `exports = require(...)` binds."""
        text = _COMMENT.sub(r"\1", statement).strip()
        if text.startswith("["):
            return _taken_by_place(text)
        found = _MODULE.search(text)
        if found is None:
            return []
        module, exported = found.group(2), text.startswith("export")
        if equals := _EQUALS.match(text):
            return [ImportedName(module, "", equals.group(1))]
        if assigned := _ASSIGNED.match(text):
            member = _MEMBER.search(text)
            return _reexported(module, assigned.group(1), member[1] if member else "")
        clause = _CLAUSE.match(text)
        if clause is None:
            return [ImportedName(module, "", "")]
        return list(_names(clause.group(1), module, exported=exported))

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that a specifier means: relative, by `paths`, or in a package of the repository."""
        importer = self.project.paths[slot]
        folder = posixpath.dirname(importer)
        typed = importer.endswith(_TYPED) or not importer.endswith((*_PLAIN, *_COMPONENTS))
        key = (folder, module, typed)
        if key not in self._located:
            self._located[key] = self._locate(folder, module.partition("?")[0], typed=typed)
        found = self._located[key]
        return None if found is None else Located((found,))

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the file that offers a name without an import."""
        return self._nuxt.offering(slot, name) or self._scripts.offering(slot, name)

    def submodule(self, slot: int, module: str, name: str) -> Located | None:
        """Return the component that a tag names without an import, or that is imported from all of them."""
        if module != nuxt.ALL_COMPONENTS:
            return None
        found = self._nuxt.component(slot, name)
        found = self._declared.component(slot, name) if found is None else found
        return None if found is None else Located((found,))

    @staticmethod
    def second_names(path: str) -> Sequence[str]:
        """Return the tags of a component."""
        return nuxt.tags_of(path)

    def _locate(self, folder: str, module: str, *, typed: bool) -> int | None:
        if module.startswith("."):
            path = posixpath.normpath(posixpath.join(folder, module))
            found = self._file(path, typed=typed)
            return self._source_of(path, typed=typed) if found is None else found
        above = self._above(folder, module) if module.startswith(_HANDED) else ()
        for candidate in (*above, *self._candidates(folder, module.removeprefix(_HANDED))):
            found = self._file(candidate, typed=typed)
            if found is not None:
                return found
        return None

    @staticmethod
    def _above(folder: str, module: str) -> Iterator[str]:
        """Yield the paths that a module of AMD may have below the folder with all scripts, which is one around it."""
        path = module.removeprefix(_HANDED)
        while folder:
            yield posixpath.join(folder, path)
            folder = posixpath.dirname(folder)
        yield path

    def _candidates(self, folder: str, module: str) -> Iterator[str]:
        """Yield the paths, without extension perhaps, that a name which is not relative may mean."""
        config = self._config_of(folder)
        if config is not None:
            for pattern, targets in config.patterns:
                if (rest := _matched(pattern, module)) is not None:
                    yield from (target.replace("*", rest, 1) for target in targets)
            if config.base is not None:
                yield posixpath.join(config.base, module)
        if module.startswith("#"):
            yield from self._internal(folder, module)
        elif module.startswith(("@/", "~/")):
            home = self._nuxt.home(folder)
            package = self.project.nearest_with("package.json", folder) if home is None else home
            yield from (posixpath.join(package, source, module[2:]) for source in ("src", "", "app"))
        elif module.startswith("/"):
            yield from (
                posixpath.join(self.project.nearest_with("package.json", folder), module[1:]),
                module[1:],
            )
        else:
            yield from self._in_package(module)
            yield from self._importmap.candidates(folder, module)

    def _file(self, path: str, *, typed: bool, is_main: bool = False) -> int | None:
        """Return the file at a path that may lack its extension, or name a built file or a directory."""
        known = self.project.slot
        path = posixpath.normpath(path)
        if path.startswith(".."):
            return None
        stem, extension = posixpath.splitext(path)
        candidates = [stem + source for source in _SOURCES_OF.get(extension, ())]
        candidates = [*candidates, path] if typed else [path, *candidates]
        extensions = (*_TYPED, *_PLAIN, *_OTHER) if typed else (*_PLAIN, *_TYPED, *_OTHER)
        candidates.extend(path + ending for ending in extensions)
        candidates.extend(posixpath.normpath(f"{path}/index{ending}") for ending in extensions)
        found = next((known[candidate] for candidate in candidates if candidate in known), None)
        if found is None and not is_main and f"{path}/package.json" in known:
            found = self._main(path, typed=typed)
        return found

    def _source_of(self, path: str, *, typed: bool) -> int | None:
        """Return the source of a file that a package of the repository builds, as tests import it."""
        package = self.project.nearest_with("package.json", posixpath.dirname(path))
        target = posixpath.relpath(path, package or ".")
        if target.partition("/")[0] not in _BUILT:
            return None
        found = (self._file(candidate, typed=typed) for candidate in _built_from(package, target))
        return next((slot for slot in found if slot is not None), None)

    # -- tsconfig.json and jsconfig.json

    def _config_of(self, folder: str) -> _Paths | None:
        """Return what the nearest configuration above a folder says."""
        if folder not in self._configs:
            own = next((name for name in _CONFIGS if posixpath.join(folder, name) in self.project.slot), None)
            if own is not None:
                self._configs[folder] = self._read_config(posixpath.join(folder, own), _DEEPEST)
            else:
                self._configs[folder] = self._config_of(posixpath.dirname(folder)) if folder else None
        return self._configs[folder]

    def _read_config(self, path: str, depth: int) -> _Paths | None:
        data = self.project.read(path)
        if data is None or depth == 0:
            return None
        folder = posixpath.dirname(path)
        options = data["compilerOptions"]
        inherited = [self._read_config(other, depth - 1) for other in self._extended(folder, data)]
        base: str | None = None
        patterns: dict[str, tuple[str, ...]] = {}
        for config in filter(None, inherited):
            base, patterns = config.base or base, {**patterns, **dict(config.patterns)}
        if isinstance(options.get("baseUrl"), str):
            base = _under(folder, options["baseUrl"])
        if isinstance(options.get("paths"), dict):
            start = base if base is not None else folder
            patterns.update(
                (pattern, tuple(_under(start, target) for target in targets if isinstance(target, str)))
                for pattern, targets in options["paths"].items()
                if isinstance(targets, list)
            )
        return _Paths(base, tuple(sorted(patterns.items(), key=lambda item: (-len(item[0]), item[0]))))

    def _extended(self, folder: str, data: dict[str, Any]) -> Iterator[str]:
        """Yield the configurations that one builds on: what it extends, and the parts that it refers to."""
        for name in data["builds on"]:
            if not name.startswith("."):
                continue
            path = _under(folder, name)
            for candidate in (path, f"{path}.json", posixpath.join(path, "tsconfig.json")):
                if candidate in self.project.slot and candidate.endswith(".json"):
                    yield candidate
                    break

    # -- package.json

    @cached_property
    def _packages(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Name of a package of the repository -> its folder and manifest."""
        found: dict[str, tuple[str, dict[str, Any]]] = {}
        for path in self.project.manifests("package.json"):
            data = self.project.read(path) or {}
            if isinstance(data.get("name"), str):
                found.setdefault(data["name"], (posixpath.dirname(path), data))
        return found

    def _in_package(self, module: str) -> Iterator[str]:
        steps = module.split("/")
        name = "/".join(steps[: 2 if module.startswith("@") else 1])
        if name not in self._packages:
            return
        folder, manifest = self._packages[name]
        rest = module[len(name) :].lstrip("/")
        for target in _exported(manifest, rest):
            yield from _built_from(folder, target)
        if rest:
            yield from (posixpath.join(folder, rest), posixpath.join(folder, "src", rest))
        else:
            yield from (posixpath.join(folder, "src", "index"), posixpath.join(folder, "index"))

    def _main(self, folder: str, *, typed: bool) -> int | None:
        for target in _exported(self.project.read(f"{folder}/package.json") or {}, ""):
            for candidate in _built_from(folder, target):
                if (found := self._file(candidate, typed=typed, is_main=True)) is not None:
                    return found
        return None

    def _internal(self, folder: str, module: str) -> Iterator[str]:
        """Yield what `imports` of the package around a folder says of a `#name`."""
        package = self.project.nearest_with("package.json", folder)
        entries = (self.project.read(posixpath.join(package, "package.json")) or {}).get("imports")
        for pattern, target in sorted(entries.items()) if isinstance(entries, dict) else ():
            if (rest := _matched(pattern, module)) is not None:
                for text in _strings(target):
                    yield from _built_from(package, text.replace("*", rest))


def _taken_by_place(text: str) -> list[ImportedName]:
    """`["./cart", "jquery"], function (cart, $)`: the modules that a module of AMD is handed, in their order."""
    modules, _, taken = text.partition("]")
    paths = [found[1] for found in _QUOTED.findall(modules)]
    names = [name.strip() for name in taken.rpartition("(")[2].rstrip(") \n").split(",")]
    aliases = [name if name.isidentifier() or "$" in name else "" for name in names]
    return [
        ImportedName(_HANDED * (path[:1] != ".") + path, "default" if alias else "", alias)
        for path, alias in zip_longest(paths, aliases[: len(paths)], fillvalue="")
    ]


def _names(clause: str, module: str, *, exported: bool) -> Iterator[ImportedName]:
    braces = _BRACES.search(clause)
    for piece in braces.group(1).split(",") if braces else ():
        if item := _ITEM.match(piece.strip()):
            name = item.group(1).strip("\"'")
            yield ImportedName(module, name, (item.group(2) or name).strip("\"'"), exported)
    outside = _BRACES.sub("", clause)
    if star := _STAR.search(outside):
        alias = star.group(1) or ""
        yield ImportedName(module, "" if alias else "*", alias, exported)
        outside = outside[: star.start()]
    if default := outside.strip(" ,\n\t"):
        yield ImportedName(module, "default", default, exported)


def _reexported(module: str, name: str | None, member: str) -> list[ImportedName]:
    """`exports.name = require(module)`, `module.exports = require(module)`, perhaps of one member of it."""
    if (name and name != "exports") or member:
        return [
            ImportedName(module, member, name if name and name != "exports" else "default", exported=True)
        ]
    return [
        ImportedName(module, "*", "", exported=True),
        ImportedName(module, "default", "default", exported=True),
    ]


def _exported(manifest: dict[str, Any], rest: str) -> Iterator[str]:
    """Yield the files, relative to the package, that a package offers under a subpath, sources first."""
    exports = manifest.get("exports")
    wanted = f"./{rest}" if rest else "."
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        for pattern in sorted(exports, key=lambda key: (-len(key), key)):
            matched = _matched(pattern, wanted)
            if matched is not None:
                yield from (text.replace("*", matched) for text in _strings(exports[pattern]))
    elif not rest:
        yield from _strings(exports)
    if not rest:
        for key in _ENTRIES:
            yield from _strings(manifest.get(key))


def _strings(target: object, depth: int = _DEEPEST) -> Iterator[str]:
    """Yield the paths of an entry of `exports`, those under the usual conditions first."""
    if isinstance(target, str):
        yield target
    elif isinstance(target, dict) and depth:
        for condition in sorted(target, key=lambda one: one not in _USUAL_CONDITIONS):
            yield from _strings(target[condition], depth - 1)
    elif isinstance(target, list) and depth:
        for value in target:
            yield from _strings(value, depth - 1)


def _built_from(folder: str, target: str) -> Iterator[str]:
    """Yield the path of a package's file, and of the source from which it may be built."""
    steps = [step for step in posixpath.normpath(target).split("/") if step != "."]
    yield posixpath.join(folder, *steps) if steps else folder
    stem = re.sub(r"(?:\.d)?\.[cm]?[jt]sx?\Z", "", "/".join(steps)).split("/")
    while stem and stem[0] in _BUILT:
        stem = stem[1:]
        if stem:
            yield posixpath.join(folder, "src", *stem)
            yield posixpath.join(folder, *stem)
    if stem:
        yield from (posixpath.join(folder, "src", offered, *stem) for offered in _OFFERED)


def _matched(pattern: str, text: str) -> str | None:
    """Return what the `*` of a pattern stands for, empty where it has none, None where it does not match."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if pattern == text else None
    if len(text) >= len(before) + len(after) and text.startswith(before) and text.endswith(after):
        return text[len(before) : len(text) - len(after)]
    return None


def _under(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." else joined


def _json(text: str | None) -> object:
    """Return a manifest with comments and trailing commas; None where it cannot be read."""
    if text is None:
        return None
    try:
        return json.loads(
            _JSON_TOKEN.sub(lambda match: match.group() if match.group().startswith('"') else "", text)
        )
    except (ValueError, RecursionError):
        return None
