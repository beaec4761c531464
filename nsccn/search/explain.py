"""Says in a few words why an entity was found."""

from __future__ import annotations

from functools import cached_property, lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.routes import handlers
from nsccn.search import mentions as mentioned
from nsccn.search.exact import names_setting
from nsccn.search.quotations import quoted_literals
from nsccn.search.terms import WHOLE, WORD, document_terms, query_terms
from nsccn.text import from_pairs, stem, subtokens, unspaced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.model import Entity
    from nsccn.search.evidence import Evidence

READS: Final = "reads the setting"
IN_TEXT: Final = "text"
"""How the reason begins of what has the words in its text and nowhere else."""
_MOST_WORDS: Final = 3
_SHOWN_MESSAGE: Final = 60
_EXPLAINED_TERMS: Final = 40
_READ_DOC: Final = 400
_POINTING: Final = {mentioned.PATH, mentioned.FRAME, mentioned.QUALIFIED}
"""Mentions that say more than the word itself."""

_terms_of = lru_cache(maxsize=20_000)(document_terms)


def _words_by_term(text: str) -> dict[str, str]:
    """Return for each term of a query the word that stands for it in an explanation."""
    words: dict[str, str] = {}
    for word in dict.fromkeys(WORD.findall(text)):
        asked = query_terms(word)
        pieces = subtokens(word) if asked else []
        whole = word if len(pieces) > 1 else word.lower()
        by_term = {stem(piece): piece for piece in pieces}
        for term in asked:
            words.setdefault(term, by_term.get(term, whole))
    return words


