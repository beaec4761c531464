"""What a function runs by handing its name, in quotes, to another that gets a method by it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.model import Confidence
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tracing.aside import are_aside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_GETTING: Final = (
    r"\bgetattr\(\s*[\w.]+\s*,\s*NAME\b|\.(?:__send__|(?:public_)?send|method)\(\s*NAME\b|\w\[NAME\]\s*(?:\?\.)?\("
    r"|\bcall_user_func(?:_array)?\(\s*\[[^\]\n]{0,80},\s*\$NAME\s*\]|->\$NAME\(|\bapply\([^,\n]{0,80},\s*NAME\b"
)
"""What gets a method by a name, or calls it."""
_QUOTED: Final = regex(r"""["'](?=\w*(?:[^\W_]_+[^\W_]|[a-z\d][A-Z]))(\w++)["']|[\s(]:([a-z]\w*_\w+)""")
"""A name of several words in quotes, or a symbol."""
_ARGUMENTS: Final = r"\s*(\([^()]*(?:\([^()]*\)[^()]*)*)"
_GIVEN_WITHIN: Final = 3
"""Lines on which a call has its first arguments."""
_MOST_PASSED: Final = 2
"""Functions that hand the name on."""
_MOST_CALLS: Final = 40
_MOST_SAID: Final = 4
_MOST_METHODS: Final = 4


def said_of_calls_by_name(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield the methods that may run since their name is handed to what gets a method by it."""
    graph, said = found.code, 0
    for line, callee, given in _given(index, graph, found.roots):
        if found.within is not None and line not in found.within:
            continue
        for name in dict.fromkeys(one or two for one, two in _QUOTED.findall(given)):
            methods = _methods(graph, name, found.root)
            if methods and said < _MOST_SAID and _gets_by_name(index, graph, callee, _MOST_PASSED):
                said += 1
                listed = first_few(methods, _MOST_METHODS, graph.id_of)
                told = f"L{line} hands `{name}` to {graph.name_of(callee)}, which gets a method by name"
                yield f"{told}; it may be {listed}."


def _given(index: RepoIndex, graph: CodeGraph, callers: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Yield the resolved calls of some functions: line, what is called, and the arguments as written."""
    edges = graph.edges_of(np.array(callers), outgoing=True)
    calls = [
        (line, edge.target)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        if edge.kind == "CALLS" and edge.confidence is Confidence.RESOLVED and graph.path_of(edge.target)
        for line in graph.lines(number)
    ]
    path, last = graph.path_of(callers[0]), max(int(graph.end_line[one]) for one in callers)
    lines = index.text_if_any(path).split("\n")
    for line, target in sorted(set(calls))[:_MOST_CALLS]:
        written = lines[line - 1 : min(line - 1 + _GIVEN_WITHIN, last)]
        arguments = re.search(re.escape(graph.name_of(target)) + _ARGUMENTS, "\n".join(written))
        yield line, target, arguments[1] if arguments else "".join(written[:1])


def _methods(graph: CodeGraph, name: str, besides: int) -> list[int]:
    """Return the methods of the product that have a name."""
    found = [one for one in graph.named(name) if graph.kinds[graph.kind[one]] == "method" and one != besides]
    aside = are_aside(graph, np.array(found, np.int64)).tolist()
    return [one for one, is_aside in zip(found, aside, strict=True) if not is_aside]


def _gets_by_name(index: RepoIndex, graph: CodeGraph, function: int, passed: int) -> bool:
    """Whether a function gets a method by what it is given, or hands that on to one that does."""
    entity = graph.entity(function)
    definitions, first = index.facts(entity.path).definitions, graph.entities_of(entity.path).start
    parameters = [re.escape(one.lstrip("$*&")) for one in definitions[function - first].parameters]
    if not parameters:
        return False
    lines = index.text_if_any(entity.path).split("\n")[entity.start_line - 1 : entity.end_line]
    names = f"(?:{'|'.join(parameters)})"
    if re.search(_GETTING.replace("NAME", names), "\n".join(lines)):
        return True
    hands_on = re.compile(rf"(?<![\w.]){names}(?!\w)")
    return passed > 0 and any(
        callee != function and hands_on.search(given) and _gets_by_name(index, graph, callee, passed - 1)
        for _, callee, given in _given(index, graph, [function])
    )
