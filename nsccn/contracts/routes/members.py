r"""What answers a path of a URL where a text says its type and its method, as in Laravel: `'CartController@show'`.

Route::group(['namespace' => 'App\Http\Controllers\Admin', 'prefix' => 'admin'], function () {
    Route::get('carts/{cart}', ['uses' => 'CartController@show', 'as' => 'carts.show']);
    Route::resource('lines', 'LineController');
});
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import indentation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

_NAMESPACE: Final = regex(r"\bnamespace[\"']?\s*(?:=>|\()\s*[\"']([\w\\\\]+)[\"']")
_PARTS: Final = regex(r"\w+")
_TYPE: Final = regex(r"\s*[\"']([A-Z\\][\w\\]*)[\"']\s*")
_MOST_LINES: Final = 3000
_MOST_OPTIONS: Final = 12


class Place(NamedTuple):
    """Where a text stands."""

    path: str
    lines: Sequence[str]
    line: int


def written_as(entity: Entity, type_: str) -> re.Pattern[str] | None:
    """Return how a text hands a method of a type over, or its type; None where the language has no such texts."""
    sign = _sign(entity.language)
    if not sign:
        return None
    return re.compile(
        rf"(?<!\w){re.escape(type_)}(?:{re.escape(sign)}{re.escape(entity.name)}(?!\w)|[\"'](?!\s*=>))"
    )


def method_in_text(graph: CodeGraph, language: str, text: str, place: Place) -> int | None:
    """Return the method that a text in a call on a line hands over.

    Of types of one name it is that of the block around, or else of the folder in which such types lie.
    """
    sign = _sign(language)
    pattern = rf"[\"'](?P<type>[A-Za-z_\\][\w\\]*){re.escape(sign)}(?P<name>\w+)[\"']" if sign else ""
    said = [*re.finditer(pattern, text)] if pattern and sign in text else []
    if len(said) != 1:
        return None
    *folders, type_ = _PARTS.findall(said[0]["type"])
    found = [
        one
        for one in graph.named(said[0]["name"])
        if graph.entity(one).kind in FUNCTION_KINDS and graph.entity(one).language == language
        if _is_of(graph, one, type_)
    ]
    return found[0] if len(found) == 1 else _nearest(graph, language, found, folders, place)


def type_in_text(graph: CodeGraph, language: str, text: str, place: Place) -> int | None:
    """Return the type that a text behind a path names by itself; it lies in the folder of such types."""
    said = _TYPE.fullmatch(text) if _sign(language) else None
    if said is None:
        return None
    *folders, type_ = _PARTS.findall(said[1])
    found = [
        one
        for one in graph.named(type_)
        if graph.entity(one).kind in TYPE_KINDS and graph.entity(one).language == language
        if languages.load(language).routes.folder in graph.path_of(one)
    ]
    return _nearest(graph, language, found, folders, place)


def _nearest(
    graph: CodeGraph, language: str, found: list[int], folders: list[str], place: Place
) -> int | None:
    """Return what lies where the block around a line says, else in the folder of the file's name, or in that of all."""
    folder = languages.load(language).routes.folder
    around = next(_namespaces(place.lines, place.line), "")
    own = [*_PARTS.findall(folder), place.path.rpartition("/")[2].partition(".")[0], *folders]
    if not around and (of_file := [one for one in found if _shared_end(graph.path_of(one), own) == len(own)]):
        found = of_file
    wanted = [*_PARTS.findall(around or folder), *folders]
    shared = [_shared_end(graph.path_of(one), wanted) for one in found]
    nearest = [one for one, same in zip(found, shared, strict=True) if same == max(shared) > 0]
    return nearest[0] if len(nearest) == 1 else None


def _sign(language: str) -> str:
    known = languages.known(language)
    return known.routes.member_sign if known is not None else ""


def _is_of(graph: CodeGraph, method: int, type_: str) -> bool:
    owner = graph.owner_of(method)
    return owner >= 0 and graph.entity(owner).kind in TYPE_KINDS and graph.name_of(owner) == type_


def _shared_end(path: str, wanted: Sequence[str]) -> int:
    """Return how many of the last folders of a path are the last parts of a namespace."""
    folders = path.split("/")[:-1]
    pairs = zip(reversed(folders), reversed(wanted), strict=False)
    same = (own.lower() == other.lower() for own, other in pairs)
    return next((number for number, one in enumerate(same) if not one), min(len(folders), len(wanted)))


def _namespaces(lines: Sequence[str], line: int) -> Iterator[str]:
    """Yield the namespaces that the blocks around a line say in their options, the innermost first."""
    least = indentation(lines[line - 1])
    for number in range(line - 1, max(line - _MOST_LINES, 0), -1):
        text = lines[number - 1]
        if not text.strip() or indentation(text) >= least:
            continue
        least = indentation(text)
        first = max(number - _MOST_OPTIONS, 1) if text.lstrip()[0] in ")]}s" else number
        for option in range(number, first - 1, -1):
            above = lines[option - 1]
            if option < number and above.strip() and indentation(above) < least:
                break
            if found := _NAMESPACE.search(above):
                yield found[1]
                break