def _file_name(path: str) -> str:
    """Return the end of a path that a query names; where it lies, a hit says itself."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


class Explainer:
    """Explains the hits of one query."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._told: dict[int, str] = {}
        self._words = _words_by_term("\n".join(evidence.zones))
        self._distinct = len({word for term, word in self._words.items() if not term.startswith(WHOLE)})
        self._mentions = {
            one.entity: one
            for one in reversed(evidence.mentions.found)
            if one.entity >= 0 and one.kind in _POINTING
        }
        self._files = {one.file: one for one in reversed(evidence.mentions.found) if one.entity < 0}
        self._messages = {hit.entity: hit for hit in reversed(evidence.messages)}

    @cached_property
    def weights(self) -> dict[str, float]:
        """The terms of the query, and how much each tells."""
        terms = self._evidence.lexical.terms
        return {terms[term]: weight for term, weight in self._telling.items()}

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """What the query quotes that no term stands for."""
        quoted = quoted_literals(f"{self._evidence.zones.title}\n{self._evidence.zones.prose}")
        return tuple(one for one in quoted if not any(map(document_terms, WORD.findall(one))))

    @cached_property
    def _telling(self) -> dict[int, float]:
        """How much each term of the query tells, by its number."""
        return self._evidence.lexical.text.by_rarity(self._evidence.query)

    @cached_property
    def _strongest(self) -> list[tuple[int, str]]:
        """The terms of the query that tell most, and their names."""
        told, terms = self._telling, self._evidence.lexical.terms
        strongest = nsmallest(_EXPLAINED_TERMS, told, key=lambda term: (-told[term], term))
        return [(term, terms[term]) for term in strongest]

    @cached_property
    def _is_setting(self) -> bool:
        return names_setting(self._evidence.zones.title, self._evidence.graph)

    @cached_property
    def _answering(self) -> frozenset[int]:
        return frozenset(handlers(self._evidence.graph, self._evidence.zones.title))

    def why(self, entity: Entity, contributions: Mapping[str, float]) -> str:
        """Return the strongest reasons, for example `name "route", doc "radix"`."""
        if entity.index not in self._told:
            self._told[entity.index] = self._reasons(entity, contributions)
        return self._told[entity.index]

    def _reasons(self, entity: Entity, contributions: Mapping[str, float]) -> str:
        title = self._evidence.zones.title
        is_name = len(title.split()) == 1 and not unspaced(title)
        if "exact" in contributions and entity.index in self._answering:
            return "answers the URL"
        if "exact" in contributions and (is_name or entity.index not in self._messages):
            is_named, literal = self._is_named(entity), self._messages.get(entity.index)
            is_held = literal is not None and literal.is_name and not is_named
            is_reader = is_held or (entity.kind in FUNCTION_KINDS and not is_named)
            if self._is_setting or not is_held:
                return READS if is_reader else "exact name"
        is_in_named_file = int(self._evidence.graph.file[entity.index]) in self._files
        reasons = [*self._pointers(entity), *self._fields(entity, with_path=not is_in_named_file)]
        if not reasons and "meaning" in contributions:
            reasons.append("near in meaning")
        return ", ".join(reasons)

    def quoted(self, entity: Entity) -> str:
        """Return the wording of an entity that the query quotes, if any."""
        message = self._messages.get(entity.index)
        return "" if message is None else message.text

    def _is_named(self, entity: Entity) -> bool:
        # Which may be a stop word: `a`, `Cart.get`.
        last = mentioned.SEPARATOR.split(self._evidence.zones.title.strip())[-1].removesuffix("()")
        return entity.name == last or "".join(subtokens(entity.name)) in self._evidence.folded_title_words

    def _pointers(self, entity: Entity) -> list[str]:
        reasons = []
        mention = self._mentions.get(entity.index)
        if mention is not None:
            named = mention.text if mention.kind == mentioned.QUALIFIED else _file_name(mention.text)
            reasons.append(f'{mention.kind} "{named}"')
        file = self._files.get(int(self._evidence.graph.file[entity.index]))
        if file is not None and (mention is None or _file_name(file.text) not in mention.text):
            reasons.append(f'path "{_file_name(file.text)}"')
        message = self._messages.get(entity.index)
        if message is not None:
            reasons.append(f'message "{from_pairs(message.text)[:_SHOWN_MESSAGE]}"')
        return reasons

    def _fields(self, entity: Entity, *, with_path: bool) -> list[str]:
        """Name for each word of the query the most telling field that holds it."""
        owner = entity.qualified_name.rpartition(".")[0]
        fields = {
            "name": entity.name,
            "in": owner,
            "signature": entity.signature,
            "doc": entity.doc[:_READ_DOC],
            "path": entity.path if with_path else "",
        }
        shown: set[str] = set()
        reasons: list[str] = []
        for field, text in fields.items():
            if len(shown) == self._distinct:
                return reasons
            said = self._query_words(text)
            if field == "path":
                said = [word for word in said if word not in self._in_most_paths]
            words = [word for word in said if word not in shown][:_MOST_WORDS]
            if words:
                shown.update(words)
                reasons.append(f'{field} "{" ".join(words)}"')
        inside = [word for word in self._inside(entity) if word not in shown][:_MOST_WORDS]
        if inside:
            reasons.append(f'{IN_TEXT} "{" ".join(inside)}"')
        return reasons

    @cached_property
    def _in_most_paths(self) -> set[str]:
        """The words that most source files have in their paths, as the package's name; they tell nothing of one."""
        lexical = self._evidence.lexical
        is_source = lexical.roles == Role.SOURCE
        most = int(is_source.sum()) // 2
        found = set()
        for term, word in self._words.items():
            number = lexical.term(term)
            files = lexical.paths.entries(number)[0] if number is not None else ()
            if len(files) > most and is_source[files].sum() > most:
                found.add(word)
        return found

    def _query_words(self, text: str) -> list[str]:
        """Return the words of the query that a text holds, in the order of the text."""
        found: dict[str, None] = {}
        for word in WORD.findall(text):
            terms = _terms_of(word)
            whole = next((term for term in terms if term.startswith(WHOLE) and term in self._words), None)
            for term in [whole] if whole else terms:
                if term in self._words:
                    found.setdefault(self._words[term])
        return list(found)

    def _inside(self, entity: Entity) -> list[str]:
        """Return the words of the query that the entity's text holds, the most telling first.

        One that is held whole stands for its parts.
        """
        held: dict[str, None] = {}
        parts: set[str] = set()
        for term, name in self._strongest:
            if name in self._words and self._evidence.lexical.text.holds(term, np.array([entity.index]))[0]:
                word = self._words[name]
                held.setdefault(word)
                pieces = subtokens(word) if name.startswith(WHOLE) else []
                parts.update(pieces if len(pieces) > 1 else ())
        return [word for word in held if word.lower() not in parts]
