"""The named import strategies. A language names one in its `language.toml`; a new one is a file here and a row."""

from __future__ import annotations

from typing import Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, Project
from nsccn.graph.imports.c_include import CInclude
from nsccn.graph.imports.go_module import GoModule
from nsccn.graph.imports.java_package import JavaPackage
from nsccn.graph.imports.python_dotted import PythonDotted
from nsccn.graph.imports.relative_path import RelativePath
from nsccn.graph.imports.ruby_require import RubyRequire
from nsccn.graph.imports.rust_crate import RustCrate

STRATEGIES: Final[dict[str, type[ImportStrategy]]] = {
    "c_include": CInclude,
    "go_module": GoModule,
    "java_package": JavaPackage,
    "python_dotted": PythonDotted,
    "ruby_require": RubyRequire,
    "rust_crate": RustCrate,
    "relative_path": RelativePath,
}

MANIFESTS: Final = frozenset(name for strategy in STRATEGIES.values() for name in strategy.manifests_read)
"""Names of the files whose text decides what imports mean."""

__all__ = ["MANIFESTS", "STRATEGIES", "ImportStrategy", "ImportedName", "Located", "Project"]
