"""Records which functions of a Python package call which others while its own tests run.

    cd SOURCES; PYTHONPATH=src python record_calls.py src/package calls.json tests [more arguments of pytest]

It needs Python 3.12 and pytest, and nothing of nsccn. `score_calls.py` compares a graph with what it writes: the
calls, each with the group that it belongs to, the lines that were run, and the functions and classes of the package.

A call belongs to the nearest function of the package around it; a lambda, a comprehension and the body of a class count
as the function around them, else as the module. The groups:

- `direct`: the code at the call names the callee, or the class whose constructor it is;
- `override`: it does, but a base of the callee's class has a method of that name, which the call may mean as well;
- `property`: an attribute is read, assigned or deleted; `dunder`: an operator or a statement calls a special method;
- `decorator`: a decorator is applied; `indirect`: the code names something else, as a variable;
- `via_external`: what calls it directly is not of the package; `resumed`: a generator goes on.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

MODULE = "<module>"
_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
Span = tuple[int, int, int, int]


class Source:
    """One file of the package: its functions, its classes, and the nodes at places of its text."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self.classes: dict[str, list[str]] = {}
        self._nodes: dict[Span, ast.AST] = {}
        self._decorators: set[Span] = set()
        self._read(ast.parse(path.read_bytes()), "")

    def _read(self, node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._nodes[_span(child)] = child
            if isinstance(child, _SCOPES):
                qualified = prefix + child.name
                self._decorators.update(map(_span, child.decorator_list))
                if isinstance(child, ast.ClassDef):
                    self.classes[qualified] = [ast.unparse(base) for base in child.bases]
                else:
                    self.functions[qualified] = child
                self._read(child, qualified + ".")
            else:
                self._read(child, prefix)

    def node(self, code: CodeType, instruction: int) -> ast.AST | None:
        """Return the expression that an instruction was made of."""
        line, end_line, column, end_column = list(code.co_positions())[instruction // 2]
        if line is None or end_line is None or column is None or end_column is None:
            return None
        return self._nodes.get((line, column, end_line, end_column))

    def is_decorator(self, node: ast.AST | None) -> bool:
        """Whether an expression stands behind an `@`."""
        return isinstance(node, ast.expr) and _span(node) in self._decorators


def _span(node: ast.expr) -> Span:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


class Recorder:
    """Sees every call while it is switched on."""

    def __init__(self, package: Path) -> None:
        root = package.resolve()
        files = sorted(root.rglob("*.py"))
        prefix = package.as_posix().rstrip("/")
        self.sources = {
            str(file): Source(file, f"{prefix}/{file.relative_to(root).as_posix()}") for file in files
        }
        self.calls: dict[tuple[int, int, int, bool], tuple[CodeType, int, CodeType, bool]] = {}
        """By the identities of codes: those of two files are equal where their lines are."""
        self.lines: set[tuple[str, int]] = set()
        self.generators: set[str] = set()
        """The functions whose call runs nothing: what asks for the first value is seen to call them."""
        self._known: dict[str, bool] = {}

    def _is_ours(self, code: CodeType) -> bool:
        name = code.co_filename  # code of two files may be equal, as that of a copy of a library
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = os.path.realpath(name) in self.sources
        return found

    def started(self, code: CodeType, _: int) -> object:
        """Note a call."""
        if not self._is_ours(code):
            return sys.monitoring.DISABLE
        caller: FrameType | None = sys._getframe(1).f_back  # noqa: SLF001 - what stands in `inspect` is slow
        external = False
        while caller is not None and not self._is_ours(caller.f_code):
            caller, external = caller.f_back, True
        if caller is not None:
            place = caller.f_lasti
            key = (id(caller.f_code), place, id(code), external)
            self.calls.setdefault(key, (caller.f_code, place, code, external))
        return None

    def line(self, code: CodeType, line: int) -> object:
        """Note a line; it is not looked at again."""
        if self._is_ours(code):
            self.lines.add((code.co_filename, line))
        return sys.monitoring.DISABLE

    def run(self, arguments: list[str]) -> None:
        """Run tests, and watch."""
        import pytest

        monitoring = sys.monitoring
        events, tool = monitoring.events, monitoring.PROFILER_ID
        monitoring.use_tool_id(tool, "calls")
        monitoring.register_callback(tool, events.PY_START, self.started)
        monitoring.register_callback(tool, events.PY_RESUME, self.started)
        monitoring.register_callback(tool, events.LINE, self.line)
        monitoring.set_events(tool, events.PY_START | events.PY_RESUME | events.LINE)
        try:
            pytest.main([*arguments, "-q", "-p", "no:cacheprovider", "-W", "ignore"])
        finally:
            monitoring.set_events(tool, 0)

    def edges(self) -> Iterator[tuple[str, str, str, int]]:
        """Yield caller, callee, group and line."""
        for caller, instruction, callee, external in self.calls.values():
            source, target = (self.sources[os.path.realpath(code.co_filename)] for code in (caller, callee))
            name = _plain(callee)
            if name not in target.functions or callee.co_name.startswith("<"):
                continue  # a comprehension or lambda is a part of the function around it
            if callee.co_flags & _GENERATORS:
                self.generators.add(f"{target.name}:{name}")
            around = _plain(caller)
            while around and around not in source.functions:
                around = around.rpartition(".")[0]
            line = list(caller.co_positions())[instruction // 2][0] or 0
            node = source.node(caller, instruction)
            group = "via_external" if external else self._group(source, node, callee, target, name)
            yield f"{source.name}:{around or MODULE}", f"{target.name}:{name}", group, line

    def _group(
        self, source: Source, node: ast.AST | None, callee: CodeType, target: Source, name: str
    ) -> str:
        owner, _, last = name.rpartition(".")
        if source.is_decorator(node):
            return "decorator"
        named = _named(node)
        made = owner.rpartition(".")[2]
        if last in ("__init__", "__new__") and named in (made, last, "super"):
            return "direct"
        if isinstance(node, ast.Call) and named == last:
            return "override" if self._overrides(target, owner, last) else "direct"
        if callee.co_flags & _GENERATORS:
            return "resumed"
        if last.startswith("__") and last.endswith("__"):
            return "dunder"
        return "property" if isinstance(node, ast.Attribute) else "indirect"

    def _overrides(self, source: Source, owner: str, name: str) -> bool:
        """Whether a base that is in the package defines a method of that name."""
        pending, seen = list(source.classes.get(owner, ())), {owner}
        while pending:
            base = pending.pop().rpartition(".")[2].partition("[")[0]
            if base in seen:
                continue
            seen.add(base)
            for other in self.sources.values():
                if base in other.classes:
                    if f"{base}.{name}" in other.functions:
                        return True
                    pending += other.classes[base]
        return False


def _plain(code: CodeType) -> str:
    """Return the qualified name of code, without what has no name in it."""
    steps = code.co_qualname.replace(".<locals>", "").split(".")
    named = next((place for place, step in enumerate(steps) if step.startswith("<")), len(steps))
    return ".".join(steps[:named])


def _named(node: ast.AST | None) -> str:
    """Return the last name of what an expression calls."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def main() -> None:
    """See the text of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of pytest")
    options = parser.parse_args()
    recorder = Recorder(options.package)
    recorder.run(options.arguments)
    sources = recorder.sources
    functions = [f"{source.name}:{name}" for source in sources.values() for name in source.functions]
    classes = [f"{source.name}:{name}" for source in sources.values() for name in source.classes]
    lines = {(sources[os.path.realpath(file)].name, line) for file, line in recorder.lines}
    record = {
        "calls": sorted(set(recorder.edges())),
        "lines": sorted(lines),
        "generators": sorted(recorder.generators),
        "functions": sorted(functions),
        "classes": sorted(classes),
    }
    options.output.write_text(json.dumps(record), "utf-8")


if __name__ == "__main__":
    main()
