"""What a text names outright: paths, traceback frames, qualified names, identifiers that are defined here."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.regexes import regex
from nsccn.search import traceback
from nsccn.search.frames import resolve_frames
from nsccn.search.patches import changed
from nsccn.search.paths import path_index
from nsccn.search.zones import readable, strip_noise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable

PATH: Final = "path"
FRAME: Final = "frame"
QUALIFIED: Final = "qualified name"
IMPORTED: Final = "import"
NAME: Final = "name"

_FILE_WEIGHT: Final = {PATH: 1.0, FRAME: 1.0, QUALIFIED: 0.6, IMPORTED: 0.5, NAME: 0.4}
"""What an entity's mention counts for its file."""

_PATH: Final = regex(
    r"(?<![\w/.\\@+~-])(?P<path>(?:[A-Za-z]:)?[\w./\\@+~-]*[\w+-]\.[A-Za-z]\w{0,7})(?::(?P<line>\d{1,6}))?(?![\w/\\])"
    r"|(?<![\w/.\\@+-])(?P<stem>(?:[\w.@+-]+/)+[\w@+-]+)(?![\w./\\@+-])"
)
"""A path with an extension, perhaps with a line, or one with folders.

Here and below a match begins only where the character before it could be no part of it: begun anew at each
character of a long word, it would take time quadratic in the word.
"""
_RUN: Final = regex(r"[\w./\\@+~:-]+")
"""Within one run lies whatever `_PATH` matches, and whatever it looks at around that."""
_LINK: Final = regex(
    r"https?://[^\s/]+/[^\s/]+/[^\s/]+/(?:-/)?(?:blob|blame|raw|src)/(?P<path>[^\s#?()<>\[\]{}\"'`,;|]+)"
    r"(?:#L(?P<line>\d{1,6}))?"
)
"""A place in a repository as sites show it: owner, name, branch or commit, path."""
_BACKTICKS: Final = regex(r"`{1,2}([^`\n]{1,120})`{1,2}")
_CHAIN: Final = regex(r"(?<!\w)[^\W\d]\w*+(?:(?:\(\))?(?:\.|::|#|->)[^\W\d]\w*+)++[?!]?")
_MARKS: Final = "?!"
_MARKED: Final = regex(r"(?<!\w)[^\W\dA-Z]\w*+[?!](?![\w?!])(?P<goes_on>[`,;:)\]/(]| [a-z(])?")
"""A name of Ruby or Elixir, as `exists?`; at the end of a sentence it may be a word."""
SEPARATOR: Final = regex(r"(?<!operator)(?:\(\))?(?:\.|::|#|->|\\)")
_NUMBER: Final = regex(r"#\d+")
"""Tells redefinitions of a name apart."""
_WORD: Final = regex(r"[^\W\d]\w*")
_WORD_AND_MARK: Final = regex(rf"{_WORD.pattern}[{_MARKS}]?")
_CODE_LIKE: Final = regex(r"\w_\w|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|_$|^_")
_CALL: Final = regex(r"(?<!\w)([^\W\d]\w*+)\(")

_IMPORTS: Final = {
    "import": regex(
        r"\bfrom\s+(?P<module>[\w.]+)\s+import\s+\(?(?P<names>\w+(?:\s+as\s+\w+)?(?:\s*,\s*\w+(?:\s+as\s+\w+)?)*)"
    ),
    "from": regex(
        r"\b(?:import|export)\s+(?:\w+\s*,\s*)?\{(?P<names>[^{}]{1,2000})\}\s+from\s+['\"](?P<module>[^'\"\s]+)['\"]"
    ),
    "require(": regex(
        r"\b(?:const|let|var)\s+\{(?P<names>[^{}]{1,2000})\}\s*=\s*require\(\s*['\"](?P<module>[^'\"\s]+)['\"]"
    ),
    "::{": regex(r"\buse\s+(?P<module>[\w:]+)::\{(?P<names>[^{}]{1,2000})\}"),
}
"""What a text must hold -> several names from one module; a single one, as in Java, reads like a qualified name."""

