"""Writes a truth set of the calls that a PHP program makes, as Xdebug traces them.

    php -d zend_extension=xdebug -d xdebug.mode=trace -d xdebug.start_with_request=yes -d xdebug.trace_format=1 \\
        -d xdebug.use_compression=0 -d xdebug.output_dir=DIR -d xdebug.trace_output_name=trace PROGRAM
    python php_trace.py commonmark DIR/trace.xt commonmark.json src

A call belongs to the function with a name in whose lines it stands, so that closures belong to what is around them. A
call on a line that does not name the callee is in the group `implicit`: PHP makes it itself, or a library. Lines on
which nothing was called have not been seen. Methods without a body never run: calls of them are no part of the truth.
"""

from __future__ import annotations

import argparse
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from php_calls import FUNCTIONS, TYPES, sources
from tree_sitter_language_pack import get_parser
from truth import Truth

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = frozenset({"name", "qualified_name", "relative_name"})
_ENTRY = 11
"""Columns of a row that says that a function begins."""


class Functions:
    """The functions of a repository, by their names and by their lines."""

    def __init__(self, root: Path, folders: list[str], truth: Truth) -> None:
        self.by_name: dict[str, str] = {}
        self.texts: dict[str, list[str]] = {}
        self.all_sites: dict[str, set[int]] = defaultdict(set)
        self._starts: dict[str, list[tuple[int, int, str]]] = {}
        self._used: dict[str, list[str]] = defaultdict(list)
        """Class -> the traits that it uses, by their last names."""
        self._traits: dict[str, list[str]] = defaultdict(list)
        """Last name of a trait -> those of this name."""
        self._truth = truth
        for path in sources(root, folders):
            self._read(path, path.relative_to(root).as_posix())

    def _read(self, path: Path, name: str) -> None:
        data = path.read_bytes()
        self.texts[name] = data.decode("utf-8", "replace").split("\n")
        found: list[tuple[int, int, str]] = []
        namespace = ""
        pending: list[tuple[Node, str]] = [(get_parser("php").parse(data).root_node, "")]
        while pending:
            node, cls = pending.pop()
            named = node.child_by_field_name("name")
            if node.type == "namespace_definition":
                namespace = (named.text or b"").decode() if named else ""
            elif node.type in TYPES:
                cls = _joined(namespace, (named.text or b"").decode()) if named else "?"
                if node.type == "trait_declaration":
                    self._traits[_last(cls)].append(cls.lower())
                if named:
                    self._truth.functions[f"{name}:{named.start_point[0] + 1}"] = (
                        named.text or b""
                    ).decode() + "!"
            elif node.type == "use_declaration":
                names = (one.text or b"" for one in node.named_children if one.type in _NAMES)
                self._used[cls.lower()].extend(_last(one.decode()) for one in names)
            elif node.type in FUNCTIONS and named:
                key, own = f"{name}:{named.start_point[0] + 1}", (named.text or b"").decode()
                is_method = node.type == "method_declaration"
                self.by_name[(f"{cls}::{own}" if is_method else _joined(namespace, own)).lower()] = key
                shown = f"{cls.rpartition(chr(92))[2]}.{own}" if is_method else own
                self._truth.functions[key] = shown if node.child_by_field_name("body") else f"{shown}!"
                found.append((node.start_point[0] + 1, node.end_point[0] + 1, key))
            pending.extend((child, cls) for child in reversed(node.named_children))
        self._starts[name] = sorted(found)

    def called(self, name: str) -> str | None:
        """Return the function that a trace names; it names a trait's method as one of the class that uses the trait."""
        cls, _, own = name.replace("->", "::").lower().rpartition("::")
        pending, seen = [cls], set()
        while pending:
            cls = pending.pop(0)
            if found := self.by_name.get(f"{cls}::{own}" if cls else own):
                return found
            seen.add(cls)
            traits = [trait for used in self._used.get(cls, ()) for trait in self._traits.get(used, ())]
            pending.extend(trait for trait in traits if trait not in seen)
        return None

    def at(self, path: str, line: int) -> str:
        """Return the innermost function around a line, the file where there is none."""
        rows = self._starts[path]
        for start, end, key in reversed(rows[: bisect_right(rows, (line, 1 << 30, ""))]):
            if start <= line <= end:
                return key
        return f"{path}:0"


def _joined(namespace: str, name: str) -> str:
    return f"{namespace}\\{name}" if namespace else name


def _last(name: str) -> str:
    return name.rpartition("\\")[2].lower()


def entries(trace: Path) -> Iterator[tuple[str, str, int]]:
    """Yield the functions that were called, each with the file and line of the call."""
    with trace.open(encoding="utf-8", errors="replace") as rows:
        for row in rows:
            columns = row.rstrip("\n").split("\t")
            if len(columns) >= _ENTRY and columns[2] == "0" and columns[6] == "1":
                yield columns[5], columns[8], int(columns[9])


def main() -> None:
    """Write the set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo", type=Path)
    parser.add_argument("trace", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    root, truth = options.repo.resolve(), Truth()
    functions = Functions(root, options.folders, truth)
    seen: dict[str, set[int]] = defaultdict(set)
    for called, file, line in sorted(set(entries(options.trace))):
        path = Path(file)
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
        if name not in functions.texts:
            continue
        seen[name].add(line)
        callee = functions.called(called)
        if callee is None:
            continue
        own = re.split(r"::|->|\\", called)[-1]
        text = " ".join(functions.texts[name][max(line - 1, 0) : line + 3])
        is_made = own == "__construct" and re.search(r"\bnew\b", text)
        group = (
            "constructor"
            if is_made
            else "direct"
            if re.search(rf"\b{re.escape(own)}\s*\(", text, re.IGNORECASE)
            else "implicit"
        )
        truth.call(functions.at(name, line), callee, group)
    for name, lines in functions.texts.items():
        unseen = [number for number in range(1, len(lines) + 1) if number not in seen[name]]
        truth.skipped[name] = [(number, number) for number in unseen]
    truth.write(options.output)
    print(f"{len(truth.functions)} functions, {len(truth.calls)} calls")


if __name__ == "__main__":
    main()
