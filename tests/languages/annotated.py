"""Annotated sources: code of several files in one fixture, with the edges that the graph must have beside it.

    // --- path: src/client.ts ---
    export class Client { get() {} }
    // --- path: src/app.ts ---
    import { Client } from "./client";
    export function run(client: Client) {
      client.get();  // ^ calls: src/client.ts:Client.get
    }

A header line, in any comment style, starts a file; lines count from 1 after it. A mark may stand behind words that end
with a colon. A mark after code speaks of its line; a mark on a line of its own speaks of the nearest line above that is
no mark. A mark lists *all* edges of its kind whose evidence is that line, separated by commas:

- `^ calls:`, `^ references:`, `^ inherits:`, `^ mutates:`, `^ reads:`, `^ reads_config:`, `^ imports:`, `^ uses:` (as a
  type) list targets;
- `^ raises:` lists the errors raised there, `^ escapes:` the functions whose errors escape by a call there,
  `^ handles:` the errors, or the functions whose errors, a handler around it catches;
- `^ defines:` lists what is named there, as `method Client.get`;
- `^ no calls` (or another of these words) holds that there are none.

An entity is written as its id (`func:src/a.ts:run`, `config:env:HOME`), as `path:Qualified.name`, as
`path:line` of its name, or as `Qualified.name` when it is in the same file; a file as a whole is its path
alone. `~` before it means an ambiguous edge; ` via ...` behind it says the way in which the edge comes about.
The graph keeps one edge for each source, kind and target, with its first line; so a second call of the same
target belongs in a function of its own.

`missing ` before an entity is a marked expected failure: the code says so, and the graph does not have it yet.
`wrong ` is the other one: the graph has what the code does not say. Both complain once that is no longer so.

A `.skeleton` beside a `.fixture` of the same name holds the skeletons of its files; `UPDATE_GOLDEN=1`
rewrites it.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.extraction.extract import extract
from nsccn.graph.linking.linkrows import read_faults
from nsccn.graph.model import MODULE_NAME, Confidence
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.render import Skeleton

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge, Entity

FILE_HEADER: Final = re.compile(r"\s*(?://|#|/\*|--|;|%|!|\"|\(\*)\s*--- path: (\S+) ---.*\Z")
MARK: Final = re.compile(
    r"(?P<before>.*?)(?://|#|--|\{?/\*|(?:;|%|!|\"|\(\*)(?=\s*\^))(?:[^\"\'^]*:)?\s*"
    r"\^ (?P<none>no )?(?P<kind>\w+)(?::(?P<items>.*?))?\s*(?:\*/\}?|\*\))?\s*\Z"
)
UNREAD: Final = re.compile(
    r"\^ (?:no )?(?:calls|defines|references|inherits|mutates|reads|uses|raises|escapes|handles)\b"
)
KINDS: Final = {
    "calls": "CALLS",
    "references": "REFERENCES",
    "inherits": "INHERITS",
    "mutates": "MUTATES",
    "reads": "READS",
    "reads_config": "READS_CONFIG",
    "imports": "IMPORTS",
    "uses": "USES_TYPE",
    "raises": "PROPAGATES_ERROR",
    "escapes": "PROPAGATES_ERROR",
    "handles": "HANDLES_ERROR",
}
MISSING: Final = "missing "
WRONG: Final = "wrong "
RUNS: Final = frozenset({"func", "method", "module", "macro"})


@dataclass(frozen=True)
class Mark:
    """What a fixture says of one line."""

    path: str
    line: int
    kind: str
    items: tuple[str, ...]


@dataclass
class Fixture:
    """The files of a fixture, marks and all, and what the marks say."""

    files: dict[str, str] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)


def read_fixture(path: Path) -> Fixture:
    """Return the files and marks of a fixture.

    Raises:
        ValueError: a line before the first header, or a mark of an unknown kind.
    """
    lines: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if header := FILE_HEADER.match(line):
            current = lines.setdefault(header.group(1), [])
        elif current is not None:
            current.append(line)
        elif line.strip():
            raise ValueError(f"{path}:{number}: a line before the first '--- path: ... ---'")
    fixture = Fixture({name: "\n".join(content) + "\n" for name, content in lines.items()})
    for name, content in lines.items():
        fixture.marks.extend(_marks(name, content))
    return fixture


def _marks(path: str, lines: list[str]) -> Iterator[Mark]:
    spoken_of = 0
    for number, line in enumerate(lines, 1):
        found = MARK.match(line)
        if found is None or found.group("before").strip():
            spoken_of = number
        if found is None:
            if UNREAD.search(line):
                raise ValueError(
                    f"{path}:{number}: a mark stands alone in its comment, or behind words and a colon"
                )
            continue
        kind = found.group("kind")
        if kind != "defines" and kind not in KINDS:
            raise ValueError(f"{path}:{number}: unknown mark {kind!r}")
        items = tuple(item.strip() for item in (found.group("items") or "").split(",") if item.strip())
        if bool(items) == bool(found.group("none")):
            raise ValueError(f"{path}:{number}: write '^ {kind}: ...' or '^ no {kind}'")
        yield Mark(path, spoken_of, kind, items)


class AnnotatedTree:
    """The fixtures of a language, each in a directory of its own, in one index."""

    def __init__(self, fixtures: list[Path], root: Path, cache: Path) -> None:
        self.fixtures = {path.stem: read_fixture(path) for path in fixtures}
        for folder, fixture in self.fixtures.items():
            for name, text in fixture.files.items():
                place = root / folder / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(text.encode())
        with ThreadPoolExecutor(1) as threads:
            index = RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1), executor=threads)
        assert read_faults(index.snapshot.arrays) == []
        self.graph: CodeGraph = index.snapshot.graph
        self.skipped = index.snapshot.skipped
        index.close()
        self._edges: dict[tuple[str, int], list[Edge]] = {}
        for edge in self.graph.all_edges():
            self._edges.setdefault((edge.evidence.path, edge.evidence.line), []).append(edge)

    def complaints(self, folder: str) -> list[str]:
        """Return what the graph has otherwise than a fixture's marks say."""
        fixture = self.fixtures[folder]
        found = [
            f"{path}: skipped as {reason}" for path, reason in self.skipped if path.startswith(folder + "/")
        ]
        for mark in fixture.marks:
            actual = self._actual(folder, mark)
            failing = [item.removeprefix(MISSING) for item in mark.items if item.startswith(MISSING)]
            expected = sorted(item.removeprefix(WRONG) for item in mark.items if not item.startswith(MISSING))
            missing = [item for item in expected if not any(item in spellings for spellings in actual)]
            surplus = [spellings[0] for spellings in actual if not set(spellings) & {*expected, *failing}]
            mended = [item for item in failing if any(item in spellings for spellings in actual)]
            if missing or surplus or mended:
                found.append(
                    f"{mark.path}:{mark.line}: {mark.kind}"
                    + (f", missing: {', '.join(missing)}" if missing else "")
                    + (f", not marked: {', '.join(surplus)}" if surplus else "")
                    + (f", no longer missing: {', '.join(mended)}" if mended else "")
                )
        return found

    def _actual(self, folder: str, mark: Mark) -> list[list[str]]:
        """Return for each edge or definition on the marked line how a mark may write it."""
        path = f"{folder}/{mark.path}"
        if mark.kind == "defines":
            here = [self.graph.entity(index) for index in self.graph.entities_of(path)]
            return [
                [f"{entity.kind} {entity.qualified_name}"]
                for entity in here
                if entity.name_line == mark.line
                and not _is_file(entity)
                and not self.graph.is_implicit(entity.index)
            ]
        found: list[list[str]] = []
        for edge in self._edges.get((path, mark.line), ()):
            if edge.kind != KINDS[mark.kind]:
                continue
            entity = edge.target
            if edge.kind == "PROPAGATES_ERROR":
                escapes = self.graph.entity(edge.target).kind in RUNS
                if escapes != (mark.kind == "escapes"):
                    continue
                entity = edge.source if escapes else edge.target
            spellings = list(self._spellings(entity, folder, mark.path))
            if edge.confidence is Confidence.AMBIGUOUS:
                spellings = [f"~{spelling}" for spelling in spellings]
            spellings += [f"{spelling} via {edge.via}" for spelling in spellings]
            found.append(spellings)
        return found

    def _spellings(self, index: int, folder: str, path: str) -> Iterator[str]:
        """Yield the ways to write an entity, the plainest first."""
        entity = self.graph.entity(index)
        inside = entity.path.removeprefix(folder + "/")
        full_id = entity.id.replace(f":{folder}/", ":", 1)
        if not entity.path:
            yield full_id
            return
        if _is_file(entity):
            yield inside
            yield full_id
            return
        if inside == path:
            yield entity.qualified_name
        yield f"{inside}:{entity.qualified_name}"
        yield full_id
        yield f"{inside}:{entity.name_line}"


def _is_file(entity: Entity) -> bool:
    return entity.kind == "file" or (entity.kind == "module" and entity.qualified_name == MODULE_NAME)


def check_fixture(path: Path, scratch: Path) -> None:
    """Hold that a fixture, indexed by itself, has the edges that its marks say."""
    tree = AnnotatedTree([path], scratch / "tree", scratch / "cache")
    complaints = "\n".join(tree.complaints(path.stem))
    assert not complaints, complaints


def skeletons(path: Path) -> str:
    """Return the skeletons of a fixture's files at the two levels between names and source."""
    parts: list[str] = []
    for name, text in read_fixture(path).files.items():
        data = text.encode()
        language = languages.detect(name, data)
        if language is None:
            continue
        facts = extract(name, data)
        for detail in (Detail.SIGNATURE, Detail.DOC):
            parts.append(f"=== {name} {detail.name}")
            rows = Skeleton(data, facts, language, name).file(detail)
            parts.extend(f"{row.line:4} {row.text}".rstrip() for row in rows)
    return "\n".join(parts) + "\n"
