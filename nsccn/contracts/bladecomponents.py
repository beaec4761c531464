"""Which templates of Laravel have the tag of a component: a class, or a template alone, by the names of its folders.

app/View/Components/Form/TextArea.php                    <x-form.text-area rows="3" />
resources/views/components/form/hint.blade.php           <x-form.hint>…</x-form.hint>
app/Livewire/Cart/ShowTotal.php                          <livewire:cart.show-total />   @livewire('cart.show-total')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_CLASS: Final = regex(r"(?:.*/)?(?:View/Components|(?P<live>Livewire))/(?P<name>[\w/]+)\.php")
_TEMPLATE: Final = regex(r"(?:.*/)?views/components/(?P<name>[\w/-]+)\.blade\.php")
_CAPITAL: Final = regex(r"(?<=[^/])(?=[A-Z])")
_WORD: Final = regex(r"\w+")
_TEMPLATES: Final = (".blade.php",)
_RUNNING: Final = frozenset({"__construct", "mount", "render"})
"""Methods that run where the tag of their class stands."""
_NAMESPACE: Final = r"(?:[\w-]+::)?"
"""Before the names of a package's components: `<x-shop::cart>`."""
_OF_FOLDER: Final = "index"
_MOST_FILES: Final = 400
_MOST_SHOWN: Final = 6


def used_as_tag(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say which templates have the tag of a component; nothing of what is none."""
    entity = graph.entity(root)
    if not entity.path.endswith(".php"):
        return Told()
    around = graph.owner_of(root) if entity.name in _RUNNING else root
    is_type = around >= 0 and graph.entity(around).kind in TYPE_KINDS
    found = _CLASS.fullmatch(entity.path) if is_type else None
    if found is not None and graph.name_of(around) == found["name"].rpartition("/")[2]:
        name = _CAPITAL.sub("-", found["name"]).lower()
        tags = [f"livewire:{_dotted(name)}"] if found["live"] else [f"x-{one}" for one in _names(name)]
    elif entity.parent < 0 and (found := _TEMPLATE.fullmatch(entity.path)):
        tags = [f"x-{one}" for one in _names(found["name"])]
    else:
        return Told()
    places = list(_places(index, tags))
    if not places:
        return Told()
    said = f"By the text, its tag `<{tags[-1]}>` stands at {first_few(together(graph, places), _MOST_SHOWN)}."
    return Told((said,), frozenset(places), is_used=True)


def _names(path: str) -> list[str]:
    """Return the names of a component by its path; that of a folder where it is the first of that.

    >>> _names("form/hint"), _names("form/index"), _names("form/form")
    (['form.hint'], ['form.index', 'form'], ['form.form', 'form'])
    """
    folder, _, name = path.rpartition("/")
    is_first = folder and name in {_OF_FOLDER, folder.rpartition("/")[2]}
    return [_dotted(path), *([_dotted(folder)] if is_first else [])]


def _dotted(path: str) -> str:
    return path.replace("/", ".")


def _places(index: RepoIndex, tags: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the lines of templates that have one of some tags."""
    names = "|".join(re.escape(tag.removeprefix("x-")) for tag in tags if tag.startswith("x-"))
    whole = "|".join(rf"<{re.escape(tag)}" for tag in tags if not tag.startswith("x-"))
    spelt = "|".join(filter(None, [rf"<x-{_NAMESPACE}(?:{names})" if names else "", whole]))
    live = "|".join(re.escape(tag.partition(":")[2]) for tag in tags if ":" in tag)
    called = rf"|@livewire\(\s*[\"'](?:{live})[\"']" if live else ""
    named = re.compile(rf"(?:{spelt})(?![\w.:-]){called}")
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    words = [_WORD.findall(tag.removeprefix("x-").removeprefix("livewire:")) for tag in tags]
    held = set[int]().union(*map(lexical.files_with_all, words))
    among = [path for path in sorted(paths[slot] for slot in held) if path.endswith(_TEMPLATES)]
    for path in among[:_MOST_FILES]:
        text = index.text_if_any(path)
        for one in named.finditer(text):
            yield path, text.count("\n", 0, one.start()) + 1
