"""What others find in a file: Python's own parser, and Universal Ctags where it is installed.

A skeleton is held against the readers that it was made with, and against these, which share nothing with them.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

KINDS = {
    "c": frozenset({"function", "struct", "union", "enum", "typedef", "member", "enumerator", "macro"}),
    "cpp": frozenset(
        {
            "function",
            "class",
            "struct",
            "union",
            "enum",
            "typedef",
            "member",
            "enumerator",
            "macro",
            "namespace",
        }
    ),
    "go": frozenset({"func", "struct", "interface", "type", "member", "const", "var", "methodSpec"}),
    "java": frozenset({"class", "interface", "enum", "method", "field", "enumConstant", "annotation"}),
    "csharp": frozenset(
        {"class", "interface", "struct", "enum", "enumerator", "method", "property", "field", "event"}
    ),
    "php": frozenset({"class", "interface", "trait", "function", "define"}),
    "ruby": frozenset({"class", "module", "method", "singletonMethod", "constant"}),
    "rust": frozenset(
        {
            "function",
            "method",
            "struct",
            "enum",
            "enumerator",
            "interface",
            "typedef",
            "module",
            "macro",
            "field",
        }
    ),
}
"""Kinds of tags that outlive a call, by language; in others its tags are not of much use as a witness."""
_LOCAL = frozenset({"function", "method", "func", "singletonMethod"})


def python_names(text: str) -> Counter[str] | None:
    """Return what Python's parser finds: definitions with their signatures, constants, fields, and `__all__`.

    None where it cannot read the text.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    return Counter(_python(tree.body, "", is_local=False))


def _python(body: list[ast.stmt], around: str, *, is_local: bool) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = " ".join(f"@{_decorator(item)}" for item in statement.decorator_list)
            returns = f" -> {ast.unparse(statement.returns)}" if statement.returns else ""
            kind = type(statement).__name__
            yield f"{decorators} {kind} {around}{statement.name}({ast.unparse(statement.args)}){returns}"
            yield from _python(statement.body, f"{around}{statement.name}.", is_local=True)
        elif isinstance(statement, ast.ClassDef):
            decorators = " ".join(f"@{_decorator(item)}" for item in statement.decorator_list)
            bases = ", ".join(ast.unparse(item) for item in [*statement.bases, *statement.keywords])
            yield f"{decorators} class {around}{statement.name}({bases})"
            yield from _python(statement.body, f"{around}{statement.name}.", is_local=False)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and not is_local:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    value = (
                        f" = {ast.unparse(statement.value)}"
                        if target.id == "__all__" and statement.value
                        else ""
                    )
                    yield f"{around}{target.id}{value}"
        else:
            if isinstance(statement, ast.For | ast.AsyncFor | ast.While):
                continue
            for field in ("body", "orelse", "finalbody"):
                yield from _python(getattr(statement, field, []), around, is_local=is_local)
            for handler in getattr(statement, "handlers", []):
                yield from _python(handler.body, around, is_local=is_local)


def _decorator(node: ast.expr) -> str:
    """Return a decorator without values of several lines, such as the cases of a test, which a skeleton leaves out."""
    if isinstance(node, ast.Call):
        node.args = [_short(value) for value in node.args]
        for keyword in node.keywords:
            keyword.value = _short(keyword.value)
    return ast.unparse(node)


def _short(value: ast.expr) -> ast.expr:
    is_data = isinstance(
        value, ast.List | ast.Tuple | ast.Dict | ast.Set | ast.ListComp | ast.Constant | ast.JoinedStr
    )
    return ast.Constant(...) if is_data and value.end_lineno != value.lineno else value


def has_ctags() -> bool:
    """Say whether Universal Ctags can be asked."""
    return shutil.which("ctags") is not None


class Tag(NamedTuple):
    """What ctags finds."""

    kind: str
    name: str
    line: int


def tags(texts: Mapping[str, str]) -> dict[str, list[Tag]]:
    """Return for each path, which tells the language, what ctags finds that outlives a call."""
    with tempfile.TemporaryDirectory(prefix="nsccn-tags-") as folder:
        places = {}
        for number, (path, text) in enumerate(texts.items()):
            place = Path(folder, f"{number}{PurePosixPath(path).suffix}")
            place.write_text(text, encoding="utf-8")
            places[str(place)] = path
        command = ["ctags", "--output-format=json", "--fields=+Kzsn", "-f", "-", "-R", folder]
        shown = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    found: dict[str, list[Tag]] = {path: [] for path in texts}
    for line in shown.splitlines():
        tag = json.loads(line)
        if (
            tag.get("_type") == "tag"
            and tag.get("scopeKind") not in _LOCAL
            and not tag["name"].startswith("__anon")
        ):
            found[places[tag["path"]]].append(Tag(tag["kind"], tag["name"], tag["line"]))
    return found
