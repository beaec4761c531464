"""The architecture, held: who may import whom, read from the source of every module.

An import counts wherever it stands: in a function, under TYPE_CHECKING, or through `import_module("...")`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parent.parent / "nsccn"

# From the ground up: a module imports from its own layer and from those before it.
GRAPH = (
    "vocabulary",
    "walk",
    "imports",
    "notation",
    "extraction",
    "definitions",
    "change",
    "meaning",
    "linking",
    "propagation",
    "graph",
)
LAYERS = (
    "leaf",
    "arrays",
    *GRAPH,
    "skeleton",
    "settings",
    "storage",
    "workers",
    "snapshots",
    "core",
    "contracts",
    "tools",
    "cli",
)
VOCABULARY = (
    "conflicts",
    "edges",
    "embedded",
    "fileroles",
    "ids",
    "grammarrules",
    "itemmacros",
    "listedmacros",
    "nestedheredocs",
    "bladecode",
    "markupsigils",
    "kinds",
    "language",
    "languageaddresses",
    "languagefiles",
    "languagemessages",
    "languages",
    "languagenodes",
    "languageoperators",
    "languageroutes",
    "languagesettings",
    "languagespelling",
    "languagetexts",
    "languagevalues",
    "model",
    "nearnames",
    "dottednames",
    "packagenames",
    "packed",
    "reading",
    "regions",
    "sourcetext",
    "torn",
    "versions",
)
LAYER = {
    "nsccn.errors": "leaf",
    "nsccn.text": "leaf",
    "nsccn.regexes": "leaf",
    "nsccn.atomic": "leaf",
    "nsccn.precedence": "leaf",
    "nsccn.arrays": "arrays",
    **{f"nsccn.graph.{name}": "vocabulary" for name in VOCABULARY},
    **{f"nsccn.graph.{name}": name for name in GRAPH[1:-1]},
    "nsccn.graph": "graph",
    "nsccn.skeleton": "skeleton",
    "nsccn.settings": "settings",
    "nsccn.storage": "storage",
    "nsccn.workers": "workers",
    "nsccn.snapshots": "snapshots",
    "nsccn.search": "snapshots",
    "nsccn": "core",
    "nsccn.contracts": "contracts",
    "nsccn.tools": "tools",
    "nsccn.cli": "cli",
    "nsccn.__main__": "cli",
}
PROTOCOL = {"fastmcp", "mcp", "mcp_types"}


class Import(NamedTuple):
    importer: str
    target: str
    """The module, with the imported name where there is one: `nsccn.text.count_tokens`."""
    line: int
    at_start: bool
    """It runs when the importing module is loaded."""


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[Import]:
    importer = module_name(path)
    package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
    yield from _imports(ast.parse(path.read_text(encoding="utf-8")), importer, package, at_start=True)


def _imports(node: ast.AST, importer: str, package: str, *, at_start: bool) -> Iterator[Import]:
    for target in _targets(node, package):
        yield Import(importer, target, node.lineno, at_start)  # type: ignore[attr-defined]
    for child in ast.iter_child_nodes(node):
        runs_now = at_start and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        runs_now = runs_now and not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        yield from _imports(child, importer, package, at_start=runs_now)


def _targets(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parents = package.split(".")
        start = parents[: len(parents) - node.level + 1] if node.level else []
        module = ".".join([*start, *([node.module] if node.module else [])])
        yield from (f"{module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and _called(node.func).endswith(("import_module", "__import__")):
        yield from (
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        )


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def height(module: str) -> int:
    """Return the layer of `module`, counted from the ground; what is named nowhere lies in the core."""
    while module not in LAYER:
        module = module.rpartition(".")[0]
    return LAYERS.index(LAYER[module])


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.fixture(scope="module")
def imports() -> list[Import]:
    """All imports of the package."""
    return [found for path in SOURCES for found in imports_of(path)]


@pytest.fixture(scope="module")
def own(imports: list[Import]) -> list[Import]:
    """Those of its own modules."""
    return [found for found in imports if found.target.split(".")[0] == "nsccn"]


def shown(found: Import) -> str:
    return f"{found.importer}:{found.line} imports {found.target}"


def test_imports_point_one_way(own: list[Import]) -> None:
    # `nsccn` itself may be asked for its version by anybody; it loads the rest only when that is used.
    wrong = [
        shown(found)
        for found in own
        if found.target != "nsccn.__version__" and height(found.target) > height(found.importer)
    ]

    assert wrong == []


def test_linking_knows_of_extraction_what_facts_say(own: list[Import]) -> None:
    extraction = "nsccn.graph.extraction."
    wrong = [
        shown(found)
        for found in own
        if found.target.startswith(extraction)
        and not found.importer.startswith(extraction)
        and found.importer.startswith("nsccn.graph.")
    ]

    assert wrong == []


def test_the_package_itself_is_asked_for_its_version_only(own: list[Import]) -> None:
    names = {module_name(path) for path in SOURCES} - {"nsccn"}
    through_the_front = [
        shown(found)
        for found in own
        if found.target.count(".") <= 1 and found.target not in names and found.target != "nsccn.__version__"
    ]

    assert through_the_front == []


@pytest.mark.parametrize("leaf", [name for name, layer in LAYER.items() if layer == "leaf"])
def test_a_leaf_imports_nothing_of_ours(leaf: str, own: list[Import]) -> None:
    assert [shown(found) for found in own if found.importer == leaf] == []


def test_only_the_server_speaks_the_protocol(imports: list[Import]) -> None:
    speakers = {found.importer for found in imports if found.target.split(".")[0] in PROTOCOL}

    assert speakers <= {"nsccn.tools.server"}


def test_only_the_command_line_imports_the_server(own: list[Import]) -> None:
    users = [found for found in own if f"{found.target}.".startswith("nsccn.tools.server.")]

    wrong = [found for found in users if found.at_start or height(found.importer) < LAYERS.index("cli")]

    assert [shown(found) for found in wrong] == []


@pytest.mark.parametrize("heavy", ["networkx", "rank_bm25", "rich"])
def test_a_heavy_library_is_imported_where_it_is_used(heavy: str, imports: list[Import]) -> None:
    early = [shown(found) for found in imports if found.target.split(".")[0] == heavy and found.at_start]

    assert early == []


@pytest.mark.parametrize("module", ["nsccn", "nsccn.errors", "nsccn.settings", "nsccn.cli"])
def test_a_light_module_loads_nothing_heavy(module: str) -> None:
    heavy = {*PROTOCOL, "networkx", "numpy", "pydantic", "rank_bm25", "rich", "tree_sitter"}
    program = f"import sys, {module}; print(*sorted({heavy!r} & set(sys.modules)))"

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (run.stdout.strip(), run.stderr) == ("", "")


@pytest.mark.parametrize("module", ["nsccn.index", "nsccn.tools.search_and_rank"])
def test_who_answers_from_a_stored_index_loads_nothing_that_makes_one(module: str) -> None:
    makers = {
        "nsccn.graph.extraction",
        "nsccn.graph.linking.resolve",
        "nsccn.snapshots.assembly",
        "tree_sitter",
    }
    program = f"import sys, {module}; print(*sorted({makers!r} & set(sys.modules)))"

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (run.stdout.strip(), run.stderr) == ("", "")


def test_the_public_names_are_there_and_come_late() -> None:
    program = (
        "import sys, nsccn\n"
        "before = {name for name in sys.modules if name.startswith('nsccn')}\n"
        "missing = [name for name in nsccn.__all__ if not hasattr(nsccn, name)]\n"
        "print(sorted(before), missing, 'fastmcp' in sys.modules, hasattr(nsccn, 'nonsense'))"
    )

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (run.stdout.strip(), run.stderr) == ("['nsccn'] [] False False", "")
