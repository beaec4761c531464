"""Rust: crates by `Cargo.toml`, modules by their files, paths from `crate`, `self`, `super` or a crate's name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from posixpath import dirname, normpath
from typing import Any, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, ManifestReader
from nsccn.regexes import regex

_COMMENT = regex(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LEADING = regex(r"\A(?:#\[[^\]]*\]\s*)*(?:pub\s*(?:\([^)]*\))?\s*)?")
_EXTERN = regex(r"extern\s+crate\s+(\w+)(?:\s+as\s+(\w+))?")
_MODULE = regex(r"mod\s+(?:r#)?(\w+)\s*;")
_GIVEN_NAMES = regex(r"[\w:]+!\s*[(\[{]([\w#,\s]+)[)\]}];?")
"""A macro that is given nothing but names."""
_INCLUDED = regex(r'include!\s*[(\[{]\s*"([^"]+)"\s*,?\s*[)\]}]')
"""Puts the items of another file in the place of the macro."""
_PLACED = regex(r'\bpath\s*=\s*"([^"]+)"')
PLACED: Final = "="
"""Begins the last step of the path of a module whose file an attribute names."""
_SPACE = regex(r"\s+")
_ROOT_NAMES: Final = ("lib.rs", "main.rs")
_TARGETS: Final = ("bin", "test", "example", "bench")
_FROM_ROOT: Final = "2015"
"""The edition in which the paths of `use` begin at the root of the crate, and which a package has that names none."""


def _said(text: str) -> dict[str, Any] | None:
    """Return name, library, other targets and dependencies of a package, None where a Cargo.toml describes none."""
    try:
        manifest = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    if not isinstance(manifest.get("package"), dict):
        return None
    library = _table(manifest, "lib")
    return {
        "name": str(library.get("name") or manifest["package"].get("name", "")),
        "library": str(library.get("path", "src/lib.rs")),
        "targets": [str(entry.get("path", "")) for kind in _TARGETS for entry in _tables(manifest, kind)],
        "dependencies": list(_dependencies(manifest)),
        "from_root": manifest["package"].get("edition", _FROM_ROOT) == _FROM_ROOT,
    }


class RustCrate(ImportStrategy):
    """`use crate::store::{self, Client as C, codec::*};`, `mod store;`, `extern crate store;`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {"Cargo.toml": _said}

    stems_of_folders: ClassVar[frozenset[str]] = frozenset({"mod", "lib", "main", "build"})

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that a `use`, `mod` or `extern crate` statement binds.

        Every name is exported: the modules inside see it, and what is private elsewhere, correct code does not name.
        So `mod_flat!(cart, store)` may hand on all that the files of these names have, if there are such.
        """
        text = _COMMENT.sub(" ", statement)
        module = _MODULE.search(text if text.endswith(";") else text + ";")
        if module and (placed := _PLACED.search(text, 0, module.start())):
            return [ImportedName(f"self::{PLACED}{placed.group(1)}", "", module.group(1), exported=True)]
        text = _LEADING.sub("", text, count=1).strip().rstrip(";").strip()
        if found := _MODULE.match(text + ";"):
            return [ImportedName(f"self::{found.group(1)}", "", found.group(1), exported=True)]
        if found := _EXTERN.match(text):
            return [ImportedName(found.group(1), "", found.group(2) or found.group(1), exported=True)]
        if given := _GIVEN_NAMES.fullmatch(text):
            names = given.group(1).replace(",", " ").replace("r#", "").split()
            return [ImportedName(f"self::{name}", "*", "", exported=True) for name in names]
        if found := _INCLUDED.fullmatch(text):
            return [ImportedName(f"self::{PLACED}{found.group(1)}", "*", "", exported=True)]
        if not text.startswith("use"):
            return []
        return list(_used("", text[len("use") :].strip().removeprefix("::")))

    @staticmethod
    def from_inside(module: str, around: Sequence[str]) -> str:
        """`super` of a declared module is the file itself, or the module around it."""
        steps = module.split("::")
        modules = list(around)
        if steps[0] == "self":
            return "::".join(["self", *modules, *steps[1:]])
        if steps[0] != "super":
            return module
        while steps and steps[0] == "super" and modules:
            modules.pop()
            steps.pop(0)
        if steps and steps[0] == "super":
            return "::".join(steps)
        return "::".join(["self", *modules, *steps])

    @staticmethod
    def steps(module: str) -> Sequence[str]:
        """`use crate::ui; use ui::editor::View;`."""
        return module.split("::")

    def as_module(self, slot: int, name: str) -> str:
        """`crate::store::open()` needs no `use`."""
        return name

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the files of a module path, and the names that are inside its last file."""
        first, *steps = module.split("::")
        if first == "crate":
            return self._walk(self._crate(slot), steps)
        if first in ("self", "super"):
            if steps and steps[-1].startswith(PLACED):
                return self._placed(slot, steps[:-1], steps[-1].removeprefix(PLACED))
            found = Located((slot,)) if first == "self" else self._around(Located((slot,)))
            while steps and steps[0] == "super":
                found, steps = self._around(found), steps[1:]
            return self._walk(found.slots, [*found.rest, *steps])
        if (above := self._begun_at_root(slot, first)) is not None:
            return self._walk(above, [first, *steps])
        named = self._named(slot, first)
        child = self.child((slot,), first)
        is_beside = bool(named) and not self._roots.isdisjoint(child)  # a test that is called as its crate
        if (child and not is_beside) or first in self.project.modules(slot):
            return self._walk((slot,), [first, *steps])
        root = named or self._roots_by_name.get(first)
        return self._walk(root, steps) if root else None

    def _begun_at_root(self, slot: int, first: str) -> tuple[int, ...] | None:
        """Return the root of a file's crate where a path begins there with one of its modules or types."""
        if not self._manifests.get(self._package(slot), {}).get("from_root"):
            return None
        root = self._crate(slot)
        is_there = (
            first[:1].isupper()
            or self.child(root, first)
            or any(first in self.project.modules(one) for one in root)
        )
        return root if is_there and slot not in root else None

    def _named(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the library that a file's package has by that name, or depends on."""
        package = self._package(slot)
        own, root = self._libraries.get(package, ("", ()))
        return root if own == name else self._renamed.get(package, {}).get(name, ())

    def _placed(self, slot: int, around: Sequence[str], path: str) -> Located | None:
        """Return the file that an attribute names: from the folder of the file or, inside a module, of that."""
        folder = "/".join((self._directory(slot), *around)) if around else dirname(self.project.paths[slot])
        found = self.project.slot.get(normpath(f"{folder}/{path}" if folder else path))
        return Located((found,)) if found is not None else None

    def child(self, slots: tuple[int, ...], name: str) -> tuple[int, ...]:
        """Return the file of the submodule `name`."""
        for slot in slots:
            if found := self._below((slot,), self._directory(slot), name):
                return found
        return ()

    def _walk(self, slots: tuple[int, ...], steps: list[str]) -> Located | None:
        """Follow modules as far as they are files; one that is declared in a file may again hold files."""
        if not slots:
            return None
        found, taken = slots, 0
        directories = [self._directory(slot) for slot in slots]
        for number, step in enumerate(steps, 1):
            files = next((file for above in directories if (file := self._below(found, above, step))), None)
            if files:
                found, taken = files, number
            directories = (
                [self._directory(files[0])] if files else [f"{directory}/{step}" for directory in directories]
            )
        return Located(found, tuple(steps[taken:]))

    def _below(self, module: tuple[int, ...], directory: str, name: str) -> tuple[int, ...]:
        """Return the file of a module in the directory of the one around it, not that itself: `mod lib` in `lib.rs`."""
        found = self._file(directory, name)
        return found if found != module else ()

    def _file(self, directory: str, name: str) -> tuple[int, ...]:
        """Return the file that a module of a name has in a directory."""
        prefix = f"{directory}/" if directory else ""
        for path in (f"{prefix}{name}.rs", f"{prefix}{name}/mod.rs"):
            if path in self.project.slot:
                return (self.project.slot[path],)
        return ()

    def _directory(self, slot: int) -> str:
        """Return the directory of a module's submodules."""
        path = self.project.paths[slot]
        folder, _, filename = path.rpartition("/")
        if filename == "mod.rs" or filename in _ROOT_NAMES or slot in self._roots:
            return folder
        return path.removesuffix(".rs")

    def _around(self, module: Located) -> Located:
        """Return the module around one: of a file without a file above it, one that the root of its crate declares.

        `mod test { mod cart; }` in `tests/all.rs` takes the file `tests/test/cart.rs`.
        """
        if module.rest or not module.slots:
            return Located(module.slots, module.rest[:-1])
        above = self._above(module.slots)
        if not above or above != self._crate(module.slots[0]):
            return Located(above)
        folder = dirname(self._directory(module.slots[0]))
        inside = folder.removeprefix(self._directory(above[0])).strip("/").split("/")
        declaring = tuple(root for root in above if inside[0] in self.project.modules(root))
        return Located(declaring, tuple(inside)) if declaring else Located(above)

    def _above(self, slots: tuple[int, ...]) -> tuple[int, ...]:
        path = self.project.paths[slots[0]]
        folder = dirname(path)
        if path.endswith("/mod.rs"):
            folder = dirname(folder)
        prefix = f"{folder}/" if folder else ""
        names = [f"{prefix}{name}" for name in ("mod.rs", *_ROOT_NAMES)] + [f"{folder}.rs"]
        found = tuple(self.project.slot[name] for name in names if name in self.project.slot)
        return found or self._crate(slots[0])

    # -- crates

    def _crate(self, slot: int) -> tuple[int, ...]:
        """Return the roots of the crates that a file belongs to."""
        if slot in self._roots:
            return (slot,)
        folder = dirname(self.project.paths[slot])
        while True:
            here = [f"{folder}/{name}" if folder else name for name in _ROOT_NAMES]
            found = tuple(self.project.slot[path] for path in here if path in self.project.slot)
            found = found or tuple(self._roots_in.get(folder, ()))
            if found or not folder:
                return found
            folder = dirname(folder)

    def _package(self, slot: int) -> str:
        """Return the directory of the package that a file belongs to."""
        folder = dirname(self.project.paths[slot])
        while folder and folder not in self._manifests:
            folder = dirname(folder)
        return folder

    @cached_property
    def _manifests(self) -> dict[str, dict[str, Any]]:
        """Directory -> its `Cargo.toml`, where that describes a package."""
        found: dict[str, dict[str, Any]] = {}
        for path in self.project.manifests("Cargo.toml"):
            if manifest := self.project.read(path):
                found[dirname(path)] = manifest
        return found

    @cached_property
    def _libraries(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Directory of a package -> name and root of its library."""
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for folder, manifest in self._manifests.items():
            name = manifest["name"].replace("-", "_")
            path = normpath(f"{folder or '.'}/{manifest['library']}")
            if name and path in self.project.slot:
                found[folder] = (name, (self.project.slot[path],))
        return found

    @cached_property
    def _roots_by_name(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for name, root in self._libraries.values():
            found.setdefault(name, root)
        return found

    @cached_property
    def _renamed(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Directory of a package -> names that it gives to other packages, by path or by their real name."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for folder, manifest in self._manifests.items():
            for alias, path, package in manifest["dependencies"]:
                place = normpath(f"{folder or '.'}/{path}") if path else ""
                library = self._libraries.get("" if place == "." else place) if path else None
                root = library[1] if library else self._roots_by_name.get(package.replace("-", "_"))
                if root:
                    found.setdefault(folder, {})[alias.replace("-", "_")] = root
        return found

    @cached_property
    def _roots(self) -> frozenset[int]:
        """The files with which a crate begins: libraries, programs, tests, examples, build scripts."""
        found = {root for _, roots in self._libraries.values() for root in roots}
        for folder, manifest in self._manifests.items():
            prefix = f"{folder}/" if folder else ""
            found.update(
                self.project.slot[path]
                for path in (f"{prefix}build.rs", f"{prefix}src/main.rs")
                if path in self.project.slot
            )
            for kind in ("src/bin", "tests", "examples", "benches"):
                for slot in self.project.directories.get(prefix + kind, ()):
                    if self.project.paths[slot].endswith(".rs"):
                        found.add(slot)
            for target in manifest["targets"]:
                path = normpath(f"{folder or '.'}/{target}")
                if path in self.project.slot and path.endswith(".rs"):
                    found.add(self.project.slot[path])
        return frozenset(found)

    @cached_property
    def _roots_in(self) -> dict[str, list[int]]:
        """Directory -> the crate roots directly in it that have a name of their own."""
        found: dict[str, list[int]] = {}
        for slot in sorted(self._roots):
            found.setdefault(dirname(self.project.paths[slot]), []).append(slot)
        return found


def _used(prefix: str, tree: str) -> Iterator[ImportedName]:
    """Yield the names of one use tree below a path."""
    tree = tree.strip()
    if not tree:
        return
    opening = tree.find("{")
    if opening >= 0:
        path = _SPACE.sub("", tree[:opening]).removesuffix("::")
        below = "::".join(part for part in (prefix, path) if part)
        for part in _parts(tree[opening + 1 : tree.rfind("}")]):
            yield from _used(below, part)
        return
    path, _, alias = tree.partition(" as ")
    steps = [step.removeprefix("r#") for step in _SPACE.sub("", path).split("::") if step]
    steps = [*(prefix.split("::") if prefix else ()), *steps]
    alias = alias.strip()
    if steps[-1] == "*":
        yield ImportedName("::".join(steps[:-1]) or "self", "*", "", exported=True)
        return
    if steps[-1] == "self" and len(steps) > 1:
        steps.pop()
        whole = True
    else:
        whole = len(steps) == 1
    alias = "" if alias == "_" else alias or steps[-1]
    if whole:
        yield ImportedName("::".join(steps), "", alias, exported=True)
    else:
        yield ImportedName("::".join(steps[:-1]), steps[-1], alias, exported=True)


def _parts(text: str) -> Iterator[str]:
    """Split a use list at the commas outside braces."""
    depth, start = 0, 0
    for position, character in enumerate(text):
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        elif character == "," and depth == 0:
            yield text[start:position]
            start = position + 1
    yield text[start:]


def _table(manifest: dict[str, Any], key: str) -> dict[str, Any]:
    value = manifest.get(key)
    return value if isinstance(value, dict) else {}


def _tables(manifest: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = manifest.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _dependencies(manifest: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield alias, path and package of each dependency that is told by more than its version."""
    for key in ("dependencies", "dev-dependencies", "build-dependencies"):
        for alias, value in sorted(_table(manifest, key).items()):
            if isinstance(value, dict):
                yield alias, str(value.get("path", "")), str(value.get("package", alias))
