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
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS, is_part
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_WORD: Final = re.compile(r"\s*(?P<word>\w+)\b[ (]*(?P<rest>.*?)\)?\s*(?:\bdo\b(?:\s*\|[^|]*\|)?|\{)?\s*\Z")
_NAME: Final = re.compile(r"\s*(?::(?P<symbol>\w+)|[\"'](?P<text>[^\"']*)[\"'])\s*(?P<after>,|=>|\Z)")
_OPTION: Final = re.compile(
    r":?(?P<key>\b[a-z]\w*)\s*(?::(?!:)|=>)\s*(?P<value>%[iw]\[[^\]]*\]|\[[^\]]*\]|:?[\w/#.]+|[\"'][^\"']*[\"'])"
)
_OPTIONAL: Final = re.compile(r"\([^()]*\)")
_COMMENT: Final = re.compile(r"(?:^|\s)#(?![{]).*")
_INLINE: Final = re.compile(r"^(?P<indent>\s*)(?P<head>\w+)\s*(?:\{|do)\s+(?P<body>\w.*?)\s*(?:\}|end)\s*$")
_ANY: Final = ":id"
_MOST_LINES: Final = 20_000
_MOST_STEPS: Final = 4


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


class _Around(NamedTuple):
    parts: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    type: str = ""
    each: tuple[str, ...] = ()
    """What stands before a path that says nothing of being all's."""
    all: tuple[str, ...] = ()


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
    for words, path in _files(index):
        rows = [*_Drawn(index, words).rows(path)]
        for method in [route.method] if route.method else METHODS:
            row = next((row for row in rows if _fits(row, method, route.parts)), None)
            answering = _answering(graph, words, row) if row else None
            if row and answering is not None:
                found.setdefault(answering, row)
    return [(row, answering) for answering, row in found.items()]


def _files(index: RepoIndex) -> Iterator[tuple[RouteWords, str]]:
    for name in languages.names():
        words = languages.load(name).routes
        if words.files:
            pattern = re.compile(words.files + r"\Z")
            yield from ((words, path) for path in index.snapshot.entities.paths if pattern.search(path))


def _fits(row: Named, method: str, given: Sequence[str]) -> bool:
    if row.method not in {"", "GET" if method == "HEAD" else method}:
        return False
    own = row.parts
    if own and own[-1].startswith("*") and len(given) >= len(own):
        own, given = own[:-1], given[: len(own) - 1]
    if len(own) != len(given):
        return False
    *first, last = (*given, "")[:-1] or ("",)
    bare = last.partition(".")[0]
    return all(map(is_part, own, given)) or (bool(bare) and all(map(is_part, own, (*first, bare))))


def _answering(graph: CodeGraph, words: RouteWords, row: Named) -> int | None:
    *around, action = row.type
    for name in _names(around[-1]):
        qualified = ".".join(map(_camel, (*around[:-1], name))) + words.type_suffix
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


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


_NOWHERE: Final = _Around()


