"""The named import strategies. A language names one in its `language.toml`; a new one is a file here and a row."""

from __future__ import annotations

from functools import cache
from posixpath import splitext
from typing import Any, Final

from nsccn.graph import languages
from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, ManifestReader, Project
from nsccn.graph.imports.c_include import CInclude
from nsccn.graph.imports.csharp_namespace import CSharpNamespace
from nsccn.graph.imports.dart_library import DartLibrary
from nsccn.graph.imports.elixir_module import ElixirModule, PhoenixTemplates
from nsccn.graph.imports.erlang_module import ErlangModule
from nsccn.graph.imports.gdscript_class import GdscriptClass
from nsccn.graph.imports.go_module import GoModule
from nsccn.graph.imports.hcl_module import HclModule
from nsccn.graph.imports.java_package import JavaPackage
from nsccn.graph.imports.kotlin_package import KotlinPackage
from nsccn.graph.imports.lua_require import LuaRequire
from nsccn.graph.imports.outline import Outline
from nsccn.graph.imports.perl_package import PerlPackage
from nsccn.graph.imports.php_namespace import PhpNamespace
from nsccn.graph.imports.powershell_module import PowerShellModule
from nsccn.graph.imports.python_dotted import PythonDotted
from nsccn.graph.imports.r_package import RPackage
from nsccn.graph.imports.rails_views import RailsViews
from nsccn.graph.imports.relative_path import RelativePath
from nsccn.graph.imports.ruby_require import RubyRequire
from nsccn.graph.imports.rust_crate import RustCrate
from nsccn.graph.imports.scala_package import ScalaPackage
from nsccn.graph.imports.shell_source import ShellSource
from nsccn.graph.imports.solidity_import import SolidityImport
from nsccn.graph.imports.swift_module import SwiftModule
from nsccn.graph.imports.zig_import import ZigImport

STRATEGIES: Final[dict[str, type[ImportStrategy]]] = {
    "c_include": CInclude,
    "csharp_namespace": CSharpNamespace,
    "dart_library": DartLibrary,
    "elixir_module": ElixirModule,
    "erlang_module": ErlangModule,
    "gdscript_class": GdscriptClass,
    "go_module": GoModule,
    "hcl_module": HclModule,
    "java_package": JavaPackage,
    "kotlin_package": KotlinPackage,
    "lua_require": LuaRequire,
    "outline": Outline,
    "perl_package": PerlPackage,
    "phoenix_templates": PhoenixTemplates,
    "php_namespace": PhpNamespace,
    "powershell_module": PowerShellModule,
    "python_dotted": PythonDotted,
    "r_package": RPackage,
    "rails_views": RailsViews,
    "ruby_require": RubyRequire,
    "rust_crate": RustCrate,
    "scala_package": ScalaPackage,
    "shell_source": ShellSource,
    "relative_path": RelativePath,
    "solidity_import": SolidityImport,
    "swift_module": SwiftModule,
    "zig_import": ZigImport,
}

_READERS: Final[dict[str, ManifestReader]] = {
    name: reader for strategy in STRATEGIES.values() for name, reader in strategy.manifest_readers.items()
}
MANIFESTS: Final = frozenset(_READERS)
"""Names of the files that decide what imports mean."""

PROJECT_ENDINGS: Final = tuple(
    ending for strategy in STRATEGIES.values() for ending in strategy.project_endings
)
"""How the names of files end that do so by being there."""


def said(path: str, text: str) -> Any:  # noqa: ANN401
    """Return all that imports rest on in the text of a manifest, as JSON can hold it."""
    name = path.rpartition("/")[2]
    reader = _READERS.get(name) or _READERS.get(f"*{splitext(name)[1]}")
    return reader(text) if reader else text


@cache
def are_akin(one: str, other: str) -> bool:
    """Whether two languages import each other's files, as TypeScript and JavaScript do, Java and Kotlin or Scala."""
    if not {one, other}.issubset(languages.names()):
        return False
    first, second = (STRATEGIES[languages.load(name).import_strategy] for name in (one, other))
    return issubclass(first, second) or issubclass(second, first)


__all__ = [
    "MANIFESTS",
    "PROJECT_ENDINGS",
    "STRATEGIES",
    "ImportStrategy",
    "ImportedName",
    "Located",
    "Project",
    "are_akin",
    "said",
]
