"""The arrays of the search index: those of some of the files, of several parts joined, and of a change.

All that an array holds is either said of one file and moves with it, or belongs to an inverted list. So the
arrays of all files are the same, however they came about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import pack_strings
from nsccn.graph.change.renumbering import renumbered
from nsccn.graph.change.splicing import (
    Keys,
    Lists,
    bounds_of,
    fresh_entities,
    fresh_first,
    kept_lists,
    merge_keys,
    merge_lists,
    splice_entities,
    splice_inverted,
    splice_rows,
    splice_slots,
)
from nsccn.search.inversion import (
    Triples,
    concatenated,
    gathered,
    inverted,
    less,
    set_apart,
    transposed,
    united,
)
from nsccn.search.messages import message_arrays, message_lists
from nsccn.search.terms import expand, is_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.change.splice import Splice
    from nsccn.graph.change.splicing import Merge
    from nsccn.search.corpus import Corpus

FIELDS: Final = {"text": "entities", "name": "entities", "file": "files", "path": "files"}
"""The inverted lists, and what they list: an entity's text and names, its names alone, a whole file, its path."""
FILE_NAME_COUNT: Final = 2
FOLDER_COUNT: Final = 1
FILE_COLUMNS: Final = ("roles", "file_lengths", "path_lengths")
ENTITY_COLUMNS: Final = ("text_lengths", "name_lengths")


class FieldWeights(NamedTuple):
    """How often a term counts in each field."""

    name: int = 8
    owner: int = 3
    text: int = 1


class Part(NamedTuple):
    """What some files, one after the other, say. Entities and files are numbered from 0."""

    keys: dict[str, Keys]
    """The terms of the fields, and the fragments of the messages."""
    fields: dict[str, Lists]
    messages: Lists
    columns: dict[str, Array]


def part_of(corpus: Corpus, weights: FieldWeights) -> Part:
    """Return what the files that were gathered say."""
    files, entities = len(corpus.firsts), corpus.entities
    expansion = expand(corpus.words)
    terms = len(expansion.names)
    text = (Triples.of(corpus.own_text(), expansion, weights.text),)
    names = (
        Triples.of(corpus.names(), expansion, weights.name),
        Triples.of(corpus.owners(), expansion, weights.owner),
    )
    paths = (
        Triples.of(corpus.file_names(), expansion, FILE_NAME_COUNT),
        Triples.of(corpus.folders(), expansion, FOLDER_COUNT),
    )
    of_text = inverted((*text, *names), terms)
    imports = Triples.of(corpus.imports(), expansion, weights.text)
    file_of = np.repeat(np.arange(files, dtype=np.int32), corpus.sizes)
    fields = {
        "text": less(of_text, inverted((imports,), terms)),
        "name": inverted(names, terms),
        "file": gathered(of_text, file_of),
        "path": inverted(paths, terms),
    }
    text_lengths = _lengths(text, entities)
    fragments, messages = corpus.messages.lists()
    return Part(
        {"terms": Keys(*pack_strings(expansion.names)), "fragments": fragments},
        {field: set_apart(lists) for field, lists in fields.items()},
        messages,
        {
            "firsts": np.array(corpus.firsts, np.int32),
            "roles": np.array(corpus.roles, np.uint8),
            "file_lengths": np.bincount(file_of, text_lengths, files).astype(np.uint32),
            "path_lengths": _lengths(paths, files),
            "text_lengths": text_lengths,
            "name_lengths": _lengths(names, entities),
        },
    )


def _lengths(parts: Sequence[Triples], documents: int) -> Array:
    return sum((part.lengths(documents) for part in parts), np.zeros(documents, np.int64)).astype(np.uint32)


