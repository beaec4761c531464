"""A query that is itself the name of something: an id, a path, a qualified or a bare name."""

from __future__ import annotations

import re
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.codegraph import CodeGraph
from nsccn.graph.constantkeys import keys_of
from nsccn.graph.fileroles import Role
from nsccn.graph.lookup.wording import unquoted
from nsccn.graph.prototypes import without_constructors
from nsccn.graph.routes import handlers
from nsccn.regexes import regex
from nsccn.search.mentions import SEPARATOR, common_end, places
from nsccn.search.messages import words_of
from nsccn.search.paths import path_index
from nsccn.search.roles import roles_of
from nsccn.search.terms import WORD, document_terms, query_terms
from nsccn.search.zones import KIND_OF_COMMIT
from nsccn.text import unspaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.messages import MessageHit

_KEYWORD: Final = regex(
    r"^(?:class|def|func|function|fn|method|struct|enum|trait|interface|impl|type|module|const|var|let|macro)\s+(?=\S+$)"
    r"|(?<=\S)\s+(?:class|function|method|struct|enum|trait|interface|type|module|macro)$"
)
_BETWEEN: Final = regex(r"[\s,;]+")
_NO_PROSE: Final = regex(r"[a-z][A-Z]|\w_\w|\w(?:\.|::|#)\w|\(\)$")
"""What a name has that is no word of a sentence."""
_MOST_NAMES: Final = 6
_AROUND: Final = 3
"""The last names of a place that are looked at: what it is called, its type, and its file or the type around that."""
_MOST_ASKING: Final = 10
"""Words of a question about a setting; a task of more words is about what it says of it."""
_SETTING: Final = regex(r"(?:(?<!\w)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?<![\w-])--[a-z][\w-]*\w)(?!\w)")
"""A variable of the environment, or a flag."""
_QUOTES: Final = "`'\"\u201c\u201d\u2018\u2019 \t"
_QUOTATION: Final = "`'\""
_MARKS: Final = "@&*$!?;,"
"""What languages put around a name where it is used: `@decorator`, `macro!`, `&reference`."""
_MOST_DEFINITIONS: Final = 100
_LONGEST_MESSAGE: Final = 24
"""Words of a query that may be a message alone."""
_MOST_HOLDERS: Final = 8
"""Entities with a literal beyond which it is no message that tells them from others."""
_LONGEST_NAME: Final = 500
_LONGEST_FRAGMENT: Final = 120
_SPAN: Final = regex(r"(?<=[\s(])`[^`\n]{1,200}`|\A`[^`\n]{1,200}`(?=\s)")
"""Code within a sentence."""
_OPERATOR: Final = regex(r"[=<>!&|+*%{}\[\];]|->|::|\w\(|\)[.(]")
"""What a piece of code has, and hardly any sentence."""
_TAG: Final = regex(r"\A\[[\w ./-]+\]\s+(?=\w)")
"""What the title of a report may begin with."""
_MOST_CANDIDATES: Final = 1000
_KIND_ORDER: Final = {"attr": 2, "var": 1, "config": 1, "error": 1, "module": 1}


