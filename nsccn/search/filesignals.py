"""What speaks for each file, one array of all files for each signal.

A signal that is a score is divided by its maximum, so that all of them are of one size; one that counts what the
query points at is taken as it is, or by its logarithm.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import CODE_KINDS
from nsccn.regexes import regex
from nsccn.search import mentions as mentioned
from nsccn.search.mentions import code_words
from nsccn.search.parts import FILE_NAME_COUNT
from nsccn.search.paths import path_index
from nsccn.search.scores import normalised
from nsccn.search.terms import WHOLE, document_terms
from nsccn.search.titleparts import files_of_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nsccn.search.evidence import Evidence

_BEST_ENTITIES: Final = 5
_TEXT_DECAY: Final = 0.5
_NAME_DECAY: Final = 0.7
"""What each further entity of a file counts of the one before."""
_LIKE_A_NAME: Final = regex(r"^[A-Z]\w|\w_\w|[a-z0-9][A-Z]")
_MOST_DEFINITIONS: Final = 12
"""A name with more definitions points at none of them."""
_MOST_QUOTED: Final = 1.0
"""A pasted log quotes many messages of files in which nothing broke."""
_MOST_HOLDERS: Final = 8
"""A name that more sources hold points at none of them."""


def file_signals(evidence: Evidence) -> dict[str, NDArray[np.float64]]:
    """Return every signal of all files."""
    signals = {name: normalised(values) for name, values in _scored(evidence).items()}
    pointed = (
        _mentioned(evidence)
        | _quoted(evidence)
        | {"stem in title": _stems_in_title(evidence), "defined in title": _defined_in_title(evidence)}
        | {"held names": _held_names(evidence)}
        | {"plain types": _plain_types(evidence)}
        | {"part": files_of_part(evidence.zones.part, evidence.graph.paths)}
    )
    if evidence.remembered is not None:
        pointed["referred commits"] = evidence.remembered.referred
    return signals | {name: values * evidence.file_weight for name, values in pointed.items()}


def _scored(evidence: Evidence) -> dict[str, NDArray[np.float64]]:
    lexical = evidence.lexical
    text, names = (
        lexical.best_of_files(scores, _BEST_ENTITIES) for scores in (evidence.text, evidence.names)
    )
    of_entities = {
        "best entities": decayed(text, _TEXT_DECAY),
        "names": decayed(names, _NAME_DECAY),
    }
    of_files = {
        "whole file": evidence.whole_files,
        "path": evidence.paths,
        "kin path": lexical.path_scores(evidence.kin),
        "stem fit": _stem_fit(evidence),
    }
    if evidence.remembered is not None:
        of_files |= {"history": evidence.remembered.best, "near history": evidence.remembered.nearest}
    return of_entities | {name: values * evidence.file_weight for name, values in of_files.items()}


def decayed(best: NDArray[np.float64], decay: float) -> NDArray[np.float64]:
    """Return the sums of the rows, each counting `decay` of the one before."""
    total: NDArray[np.float64] = np.zeros(best.shape[1])
    share = 1.0
    for row in best:
        total += share * row
        share *= decay
    return total


def _stem_fit(evidence: Evidence) -> NDArray[np.float64]:
    """Return what share of the words in each file's name the title says, by themselves or by their kin."""
    said = {**evidence.kin, **evidence.zone_queries[0]}
    weights = {term: min(weight, 1.0) for term, weight in said.items()}
    found = evidence.lexical.paths.sums(
        weights, lambda factor, counts, _: factor * (counts >= FILE_NAME_COUNT)
    )
    slots = np.flatnonzero(found)
    found[slots] /= path_index(evidence.graph).stem_sizes(slots)
    return found


def _mentioned(evidence: Evidence) -> dict[str, NDArray[np.float64]]:
    """Return what the query names of each file."""
    files = len(evidence.file_weight)
    path, frames, last, qualified, imported, defined = (np.zeros(files) for _ in range(6))
    for one in evidence.mentions.found:
        if one.file < 0:
            continue
        if one.kind == mentioned.PATH:
            path[one.file] = max(path[one.file], one.weight)
        elif one.kind == mentioned.FRAME:
            frames[one.file] = max(frames[one.file], one.weight)
            last[one.file] = max(last[one.file], float(one.weight == 1.0))
        elif one.kind == mentioned.QUALIFIED:
            qualified[one.file] += one.weight
        elif one.kind == mentioned.IMPORTED:
            imported[one.file] += one.weight
        else:
            defined[one.file] += one.weight * (1 + np.log(one.times))
    return {
        "mentioned path": path,
        "frames": frames,
        "last frame": last,
        "qualified names": np.log1p(qualified),
        "imported names": np.log1p(imported),
        "defined names": np.log1p(defined),
    }


def _quoted(evidence: Evidence) -> dict[str, NDArray[np.float64]]:
    """Return how much of the messages in each file's literals the query quotes."""
    messages = np.zeros(len(evidence.file_weight))
    for hit in evidence.messages:
        messages[evidence.lexical.file_of[hit.entity]] += (hit.words - 1) * hit.share
    return {"messages": np.minimum(np.log1p(messages), _MOST_QUOTED)}


def _stems_in_title(evidence: Evidence) -> NDArray[np.float64]:
    """Return how surely the title says the whole name of each file."""
    found = np.zeros(len(evidence.file_weight))
    for word in evidence.folded_title_words:
        slots = path_index(evidence.graph).of_stem(word)
        for slot in slots:
            found[slot] += 1 / len(slots)
    return np.log1p(found)


def _defined_in_title(evidence: Evidence) -> NDArray[np.float64]:
    """Return how surely the title says the name of a type or function of each file, spelt like one."""
    graph = evidence.graph
    is_definition = np.array([kind in CODE_KINDS for kind in graph.kinds])
    is_source = np.append(
        evidence.lexical.roles == Role.SOURCE, False
    )  # the last stands for what lies in no file
    found = np.zeros(len(evidence.file_weight))
    for word in sorted(evidence.title_words):
        if not _LIKE_A_NAME.search(word):
            continue
        entities = np.array(graph.named(word), np.int64)
        slots = graph.file[entities[is_definition[graph.kind[entities]]]]
        slots = slots[is_source[slots]]
        _point(found, slots, _MOST_DEFINITIONS)
    return np.log1p(found)


def _held_names(evidence: Evidence) -> NDArray[np.float64]:
    """Return how surely the query means each source by compound names that it and few others hold, whatever for.

    That a report quotes them says something; whoever asks for a name is told where it is defined.
    """
    lexical = evidence.lexical
    is_source = lexical.roles == Role.SOURCE
    terms = chain.from_iterable(map(document_terms, code_words("\n".join(evidence.zones))))
    found = np.zeros(len(evidence.file_weight))
    for term in sorted(lexical.known({name: 1.0 for name in terms if name.startswith(WHOLE)})):
        holders = lexical.files.entries(term)[0]
        slots = holders[is_source[holders]]
        _point(found, slots, _MOST_HOLDERS)
    return np.log1p(found) * (1 - evidence.breadth**2)


def _plain_types(evidence: Evidence) -> NDArray[np.float64]:
    """Return how surely a capitalized word of a sentence means a type of each file."""
    found = np.zeros(len(evidence.file_weight))
    for entity, share in evidence.plain_types.items():
        found[evidence.graph.file[entity]] += share
    return np.log1p(found)


def _point(found: NDArray[np.float64], slots: NDArray[np.int64], most: int) -> None:
    """Share one among the files that a name points at; where they are more than `most`, it points at none."""
    if 0 < len(slots) <= most:
        np.add.at(found, slots, 1 / len(slots))