def joined(parts: Sequence[Part]) -> dict[str, Array]:
    """Return the arrays of all files from those of parts of them. The parts are used up."""
    sizes = {
        "files": [len(part.columns["firsts"]) for part in parts],
        "entities": [len(part.columns["text_lengths"]) for part in parts],
    }
    terms, numbers = united([part.keys.pop("terms") for part in parts])
    fragments, places = united([part.keys.pop("fragments") for part in parts])
    plain = ~is_whole(terms)
    arrays = {"terms_blob": terms.blob, "terms_offsets": terms.offsets}
    arrays["forward_offsets"], arrays["forward_terms"] = transposed(
        [part.fields["text"] for part in parts], numbers, sizes["entities"], plain
    )
    for field, documents in FIELDS.items():
        lists = [part.fields.pop(field) for part in parts]
        arrays.update(list_arrays(field, concatenated(lists, numbers, sizes[documents], len(terms))))
    held = concatenated([part.messages for part in parts], places, sizes["entities"], len(fragments))
    arrays.update(message_arrays(fragments, held))
    for column in ("firsts", *FILE_COLUMNS, *ENTITY_COLUMNS):
        arrays[column] = np.concatenate([part.columns[column] for part in parts])
    return arrays


def spliced(old: Mapping[str, Array], splice: Splice, fresh: Mapping[str, Array]) -> dict[str, Array]:
    """Return the arrays of the new files, from those of the old ones and of the fresh ones by themselves."""
    moved = {"entities": splice.entities, "files": splice.slots}
    numbers = {"entities": fresh_entities(splice), "files": splice.fresh}
    kept, added = {}, {}
    for field, documents in FIELDS.items():
        kept[field] = kept_lists(moved[documents], stored_lists(old, field))
        added[field] = renumbered_lists(stored_lists(fresh, field), numbers[documents])
    remains = np.any([lists.sizes > 0 for lists in kept.values()], axis=0)
    merge = merge_keys(stored_terms(old), stored_terms(fresh), remains)
    arrays = {"terms_blob": merge.keys.blob, "terms_offsets": merge.keys.offsets}
    for field in FIELDS:
        arrays.update(list_arrays(field, merge_lists(merge, kept[field], added[field])))
    arrays.update(_spliced_forward(old, splice, fresh, merge))
    fragments, held = message_lists(fresh)
    added_messages = (fragments, renumbered_lists(held, numbers["entities"]))
    arrays.update(message_arrays(*splice_inverted(moved["entities"], message_lists(old), added_messages)))
    arrays["firsts"] = splice.new_first[:-1].astype(np.int32)
    for column in FILE_COLUMNS:
        arrays[column] = splice_slots(splice, old[column], fresh[column])
    for column in ENTITY_COLUMNS:
        arrays[column] = splice_entities(splice, old[column], fresh[column])
    return arrays


def _spliced_forward(
    old: Mapping[str, Array], splice: Splice, fresh: Mapping[str, Array], merge: Merge
) -> dict[str, Array]:
    """Return the terms of each entity under their new numbers, which keep the terms' order."""
    old_rows = old["forward_offsets"]
    fresh_rows = fresh["forward_offsets"]
    terms = splice_rows(
        splice,
        renumbered(merge.old, old["forward_terms"]),
        renumbered(merge.fresh, fresh["forward_terms"]),
        old_rows[splice.old_first],
        fresh_rows[fresh_first(splice)],
    )
    sizes = splice_entities(splice, np.diff(old_rows), np.diff(fresh_rows))
    return {"forward_offsets": bounds_of(sizes).astype(np.uint32), "forward_terms": terms}


def list_arrays(field: str, lists: Lists) -> dict[str, Array]:
    """Return the lists of one field under the names that they are stored under."""
    return {
        f"{field}_offsets": lists.bounds,
        f"{field}_documents": lists.numbers,
        f"{field}_counts": lists.columns["counts"],
    }


def stored_lists(arrays: Mapping[str, Array], field: str) -> Lists:
    """Return the lists that `list_arrays` named."""
    counts = {"counts": arrays[f"{field}_counts"]}
    return Lists(arrays[f"{field}_offsets"], arrays[f"{field}_documents"], counts)


def stored_terms(arrays: Mapping[str, Array]) -> Keys:
    """Return the terms of stored arrays."""
    return Keys(arrays["terms_blob"], arrays["terms_offsets"])


def renumbered_lists(lists: Lists, numbers: Array) -> Lists:
    """Return the lists with other numbers in the same order."""
    return Lists(lists.bounds, numbers.astype(np.int32)[lists.numbers], lists.columns)
