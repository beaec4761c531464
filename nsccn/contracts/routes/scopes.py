"""What answers a path of a URL where a router's blocks say which module the names in them begin with, as in Phoenix.

scope "/admin", ShopWeb.Admin do
  get "/carts/:id", CartController, :show          GET /admin/carts/42    ShopWeb.Admin.CartController.show
  resources "/items", ItemController               GET /admin/items       ShopWeb.Admin.ItemController.index
  live "/till", TillLive                           GET /admin/till        ShopWeb.Admin.TillLive.mount
end

for prefix <- ["/", "/shops/:shop"] do scope prefix, ShopWeb do … end end
for page <- ~w(new popular)a do get "/carts/#{page}", CartController, page end
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.blocks import statements
from nsccn.contracts.routes.handlers import HandedIn
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.contracts.routes.blocks import Statement
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.index import RepoIndex

_ROUTE: Final = regex(
    r'"(?P<path>[^"]*)"\s*,\s*(?P<module>[A-Z][\w.]*)(?:\s*,\s*:(?P<action>\w+[?!]?|[^\w\s,:"]+))?(?P<rest>.*)'
)
_SCOPE: Final = regex(r'(?:"(?P<path>[^"]*)")?\s*(?P<rest>.*)')
_LOOP: Final = regex(
    r"(?P<name>[a-z]\w*)\s*<-\s*(?:\[(?P<listed>(?:\s*(?:\"[^\"]*\"|:\w+)\s*,?)+)\]"
    r"|~w(?:\((?P<words>[^()]*)\)?|\[(?P<bracketed>[^\[\]]*)\])(?P<are_atoms>a?))"
)
_TEXT: Final = regex(r'"[^"]*"|:\w+')
_HOST: Final = regex(r"\bhost:")
_MODULE: Final = regex(r"\A,?\s*([A-Z][\w.]*)|\balias:\s*([A-Z][\w.]*)")
_NO_MODULE: Final = regex(r"\balias:\s*false")
_PATH: Final = regex(r'\bpath:\s*"([^"]*)"')
_LISTED: Final = regex(r"\b(only|except):\s*\[([^\]]*)\]")
_NESTED: Final = regex(r'\bparam:\s*"(\w+)"')
_IS_ONE: Final = regex(r"\bsingleton:\s*true")
_SHOWN: Final = ("mount", "handle_params", "render")
"""By the first of these that it has a module answers that is shown for a path."""


class Scoped(NamedTuple):
    """A path, and the function that answers it."""

    method: str
    parts: tuple[str, ...]
    line: int
    text: str
    answering: int
    """-1 where no function is found that does; what is written behind it answers that path neither."""


class _Around(NamedTuple):
    """What blocks say of the routes in them."""

    parts: tuple[str, ...] = ()
    """Before their paths."""
    modules: tuple[str, ...] = ()
    """What the names of modules begin with."""


class Scopes:
    """The routes of one router."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, words: RouteWords, path: str) -> None:
        self._graph, self._words = graph, words
        self._handed = HandedIn(index, graph, path)
        self._hosted: list[Scoped] = []
        """Those of some hosts alone."""

    def rows(self, text: str) -> Iterator[Scoped]:
        """Yield the routes of its text, in their order; those of some hosts alone come last."""
        yield from self._block(statements(text), _Around())
        yield from self._hosted

    def _block(self, inside: Sequence[Statement], around: _Around) -> Iterator[Scoped]:
        for one in inside:
            route = _ROUTE.match(one.rest)
            if one.word in self._words.below:
                said = _scope(one.rest, around)
                rows = self._block(one.inside, said) if said is not None else iter(())
                if _HOST.search(one.rest):
                    self._hosted += rows
                else:
                    yield from rows
            elif one.word in self._words.several and route is not None:
                yield from self._resource(one, route, around)
            elif one.word.upper() in METHODS and route is not None and route["action"]:
                yield from self._row(one, one.word.upper(), route, around, (), route["action"])
            elif one.word in self._words.shown and route is not None:
                yield from self._row(one, "GET", route, around, (), *_SHOWN)
            else:
                for block in _each(one):
                    yield from self._block(block, around)

    def _resource(self, one: Statement, route: re.Match[str], around: _Around) -> Iterator[Scoped]:
        """Yield what a resource has by convention, and the routes in its block."""
        listed = {found[1]: set(re.findall(r"\w+", found[2])) for found in _LISTED.finditer(route["rest"])}
        is_one = _IS_ONE.search(route["rest"]) is not None
        param = _NESTED.search(route["rest"])
        name = param[1] if param else "id"
        for said, action in self._words.actions.items():
            method, *parts = said.split()
            is_listed = action in listed.get("only", {action}) and action not in listed.get("except", set())
            if is_listed and not (is_one and said == "GET"):
                tail = [f":{name}" if part == "*" else part for part in parts if not (is_one and part == "*")]
                yield from self._row(one, method, route, around, tail, action)
        own = _parts(route["path"])
        singular = own[-1].removesuffix("s").replace("-", "_") if own else ""
        nested = (*own, *(() if is_one else (f":{singular}_{name}",)))
        yield from self._block(one.inside, around._replace(parts=(*around.parts, *nested)))

    def _row(
        self,
        one: Statement,
        method: str,
        route: re.Match[str],
        around: _Around,
        tail: Sequence[str],
        *actions: str,
    ) -> Iterator[Scoped]:
        """Yield a route, with that of the functions which the module has that it hands over."""
        module = self._module(one.line, route["module"], around)
        members = self._graph.members(module) if module is not None else ()
        named = (own for action in actions for own in members if self._graph.name_of(own) == action)
        parts = (*around.parts, *_parts(route["path"]), *tail)
        yield Scoped(method, parts, one.line, one.text, next(named, -1))

    def _module(self, line: int, name: str, around: _Around) -> int | None:
        """Return the module that a route names: inside those said around it, else the one that its line hands over."""
        graph, last = self._graph, name.rpartition(".")[2]
        whole = ".".join((*around.modules, name))
        found = [
            one
            for one in graph.named(last)
            if graph.qualified_of(one) == whole and graph.entity(one).kind in TYPE_KINDS
        ]
        found = found or [one for one, lines in self._handed.by(last) if line in lines]
        return found[0] if len(found) == 1 else None


