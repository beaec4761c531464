"""Which of Go's files are built together: by what `//go:build` says, and by the names of systems in names of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.imports.base import BuiltFile

_SYSTEMS: Final = (
    "linux", "darwin", "windows", "freebsd", "netbsd", "openbsd", "dragonfly", "solaris", "illumos", "aix", "android",
    "ios", "plan9", "js", "wasip1",
)  # fmt: skip
_NO_UNIX: Final = frozenset({"windows", "plan9", "js", "wasip1"})
_IMPLIED: Final = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
_PROCESSORS: Final = (
    "amd64", "arm64", "386", "arm", "riscv64", "ppc64", "ppc64le", "mips", "mipsle", "mips64", "mips64le", "s390x",
    "loong64", "wasm",
)  # fmt: skip
_OF_WASM: Final = frozenset({"js", "wasip1"})
_KNOWN: Final = frozenset({*_SYSTEMS, *_PROCESSORS, "unix", "gc", "cgo"})
_VERSION: Final = regex(r"go1(?:\.\d+)?\Z")
_TOKEN: Final = regex(r"\s*(&&|\|\||[!()]|[\w.]+)")
_BINDING: Final = {"||": 1, "&&": 2, "!": 3}
_LONGEST: Final = 500
_MOST_TAGS: Final = 4
"""Names that Go gives no meaning, above which it is not told which conditions exclude one another."""
_MOST_FILES: Final = 50
"""The same for files."""
_USUAL: Final = 0.8
"""Probability that a call runs what is built on Linux, or else the next system on which the calling file is."""


class Build(NamedTuple):
    """The names that hold in a build."""

    names: frozenset[str]

    def takes(self, condition: tuple[str, ...]) -> bool:
        """Whether a condition holds, whose operators stand behind what they are about."""
        held: list[bool] = []
        for word in condition:
            if word == "!":
                held.append(not held.pop())
            elif word in _BINDING:
                right, left = held.pop(), held.pop()
                held.append(left and right if word == "&&" else left or right)
            else:
                held.append(word in self.names or bool(_VERSION.match(word)))
        return not held or held[-1]


def shares_of_builds(calling: BuiltFile, defining: Sequence[BuiltFile]) -> list[float]:
    """Return how likely a call in a file runs what each of several files defines; nothing, where no build has both."""
    if len(defining) > _MOST_FILES:
        return [1 / len(defining)] * len(defining)
    conditions = tuple(_condition(*file) for file in defining)
    usual, possible = _together(_condition(*calling), conditions)
    if not possible or usual == possible or not usual:
        meant = possible or range(len(defining))
        return [1 / len(meant) if place in meant else 0.0 for place in range(len(defining))]
    rest = (1 - _USUAL) / (len(possible) - len(usual))
    return [
        _USUAL / len(usual) if place in usual else rest if place in possible else 0.0
        for place in range(len(defining))
    ]


@lru_cache(maxsize=1 << 12)
def _together(
    calling: tuple[str, ...], defining: tuple[tuple[str, ...], ...]
) -> tuple[frozenset[int], frozenset[int]]:
    """Return which conditions hold in the first build in which `calling` does, and which in any that has both."""
    usual: frozenset[int] | None = None
    possible: set[int] = set()
    own = sorted({one for one in chain(calling, *defining) if _is_own(one)})
    if len(own) > _MOST_TAGS:
        return frozenset(), frozenset()
    for build in _builds(own):
        if build.takes(calling):
            taken = frozenset(place for place, one in enumerate(defining) if build.takes(one))
            usual = taken if usual is None else usual
            possible |= taken
            if len(possible) == len(defining):
                break
    return usual or frozenset(), frozenset(possible)


def _builds(own: Sequence[str]) -> Iterator[Build]:
    """Yield the builds that there may be, the most usual first: without names that only a repository knows."""
    for given in chain.from_iterable(combinations(own, number) for number in range(len(own) + 1)):
        for processor in _PROCESSORS:
            for system in _SYSTEMS:
                if (system in _OF_WASM) == (processor == "wasm"):
                    unix = () if system in _NO_UNIX else ("unix",)
                    names = (system, _IMPLIED.get(system, system), processor, "gc", "cgo", *unix, *given)
                    yield Build(frozenset(names))


def _is_own(word: str) -> bool:
    """Whether a word of a condition is a name that Go itself gives no meaning."""
    return word not in _KNOWN and word not in _BINDING and not _VERSION.match(word)


@lru_cache(maxsize=1 << 12)
def _condition(path: str, written: str) -> tuple[str, ...]:
    """Return what has to hold for a file, operators behind what they are about; nothing where it cannot be read."""
    read = _read(written) if written and len(written) <= _LONGEST else ()
    for name in _of_name(path):
        read = (*read, name, "&&") if read else (name,)
    return read


def _of_name(path: str) -> Sequence[str]:
    """Return the system and the processor that the name of a file ends with."""
    steps = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:]
    if len(steps) > 1 and steps[-1] in _PROCESSORS and steps[-2] in _SYSTEMS:
        return steps[-2:]
    return steps[-1:] if steps and steps[-1] in {*_PROCESSORS, *_SYSTEMS} else ()


def _read(written: str) -> tuple[str, ...]:
    """Return a condition with its operators behind what they are about, nothing where it is broken.

    >>> _read("linux && !(amd64 || arm64)")
    ('linux', 'amd64', 'arm64', '||', '!', '&&')
    >>> _read("linux && (")
    ()
    """
    found: list[str] = []
    waiting: list[str] = []
    depth = end = 0
    for token in _TOKEN.finditer(written):
        if token.start() != end:
            break
        end, word = token.end(), token[1]
        if word in ("(", "!"):
            waiting.append(word)
        elif word == ")":
            while waiting and waiting[-1] != "(":
                found.append(waiting.pop())
            if not waiting:
                return ()
            waiting.pop()
        elif word in _BINDING:
            while waiting and waiting[-1] != "(" and _BINDING[waiting[-1]] >= _BINDING[word]:
                found.append(waiting.pop())
            waiting.append(word)
        else:
            found.append(word)
    found.extend(reversed(waiting))
    for word in found:
        depth += 0 if word == "!" else -1 if word in _BINDING else 1
        if word == "(" or depth < 1:
            return ()
    return tuple(found) if depth == 1 and not written[end:].strip() else ()
