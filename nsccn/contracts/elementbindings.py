"""Where templates of Angular bind an input or an output of a component, on an element that is the component's.

@Component({ selector: 'app-row' })                          <app-row [title]="name" (saved)="keep($event)" />
class Row { @Input() title = ''; saved = output(); }         <app-row title="plain" />
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.componenttemplates import with_heirs
from nsccn.contracts.templatewords import marked_words
from nsccn.contracts.told import Told
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import listed_lines
from nsccn.regexes import regex
from nsccn.text import blank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.templatewords import Word
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_BINDABLE: Final = regex(
    r"@(?:Input|Output)\(\s*(?:\{[^{}]*?\balias:\s*)?(?:[\"'](?P<mark>[\w.-]+)[\"'])?"
    r"|=\s*(?:input|output|model)(?:\.required)?\s*(?:<[^()]*>)?\("
    r"(?:[^()]*?\balias:\s*[\"'](?P<made>[\w.-]+)[\"'])?"
)
"""Makes a member one that elements bind, under its own name or another."""
_TAG: Final = {
    "element": r"<{}(?=[\s/>])(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>",
    "attribute": r"<[a-zA-Z][\w-]*(?=[^>]*[\s\[(*]{}(?![\w-]))(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>",
}
_BOUND: Final = r"(?<![\w$-])[\[(]{{0,2}}{}[\])]{{0,2}}(?=[\s=/>])"
_TEXT: Final = regex(r"\"[^\"]*\"|'[^']*'")
_TYPESCRIPT: Final = ".ts"
_TEMPLATES: Final = (".html", ".ts")
_MOST_READ: Final = 400
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


def bound_on_elements(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where elements bind an input or an output of their component."""
    entity = graph.entity(root)
    owner = graph.owner_of(root) if entity.path.endswith(_TYPESCRIPT) else -1
    name = _bound_name(index, entity) if owner >= 0 else ""
    types = with_heirs(graph, owner, entity.name) if name else []
    words = (word for one in types for word in marked_words(index, graph.entity(one)))
    places = dict[str, list[int]]()
    for word in dict.fromkeys(words):
        for path, lines in _places(index, word, name) if word.kind in _TAG else ():
            places[path] = sorted({*places.get(path, ()), *lines})
    if not places:
        return Told()
    told = frozenset((path, line) for path, lines in places.items() for line in lines)
    return Told(
        (f"Elements bind it at {listed_lines(places, _MOST_FILES, _MOST_LINES)}.",), told, is_used=True
    )


def _bound_name(index: RepoIndex, entity: Entity) -> str:
    """Return the name by which elements bind a member, empty for one that they do not."""
    lines = index.text_if_any(entity.path).split("\n")
    found = _BINDABLE.search("\n".join(lines[entity.start_line - 1 : entity.name_line]))
    return (found["mark"] or found["made"] or entity.name) if found else ""


def _places(index: RepoIndex, word: Word, name: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the lines of each file on which an element of a word binds a name."""
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    tag = re.compile(_TAG[word.kind].format(re.escape(word.name)))
    bound = re.compile(_BOUND.format(re.escape(name)))
    slots = lexical.files_with_all(re.findall(r"\w+", word.name))
    held = sorted((paths[slot] for slot in slots), key=lambda path: (role_of(path), path))
    for path in [one for one in held if one.endswith(_TEMPLATES)][:_MOST_READ]:
        text = index.text_if_any(path)
        begins = (
            element.start() + at.start()
            for element in (tag.finditer(text) if word.name in text else ())
            for at in bound.finditer(_TEXT.sub(blank, element[0]))
        )
        if lines := [text.count("\n", 0, begin) + 1 for begin in begins]:
            yield path, lines
