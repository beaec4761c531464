"""Which files may be answers: sources of the row's language, no tests, examples, documents or generated files.

Every ranker is asked about the same files.
"""

from __future__ import annotations

from nsccn.graph.fileroles import Role, role_of

SUFFIXES = {
    "python": (".py", ".pyx", ".pyi", ".pxd"),
    "go": (".go",),
    "rust": (".rs",),
    "java": (".java",),
    "kotlin": (".kt", ".kts"),
    "csharp": (".cs",),
    "typescript": (".ts", ".tsx", ".mts", ".cts", ".vue"),
    "javascript": (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".vue"),
    "php": (".php", ".phtml", ".inc", ".module", ".install"),
    "ruby": (".rb", ".rake", ".ru"),
    "c": (".c", ".h", ".y", ".l"),
    "cpp": (".cpp", ".cc", ".cxx", ".hpp", ".h", ".hh", ".hxx", ".ipp", ".inl", ".inc", ".c"),
}


def is_candidate(path: str, language: str) -> bool:
    """Say whether a file may be the answer to a question about a language."""
    return path.endswith(SUFFIXES[language]) and role_of(path) is Role.SOURCE