_MOST_DEFINITIONS: Final = 12
"""A name with more definitions points at none of them."""
_MOST_QUALIFIED: Final = 8 * _MOST_DEFINITIONS
"""The same for the last part of a qualified name, of which the other parts choose."""
_MOST_PARTS: Final = 30
"""Of a qualified name only the last so many are compared."""
_BARE_PATH_WEIGHT: Final = 0.7
_OTHER_CASE: Final = 0.6
_DATA_KINDS: Final = frozenset({"attr", "var", "config"})


class Mention(NamedTuple):
    """One thing that a text names."""

    kind: str
    text: str
    file: int
    """File slot, -1 for an entity that lies in no file."""
    entity: int
    """Entity index, -1 where a file as a whole is meant."""
    weight: float
    """In (0, 1]: 1 / number of things that the text could mean, less where it is said in passing."""
    times: int = 1
    """How often the text says it."""
    line: int = 0
    """The line of the file that it points at, 0 for none."""


class Mentions:
    """All that a text names, by entity and by file."""

    def __init__(self, found: Iterable[Mention]) -> None:
        self.found = tuple(found)

    @cached_property
    def entities(self) -> dict[int, float]:
        """Entity index -> weight in [0, 1]."""
        return _strongest((one.entity, one.weight) for one in self.found if one.entity >= 0)

    @cached_property
    def files(self) -> dict[int, float]:
        """File slot -> weight in [0, 1]."""
        return _strongest(
            (one.file, one.weight * _FILE_WEIGHT[one.kind]) for one in self.found if one.file >= 0
        )


def _strongest(weighted: Iterable[tuple[int, float]]) -> dict[int, float]:
    strongest: dict[int, float] = {}
    for key, weight in weighted:
        strongest[key] = max(weight, strongest.get(key, 0.0))
    return dict(sorted(strongest.items()))


def mentions(text: str, graph: EntityTable, roles: NDArray[np.uint8], root: str = "") -> Mentions:
    """Return what `text` names of a repository, each thing once, in the order of kinds and of the text.

    `roles` has the `Role` of each file; `root` is where the repository lies, as a traceback may write it.
    """
    reader = _Reader(graph, roles)
    whole, cleaned = readable(text), strip_noise(text)
    found: dict[tuple[str, int, int], Mention] = {}
    readings = (
        reader.frames(whole, root),
        reader.links(whole),
        reader.patched(whole),
        reader.paths(cleaned),
        reader.chains(cleaned),
        reader.imports(cleaned),
        reader.names(cleaned),
    )
    for one in chain.from_iterable(readings):
        key = (one.kind, one.file, one.entity)
        if key not in found or found[key].weight < one.weight:
            found[key] = one
    return Mentions(found.values())