class _Drawn:
    """The routes of a file in which blocks say what stands around."""

    def __init__(self, index: RepoIndex, words: RouteWords) -> None:
        self._index, self._words = index, words

    def rows(self, path: str, around: _Around = _NOWHERE, depth: int = 0) -> Iterator[Named]:
        """Yield the routes of a file in their order."""
        with suppress(NsccnError, OSError):
            lines = [_COMMENT.sub("", line) for line in self._index.text(path).split("\n")[:_MOST_LINES]]
            yield from self._block(path, lines, range(len(lines)), around, depth)

    def _block(
        self, path: str, lines: Sequence[str], span: range, around: _Around, depth: int
    ) -> Iterator[Named]:
        at = span.start
        while at < span.stop:
            text, first = lines[at], at
            while text.rstrip().endswith(",") and at + 1 < span.stop:
                at += 1
                text = f"{text.rstrip()} {lines[at].strip()}"
            at += 1
            inline = _INLINE.match(text)
            body, head = (
                ([inline["body"]], f"{inline['indent']}{inline['head']} do") if inline else ([], text)
            )
            indent = len(text) - len(text.lstrip())
            if not inline and re.search(r"\bdo\b(?:\s*\|[^|]*\|)?\s*\Z|\{\s*\Z", text):
                end = at
                while end < span.stop and (
                    not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent
                ):
                    end += 1
                inner: Sequence[str] = lines
                inside = range(at, end)
                at = end
            else:
                inner, inside = [""] * first + body, range(first, first + len(body))
            yield from self._statement(path, head, first, inner, inside, around, depth)

    def _statement(
        self,
        path: str,
        text: str,
        line: int,
        lines: Sequence[str],
        inside: range,
        around: _Around,
        depth: int,
    ) -> Iterator[Named]:
        match, words = _WORD.match(text), self._words
        if match is None:
            return
        word, rest = match["word"], match["rest"]
        names, target, options = _read(rest)
        module = options.get("module", "")
        if word in words.kept:
            return
        if word in words.drawn and names and depth < _MOST_STEPS:
            yield from self.rows(
                f"{path.rpartition('.')[0]}/{names[0]}.{path.rpartition('.')[2]}", around, depth + 1
            )
        elif word in words.several | words.one:
            for name in names:
                yield from self._resource(path, text, line, lines, inside, around, name, word, options, depth)
        elif word in words.inside | words.below:
            said = options.get("path", names[0] if names else "")
            if not module and word in words.inside and names:
                module = names[0]
            on = around._replace(
                parts=(*around.parts, *_parts(said)),
                inside=(*around.inside, *_parts(module)),
                type=options.get("controller", around.type),
                each=(*around.each, *_parts(said)),
                all=(*around.all, *_parts(said)),
            )
            yield from self._block(path, lines, inside, on, depth)
        elif word in words.of_all | words.of_each:
            own = around.all if word in words.of_all else around.each
            yield from self._block(path, lines, inside, around._replace(parts=own), depth)
        elif word.upper() in METHODS or word in {"match", "root"}:
            yield from self._single(path, text, line, around, word, names, target, options)
        else:
            yield from self._block(path, lines, inside, around, depth)

    def _resource(
        self,
        path: str,
        text: str,
        line: int,
        lines: Sequence[str],
        inside: range,
        around: _Around,
        name: str,
        word: str,
        options: dict[str, str],
        depth: int,
    ) -> Iterator[Named]:
        own = (*around.parts, *_parts(options.get("path", name)))
        is_one = word in self._words.one
        modules = (*around.inside, *_parts(options.get("module", "")))
        controller = options.get("controller", name)
        each = own if is_one else (*own, _ANY)
        on = _Around(each, modules, controller, each, own)
        yield from self._block(path, lines, inside, on, depth)
        only, but = (re.findall(r"\w+", options.get(key, "")) for key in ("only", "except"))
        only = only[1:] if options.get("only", "").startswith("%") else only
        but = but[1:] if options.get("except", "").startswith("%") else but
        for said, action in self._words.actions.items():
            method, *parts = said.split()
            if (only and action not in only) or action in but or (is_one and said == "GET"):
                continue
            if is_one:
                parts = [part for part in parts if part != "*"]
            tail = tuple(_ANY if part == "*" else part for part in parts)
            yield Named(line + 1, path, text, (*modules, *_parts(controller), action), method, (*own, *tail))

    def _single(
        self,
        path: str,
        text: str,
        line: int,
        around: _Around,
        word: str,
        names: list[str],
        target: str,
        options: dict[str, str],
    ) -> Iterator[Named]:
        target = target or options.get("to", "")
        if word == "root":
            names, target = [""], target or (names[0] if names else "")
        for name in names:
            controller, _, action = target.rpartition("#")
            if not target and "action" in options:
                action = options["action"]
            if not action:
                before, _, action = name.strip("/").rpartition("/")
                controller = controller or ("" if around.type else before)
            controller = controller or options.get("controller", around.type)
            place = {"collection": around.all, "member": around.each}.get(options.get("on", ""), around.parts)
            if not controller or not action:
                continue
            via = [one for one in re.findall(r"\w+", options.get("via", "").upper()) if one in METHODS]
            methods = {"match": via or [""], "root": ["GET"]}.get(word, [word.upper()])
            named = (*around.inside, *_parts(controller), action)
            for method in methods:
                yield Named(line + 1, path, text, named, method, (*place, *_parts(options.get("path", name))))


def _read(text: str) -> tuple[list[str], str, dict[str, str]]:
    """Return the names that a word is given, what the last of them is for, and what it is given by name."""
    names, place, target = list[str](), 0, ""
    while found := _NAME.match(text, place):
        if found["after"] == "=>" and text[place:].lstrip()[:1] == ":":
            break  # an option, `:only => …`
        names.append(found["symbol"] or found["text"])
        place = found.end()
        if found["after"] == "=>":
            named = _NAME.match(text, place)
            target, place = (named["text"] or "" if named else "?#"), (named.end() if named else place)
            break
    options = {found["key"]: found["value"].strip("\"':") for found in _OPTION.finditer(text, place)}
    if re.search(r"\bto(?::|\s*=>)\s*(?:proc|lambda|->|redirect|[A-Z])", text[place:]) or target == "?#":
        return [], "", options  # what is no method
    return names, target, options


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in _OPTIONAL.sub("", text).split("/") if part)
