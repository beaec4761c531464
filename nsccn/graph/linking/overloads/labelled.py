"""Whether a function takes what a call gives, by the names of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.notation.labels import labels_of, places, read_labels

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


class LabelledCalls:
    """Compares the labels of calls with those of functions."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols

    def labels(self, function: int) -> tuple[str, ...]:
        """Return the names by which a function takes its arguments, which tell it from others of its name."""
        definition = self._symbols.definitions[function]
        return tuple(one.label for one in labels_of(definition.signature, definition.name) or ())

    def places(self, function: int, labels: str) -> tuple[int, ...] | None:
        """Return the parameters that take arguments which are given by some names, None where a function does not."""
        definition = self._symbols.definitions[function]
        stated, given = labels_of(definition.signature, definition.name), read_labels(labels)
        return tuple(range(len(given))) if stated is None else places(stated, given)

    def is_taken(self, function: int, labels: str | None, count: int) -> bool:
        """Whether a function takes what a call gives."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.argument_labels or (labels is None and count != 0):
            return True
        is_called = symbols.is_function(function) and not symbols.is_property(function)
        return not is_called or self.places(function, labels or "") is not None

    def may_be_meant(self, function: int, labels: str | None, count: int) -> bool:
        """Whether a call that names a function of an unknown object may mean it."""
        language = self._symbols.language(self._symbols.slot[function])
        if language is not None and language.named_arguments and labels:
            definition = self._symbols.definitions[function]
            return definition.kind == "class" or set(read_labels(labels)) <= set(definition.parameters)
        if language is None or not language.argument_labels:
            return True
        return not self._symbols.is_property(function) and self.is_taken(function, labels, count)