class _Reader:
    def __init__(self, graph: EntityTable, roles: NDArray[np.uint8]) -> None:
        self._graph = graph
        self._roles = roles
        self._are_data = np.array([kind in _DATA_KINDS for kind in graph.kinds])
        self._are_source = np.append(roles == Role.SOURCE, True)
        """Whether each file is neither test nor example; at last, what lies in no file."""
        self._named: dict[str, list[int]] = {}
        self._preferred: dict[str, list[int]] = {}
        self._places: dict[int, list[str]] = {}

    def frames(self, text: str, root: str) -> Iterator[Mention]:
        """The frames of a traceback; the last, where it broke, counts in full, the first least."""
        frames = traceback.parse(text)
        resolved = zip(frames, resolve_frames(frames, self._graph, root) if frames else (), strict=True)
        placed = [(frame, entity) for frame, entity in resolved if entity is not None]
        for number, (frame, entity) in enumerate(placed, 1):
            slot = int(self._graph.file[entity])
            said, line = f"{frame.path}:{frame.line}" if frame.path else frame.function, frame.line
            yield Mention(FRAME, said, slot, entity, number / len(placed), line=line)

    def _is_enough(self, written: str, parts: int, slot: int) -> bool:
        """A path with folders must share one with the file, unless the file lies at the top."""
        folders = "/" in written.replace("\\", "/").removeprefix("./")
        return parts > 1 or not folders or "/" not in self._graph.paths[slot]

    def paths(self, text: str) -> Iterator[Mention]:
        """File paths, with or without folders, `:line` behind them or not."""
        runs = [run for run in dict.fromkeys(_RUN.findall(text)) if "." in run or "/" in run]
        found = dict.fromkeys(
            (match["path"] or match["stem"], match["line"]) for run in runs for match in _PATH.finditer(run)
        )
        for written, line in found:
            slots, parts = path_index(self._graph).find(written)
            slots = self._without_tests([slot for slot in slots if self._is_enough(written, parts, slot)])
            for slot in slots:
                weight = (1.0 if parts > 1 else _BARE_PATH_WEIGHT) / len(slots)
                entity, points_at = self._at(slot, int(line) if line and len(slots) == 1 else 0)
                yield Mention(PATH, written, slot, entity, weight, line=points_at)

    def links(self, text: str) -> Iterator[Mention]:
        """Addresses of files on the site that hosts them: the whole path of a file, behind a branch or a commit."""
        for match in _LINK.finditer(text) if "://" in text else ():
            written = match["path"].rstrip(".:")
            slots, parts = path_index(self._graph).find(written)
            for slot in slots:
                path = self._graph.paths[slot]
                if parts == path.count("/") + 1 < written.count("/") + 1:
                    entity, points_at = self._at(slot, int(match["line"] or 0))
                    weight = 1.0 if parts > 1 else _BARE_PATH_WEIGHT
                    yield Mention(PATH, path, slot, entity, weight, line=points_at)

    def patched(self, text: str) -> Iterator[Mention]:
        """The lines that a patch changes."""
        for place in changed(text):
            slots, parts = path_index(self._graph).find(place.path)
            if len(slots) == 1 and parts == place.path.count("/") + 1:
                entity, line = self._at(slots[0], place.line)
                yield Mention(PATH, place.path, slots[0], entity, 1.0, line=line)

    def _at(self, slot: int, line: int) -> tuple[int, int]:
        """Return the entity at a line of a file, and the line; -1 and 0 where none is there, or no line is named."""
        entity = self._graph.at_line(self._graph.paths[slot], line) if line else -1
        return entity, line if entity >= 0 else 0

    def _without_tests(self, slots: list[int]) -> list[int]:
        source = [slot for slot in slots if self._roles[slot] != Role.TEST]
        return source or slots

    def chains(self, text: str) -> Iterator[Mention]:
        """Qualified names: `Class.method`, `package.module.function`, `module::Type`, `Class#method`."""
        for written in dict.fromkeys(match.group() for match in _CHAIN.finditer(text)):
            parts = SEPARATOR.split(written)[-_MOST_PARTS:]
            best, weight = self._best_qualified(parts)
            if not best and written[-1] in _MARKS:
                best, weight = self._best_qualified([*parts[:-1], parts[-1][:-1]])
            for entity in best:
                yield Mention(QUALIFIED, written, int(self._graph.file[entity]), entity, weight / len(best))

    def imports(self, text: str) -> Iterator[Mention]:
        """Names that pasted code imports, where they are defined."""
        for module, name in imported_names(text):
            best, weight = self._best_qualified([*module, name])
            if not best:
                best, weight = self._definitions(name, _MOST_DEFINITIONS), _OTHER_CASE
            for entity in best:
                yield Mention(IMPORTED, name, int(self._graph.file[entity]), entity, weight / len(best))

    def _best_qualified(self, parts: list[str]) -> tuple[list[int], float]:
        """Return the definitions of the last part that fit most of the parts before it."""
        candidates = self._definitions(parts[-1], _MOST_QUALIFIED)
        others = [self._places_of(entity) for entity in candidates]
        for fold, weight in ((str, 1.0), (str.lower, _OTHER_CASE)):
            wanted = [fold(part) for part in parts]
            fits = [common_end(wanted, [fold(part) for part in own]) for own in others]
            most = max(fits, default=0)
            best = [entity for fit, entity in zip(fits, candidates, strict=True) if fit == most]
            if most > 1 and len(best) <= _MOST_DEFINITIONS:
                return best, weight
        return [], 0.0

    def names(self, text: str) -> Iterator[Mention]:
        """Identifiers: in backticks, called, with underscores or inner capitals, capitalised and repeated."""
        counts = Counter(_WORD.findall(text))
        for name, weight in self._identifiers(text, counts).items():
            candidates = self._definitions(name, _MOST_DEFINITIONS)
            share = weight / max(len(candidates), 1)
            for entity in candidates:
                yield Mention(NAME, name, int(self._graph.file[entity]), entity, share, max(counts[name], 1))

    def _identifiers(self, text: str, counts: Mapping[str, int]) -> dict[str, float]:
        found: dict[str, float] = {}
        for match in _BACKTICKS.finditer(text):
            words = _WORD_AND_MARK.findall(match.group(1))
            for word in map(self._as_defined, words):
                found.setdefault(word, 1.0 if len(words) == 1 else 0.8)
        for match in _CALL.finditer(text):
            found.setdefault(match.group(1), 0.8)
        for match in _MARKED.finditer(text):
            name, weight = match[0].removesuffix(match["goes_on"] or ""), 0.8 if match["goes_on"] else 0.4
            found[name] = max(weight, found.get(name, 0.0))
        for word, count in counts.items():
            if _CODE_LIKE.search(word):
                found.setdefault(word, 0.8)
            elif word[0].isupper() and count > 1 and len(word) > 2:
                found.setdefault(word, 0.4)
        return found

    def _as_defined(self, word: str) -> str:
        """Leave out the mark behind a word unless something is called so."""
        return word if word[-1] not in _MARKS or self._graph.named(word) else word[:-1]

    def _definitions(self, name: str, most: int) -> list[int]:
        """Return the definitions of a name, code before tests and data; none where there are too many."""
        if name not in self._named:
            self._named[name] = self._graph.named(name)
        named = self._named[name]
        if len(named) > 8 * most:
            return []
        if name not in self._preferred:
            self._preferred[name] = self._chosen(named)
        found = self._preferred[name]
        return found if len(found) <= most else []

    def _chosen(self, named: list[int]) -> list[int]:
        if len(named) < 2:
            return named
        graph, entities = self._graph, np.array(named)
        is_source = self._are_source.take(graph.file.take(entities)) & ~graph.for_tests.take(entities)
        entities = entities[is_source] if is_source.any() else entities
        is_data = self._are_data.take(graph.kind.take(entities))
        found: list[int] = (entities if is_data.all() else entities[~is_data]).tolist()
        return found

    def _places_of(self, entity: int) -> list[str]:
        if entity not in self._places:
            self._places[entity] = places(self._graph, entity)
        return self._places[entity]


