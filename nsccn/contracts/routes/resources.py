"""What answers a path of a URL by convention: the methods of a type that a route names, or that a resource has.

    namespace :admin do
      resources :carts do               GET /admin/carts/42       -> Admin::CartsController#show
        member { post :close }
      end
      get "stock", to: "depot#show"     GET /admin/stock          -> Admin::DepotController#show
    end

Only a method that exists answers, and of all routes that fit the first one that is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.blocks import statements
from nsccn.contracts.routes.givenwords import NO_METHOD, listed, parts_of, read_given
from nsccn.contracts.routes.helpernames import helper_name, plain_helper_name, singular
from nsccn.contracts.routes.scopes import Scopes
from nsccn.contracts.routes.segments import Allowed, are_segments, constraints, spelt_in, variants
from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.objectnames import in_capitals
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.contracts.routes.blocks import Statement
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_CHOSEN: Final = regex(
    r"\b(?P<which>only|except)\b[\"']?\s*(?:=>|\(|:)\s*(?P<names>\[[^\]]*\]|[\"']\w+[\"'])"
)
_OF_ALL: Final = "_index"
_MOST_STEPS: Final = 4
_METHOD: Final = regex(r"(?:self\.)?(\w+)")


class Named(NamedTuple):
    """What a route names to answer a path."""

    line: int
    path: str
    """Of the file that has the route."""
    text: str
    type: tuple[str, ...]
    """The parts of its name, those around it first."""
    method: str
    parts: tuple[str, ...]
    helper: str = ""
    """The name before `_path` in what spells it; empty where nothing does."""
    allowed: Allowed = ()
    """What its parts may be, where that is said."""


class _Around(NamedTuple):
    """What blocks say before the paths in them, and of the types."""

    parts: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    """Around the names of types."""
    type: str = ""
    each: tuple[str, ...] = ()
    """What stands before a path of a single one, and so before one that does not say whose it is."""
    all: tuple[str, ...] = ()
    """What stands before one of all."""
    outside: tuple[str, ...] = ()
    """What stands before the outermost resource."""
    of_all: str = ""
    """What ends the names of helpers for all, where one alone is called as all are."""
    is_shallow: bool = False
    """Whether the path of a single one leaves out the resources around it."""
    names: tuple[str, ...] = ()
    """What stands before the names of helpers that are said."""
    said: str = ""
    """All that the blocks are given."""
    is_kept: bool = False
    """Whether they stand in a block that is named elsewhere; it takes in no other one."""


def actions(words: RouteWords, method: str, rest: Sequence[str]) -> list[str]:
    """Return the methods by which a resource answers the rest of a path behind its own."""
    found = []
    for said, name in words.actions.items():
        asked, *parts = said.split()
        is_rest = len(parts) == len(rest) and all(
            own in {"*", given} for own, given in zip(parts, rest, strict=False)
        )
        if method in {"", asked} and is_rest:
            found.append((sum(part != "*" for part in parts), name))
    most = max((spelt for spelt, _ in found), default=0)
    return list(dict.fromkeys(name for spelt, name in found if spelt == most))


def is_made(text: str, action: str) -> bool:
    """Whether the call that makes the routes of a resource makes that of an action: `->only(['index'])`."""
    found = _CHOSEN.search(text)
    return found is None or (action in listed(found["names"])) == (found["which"] == "only")


def method_named(graph: CodeGraph, around: int, name: str) -> int | None:
    """Return the method of a type, or else of its bases, that has a name."""
    for one in (around, *bases(graph, around)):
        for own in graph.members(one):
            if graph.name_of(own) == name and graph.entity(own).kind in FUNCTION_KINDS:
                return own
    return None


def conventional(index: RepoIndex, graph: CodeGraph, route: Route) -> list[tuple[Named, int]]:
    """Return what answers a path by convention, with the route that says so."""
    found: dict[int, Named] = {}
    for words, path in _files(index, index.snapshot.entities.languages):
        known = dict(_scoped(index, graph, words, path))
        rows = [*known] or [*_Drawn(index, words).rows(path)]
        for method in [route.method] if route.method else METHODS:
            row = _fitting(rows, method, route.parts)
            if row is None or not row.type:
                continue
            answering = known[row] if known else _answering(graph, words, row)
            if answering is not None:
                found.setdefault(answering, row)
    return [(row, answering) for answering, row in found.items()]


def answered_elsewhere(index: RepoIndex, route: Route) -> Named | None:
    """Return the route of a path that no method answers, as it redirects or hands on to another program."""
    for words, path in _files(index, index.snapshot.entities.languages):
        rows = [] if words.whole_types else [*_Drawn(index, words).rows(path)]
        for method in [route.method] if route.method else METHODS:
            row = _fitting(rows, method, route.parts)
            if row is not None and not row.type:
                return row
    return None


class Row(NamedTuple):
    """A path that a method of a type answers by convention."""

    method: str
    parts: tuple[str, ...]
    path: str
    line: int
    helper: str
    """The name before `_path` in what spells it."""


def named_by_convention(index: RepoIndex, graph: CodeGraph, answering: int) -> list[Row]:
    """Return the paths that a method answers by convention."""
    entity, around = graph.entity(answering), graph.owner_of(answering)
    found = list[Row]()
    if around < 0 or entity.kind not in FUNCTION_KINDS:
        return found
    if not graph.name_of(around).endswith(languages.load(entity.language).routes.type_suffix):
        return found
    for words, path in _files(index, (entity.language,)):
        scoped = _scoped(index, graph, words, path)
        found += [Row(row.method, row.parts, path, row.line, "") for row, own in scoped if own == answering]
        rows = (row for row in _Drawn(index, words).rows(path) if row.type[-1:] == (entity.name,))
        found += [
            Row(row.method, row.parts, row.path, row.line, row.helper)
            for row in rows
            if _answering(graph, words, row) == answering
        ]
    return found


def helped(index: RepoIndex, graph: CodeGraph, helper: str) -> list[tuple[Named, int]]:
    """Return what answers the paths that a helper spells, with the routes that say so."""
    return [
        (row, answering)
        for words, path in _files(index, index.snapshot.entities.languages)
        for row in (() if words.whole_types else _Drawn(index, words).rows(path))
        if row.helper == helper and row.type and (answering := _answering(graph, words, row)) is not None
    ]


def _scoped(index: RepoIndex, graph: CodeGraph, words: RouteWords, path: str) -> Iterator[tuple[Named, int]]:
    """Yield the routes of a file whose blocks say what the names of types begin with, each with what answers it."""
    if words.whole_types:
        for row in Scopes(index, graph, words, path).rows(index.text_if_any(path)):
            named = (graph.name_of(row.answering),) if row.answering >= 0 else ()
            yield Named(row.line, path, row.text, named, row.method, row.parts), row.answering


def _files(index: RepoIndex, of: Iterable[str]) -> Iterator[tuple[RouteWords, str]]:
    """Yield the files that draw routes, of some languages."""
    for name in of:
        words = languages.load(name).routes
        if words.files:
            pattern = re.compile(words.files + r"\Z")
            yield from ((words, path) for path in index.snapshot.entities.paths if pattern.search(path))


def _fitting(rows: Iterable[Named], method: str, given: Sequence[str]) -> Named | None:
    """Return the route that answers a path: the first of those that spell most of it.

    What takes any path stands before the others where it is for another host, which is seldom seen here.
    """
    fitting = (row for row in rows if fits(row, method, given))
    return max(fitting, key=lambda row: spelt_in(row.parts), default=None)


def fits(row: Named, method: str, given: Sequence[str]) -> bool:
    """Whether a route answers a path by a method."""
    if row.method not in {"", "GET" if method == "HEAD" else method}:
        return False
    own = row.parts
    if own and own[-1].startswith("*") and len(given) >= len(own):
        own, given = own[:-1], given[: len(own) - 1]
    if are_segments(own, given, row.allowed):
        return True
    *first, last = (*given, "")[:-1] or ("",)
    bare = last.partition(".")[0]
    return bool(bare) and are_segments(own, (*first, bare), row.allowed)


def _answering(graph: CodeGraph, words: RouteWords, row: Named) -> int | None:
    *around, action = row.type
    for name in _names(around[-1]):
        qualified = ".".join(map(in_capitals, (*around[:-1], name))) + words.type_suffix
        types = [
            one
            for one in graph.named(qualified.rpartition(".")[2])
            if graph.qualified_of(one) == qualified and graph.entity(one).kind in TYPE_KINDS
        ]
        if not types:
            end = "/".join(("", words.folder, *around[:-1], f"{name}_{words.type_suffix.lower()}."))
            types = [
                one
                for path in graph.paths
                if end in f"/{path}"
                for one in graph.entities_of(path)
                if graph.entity(one).kind in TYPE_KINDS and graph.name_of(one).endswith(words.type_suffix)
            ]
        answering = {own for one in types if (own := method_named(graph, one, action)) is not None}
        if answering:
            return answering.pop() if len(answering) == 1 else None
    return None


def _names(name: str) -> list[str]:
    """Return a name, and as it is of several."""
    return [name, name[:-1] + "ies" if name.endswith("y") else name + "s", name + "es"]


_NOWHERE: Final = _Around()


class _Drawn:
    """The routes of a file in which blocks say what stands around."""

    def __init__(self, index: RepoIndex, words: RouteWords) -> None:
        self._index, self._words = index, words
        self.kept: dict[str, Sequence[Statement]] = {}
        """Blocks that make routes only where they are named, by their names."""
        self.methods: dict[str, Sequence[Statement]] = {}
        """The same of methods, which make them where they are called."""

    def rows(self, path: str, around: _Around = _NOWHERE, depth: int = 0) -> Iterator[Named]:
        """Yield the routes of a file in their order."""
        try:
            text = self._index.text(path)
        except (NsccnError, OSError):
            return
        yield from _File(self, self._words, path, depth).block(statements(text), around)


class _File:
    """One file of routes."""

    def __init__(self, drawn: _Drawn, words: RouteWords, path: str, depth: int) -> None:
        self._drawn, self._words, self._path, self._depth = drawn, words, path, depth

    def block(self, inside: Sequence[Statement], around: _Around) -> Iterator[Named]:
        """Yield the routes of some statements."""
        for one in inside:
            yield from self._routes(one, around)

    def _routes(self, one: Statement, around: _Around) -> Iterator[Named]:
        words = self._words
        names, target, options = read_given(one.rest)
        if one.word in words.drawn and names:
            yield from self._other_file(names[0], around)
        elif one.word in words.kept and names:
            self._drawn.kept[names[0]] = one.inside
        elif one.word in words.methods:
            self._keep_method(one)
        elif one.word in self._drawn.methods:
            yield from self._called(one, around)
        elif one.word in words.taken:
            yield from self._taken(names, around)
        elif one.word in words.several | words.one:
            for name in names:
                yield from self._resource(one, around, name, options)
        elif one.word in words.inside | words.below:
            for inside in self._inside(one, around, names, options):
                yield from self.block(one.inside, inside)
        elif one.word in words.of_all | words.of_each:
            own = around.all if one.word in words.of_all else around.each
            yield from self.block(one.inside, around._replace(parts=own))
        elif one.word in words.of_new and around.all:
            yield from self.block(one.inside, around._replace(parts=(*around.all, one.word)))
        elif one.word in words.of_type and names:
            yield from self.block(one.inside, around._replace(type=names[0]))
        elif one.word.upper() in METHODS or one.word in {"match", "root"}:
            yield from self._single(one, around, names, target, options)
        else:
            yield from self.block(one.inside, around._replace(said=f"{around.said} {one.rest}"))

    def _taken(self, names: Iterable[str], around: _Around) -> Iterator[Named]:
        """Yield the routes of blocks that are named: `concerns :commentable`."""
        for name in () if around.is_kept else names:
            yield from self.block(self._drawn.kept.get(name, ()), around._replace(is_kept=True))

    def _keep_method(self, one: Statement) -> None:
        if named := _METHOD.match(one.rest):
            self._drawn.methods[named[1]] = one.inside

    def _called(self, one: Statement, around: _Around) -> Iterator[Named]:
        """Yield the routes of a method that is called, which does not call itself."""
        inside = self._drawn.methods.pop(one.word)
        yield from self.block(inside, around)
        self._drawn.methods[one.word] = inside

    def _other_file(self, name: str, around: _Around) -> Iterator[Named]:
        if self._depth < _MOST_STEPS:
            folder, _, ending = self._path.rpartition(".")
            yield from self._drawn.rows(f"{folder}/{name}.{ending}", around, self._depth + 1)

    def _inside(
        self, one: Statement, around: _Around, names: Sequence[str], options: Mapping[str, str]
    ) -> Iterator[_Around]:
        """Yield what stands around the statements in a block that says a path, a module or a type."""
        module = options.get("module", "")
        is_named = one.word in self._words.inside and len(names) > 0
        if not module and is_named:
            module = names[0]
        called = options.get("as", names[0] if is_named else "")
        for said in map(parts_of, variants(options.get("path", names[0] if names else ""))):
            yield around._replace(
                parts=(*around.parts, *said),
                inside=(*around.inside, *parts_of(module)),
                type=options.get("controller", around.type),
                each=(*around.each, *said),
                all=(*around.all, *said),
                outside=(*around.parts, *said) if around.outside == around.parts else around.outside,
                names=(*around.names, *parts_of(called)),
                said=f"{around.said} {one.rest}",
            )

    def _resource(
        self, one: Statement, around: _Around, name: str, options: Mapping[str, str]
    ) -> Iterator[Named]:
        """Yield the routes of a resource: those in its block, and what it has by convention."""
        own = (*around.parts, *parts_of(options.get("path", name)))
        is_one = one.word in self._words.one
        modules = (*around.inside, *parts_of(options.get("module", "")))
        type_ = options.get("controller", name)
        of_all = _OF_ALL if not is_one and singular(name) == name else ""
        is_shallow = around.is_shallow or options.get("shallow") == "true"
        single = (*around.outside, *parts_of(options.get("path", name))) if is_shallow else own
        param = options.get("param", "id")
        each = single if is_one else (*single, f":{param}")
        below = single if is_one else (*single, f":{singular(name)}_{param}")
        inside = around._replace(
            parts=below,
            inside=modules,
            type=type_,
            each=each,
            all=own,
            of_all=of_all,
            is_shallow=is_shallow,
            names=(),
        )
        yield from self.block(one.inside, inside)
        yield from self._taken(listed(options.get("concerns", "")), inside)
        only, but = listed(options.get("only", "")), listed(options.get("except", ""))
        for said, action in self._words.actions.items():
            if (only and action not in only) or action in but or (is_one and said == "GET"):
                continue
            method, *parts = said.split()
            before = single if "*" in parts else own
            tail = (f":{param}" if part == "*" else part for part in parts if not (is_one and part == "*"))
            path, type_parts = (*before, *tail), (*modules, *parts_of(type_), action)
            helper = options.get("as", "") or helper_name(action, path)
            helper += of_all if len(path) == len(own) else ""
            yield self._named(one, around, type_parts, method, path, helper)

    def _single(
        self,
        one: Statement,
        around: _Around,
        names: Sequence[str],
        target: str,
        options: Mapping[str, str],
    ) -> Iterator[Named]:
        """Yield the routes of a path, or of each of several."""
        target = target or options.get("to", "")
        if one.word == "root":
            names, target = [""], target or (names[0] if names else "")
        place = {"collection": around.all, "member": around.each}.get(options.get("on", ""), around.parts)
        via = [method for method in listed(options.get("via", "").upper()) if method in METHODS]
        methods = {"match": via or [""], "root": ["GET"]}.get(one.word, [one.word.upper()])
        for name in names:
            type_, action = ("", "") if target == NO_METHOD else _target(name, target, options, around)
            own = options.get("path", name)
            is_answered = bool(type_ and action)
            if not is_answered and target != NO_METHOD:
                continue
            to = (*around.inside, *parts_of(type_), action) if is_answered else ()
            for parts in ((*place, *parts_of(variant)) for variant in variants(own)):
                helper = _said_name(around, options)
                if not helper and not re.search(r"[:*(]", own):
                    helper = helper_name(action, parts) if around.type else plain_helper_name(parts)
                    helper += around.of_all if place == around.all else ""
                for method in methods:
                    yield self._named(one, around, to, method, parts, helper)

    def _named(
        self,
        one: Statement,
        around: _Around,
        type_: tuple[str, ...],
        method: str,
        parts: tuple[str, ...],
        helper: str,
    ) -> Named:
        allowed = constraints(f"{around.said} {one.rest}")
        return Named(one.line, self._path, one.text, type_, method, parts, helper, allowed)


def _said_name(around: _Around, options: Mapping[str, str]) -> str:
    """Return the name that helpers are said to have for a path, with what blocks put before it."""
    return "_".join((*around.names, options["as"])) if "as" in options else ""


def _target(name: str, target: str, options: Mapping[str, str], around: _Around) -> tuple[str, str]:
    """Return the type and the method that a path is for: those that are said, or those that it spells."""
    type_, _, action = target.rpartition("#")
    action = action or options.get("action", "")
    if not action:
        before, _, action = name.strip("/").rpartition("/")
        type_ = type_ or ("" if around.type else before)
    return type_ or options.get("controller", around.type), action
