r"""What answers the paths that a file of configuration gives to methods by their names, as Symfony's routes in YAML.

    cart_close:                                              admin:
        path: /carts/{id}/close/{page}                           resource: admin.yaml
        controller: App\Controller\CartController::close           prefix: /admin
        methods: [POST]
        defaults: { page: 1 }

What has a default at the end of a path may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

from nsccn.contracts.routes.resources import Named, fits, method_named
from nsccn.graph import languages
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import METHODS, stands_for_any
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex
    from nsccn.snapshots.snapshot import Snapshot

_ENTRY: Final = regex(r"[\"']?(?P<name>[\w.:-]+)[\"']?:\s*(?:#.*)?\Z")
_KEY: Final = regex(r"\s+(?P<key>path|controller|methods|defaults|resource|prefix):\s*(?P<value>.*)\Z")
_CONTROLLER: Final = regex(r"(?<!\w)_?controller:\s*[\"']?(?P<type>[\w\\]+)(?:::(?P<method>\w+))?")
_NAMED: Final = regex(r"(?P<type>[\w\\]+)(?:::(?P<method>\w+))?\Z")
_DEFAULTS: Final = regex(r"(\w+)\s*:")
_PARAMETER: Final = regex(r"\{!?(\w+)")
_INVOKED: Final = "__invoke"
_MOST_FILES: Final = 300
_MOST_READ: Final = 2_000_000
"""Characters of all of them."""
_MOST_TAKEN: Final = 200
"""Files or folders that one file takes in."""
_LONGEST: Final = 1000
"""No more is read of a line, and of what one says."""
_MOST_SHORTER: Final = 4


_KNOWN: Final[WeakKeyDictionary[Snapshot, _Files]] = WeakKeyDictionary()


class Configured(NamedTuple):
    """A path that a file of configuration gives to a method."""

    row: Named
    answering: int
    name: str
    """By which it is asked for."""


class _Entry(NamedTuple):
    name: str
    line: int
    values: dict[str, str]


class _Files(NamedTuple):
    """The files of routes, by their paths."""

    entries: dict[str, list[_Entry]]
    prefixes: dict[str, str]
    """What stands before all paths of a file."""


def configured(index: RepoIndex, graph: CodeGraph, of: str = "") -> Iterator[Configured]:
    """Yield the paths that files of configuration give to methods, file by file; those `of` a type alone."""
    files = _KNOWN.get(index.snapshot)
    if files is None:
        entries = _read(index)
        files = _KNOWN[index.snapshot] = _Files(entries, _prefixes(entries))
    for path, found in files.entries.items():
        for entry in found:
            if "path" in entry.values and (not of or of in entry.values.get("controller", "")):
                yield from _routes(graph, path, entry, files.prefixes.get(path, ""))


def answered_by_configuration(index: RepoIndex, graph: CodeGraph, route: Route) -> list[tuple[Named, int]]:
    """Return what answers a path as files of configuration say: of all that fit, those that spell most of it."""
    fitting = [one for one in configured(index, graph) if fits(one.row, route.method, route.parts)]
    spelt = [sum(not stands_for_any(part) for part in one.row.parts) for one in fitting]
    best = max(spelt, default=0)
    chosen = {one.answering: one.row for one, own in zip(fitting, spelt, strict=True) if own == best}
    return [(row, answering) for answering, row in chosen.items()]


def _read(index: RepoIndex) -> dict[str, list[_Entry]]:
    """Return what the files of routes have, by their paths."""
    entities = index.snapshot.entities
    words = (languages.load(name).routes.configured_files for name in entities.languages)
    forms = "|".join(rf"{pattern}\Z" for pattern in words if pattern)
    paths = sorted(filter(re.compile(forms).search, entities.paths)) if forms else []
    left, found = _MOST_READ, dict[str, list[_Entry]]()
    for path in islice(paths, _MOST_FILES):
        text = index.text_if_any(path)
        left -= len(text)
        if left < 0:
            break
        found[path] = [*_entries(text)]
    return found


def _entries(text: str) -> Iterator[_Entry]:
    """Yield what a file of routes has at its outermost, with what is said of each."""
    entry: _Entry | None = None
    last = ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line[:_LONGEST].strip()
        if not bare or bare.startswith("#"):
            continue
        if not line[0].isspace():
            if entry is not None:
                yield entry
            named = _ENTRY.match(bare)
            entry, last = _Entry(named["name"], number, {}) if named else None, ""
        elif entry is not None and (said := _KEY.match(line[:_LONGEST])):
            last = said["key"]
            entry.values[last] = f"{entry.values.get(last, '')} {said['value']}".strip()
        elif entry is not None and last and len(entry.values[last]) < _LONGEST:
            entry.values[last] = f"{entry.values[last]} {bare}".strip()
        if entry is not None and (controller := _CONTROLLER.search(bare)):
            entry.values["controller"] = controller[0].partition(":")[2].strip(" \"'")
    if entry is not None:
        yield entry


def _prefixes(entries: dict[str, list[_Entry]]) -> dict[str, str]:
    """Return what stands before all paths of files that another takes in below a prefix."""
    found: dict[str, str] = {}
    for path, own in entries.items():
        folder = path.rpartition("/")[0]
        taken = (entry for entry in own if {"prefix", "resource"} <= entry.values.keys())
        for entry in islice(taken, _MOST_TAKEN):
            prefix = _text(entry.values.get("prefix", ""))
            resource = _text(entry.values.get("resource", "")).removeprefix("./").rstrip("/")
            if not resource or not prefix.strip("/"):
                continue
            target = f"{folder}/{resource}" if folder else resource
            for other in entries:
                if other != path and (other == target or other.startswith(f"{target}/")):
                    found[other] = prefix
    return found


def _routes(graph: CodeGraph, path: str, entry: _Entry, prefix: str) -> Iterator[Configured]:
    answering = _answering(graph, entry.values.get("controller", ""))
    if answering is None:
        return
    written = _text(entry.values["path"])
    parts = tuple(part for part in f"{prefix}/{written}".split("/") if part)
    said = entry.values.get("methods", "").upper()
    methods = [method for method in METHODS if re.search(rf"\b{method}\b", said)]
    given = set(_DEFAULTS.findall(entry.values.get("defaults", "")))
    named = (graph.name_of(answering),)
    for _ in range(_MOST_SHORTER):
        for method in methods or [""]:
            yield Configured(
                Named(entry.line, path, f"{entry.name}: {written}", named, method, parts),
                answering,
                entry.name,
            )
        last = _PARAMETER.match(parts[-1]) if parts else None
        if last is None or not (last[1] in given or "?" in parts[-1]):
            return
        parts = parts[:-1]


def _answering(graph: CodeGraph, controller: str) -> int | None:
    """Return the method that a text names, or that by which the named type is called."""
    named = _NAMED.match(controller.replace("\\\\", "\\"))
    if named is None:
        return None
    names = named["type"].strip("\\").split("\\")
    end = "/".join(("", *names[1:])) + "."
    types = [
        one
        for one in graph.named(names[-1])
        if graph.kinds[graph.kind[one]] in TYPE_KINDS and end in f"/{graph.path_of(one)}"
    ]
    if len(types) != 1:
        return None
    return method_named(graph, types[0], named["method"] or _INVOKED)


def _text(value: str) -> str:
    return re.sub(r"\s+#.*\Z", "", value).strip().strip("\"'")
