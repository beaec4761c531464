"""What a method is that a type only declares, where the object is known whose method is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Assignment
    from nsccn.graph.notation.places import Place


def of_one_object(links: Links, held: Place | None, name: str) -> list[int]:
    """Return the functions that the object has by a name which is written out for a variable.

    No function where the variable may hold another object, or where the object has the name in other ways.
    """
    symbols = links.symbols
    language = symbols.language(symbols.slot[held.holder]) if held is not None else None
    if held is None or language is None:
        return []
    if held.name:
        scope, scopes = held.holder, links.infer.scopes
        said = scopes.local_variables(symbols.slot[scope]).get(scope, {}).get(held.name, [])
        given = [(scope, value) for value in scopes.written_for(scope).get(f"{held.name}.{name}", ())]
    elif symbols.kind(held.holder) == "var":
        said = [item for _, item in symbols.said_of(held.holder)]
        found = [one for one in symbols.member(held.holder, name) if symbols.is_function(one)]
        if found and _is_written(said, language):
            return found
        given = [(scope, item.value) for scope, item in symbols.values(held.holder, name)]
    else:
        return []
    return _functions(links, given) if _is_written(said, language) else []


def _is_written(said: list[Assignment], language: Language) -> bool:
    """Whether all that is said of a variable is that an object is written out where it is declared."""
    written = f"{language.literal_types.get('object', '')}()"
    return bool(said) and all(item.form == "declare" and item.value == written for item in said)


def _functions(links: Links, given: list[tuple[int, str]]) -> list[int]:
    """Return the functions that are named for a member of the object: `{ listen: start }`."""
    found = [links.infer.evaluate(scope, value) for scope, value in given if value]
    known = [one.entity for one in found if one is not None and one.tag == ENTITY]
    is_whole = len(known) == len(given) and all(links.symbols.is_function(one) for one in known)
    return known if is_whole else []
