"""Makes a truth set of what `CSharpCalls.cs` reads from an assembly: `python csharp_calls.py REPO ROWS OUTPUT`.

README.md says how to get the rows. Methods of the bytecode are told by the lines of their code, those without code by
type, name and parameters. What the compiler made of lambdas, iterators and asynchronous methods belongs to the function
around its lines. A call through a virtual method names the one that was declared first, so that those which override it
count as it, where the graph has them.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from truth import Truth

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.index import RepoIndex
from nsccn.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

OPERATORS: Final = {
    "op_Addition": "+", "op_Subtraction": "-", "op_Multiply": "*", "op_Division": "/", "op_Modulus": "%",
    "op_Equality": "==", "op_Inequality": "!=", "op_LessThan": "<", "op_GreaterThan": ">",
    "op_LessThanOrEqual": "<=", "op_GreaterThanOrEqual": ">=", "op_BitwiseAnd": "&", "op_BitwiseOr": "|",
    "op_ExclusiveOr": "^", "op_UnaryNegation": "-", "op_LogicalNot": "!", "op_OnesComplement": "~",
    "op_LeftShift": "<<", "op_RightShift": ">>", "op_Increment": "++", "op_Decrement": "--", "op_UnaryPlus": "+",
}  # fmt: skip
ALIASES: Final = {
    "String": "string", "Int32": "int", "Int64": "long", "Boolean": "bool", "Object": "object", "Char": "char",
    "Double": "double", "Single": "float", "Decimal": "decimal", "Byte": "byte", "SByte": "sbyte", "Int16": "short",
    "UInt16": "ushort", "UInt32": "uint", "UInt64": "ulong",
}  # fmt: skip
_ARITY: Final = re.compile(r"`\d+")
_ACCESSOR: Final = re.compile(r"(?:get|set|add|remove)_")
_MADE_OF: Final = re.compile(r"<(?:get_|set_)?(?:[\w.]+\.)?(\w+)(?:`\d+)?>")
_NUMBER: Final = re.compile(r"#\d+")
_NAMED: Final = frozenset({"direct", "property", "dunder"})
_CONVERSIONS: Final = frozenset({"op_Implicit", "op_Explicit"})
_CALLING: Final = frozenset({"call", "callvirt", "newobj"})


class Method(NamedTuple):
    """A method of the bytecode."""

    type: str
    name: str
    parameters: tuple[str, ...]
    path: str
    first: int
    last: int
    overridden: int

    @property
    def is_made(self) -> bool:
        """Whether the compiler made it of something else."""
        return "<" in self.type.rpartition(".")[2] or self.name.startswith("<") or "c__" in self.type

    @property
    def written(self) -> str:
        """The name that its definition has in the source."""
        name = self.name.rpartition(".")[2] if not self.name.startswith(".") else self.name
        if name in (".ctor", "ctor", ".cctor", "cctor"):
            return _ARITY.sub("", self.type.rpartition("/")[2].rpartition(".")[2])
        if name in OPERATORS:
            return f"operator{OPERATORS[name]}"
        plain = _ACCESSOR.sub("", name, count=1)
        if plain == "Item" and plain != name:
            return "this"
        return "~" if name == "Finalize" else plain


def main() -> None:
    """Write the truth set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repo", type=Path)
    parser.add_argument("rows", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    methods, calls = read(arguments.rows.read_text("utf-8").splitlines())
    with tempfile.TemporaryDirectory() as cache:
        index = RepoIndex.build(arguments.repo, settings=Settings(cache_dir=Path(cache)))
        made_of(index.snapshot.graph, methods, calls).write(arguments.output)
        index.close()


def read(lines: Iterable[str]) -> tuple[list[Method], list[tuple[int, int, int, str]]]:
    """Return the methods and the calls of an assembly."""
    methods: list[Method] = []
    calls: list[tuple[int, int, int, str]] = []
    for line in lines:
        kind, *fields = line.split("\t")
        if kind == "M":
            _, type_, name, parameters, path, first, last, overridden = fields
            taken = tuple(filter(None, parameters.split(",")))
            methods.append(Method(type_, name, taken, path, int(first), int(last), int(overridden)))
        else:
            caller, callee, place, operation = fields
            calls.append((int(caller), int(callee), int(place), operation))
    return methods, calls


def made_of(graph: CodeGraph, methods: list[Method], calls: Iterable[tuple[int, int, int, str]]) -> Truth:
    """Return the calls between the functions that the source has."""
    places = Places(graph)
    keys = [places.of(method) for method in methods]
    truth = Truth({key: places.names[key] for key in keys if key is not None})
    families = defaultdict[int, set[str]](set)
    for number, key in enumerate(keys):
        if key is not None:
            families[_root(methods, number)].add(key)
    has = {
        (places.key(edge.source), places.key(edge.target))
        for edge in graph.all_edges()
        if edge.kind == "CALLS" and edge.via in _NAMED
    }
    for caller, callee, line, operation in calls:
        target = keys[callee]
        if operation not in _CALLING or target is None:
            continue
        source = keys[caller] or places.around(methods[caller], line)
        if source is None:
            continue
        alike = (target, *sorted(families[_root(methods, callee)]))
        found = next((one for one in alike if (source, one) in has), target)
        truth.call(source, found, _group(methods[callee], operation, places.names.get(source, "")))
    return truth


def _root(methods: list[Method], number: int) -> int:
    while methods[number].overridden >= 0:
        number = methods[number].overridden
    return number


def _group(callee: Method, operation: str, caller: str) -> str:
    if callee.name == ".ctor":
        if operation == "newobj":
            return "constructor"
        return "direct" if caller.endswith(":") else "implicit"
    if callee.name in _CONVERSIONS:
        return "conversion"
    if callee.name.startswith("op_"):
        return "operator"
    return "property" if _ACCESSOR.match(callee.name.rpartition(".")[2]) else "direct"


class Places:
    """The functions of the source by where they are."""

    def __init__(self, graph: CodeGraph) -> None:
        self.names: dict[str, str] = {}
        """`path:line` -> name; with `:` behind it, a constructor that says which other one it begins with."""
        self._graph = graph
        self._by_path = defaultdict[str, list["Entity"]](list)
        self._by_last = defaultdict[str, list["Entity"]](list)
        self._by_name = defaultdict[str, list["Entity"]](list)
        for index in range(len(graph)):
            entity = graph.entity(index)
            if entity.kind in FUNCTION_KINDS and entity.path:
                self._by_path[entity.path].append(entity)
                self._by_last[entity.name].append(entity)
                self._by_name[_NUMBER.sub("", entity.qualified_name)].append(entity)
                chained = ":" if re.search(r":\s*(?:base|this)\b", entity.signature) else ""
                self.names[self.key(index)] = entity.qualified_name + chained

    def key(self, index: int) -> str:
        """Return the place of a function."""
        entity = self._graph.entity(index)
        return f"{entity.path}:{entity.name_line}"

    def of(self, method: Method) -> str | None:
        """Return the place of a method, None where the source has no such function."""
        if method.is_made:
            return None
        found = list(self._with_code(method) if method.path else self._declared(method))
        best = max(found, key=lambda entity: entity.start_line, default=None)
        return self.key(best.index) if best is not None else None

    def around(self, method: Method, line: int) -> str | None:
        """Return the innermost function around a line of what the compiler made, else the file.

        Of parts of a type the bytecode may name another file.
        """
        path = method.path
        if not path:
            return None
        named = _MADE_OF.search(f"{method.type}/{method.name}")
        made = self._by_last[named.group(1)] if named else []
        inside = [one for one in made if one.start_line <= line <= one.end_line and one.path == path]
        inside = inside or [one for one in made if one.start_line <= line <= one.end_line]
        path = inside[0].path if inside else path
        inside = [one for one in self._by_path[path] if one.start_line <= line <= one.end_line]
        best = max(inside, key=lambda entity: (entity.start_line, -entity.end_line), default=None)
        return self.key(best.index) if best is not None else f"{path}:0"

    def _with_code(self, method: Method) -> Iterator[Entity]:
        line = method.last if method.name.endswith("ctor") else method.first
        for entity in self._by_path[method.path]:
            is_alike = entity.name == method.written or (
                method.name in _CONVERSIONS and entity.name.startswith("operator ")
            )
            if is_alike and entity.start_line <= line <= entity.end_line:
                yield entity

    def _declared(self, method: Method) -> Iterator[Entity]:
        outer, *inner = _ARITY.sub("", method.type).split("/")
        path = ".".join((outer.rpartition(".")[2], *inner, method.written))
        found = self._by_name[path]
        is_accessor = _ACCESSOR.match(method.name.rpartition(".")[2]) is not None
        if not is_accessor:
            found = [one for one in found if len(self._parameters(one)) == len(method.parameters)]
        if len(found) > 1 and not is_accessor:
            wanted = [_plain(one) for one in method.parameters]
            found = [one for one in found if [_plain(text) for text in self._parameters(one)] == wanted]
        yield from found[:1]

    @staticmethod
    def _parameters(entity: Entity) -> list[str]:
        _, _, behind = entity.signature.partition("(")
        text = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", behind.rpartition(")")[0]))
        return [one.strip() for one in text.split(",") if one.strip()]


def _plain(text: str) -> str:
    """Return the last name of the type of a parameter."""
    words = re.sub(r"\[[^\]]+\]|\b(?:this|ref|out|in|params)\b", " ", text.partition("=")[0]).split()
    name = _ARITY.sub("", words[0].rpartition(".")[2]).rstrip("&?") if words else ""
    base = name.rstrip("[]")
    return ALIASES.get(base, base) + name[len(base) :]


if __name__ == "__main__":
    main()