def code_words(text: str) -> set[str]:
    """Return the words of a text that are spelt as only code spells them, or stand in backticks."""
    quoted = (word for match in _BACKTICKS.finditer(text) for word in _WORD.findall(match.group(1)))
    return {word for word in _WORD.findall(text) if _CODE_LIKE.search(word)}.union(quoted)


def imported_names(text: str) -> list[tuple[tuple[str, ...], str]]:
    """Return the names that import statements in a text take, each once with the parts of its module."""
    found: dict[tuple[tuple[str, ...], str], None] = {}
    for pattern in (pattern for needed, pattern in _IMPORTS.items() if needed in text):
        for match in pattern.finditer(text):
            module = tuple(_WORD.findall(match["module"]))
            for part in match["names"].split(","):
                words = _WORD.findall(part)
                if words:
                    found.setdefault((module, words[0]))
    return list(found)


def places(graph: EntityTable, entity: int) -> list[str]:
    """Return the parts by which others can call an entity: folders, declared packages or else the file, and names."""
    *folders, file = graph.path_of(entity).split("/")
    package = graph.package_of(entity)
    names = _NUMBER.sub("", graph.qualified_of(entity)).split(".")
    stem = file.partition(".")[0]
    inside = [*folders, *([] if package or stem in ("__init__", "index", "mod") else [stem])]
    return [*(package.split(".") if package else ()), *(part.replace("-", "_") for part in inside), *names]


def common_end(wanted: list[str], places: list[str]) -> int:
    """Return how many of the wanted parts occur in order among the places, the last of both being equal.

    Parts may be skipped on both sides: a name can be imported from a package that only hands it on, and a crate called
    `cart-store` is `cart_store` in code.
    """
    *around, name = wanted
    if not places or places[-1] not in (name, name.replace("-", "_")):
        return 0
    matched, place = 1, len(places) - 2
    for part in (part.replace("-", "_") for part in reversed(around)):
        at = next((i for i in range(place, -1, -1) if places[i] == part), -1)
        if at >= 0:
            matched, place = matched + 1, at - 1
    return matched
