"""What methods take and give, by their signatures, where types implement interfaces without saying so, as in Go."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import closing, split

_NAMED: Final = re.compile(r"(?!(?:chan|func|map|struct|interface)\b)\w+\s+(\S.*)", re.DOTALL)
"""A parameter with its name before its type."""
_PACKAGE: Final = re.compile(r"\b\w+\.(?=\w)")
_LENGTH: Final = re.compile(r"(?<!\w)\[\w+\]")
_FUNCTION: Final = re.compile(r"\bfunc\b.*", re.DOTALL)
_WORD: Final = re.compile(r"[^\W\d]\w*")
_PARAMETERS: Final = re.compile(r"(?:type\s+)?\w+\[([^\]]*)\]")
_OF_RECEIVER: Final = re.compile(r"\w\[([^\]]*)\]")
_ALIAS: Final = re.compile(r"(?:type\s+)?(\w+)\s*=")
_ALSO: Final = {"interface{}": "any", "byte": "uint8", "rune": "int32"}
_SAME: Final = re.compile(r"interface\{\}|\b(?:byte|rune)\b")
_BOUNDS: Final = frozenset({"any", "comparable"})


class Shape(NamedTuple):
    """What a method takes and gives."""

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    open_names: frozenset[str] = frozenset()
    """Names in it that may stand for any type."""


def agree(one: Shape, other: Shape, open_names: frozenset[str]) -> bool:
    """Whether two methods may take and give the same; a type that mentions an open name may be any."""
    if (len(one.parameters), len(one.results)) != (len(other.parameters), len(other.results)):
        return False
    if one[:2] == other[:2]:
        return True
    loose = open_names | one.open_names | other.open_names
    pairs = zip(one.parameters + one.results, other.parameters + other.results, strict=True)
    return all(
        mine == theirs or any(word in loose for text in (mine, theirs) for word in _WORD.findall(text))
        for mine, theirs in pairs
    )


def shape_of(signature: str, name: str, generic: frozenset[str] = frozenset()) -> Shape:
    """Return the types of parameters and results, without packages; `generic` are the parameters of its type.

    >>> shape_of("func (s *Store[T]) Find(a, b string, of map[string]shop.Kind) (*T, error)", "Find")
    Shape(parameters=('string', 'string', 'map[string]Kind'), results=('*T', 'error'), open_names=frozenset({'T'}))
    """
    start = signature.find(f"{name}(")
    if start < 0:
        return Shape(("unknown",), ())
    receiver = _OF_RECEIVER.search(signature[:start])
    open_names = generic.union(_WORD.findall(receiver.group(1)) if receiver else ())
    start += len(name)
    end = closing(signature, start)
    results = signature[end + 1 :].strip()
    given = results[1 : closing(results, 0)] if results.startswith("(") else results
    return Shape(_types(signature[start + 1 : end]), _types(given), open_names)


def type_parameters(declaration: str) -> frozenset[str]:
    """Return the words in the brackets behind the name of a type: what it is generic in, and most bounds of that.

    >>> sorted(type_parameters("type Pair[K comparable, V any] interface")), type_parameters("Rows map[string]int")
    (['K', 'V'], frozenset())
    """
    found = _PARAMETERS.match(declaration)
    return frozenset(_WORD.findall(found.group(1))) - _BOUNDS if found else frozenset()


def aliased(signature: str) -> str:
    """Return the name that a declaration makes another name of a type, empty where it declares a type.

    >>> aliased("type Size = int"), aliased("type Size int")
    ('Size', '')
    """
    found = _ALIAS.match(signature)
    return found.group(1) if found else ""


def types_of(text: str) -> list[str]:
    """Return the types of a list of parameters or results, each named or none.

    >>> types_of("first, second *T, err error"), types_of("<-chan int, map[string]int")
    (['*T', '*T', 'error'], ['<-chan int', 'map[string]int'])
    """
    types = [piece for piece in map(str.strip, split(text, ",", angles=False)) if piece]
    named = [_NAMED.fullmatch(piece) for piece in types]
    if any(named):
        kind = ""
        for place in range(len(types) - 1, -1, -1):
            found = named[place]
            kind = types[place] = found.group(1) if found else kind
    return types


def _types(text: str) -> tuple[str, ...]:
    """Return the types of a list as they are compared; what follows `func` is not.

    >>> _types("w http.ResponseWriter, a, b []byte, do func(error)")
    ('ResponseWriter', '[]uint8', '[]uint8', 'func')
    """
    return tuple(map(_plain, types_of(text)))


def _plain(text: str) -> str:
    cut = _LENGTH.sub("[N]", _PACKAGE.sub("", _FUNCTION.sub("func", text)))
    return _SAME.sub(lambda found: _ALSO[found.group()], "".join(cut.split()))
