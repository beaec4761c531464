"""Rows of types that settings fill, and of the fields of what may be one.

Which setting fills which field can only be said when all files are known; see `propagation/boundreads.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE
from nsccn.graph.notation.boundkeys import ONLY_HOW, SAYS_SO, UNTOLD, WHOLE, spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Definition, FileFacts, Reference
    from nsccn.graph.packed import AssignmentRow

_MANY: Final = re.compile(
    r"(?i)\[\s*\]|\b(?:list|vec|set|map|dict|array|ienumerable|collection|iterable)\w*\s*[<\[]|map\[|\w+map<"
)
_LIKE_SETTINGS: Final = re.compile(
    r"Settings?|Conf(?:ig(?:uration)?)?s?(?![a-z])|Cfg|Opt(?:ion)?s?(?![a-z])|Propert(?:y|ies)|Env(?![a-z])|Environment"
)
"""In the name of a type that settings may fill, whatever file says so."""
_NAMES: Final = re.compile(r"[A-Za-z_][\w.:]*")


class BoundTypes:
    """The types of the file that is being linked."""

    def __init__(self, links: Links, writer: LinkWriter) -> None:
        self._links = links
        self._writer = writer
        self._bound: set[tuple[int, str, int]] = set()
        self._unbound: set[int] = set()

    def bind(self, scope: int, reference: Reference) -> None:
        """Note that settings fill a type, or how they do if they do, or what they do not fill."""
        target, made = reference.target, reference.detail
        if not made:
            self._unbound.add(scope)
            return
        bound = self._bound_by(scope, target)
        if bound is None:
            return
        key = "" if UNTOLD in made else self._links.keys.settled(scope, made)
        own = ONLY_HOW if target == SAYS_SO else int(not target or target.startswith(SAYS_SO))
        if not key and own:
            key = f"{UNTOLD} "
        if key:
            self._bound.add((bound, key, own))

    def end_file(self, slot: int, facts: FileFacts, assigned: Sequence[AssignmentRow]) -> None:
        """Hand the rows of a file on, and begin anew."""
        number = self._writer.names.number
        bound = [(entity, number(key), own) for entity, key, own in sorted(self._bound)]
        self._writer.extend("bound", slot, bound)
        language = self._links.symbols.language(slot)
        if language is not None and language.filled_types:
            own = {entity for entity, *_ in self._bound}
            self._writer.extend(
                "filled", slot, list(self._fields(slot, facts.definitions, assigned, language, own))
            )
        self._bound.clear()
        self._unbound.clear()

    def _bound_by(self, scope: int, target: str) -> int | None:
        infer, symbols = self._links.infer, self._links.symbols
        if target.startswith(SAYS_SO):
            says = target.removeprefix(SAYS_SO)
            if says and infer.typed.types.named(infer.home(scope, says), says) is not None:
                return None  # one of ours, which says so itself if it is such
            target = ""
        if target.startswith("="):
            value = infer.evaluate(scope, target.removeprefix("="))
            if value is not None and value.tag == ENTITY and not symbols.is_type(value.entity):
                value = infer.typed.variable(value.entity)
            return value.entity if value is not None and value.tag == INSTANCE else None
        if target:
            return infer.typed.types.named(infer.home(scope, target), target)
        return scope if symbols.is_type(scope) else self._held(scope, symbols.definitions[scope].returns)

    def _held(self, scope: int, declared: str) -> int | None:
        """Return the type of ours that a declaration names, where what is declared is no collection of such."""
        if _MANY.search(declared):
            return None
        infer = self._links.infer
        for name in _NAMES.findall(declared):
            dotted = name.replace("::", ".").strip(".:")
            found = infer.typed.types.named(infer.home(scope, dotted), dotted)
            if found is not None:
                return found
        return None

    def _fields(
        self,
        slot: int,
        definitions: Sequence[Definition],
        assigned: Iterable[AssignmentRow],
        language: Language,
        own: set[int],
    ) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield the fields of types that may be filled: owner, field, its name in keys, what it holds, line."""
        base = self._links.symbols.first[slot]
        fields = {
            ordinal
            for ordinal, item in enumerate(definitions)
            if item.kind == "attr"
            and "static" not in item.modifiers
            and definitions[item.parent].kind in TYPE_KINDS
            and not (self._unbound and {base + ordinal, base + item.parent} & self._unbound)
            and not (language.key_less and re.search(language.key_less, item.signature))
            and (base + item.parent in own or _LIKE_SETTINGS.search(definitions[item.parent].qualified_name))
        }
        if not fields:
            return
        declared = {(row[0], row[1]): row[3] for row in assigned if row[3]}
        for ordinal in sorted(fields):
            item = definitions[ordinal]
            name, type_ = name_in_keys(item, language), declared.get((item.parent, item.name), "")
            if name is None or (language.assignment_declares and not type_):
                continue
            held = self._held(base + item.parent, type_)
            owner = base + item.parent
            is_other = held is not None and held != owner and self._links.symbols.kind(held) != "enum"
            number = self._writer.names.number(name)
            yield (
                owner,
                base + ordinal,
                number,
                held if held is not None and is_other else owner,
                item.name_line,
            )


def name_in_keys(field: Definition, language: Language) -> str | None:
    """Return the name of a field in the keys of settings, None where no setting fills it."""
    for pattern in language.key_names:
        if found := re.search(pattern, field.signature):
            return (
                f"{WHOLE}{found[1]}" if language.whole_key_names else (None if found[1] == "-" else found[1])
            )
    return spelled(field.name, language.key_spelling)
