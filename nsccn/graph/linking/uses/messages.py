"""Messages that are sent, and the methods that handle those of a type.

Both meet when all files are known; see `propagation/messages.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE
from nsccn.graph.notation.annotation import element_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.languagemessages import MessageWords
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Definition, Reference

_NAME: Final = re.compile(r"\w+")


class Messages:
    """The messages of the file that is being linked, and what handles them there."""

    def __init__(self, links: Links, writer: LinkWriter) -> None:
        self._symbols = links.symbols
        self._infer = links.infer
        self._edges = links.edges
        self._writer = writer
        self._sent: dict[tuple[int, int], int] = {}
        self._received: dict[tuple[int, int], int] = {}

    def send(self, scope: int, reference: Reference) -> None:
        """Note a message that is handed to what finds its handlers, where its type is one of ours."""
        value = self._infer.evaluate(scope, reference.target)
        if value is None or value.tag not in (INSTANCE, ENTITY) or not self._symbols.is_type(value.entity):
            return
        place = (self._symbols.same(value.entity), scope)
        self._sent[place] = min(reference.line, self._sent.get(place, reference.line))

    def receive(self, scope: int, reference: Reference) -> None:
        """Note which function is named to handle the messages of a type; a lambda is part of who names it."""
        message = self._infer.typed.types.named(scope, reference.target)
        if message is None or not self._symbols.is_type(message):
            return
        value = self._infer.evaluate(scope, reference.detail) if reference.detail else None
        is_function = value is not None and value.tag == ENTITY and self._symbols.is_function(value.entity)
        handler = value.entity if value is not None and is_function else scope
        self._received.setdefault((self._symbols.same(message), handler), reference.line)

    def end_file(self, slot: int, definitions: Sequence[Definition]) -> None:
        """Hand the rows of a file on, and begin anew."""
        self._writer.extend("sent", slot, [(*place, line) for place, line in self._sent.items()])
        self._sent.clear()
        language = self._symbols.language(slot)
        handled = [(*place, line) for place, line in self._received.items()]
        self._received.clear()
        if language is not None and language.messages.handler_methods:
            handled += self._handled(slot, definitions, language.messages)
        self._writer.extend("handled", slot, handled)

    def _handled(
        self, slot: int, definitions: Sequence[Definition], words: MessageWords
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the methods that handle messages: of which type, which, and its line."""
        base = self._symbols.first[slot]
        path = self._symbols.paths[slot]
        is_kept_here = bool(words.handler_paths) and bool(re.search(words.handler_paths, path))
        is_own_here = bool(words.own_paths) and bool(re.search(words.own_paths, path))
        subscribing = {
            item.parent: base + ordinal
            for ordinal, item in enumerate(definitions)
            if item.name in words.subscribing_methods
        }
        for ordinal, item in enumerate(definitions):
            if item.kind not in ("method", "func"):
                continue
            owner = definitions[max(item.parent, 0)]
            is_marked = _are_marked(item.decorators, words) or (
                bool(words.parameter_marks) and bool(re.search(words.parameter_marks, item.signature))
            )
            if (subscriber := subscribing.get(item.parent)) is not None:
                is_marked |= self._edges.has(subscriber, "REFERENCES", base + ordinal)
            if (
                item.kind == "method"
                and item.name == words.own_method
                and (is_own_here or _is_base(owner.bases, words.own_handlers))
            ):
                yield self._symbols.same(base + item.parent), base + ordinal, item.name_line
            if item.kind == "method" and item.name in words.handler_methods:
                is_marked |= is_kept_here or _are_marked(owner.decorators, words)
                is_marked = is_marked or self._is_handler(base + item.parent, words)
            for message in self._taken(base + ordinal, item) if is_marked else ():
                yield message, base + ordinal, item.name_line

    def _is_handler(self, cls: int, words: MessageWords) -> bool:
        """Whether a type, or one above it, says of itself that it handles messages."""
        above = self._infer.hierarchy.order(cls)
        return any(_is_base(self._symbols.definitions[one].bases, words.handler_bases) for one in above)

    def _taken(self, method: int, item: Definition) -> Iterator[int]:
        """Yield the types of ours of which a method takes messages, also in an envelope."""
        name = next((one for one in item.parameters if one != item.receiver), "")
        local = self._infer.scopes.local_variables(self._symbols.slot[method]).get(method, {})
        stated = next((one.annotation for one in local.get(name, ()) if one.annotation), "")
        if not stated or self._infer.scopes.type_parameters.hide(method, stated):
            return  # what stands before all handlers
        value = self._infer.evaluate(method, name)
        taken = [one for one in value.alternatives if one.tag == INSTANCE] if value is not None else []
        taken = [one for one in taken if self._symbols.is_type(one.entity)]
        for one in taken:
            if self._is_any(method, one.entity, stated):
                yield self._symbols.same(one.entity)
        inside = element_type(stated) if not taken else ""
        found = self._infer.typed.types.named(method, inside) if inside else None
        if found is not None:
            yield self._symbols.same(found)

    def _is_any(self, method: int, message: int, stated: str) -> bool:
        """Whether a method takes all messages of a type, and not only those that are made for certain types."""
        given = _NAME.findall(stated.partition("<")[2]) if self._infer.typed.is_generic(message) else ()
        return all(self._infer.scopes.type_parameters.hide(method, one) for one in given)


def _are_marked(decorators: Iterable[str], words: MessageWords) -> bool:
    names = (one.replace("()", "").rpartition(".")[2] for one in decorators)
    return any(name in words.handler_marks for name in names)


def _is_base(bases: Iterable[str], pattern: str) -> bool:
    names = (one.partition("$")[0].rpartition(".")[2] for one in bases)
    return bool(pattern) and any(re.fullmatch(pattern, name) for name in names)
