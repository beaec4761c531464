"""Who shows a view that is named by its path without the folder of all views and its ending, and what a function shows.

Inertia::render('Vault/Contact/Show')       view('cart.row')                    res.render("carts/show")  erb :cart
resources/js/Pages/Vault/Contact/Show.vue   resources/views/cart/row.blade.php  views/carts/show.pug      views/cart.erb
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.nearness import shared_folders
from nsccn.contracts.told import Told
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_ROOT: Final = regex(r"(?:\A|(?<=/))(?:(?P<pages>[pP]ages)|[vV]iews|[tT]emplates)/")
_SHOWN: Final = regex(
    r"\b(?:(?=\w*(?:[rR]ender|[iI]nertia))\w++|view|View::make|HTML)[\s(]+"
    r"(?:(?:[\w$@.>-]+|[\"'][^\"'\n]*[\"'])\s*,\s*){0,2}"
    r"(?::?(?:component|inertia|page|partial|template|view)\b(?::|\s*=>)\s*)?"
    r"(?:[\"'](?P<name>[\w./-]+)[\"']|:(?P<symbol>\w+)(?![\w:]|\s*=>))"
)
_BY_ENGINE: Final = regex(
    r"(?<![\w.:@])(?P<engine>erb|haml|slim)(?:\(\s*|[ \t]+):[\"']?(?P<name>[\w/]+)(?![\w:])"
)
"""How Sinatra and what is like it show a view: `erb(:busy)`, `haml :"carts/show"`."""
_SHOWS_PAGES: Final = "nertia"
"""In a file that shows pages by the name: other programs find theirs by the paths of URLs."""
_RUBY: Final = (".rb", ".ru", ".erb", ".haml", ".slim")
_LETTERS: Final = regex(r"\w+")
_MOST_FILES: Final = 400
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 6


class Name(NamedTuple):
    """By which a call may show a file."""

    text: str
    is_of_page: bool
    """Whether the folder of pages is the first that it leaves out."""


class Views:
    """The files of a repository that a call may show by a name."""

    def __init__(self, index: RepoIndex) -> None:
        self._index = index
        self._named = dict[str, list[tuple[int, Name, str]]]()
        for path in index.snapshot.entities.paths:
            for rank, name in enumerate(names_of(path)):
                self._named.setdefault(name.text, []).append((rank, name, path))

    def called(self, name: str, where: str, *, with_pages: bool) -> list[str]:
        """Return the views that a name means in a file: of several those nearest to it."""
        spelt = (self._named.get(one, ()) for one in (name, name.replace(".", "/")))
        found = [one for own in spelt for one in own if with_pages or not one[1].is_of_page]
        least = min((rank for rank, _, _ in found), default=0)
        shared = {path: shared_folders(path, where) for rank, _, path in found if rank == least}
        return [path for path, many in shared.items() if many == max(shared.values())]

    def shown_in(self, path: str) -> Iterator[tuple[int, str]]:
        """Yield the views that a file shows, each with the line of its name."""
        text = self._index.text_if_any(path)
        for place, views in self._named_in(path, text) if len(text) <= _LARGEST else ():
            if len(views) == 1:
                yield text.count("\n", 0, place) + 1, views[0]

    def _named_in(self, path: str, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield where a text names a view to show, and the views that it may be."""
        for one in _SHOWN.finditer(text):
            group = "name" if one["name"] else "symbol"
            yield one.start(group), self.called(one[group], path, with_pages=_SHOWS_PAGES in text)
        for one in _BY_ENGINE.finditer(text) if path.endswith(_RUBY) else ():
            views = self.called(one["name"], path, with_pages=False)
            yield one.start("name"), [view for view in views if view.endswith(f".{one['engine']}")]

    def showing(self, view: str) -> list[tuple[str, int]]:
        """Return the lines of the product that show a view, or else those of tests."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        names = [name.text for name in names_of(view)]
        spelt = {
            f"{quote}{name}{quote}"
            for own in names
            for name in (own, own.replace("/", "."))
            for quote in "\"'"
        }.union(f":{name}" for name in names)
        slots = set[int]().union(*(lexical.files_with_all(_LETTERS.findall(name)) for name in names))
        held = sorted(paths[slot] for slot in slots)
        for role in (Role.SOURCE, Role.TEST):
            among = [path for path in held if role_of(path) is role][:_MOST_FILES]
            among = [path for path in among if any(map(self._index.text_if_any(path).__contains__, spelt))]
            if found := [(path, line) for path in among for line, one in self.shown_in(path) if one == view]:
                return found
        return []


def names_of(path: str) -> list[Name]:
    """Return the names of a file for calls, with its ending and without, below each folder that may be the first.

    >>> [name.text for name in names_of("views/pages/home.pug")]
    ['pages/home', 'pages/home.pug', 'home', 'home.pug']
    >>> [name.text for name in names_of("app/views/carts/_row.html.erb")]
    ['carts/_row', 'carts/row', 'carts/_row.html.erb']
    """
    names = list[Name]()
    for root in _ROOT.finditer(path):
        folders, slash, last = path[root.end() :].rpartition("/")
        stem = last.partition(".")[0]
        spelt = [stem, stem.removeprefix("_") if slash else stem, last]
        names += [Name(f"{folders}{slash}{one}", root["pages"] is not None) for one in dict.fromkeys(spelt)]
    return names


def said_of_views(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say which views a function shows."""
    one = graph.entity(entity)
    if one.kind not in FUNCTION_KINDS or not one.path:
        return Told()
    lines = index.text_if_any(one.path).split("\n")[one.start_line - 1 : one.end_line]
    text = "\n".join(lines)
    if not (_SHOWN.search(text) or _BY_ENGINE.search(text)):
        return Told()
    shown: Sequence[tuple[int, str]] = [
        (line, view)
        for line, view in Views(index).shown_in(one.path)
        if one.name_line <= line <= one.end_line
    ]
    said = [f"L{line} shows {encode_path(view)}." for line, view in dict.fromkeys(shown)]
    return Told(tuple(said[:_MOST_SHOWN]))
