"""Reads a file's query matches into raw captures, sorted by what they are.

The capture vocabulary of a language's queries. The last capture of a pattern says what it is, its main capture; the
others are parts. The main captures, with their parts in parentheses:

`@definition.<kind>` (name, body, members, returns, base, owner, receiver, modifier)
    an entity; a skeleton elides its `body` and keeps its `members`; `owner` is the type of a member defined outside it
`@container.type`, `@container.namespace` (name)
    a region that qualifies names without being an entity: impl block, namespace
`@decorator` (callee)
    belongs to the next definition
`@doc`
    documentation inside the definition around it
`@remark`
    documentation behind what it describes, which is no comment; only skeletons look at it
`@import` (module, name, alias)
    with no part, the import strategy reads the statement's text
`@export` (name)
    names the file lists as public
`@alias` (name, alias)
    a name under which the file offers one of its own
`@package`
    the package that the file declares
`@call`, `@new` (callee, receiver, method, arguments, propagates)
    a call; creation of an instance. The capture is the callee unless there is a `callee`, or `receiver` and `method`
`@value`
    a name that is handed over, not called
`@assign`, `@declare`, `@parameter`, `@loop`, `@with`, `@augment`, `@item`, `@delete`, `@global` (target, value, type)
    see `Assignment.form`
`@inherit` (subject, base)
    inheritance stated apart from the class
`@raise` (error, cause)
    with no part, what was caught is raised again
`@handler` (protected, caught, name)
    a region whose errors are caught: `protected`, or what stands before it in its node
`@env`, `@key`, `@flag`, `@file` (key)
    a configuration read with a literal key
`@literal`
    a string literal
`@elide`
    a long value that a skeleton leaves out
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import language as languages

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.language import Language

Parts = dict[str, "list[Node]"]
Found = dict[str, "list[tuple[Node, Parts]]"]

MAINS: Final = frozenset(
    "container.type container.namespace decorator doc remark import export alias package call new value "
    "assign declare parameter loop with augment item delete global inherit raise handler env key flag file "
    "literal elide".split()
)
DEFINITION: Final = "definition."
PARTS: Final = frozenset(
    "name body members returns base owner receiver modifier callee module alias method arguments propagates "
    "target value type subject error cause protected caught key".split()
)


def read_matches(tree: Tree, language: Language, grammar_name: str) -> Found:
    """Return for each main capture its nodes with their parts, in the order of the source."""
    from tree_sitter import QueryCursor

    query, mains = languages.compiled(language.name, grammar_name)
    by_main: dict[str, list[Parts]] = {main: [] for main in mains}
    by_pattern = [by_main[main] for main in mains]
    for pattern, parts in QueryCursor(query).matches(tree.root_node):
        by_pattern[pattern].append(parts)
    found: Found = {}
    for main, single in by_main.items():
        matches = _whole(main, single) if main == "handler" or main.startswith(DEFINITION) else single
        if matches:
            found[main] = [(parts[main][0], parts) for parts in matches if main in parts]
    return found


def _whole(main: str, matches: list[Parts]) -> list[Parts]:
    """A repeated part (base classes, caught errors) comes as one match for each of its nodes; merge them."""
    first: dict[tuple[int, int], Parts] = {}
    for parts in matches:
        if main not in parts:
            continue
        known = first.setdefault(_place(parts[main][0], parts), parts)
        if known is not parts:
            _merge(known, parts)
    return list(first.values())


def _place(node: Node, parts: Parts) -> tuple[int, int]:
    """Tell one definition from another: a node may declare several names."""
    return node.start_byte, parts["name"][0].start_byte if "name" in parts else 0


def _merge(first: Parts, more: Parts) -> None:
    for name, nodes in more.items():
        known = first.setdefault(name, [])
        known.extend(node for node in nodes if node not in known)


def unknown_captures(language: Language) -> list[str]:
    """Return the captures of a language's queries that mean nothing here; a test holds that there are none."""
    unknown: set[str] = set()
    for grammar_name in language.grammars.values():
        query, mains = languages.compiled(language.name, grammar_name)
        captures = {query.capture_name(number) for number in range(query.capture_count)}
        unknown.update(main for main in mains if main not in MAINS and not main.startswith(DEFINITION))
        unknown.update(
            name for name in captures if name not in MAINS | PARTS and not name.startswith((DEFINITION, "_"))
        )
    return sorted(unknown)