def exact_matches(text: str, graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    """Return the entities that the whole query names, definitions in source files first, and who reads a setting.

    Where nothing is called just so, or the query has no capital, case and underscores do not count; what is spelt
    just so comes first. A query may also be the path of a URL that folders spell, a few names that no prose has, of
    each of which something is called so, or a question about one setting.
    """
    name = only_name(text)
    named = _of_one_name(name, graph, lexical) if name else []
    if named or (named := handlers(graph, text.strip(_QUOTES))):
        return named
    if setting := _setting_asked_about(text, graph):
        return sorted(_of_one_name(setting, graph, lexical), key=lambda one: graph.file[one] < 0)
    several = list(dict.fromkeys(part for part in _BETWEEN.split(text.strip(_QUOTES)) if part))
    if not 1 < len(several) <= _MOST_NAMES or not all(map(_NO_PROSE.search, several)):
        return []
    found = [_of_one_name(one.strip(_QUOTES).removesuffix("()"), graph, lexical) for one in several]
    by_rank = chain(_members(several, found, graph), chain.from_iterable(zip_longest(*found)))
    return list(dict.fromkeys(one for one in by_rank if one is not None)) if all(found) else []


def _members(names: Sequence[str], found: Sequence[Sequence[int]], graph: EntityTable) -> list[int]:
    """Return what is called by one of some names and lies in a type or file whose name has another.

    What says least beside it comes first: of `total Cart` that of `Cart` before that of `CartView`.
    """
    beside: dict[int, int] = {}
    for name, entities in zip(names, found, strict=True):
        others = [folded(other) for other in names if other != name]
        for entity in entities:
            stem = graph.path_of(entity).rpartition("/")[2].partition(".")[0]
            around = [folded(place) for place in (stem, *places(graph, entity)[-_AROUND:-1])]
            more = [len(place) - len(other) for place in around for other in others if other in place]
            if more:
                beside[entity] = min(more)
    return sorted(beside, key=lambda entity: beside[entity])


def named_outright(
    text: str, messages: Sequence[MessageHit], graph: EntityTable, lexical: LexicalIndex
) -> list[int]:
    """Return what the whole query names, and where there is none, who words it as a message.

    A literal that is the query, as the key of a setting is, comes before a member that it names without its type:
    `shop.cart.total` hardly means `Receipt.total` because that lies below `shop/cart`.
    """
    named = exact_matches(text, graph, lexical)
    quoted = quoted_messages(text, messages, graph, lexical)
    if not named or (quoted and not any(_says_type(text, graph, entity) for entity in named)):
        return [*quoted, *(entity for entity in named if entity not in quoted)]
    return named


def _says_type(text: str, graph: EntityTable, entity: int) -> bool:
    """Whether a name says also what encloses an entity in its file, where anything does."""
    parts = [part for part in SEPARATOR.split(only_name(text)) if part]
    _, *around = reversed(places(graph, entity)[-graph.qualified_of(entity).count(".") - 1 :])
    return len(parts) < 2 or not around or parts[-2] == around[0]


def holders(text: str, lexical: LexicalIndex) -> list[int]:
    """Return what holds the one name that is all of a query: of what no file defines, that is all there is.

    A name of several parts, as `subprocess.Popen`, is held where all of them are.
    """
    name = only_name(text)
    return sorted(_holding(name, lexical)) if has_form_of_code(name) else []


def holders_of_any(text: str, graph: EntityTable, lexical: LexicalIndex) -> set[int]:
    """Return what holds, or is, one of the names that are all of a query; nothing where it has other words."""
    names = [part for part in _BETWEEN.split(text.strip()) if part]
    are_names = all(has_form_of_code(name) or quoted_phrase(name) for name in names)
    if not are_names or not 1 < len(names) <= _MOST_NAMES:
        return set()
    bare = [name.strip(f"{_QUOTES}:") for name in names]
    named = (_of_one_name(name, graph, lexical) for name in bare)
    return set[int]().union(*named, *(_holding(name, lexical) for name in bare))


def _holding(name: str, lexical: LexicalIndex) -> set[int]:
    terms = [lexical.term(terms[-1]) for terms in map(document_terms, WORD.findall(name)) if terms]
    held = [set() if term is None else set(lexical.text.entries(term)[0].tolist()) for term in terms]
    return set.intersection(*held) if held else set()


def _of_one_name(name: str, graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    for spelling in _spellings(name):
        by_id = graph.index_of(spelling)
        found = (
            [by_id] if by_id is not None else _of_path(spelling, graph) or _named(spelling, graph, lexical)
        )
        if found:
            return _with_readers(found, graph, lexical)
    return []


def names_setting(text: str, graph: EntityTable) -> bool:
    """Whether a text is the name of a setting, of a variable of the environment, a key or a flag, or asks about one."""
    return any(_is_setting(name, graph) for name in _spellings(only_name(text))) or bool(
        _setting_asked_about(text, graph)
    )


def _is_setting(name: str, graph: EntityTable) -> bool:
    by_id = graph.index_of(name)
    named = graph.named(name) if by_id is None else [by_id]
    return any(_kind(graph, entity) == "config" and graph.file[entity] < 0 for entity in named)


def _setting_asked_about(text: str, graph: EntityTable) -> str:
    """Return the one setting that a short question is about: `what breaks without SHOP_PERIOD`; else nothing."""
    words = text.split()
    if not 1 < len(words) <= _MOST_ASKING or "\n" in text.strip():
        return ""
    asked = set(_SETTING.findall(text))
    named = {name for name in asked if any(_is_setting(one, graph) for one in _spellings(name))}
    return named.pop() if len(named) == 1 else ""


def may_lie_outside(text: str, table: EntityTable) -> bool:
    """Whether a text is one name, or holds the name of a setting, that no file defines: only linking tells the rest.

    Who asks for a constant by the name of its module is told by that as well.
    """
    name = only_name(text)
    if name.isupper() and any(_kind(table, entity) == "var" for entity in table.named(name)):
        return True
    if name:
        inside = (_of_path(one, table) or _of_name(one, table) for one in _spellings(name))
        return table.index_of(name) is None and not any(inside)
    return any(not table.named(setting) for setting in set(_SETTING.findall(text)))


def has_form_of_code(name: str) -> bool:
    """Whether a name is written as no word of a sentence is.

    >>> has_form_of_code("taxRate"), has_form_of_code("tax_rate"), has_form_of_code("rate")
    (True, True, False)
    """
    return _NO_PROSE.search(name) is not None


def quoted_phrase(text: str) -> str:
    """Return what is all of a query, and in quotes; empty where it is not.

    >>> quoted_phrase('"an empty cart"'), quoted_phrase("an empty cart"), quoted_phrase('"cart" or "shop"')
    ('an empty cart', '', '')
    """
    phrase = text.strip()
    is_quoted = len(phrase) > 1 and phrase[0] == phrase[-1] and phrase[0] in _QUOTATION
    return phrase[1:-1] if is_quoted and phrase.count(phrase[0]) == 2 and "\n" not in phrase else ""


def code_fragment(text: str) -> str:
    """Return what is all of a query and a piece of code, as its marks tell; empty where it is not.

    >>> code_fragment("total < 3"), code_fragment("the total (of a cart)"), code_fragment("[Cart] Round the total")
    ('total < 3', '', '')
    >>> code_fragment("fix(cart): round the total"), code_fragment("Round `total=3`, `rate=...` too.")
    ('', '')
    """
    fragment = text.strip()
    if len(fragment) > 1 and fragment[0] == fragment[-1] == "`" and fragment.count("`") == 2:
        fragment = fragment[1:-1]
    is_short = len(fragment) <= _LONGEST_FRAGMENT and "\n" not in fragment
    commit = KIND_OF_COMMIT.match(fragment)
    told = _SPAN.sub("", fragment[commit.end() :] if commit is not None else fragment)
    return fragment if is_short and _OPERATOR.search(_TAG.sub("", told)) else ""


def only_name(text: str) -> str:
    """Return the name that is all of a query; empty where there is more."""
    text = unquoted(text, _QUOTES)
    if len(text) > _LONGEST_NAME:
        return ""
    name = re.sub(r"(?<!operator)\(\)\Z", "", _KEYWORD.sub("", text).lstrip(_QUOTES))
    return name if len(name.split()) == 1 else ""


def _spellings(name: str) -> list[str]:
    """Return how what a query names may be called: as it says, without the marks of a use, as a flag.

    A library may take the name of a flag without the dashes that it is given with, and one may ask for it so.
    """
    bare = name.lstrip("-")
    flag = [] if bare != name or "-" not in name[1:-1] else [f"--{name}"]
    flag += [f"config:flag:{bare}"] if name.startswith("--") else []
    flag += [f"config:key:{name}"] if ":" in name else []
    return list(dict.fromkeys([name, name.strip(_MARKS), *flag]))


def quoted_messages(
    text: str, messages: Sequence[MessageHit], graph: EntityTable, lexical: LexicalIndex
) -> list[int]:
    """Return the source that words a message which is half of a query or more: who asks so asks where it is from.

    What a literal without a blank names, a flag or a key, is meant by who asks for that name alone.
    """
    words = len(words_of(text))
    if words > _LONGEST_MESSAGE or "\n" in text.strip():
        return []
    is_name = bool(only_name(text))
    meant: dict[int, list[int]] = {}
    for hit in messages:
        if hit.is_name:
            is_meant = is_name and hit.words == words
        else:
            is_meant = 2 * hit.words >= words and _is_sentence(hit.text, text)
        if is_meant and hit.share * _MOST_HOLDERS >= 1:
            meant.setdefault(-hit.words, []).append(hit.entity)
    found = [one for _, some in sorted(meant.items()) for one in _in_order(sorted(some), [], graph, lexical)]
    roles = roles_of(graph, lexical.roles, np.array(found, np.int64))
    return [
        one for one, role in dict.fromkeys(zip(found, roles.tolist(), strict=True)) if role == Role.SOURCE
    ]


def _is_sentence(message: str, text: str) -> bool:
    """Whether a text holds the words of a message as words, and not as the path of a name: `settings.compiler.name`."""
    if unspaced(message):
        return True
    written = re.search(r"[\W_]+".join(map(re.escape, message.split())), text, re.IGNORECASE)
    return written is not None and any(map(str.isspace, written.group()))


def _named(name: str, graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    found = without_constructors(graph, _of_name(name, graph)) or graph.named_outside(name)
    folded = _of_folded_name(name, graph, lexical) if not found or name.islower() else []
    return _in_order(found, [entity for entity in folded if entity not in found], graph, lexical)


def _with_readers(found: list[int], graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    """Put the functions that read a setting behind it: it stands for no place in the code by itself.

    So are those behind a constant that ask an object of settings for it.
    """
    if not isinstance(graph, CodeGraph):
        return found
    settings = [entity for entity in found if graph.file[entity] < 0 and _kind(graph, entity) == "config"]
    constants = [entity for entity in found if _kind(graph, entity) == "var"]
    settings += [key for entity in constants for key in keys_of(graph, entity)]
    if not settings:
        return found
    offsets, sources = graph.adjacency(("READS_CONFIG",), "in")
    readers = {int(one) for entity in settings for one in sources[offsets[entity] : offsets[entity + 1]]}
    return [*found, *_in_order(sorted(readers.difference(found)), [], graph, lexical)]


def _kind(graph: EntityTable, entity: int) -> str:
    return graph.kinds[int(graph.kind[entity])]


def _of_path(name: str, graph: EntityTable) -> list[int]:
    if "/" not in name and "." not in name:
        return []
    slots, shared = path_index(graph).find(name)
    if shared < min(2, len([part for part in name.split("/") if part not in ("", ".")])):
        return []
    return [graph.file_entry(slot).first for slot in slots]


def _of_name(name: str, graph: EntityTable) -> list[int]:
    parts = [part for part in SEPARATOR.split(name) if part]
    if not parts:
        return []
    found = graph.named(parts[-1])
    if len(parts) > 1:
        found = [entity for entity in found if common_end(parts, places(graph, entity)) == len(parts)]
    return found


def _of_folded_name(name: str, graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    asked = folded(name)
    terms = [lexical.term(term) for term in query_terms(name)]
    held: dict[int, None] = {}
    for term in terms:
        if term is not None:
            held.update(dict.fromkeys(lexical.names.entries(term)[0][:_MOST_CANDIDATES].tolist()))
    return [entity for entity in held if folded(graph.name_of(entity)) == asked]


def folded(name: str) -> str:
    """Return a name without what spellings of it differ in."""
    return name.replace("_", "").lower()


def _in_order(found: list[int], folded: list[int], graph: EntityTable, lexical: LexicalIndex) -> list[int]:
    """Source before tests, what is spelt so before the rest, code before data, bodies before declarations."""
    every = found + folded
    entities = np.array(every, np.int64)
    is_folded = np.arange(len(every)) >= len(found)
    kind_order = np.array([_KIND_ORDER.get(kind, 0) for kind in graph.kinds])
    is_other = roles_of(graph, lexical.roles, entities) != Role.SOURCE
    depths = np.array([graph.qualified_of(entity).count(".") for entity in every], np.int64)
    declared = np.array([graph.is_declared(entity) for entity in every], np.bool_)
    order = np.lexsort((entities, depths, declared, kind_order[graph.kind[entities]], is_folded, is_other))
    best: list[int] = entities[order[:_MOST_DEFINITIONS]].tolist()
    return best
