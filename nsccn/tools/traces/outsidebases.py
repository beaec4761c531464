"""Bases that a type has from elsewhere, whose code may call what it does of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.arity import plain_arity
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tracing.lineage import bases, enclosing, is_type, type_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, Entity, FileFacts, Import
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_WORD: Final = regex(r"\w+")
_ANGLED: Final = regex(r"[<\[(].*", re.DOTALL)
_OVERRIDE: Final = regex(r"\boverride\b")
_PUBLIC: Final = regex(r"\bpublic\b")
_MOST_BASES: Final = 3
_MOST_STATED: Final = 6
_MOST_ABOVE: Final = 20


def said_of_bases_outside(index: RepoIndex, found: Trace) -> str:
    """Say which bases a type states that the repository does not have; empty where it has all."""
    graph, root = found.code, found.code.entity(found.root)
    if root.kind not in TYPE_KINDS or not root.path:
        return ""
    language, first = languages.load(root.language), graph.entities_of(root.path).start
    inside = {graph.name_of(edge.target) for edge in graph.outgoing(root.index, ("INHERITS",))}
    facts, definition = _read(index, root)
    of_blocks = [
        base
        for _, scope, base, _, _, subject, *_ in facts.inherits.rows()
        if (_words(subject)[-1:] == [root.name] if subject else scope == root.index - first)
    ]
    stated = dict.fromkeys(".".join(_words(text)) for text in (*definition.bases, *of_blocks))
    inside |= _other_names(inside, facts.imports)
    around = [root.index, *enclosing(graph, root.index)]
    outside = [one for one in stated if _is_from_elsewhere(graph, _words(one), inside, language, around)]
    return f"Bases not defined here: {first_few([*map(_quoted, outside)], _MOST_STATED)}." if outside else ""


def said_of_no_subtype(index: RepoIndex, found: Trace) -> str:
    """Say what was not found of a type that has bases from elsewhere; empty for others."""
    is_asked = found.direction == "inheritance" and said_of_bases_outside(index, found)
    return "No subtype was found in this repository." if is_asked else ""


def said_of_overridden_outside(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield that a base from elsewhere may call a method, too, that says that it overrides what a base has."""
    root = found.code.entity(found.root)
    language = languages.load(root.language)
    is_run = bool(language.unnamed_calls and re.fullmatch(language.unnamed_calls, root.name))
    if is_run or found.overrides or not (language.own_type or _says_override(index, root)):
        return
    yield from said_of_outside(outside_callers(index, found.code, root, language))


def said_of_outside(outside: Iterable[str]) -> Iterator[str]:
    """Yield that bases from elsewhere may call a method."""
    if names := bases_named(outside):
        yield f"{names}, not defined here, may call it: its type inherits from that."


def bases_named(outside: Iterable[str]) -> str:
    """Return the names of some bases, without the number of what they are generic in."""
    plain = dict.fromkeys(plain_arity(name)[0] for name in outside)
    return first_few([*map(_quoted, plain)], _MOST_BASES)


def _quoted(name: str) -> str:
    return f"`{name}`"


def _words(stated: str) -> list[str]:
    return _WORD.findall(_ANGLED.sub("", plain_arity(stated)[0]))


def _says_override(index: RepoIndex, method: Entity) -> bool:
    if _OVERRIDE.search(method.signature):
        return True
    return any(one.lower() == "override" for one in _read(index, method)[1].decorators)


def outside_callers(index: RepoIndex, graph: CodeGraph, method: Entity, language: Language) -> list[str]:
    """Return which types from elsewhere may call a method, by what it says of itself."""
    found = outside_bases(index, graph, method, language)
    if not found or not (language.stated_overrides or language.public_bases) or _says_override(index, method):
        return found
    if language.stated_overrides:
        return []
    is_open = _PUBLIC.search(method.signature) or f".{method.name}(" in method.signature
    return found if is_open else [one for one in found if not re.match(language.public_bases, one)]


def outside_bases(index: RepoIndex, graph: CodeGraph, root: Entity, language: Language) -> list[str]:
    """Return from what types the repository does not have the type of a method inherits, as far as that may call it."""
    owner = type_around(graph, root.index)
    if language.own_type and (of_block := of_its_block(index, root)):
        return [*_outside(graph, owner, of_block, root, language)]
    if owner == root.index or (language.own_type and not _has_head(index, graph.entity(owner))):
        return []
    found: dict[str, None] = {}
    for one in [owner, *bases(graph, owner)][:_MOST_ABOVE]:
        entity = graph.entity(one)
        stated = _stated_bases(index, entity, root.name, language)
        imports = index.facts(entity.path).imports if entity.path and stated else ()
        found |= dict.fromkeys(_outside(graph, one, stated, root, language, imports))
    return [*found]