def _each(one: Statement) -> Iterator[list[Statement]]:
    """Yield what stands in a block: for each of the texts that it goes through, with that."""
    loop = _LOOP.fullmatch(one.rest) if one.word == "for" else None
    if loop is None:
        yield one.inside
        return
    named = re.compile(rf"#\{{\s*{loop['name']}\s*\}}|(?<![\w:\"/]){loop['name']}(?![\w\":])")
    for text in _values(loop):
        yield [_with(inside, named, text) for inside in one.inside]


def _values(loop: re.Match[str]) -> list[str]:
    """Return what a loop goes through, as it is written by itself."""
    if loop["listed"] is not None:
        return _TEXT.findall(loop["listed"])
    form = ":{}" if loop["are_atoms"] else '"{}"'
    return [form.format(word) for word in (loop["words"] or loop["bracketed"] or "").split()]


def _with(one: Statement, named: re.Pattern[str], text: str) -> Statement:
    """Return a statement in which a text stands for a name, without its quotes within another text."""
    inside = [_with(other, named, text) for other in one.inside]
    rest = named.sub(lambda found: text.strip('":') if found[0].startswith("#") else text, one.rest)
    return one._replace(rest=rest, inside=inside)


def _scope(rest: str, around: _Around) -> _Around | None:
    """Return what a block says of the routes in it; None where the text does not say what stands before their paths."""
    found = _SCOPE.match(rest)
    said = found["path"] if found else None
    if said is None and (stated := _PATH.search(rest)):
        said = stated[1]
    if said is None and not (rest[:1].isupper() or rest.startswith(("as:", "alias:", "host:"))):
        return None
    module = _MODULE.search(found["rest"] if found else rest)
    modules = (
        () if _NO_MODULE.search(rest) else (*around.modules, *((module[1] or module[2],) if module else ()))
    )
    return _Around((*around.parts, *_parts(said or "")), modules)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("/") if part)