def _has_head(index: RepoIndex, type_: Entity) -> bool:
    """Whether a type states its own bases where it begins, as in Swift; what a trait states is for others."""
    if not type_.path or type_.kind == "trait":
        return False
    return bool(_read(index, type_)[1].bases)


def _read(index: RepoIndex, entity: Entity) -> tuple[FileFacts, Definition]:
    """Return the facts of the file of an entity, and what they say of it."""
    facts, first = index.facts(entity.path), index.snapshot.graph.entities_of(entity.path).start
    return facts, facts.definitions[entity.index - first]


def _outside(
    graph: CodeGraph,
    type_: int,
    stated: Iterable[str],
    method: Entity,
    language: Language,
    imports: Iterable[Import] = (),
) -> Iterator[str]:
    """Yield those of the bases that a type states which may call a method and are not in the repository."""
    inside = {graph.name_of(edge.target) for edge in graph.outgoing(type_, ("INHERITS",))}
    inside |= _other_names(inside, imports)
    written = str.maketrans({fact: own for own, fact in language.facts_characters.items() if fact.strip()})
    around = [type_, *enclosing(graph, type_)]
    outside = (text for text in stated if _is_outside(graph, text, inside, method.name, language, around))
    yield from (text.translate(written) for text in outside)


def _other_names(names: AbstractSet[str], imports: Iterable[Import]) -> set[str]:
    """Return under which other names a file takes what has one of these: `import Report as Listener`."""
    return {one.alias for one in imports if one.alias and (one.name or _last(one.module)) in names}


def _last(module: str) -> str:
    return module.rpartition(".")[2]


def _stated_bases(index: RepoIndex, entity: Entity, member: str, language: Language) -> Iterable[str]:
    """Return the bases of a type as written, but those of which it is known that they call no member of that name."""
    if not entity.path:
        return ()
    facts, definition = _read(index, entity)
    stated = definition.bases
    if member.startswith("_") or not language.calling_bases:
        return stated
    return [
        text
        for text in stated
        if member in language.calling_bases.get(_in_full(plain_arity(text)[0], facts.imports), {member})
    ]


def _in_full(name: str, imports: Iterable[Import]) -> str:
    """Return a name with the module that a file takes its first part from."""
    first, dot, rest = name.partition(".")
    taken = next((one for one in imports if first in (one.alias, one.name)), None)
    return ".".join(filter(None, (taken.module, taken.name))) + dot + rest if taken else name


def of_its_block(index: RepoIndex, method: Entity) -> list[str]:
    """Return what the block around a method is for that makes a type what it inherits from.

    `impl Drop for Cart`, `trait Cart: Drop`.
    """
    facts, lines = index.facts(method.path), index.text(method.path).split("\n")
    rows = [(line, base) for _, _, base, line, *_ in facts.inherits.rows() if line <= method.start_line]
    if not rows:
        return []
    line, _ = max(rows)
    margin = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    is_closed = any(text.startswith(margin + "}") for text in lines[line - 1 : method.start_line - 1])
    return [] if is_closed else [base for at, base in rows if at == line]


def _is_outside(
    graph: CodeGraph,
    stated: str,
    inside: AbstractSet[str],
    member: str,
    language: Language,
    around: Sequence[int],
) -> bool:
    """Whether a base is a type that the repository does not have, and may have a member of that name.

    `inside` are the names of the bases that it has, `around` is the type and what encloses it.
    """
    names = _words(stated)
    known = language.known_bases.get(names[-1]) if names else None
    if known is not None and member not in known:
        return False
    return _is_from_elsewhere(graph, names, inside, language, around)


def _is_from_elsewhere(
    graph: CodeGraph,
    names: Sequence[str],
    inside: AbstractSet[str],
    language: Language,
    around: Sequence[int],
) -> bool:
    """Whether the names of a base mean none of the repository."""
    if not names or names[-1] in language.empty_bases or names[-1] in inside:
        return False
    is_bare = len(names) == 1
    is_known = any(
        is_type(graph, one) and not (is_bare and _is_hidden(graph, one, around))
        for one in graph.named(names[-1])
    )
    return not is_known or (len(names) > 1 and not graph.named(names[0]))


def _is_hidden(graph: CodeGraph, type_: int, around: Sequence[int]) -> bool:
    """Whether a type stands in another, outside of which its name alone does not mean it."""
    owner = graph.owner_of(type_)
    return owner >= 0 and is_type(graph, owner) and owner not in around
