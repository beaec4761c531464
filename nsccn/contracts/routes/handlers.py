"""What answers a path of a URL where a router is given it: what stands beside the path in a call, or below it.

add_resource(CartView, "/carts")      r.GET("/carts/:id", auth, show)      @router.get("/carts")
{path: "/carts", handler: show}       {"/carts": show}                     def carts(): ...

A call is one of a router by its name. Of what it is given the last counts that is no text, or what is given by a name
for it; where nothing is known of that, nothing is told, for what comes before it only stands in the way of a request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import (
    CALLED,
    KEY,
    WRITES_FUNCTION,
    arguments,
    bare,
    brackets_around,
    called_around,
    is_given_directly,
    key_of,
    past_blanks,
)
from nsccn.contracts.routes.handedover import MARKS, HandedOver
from nsccn.contracts.routes.mapped import ARROW, mapped_to
from nsccn.contracts.routes.members import Place, method_in_text, type_in_text
from nsccn.contracts.routes.routingwords import (
    has_routing,
    is_of_router,
    is_routing,
    makes_handler,
    takes_handler,
)
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_PATH_KEY: Final = regex(r"path|pattern|prefix|endpoint|rout|rule|ur[il]", re.IGNORECASE)
_HANDLER_KEY: Final = regex(
    r"action|callback|component|controller|element|endpoint|func|handle|resource|\bto\b|view", re.IGNORECASE
)
"""The name that what answers is given by; `auth=` and `response_model=` are for something else."""
_SHOWN_KEY: Final = regex(r"component|element", re.IGNORECASE)
"""The same for what a client shows for a path."""
_NO_HANDLER_KEY: Final = regex(r"pre|post|before|after|error|fail|on(?:_|[A-Z])")
"""Begins the name of what is called before it, after it or in its place."""
_HEAD: Final = regex(
    r"[\s&*@\\]*(?:new\s+)?(?P<name>[\w$]+(?:(?:\??\.|::|->|\\)[\w$]+)*)?(?:(?:::)?<[^<>()]*>)?"
)
_LINK: Final = regex(r"\s*(?:\.|::)?\s*(?:\w+(?:\.|::))*(?P<name>\w+)\s*(?=\()")
_ASKED: Final = frozenset((*map(str.lower, METHODS), "all", "any"))
_SAID_METHOD: Final = regex(rf"[\"']({'|'.join(METHODS).lower()})[\"']\s*(?::|=>)\s*[\"'](\w+)[\"']")
_LOADS: Final = regex(r"\s*(?:(?P<key>\w+)\s*:\s*)?(?:\w+\()?\s*\(\)\s*=>\s*\(?\s*import\(", re.IGNORECASE)
_LITERAL: Final = regex(
    r"\s*(?:\w{0,2}[\"'`]|\d|\{|(?:true|false|null|nil|none|undefined)\b|\Z)", re.IGNORECASE
)
_OPTIONS: Final = regex(r"\s*\[\s*\"+\s*=>|\s*children\s*:")
"""`['middleware' => 'auth']` beside what answers, or `children: […]` below it."""
_OPEN_ENDS: Final = ("/", "*", "...}")
"""End a path that stands for those below it."""
_OF_ITSELF: Final = regex(
    r"(?:\$this|(?<![\w.$])(?:self|this))(?:\s*+(?:->|\.)\s*+\w++(?:\([^()]*+\))?+)++\(\s*+\Z"
)
"""Before a path that a test asks for by what it inherits: `$this->actingAs($user)->get("/carts", $headers)`."""
_IS_TEXT: Final = regex(r"\s*\"(?![^,]*=>)")
"""Begins a text in a list, and no key of a table."""
_MOST_LINES: Final = 12
_MOST_LETTERS: Final = 2000
"""Of a call on either side of a path; a longer block holds more than one path."""
_MOST_WRAPPERS: Final = 6


class HandedIn(HandedOver):
    """What a file hands over for paths; it is looked up once."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, path: str) -> None:
        super().__init__(index, graph, path)
        self._over: dict[tuple[int, tuple[int, int], str], int | None] = {}

    def over(self, lines: Sequence[str], line: int, span: tuple[int, int], method: str) -> int | None:
        """Return what a router is given for a path that is written on a line, from one column to another.

        For a type that is the method by which it answers, where its name or the call tells.
        """
        key = line, span, method
        if key not in self._over:
            self._over[key] = self._found(lines, line, span, method)
        return self._over[key]

    def _found(self, lines: Sequence[str], line: int, span: tuple[int, int], method: str) -> int | None:
        if (below := self.marked(lines, line)) is not None:
            above = lines[self.graph.entity(below).start_line - 1 : line - 1]
            is_own = is_given_directly("\n".join((*above, lines[line - 1][: span[0]])))
            if is_own:
                return _below(self.graph, below, lines, line, span, method)
            is_mapped = mapped_to(lines[line - 1], span)
            return _Call(self, lines, line, span, method).mapped() if is_mapped else None
        call = _Call(self, lines, line, span, method)
        asks = role_of(self.path) is Role.TEST and _OF_ITSELF.search(call.text, 0, call.begin)
        return None if asks else call.answering()


def _below(
    graph: CodeGraph, one: int, lines: Sequence[str], line: int, span: tuple[int, int], method: str
) -> int | None:
    """Return what a decorator with a path stands above: a function, or the method of a type that has none itself."""
    entity = graph.entity(one)
    *_, outermost = ("", *called_around(lines[line - 1], span[0]))
    if not is_routing(outermost) and not _routes(lines[entity.start_line - 1 : line]):
        return None
    if entity.kind in FUNCTION_KINDS:
        return one
    for member in _members(graph, one, [method.lower()]) if entity.kind in TYPE_KINDS else ():
        own = graph.entity(member)
        if own.path != entity.path or not _routes(lines[own.start_line - 1 : own.name_line - 1]):
            return member
    return None


def _routes(above: Sequence[str]) -> bool:
    """Whether the last decorator that begins on some lines makes a function answer, by its name."""
    begins = (text.lstrip() for text in reversed(above))
    mark = next((text for text in begins if text.startswith(MARKS)), "")
    return is_routing(mark.partition("(")[0])


def _members(graph: CodeGraph, around: int, names: Sequence[str]) -> Iterator[int]:
    """Yield the methods of a type, or else of its bases, that have one of some names, whatever their case."""
    for name in filter(None, names):
        for one in (around, *bases(graph, around)):
            yield from (own for own in graph.members(one) if graph.name_of(own).lower() == name.lower())


class _Call:
    """The text around a path, and what is handed over in it."""

    def __init__(
        self, handed: HandedOver, lines: Sequence[str], line: int, span: tuple[int, int], method: str
    ) -> None:
        first = max(line - 1 - _MOST_LINES, 0)
        above = "\n".join((*lines[first : line - 1], lines[line - 1][: span[0]]))[-_MOST_LETTERS:]
        path = lines[line - 1][slice(*span)]
        below = "\n".join((lines[line - 1][span[1] :], *lines[line : line + _MOST_LINES]))[:_MOST_LETTERS]
        self.graph, self.method, self.handed = handed.graph, method, handed
        self.lines = lines
        self.written = above + path + below
        self.text = bare(above) + '"' * len(path) + bare(below)
        self.begin, self.end = len(above), len(above) + len(path)
        self.first_line = line - above.count("\n")

    def answering(self) -> int | None:
        """Return what the path is given with."""
        begin, end = self.begin, self.end
        for _ in range(3):
            inside = brackets_around(self.text, begin, end)
            if inside is None:
                return None
            first, last = inside
            name = CALLED.search(self.text, max(first - 1 - 80, 0), first - 1)
            own = arguments(self.text, first, last)
            if self.text[first - 1] == "[" and all(_IS_TEXT.match(self.text, *one) for one in own):
                begin, end = first - 1, last + 1  # get(["/carts", "/baskets"], show)
                continue
            if self.text[first - 1] == "(" and name is None and len(own) == 1:
                begin, end = first - 1, last + 1  # path(("carts/"), show)
                continue
            if self.text[first - 1] != "(" or name is None or len(own) > 1 or key_of(self.text, first, begin):
                return self._among(own, begin, end, name["name"] if name else "", self.text[first - 1])
            if has_routing(name["name"]) and name["name"] not in METHODS:
                return self._chained(last + 1, len(self.text))  # route("/carts").get(show)
            begin, end = name.start(), self._past_conditions(last + 1)  # route(GET("/carts"), show)
        return None

    def _past_conditions(self, end: int) -> int:
        """Return where ends with what else a path is to be asked for: `GET("/carts").and(accept(JSON))`."""
        while (link := _LINK.match(self.text, end)) and link["name"] == "and":
            inside = next(self._brackets(link.end(), len(self.text)), None)
            if inside is None:
                break
            end = inside[1] + 1
        return end

    def mapped(self) -> int | None:
        """Return what the path is said to lead to, in a list by the method: `"/carts" => [get(list), post(buy)]`."""
        arrow = ARROW.match(self.text, self.end)
        behind = arguments(self.text, arrow.end(), len(self.text))[:1] if arrow else []
        if not behind:
            return None
        listed = [*self._brackets(*behind[0])]
        said = arguments(self.text, *listed[0]) if listed else behind
        given = {name: inside for one in said for name, inside in self._links(*one) if name in _ASKED}
        if not self.method and len(given) > 1:
            return None
        return self._wrapped(given.get(self.method.lower() or next(iter(given), ""), ()), 0)

    def _among(
        self, given: Sequence[tuple[int, int]], begin: int, end: int, name: str, bracket: str
    ) -> int | None:
        own = next((one for one in given if one[0] <= begin < one[1]), None)
        if own is None:
            return None
        before, after = self.text[own[0] : begin].strip(), self.text[end : own[1]].strip()
        if not before and after.startswith((":", "=>")) and bracket != "(":  # {"/carts": show}
            return self._given(own[1] - len(self.text[end : own[1]].lstrip(" \n\t:=>")), own[1])
        key = key_of(self.text, own[0], begin)
        is_call = bracket == "(" and (not name or is_of_router(name))
        is_record = bracket == "{" and _PATH_KEY.search(key)
        if after or not (is_call or is_record):
            return None
        others = [one for one in given if one != own]
        found = self._last(others)
        return self._in_text(others, name) if found is None else found

    def _in_text(self, given: Sequence[tuple[int, int]], name: str) -> int | None:
        """Return the method that a text among some arguments names with its type, or the type of several routes."""
        if not given:
            return None
        line = self.first_line + self.text.count("\n", 0, given[0][0])
        language, place = self.handed.language, Place(self.handed.path, self.lines, line)
        if self.handed.makes_several(name):
            return type_in_text(self.graph, language, self.written[slice(*given[0])], place)
        return method_in_text(self.graph, language, self.written[given[0][0] : given[-1][1]], place)

    def _last(self, given: Sequence[tuple[int, int]]) -> int | None:
        """Return what is handed over in the last of some arguments that is no text, or in that named for it."""
        given = [one for one in given if not _OPTIONS.match(self.text, *one)]
        if (loaded := self._loaded(given)) is not None:
            return loaded
        if any(WRITES_FUNCTION.search(self.text, *one) for one in given):
            return None
        if plain := self._plain(given):
            return self._given(*plain[-1])
        keys = [(KEY.match(self.text, *one), one[1]) for one in given]
        named = [
            (key["key"], key.end(), last)
            for key, last in keys
            if key and _HANDLER_KEY.search(key["key"]) and not _NO_HANDLER_KEY.match(key["key"])
        ]
        if len(named) != 1:
            return None
        key, first, last = named[0]
        found = self._given(first, last)
        return self._type_around(found) if found is not None and _SHOWN_KEY.search(key) else found

    def _loaded(self, given: Sequence[tuple[int, int]]) -> int | None:
        """Return what is imported when a path is shown, by a function that does no more than that."""
        for first, last in given:
            loads = _LOADS.match(self.text, first, last)
            if loads and (not loads["key"] or _HANDLER_KEY.search(loads["key"])):
                line = self.first_line + self.text.count("\n", 0, loads.end())
                return self.handed.loaded(line)
        return None

    def _type_around(self, one: int) -> int:
        """Return the type of a method: what is shown for a path answers by none, though it has one called `delete`."""
        around = self.graph.owner_of(one)
        return around if around >= 0 and self.graph.entity(around).kind in TYPE_KINDS else one

    def _plain(self, given: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return those of some arguments that are given by no name and are no text."""
        return [one for one in given if not key_of(self.text, *one) and not _LITERAL.match(self.text, *one)]

    def _given(
        self, first: int, last: int, depth: int = 0, around: tuple[int, int] | None = None
    ) -> int | None:
        """Return what an expression hands over: what it names, or what is wrapped last in what it calls."""
        head = _HEAD.match(self.text, first, last)
        if depth > _MOST_WRAPPERS or head is None:
            return None
        names = re.findall(r"[\w$]+", head["name"] or "")
        inside = [*self._brackets(head.end(), last)]
        for after, name in enumerate(reversed(names)):
            found = self._named(name, head.start("name"))
            if found is None and not after and len(names) > 1:
                found = self.handed.of_type_called(names[-2], name, self.lines)
            if found is None or after > 1:
                continue
            wrapped = self._wrapped(inside, depth)
            if wrapped is not None:
                return wrapped
            is_type = self.graph.entity(found).kind in TYPE_KINDS
            if after and not inside and names[-1] != "class":
                return None  # another of its members
            in_list = around is not None and self.text[around[0]] == "["
            written = self.written[slice(*(around if around and in_list else (first, last)))]
            return self._method_of(found, written) if is_type else found
        if names and names[-1].lower() in _ASKED:
            return self._chained(head.start("name"), last, depth)
        wrapped = self._wrapped(inside, depth)
        return self._made(names[-1], head.start("name"), inside) if wrapped is None and names else wrapped

    def _made(self, name: str, place: int, inside: Sequence[tuple[int, int]]) -> int | None:
        """Return what is called around a place and makes a function, if it is given none: `Show(db)`."""
        line = self.first_line + self.text.count("\n", 0, place)
        found = {one for one, lines in self.handed.making(name) if line in lines}
        if len(inside) != 1 or len(found) != 1:
            return None
        made = found.pop()
        is_below = self.written[self.begin : self.end].rstrip("\"'`").endswith(_OPEN_ENDS)
        if not makes_handler(self.graph.entity(made), is_below=is_below):
            return None
        is_given = takes_handler(self.graph.entity(made)) and self._plain(arguments(self.text, *inside[0]))
        return None if is_given else made

    def _chained(self, first: int, last: int, depth: int = 0) -> int | None:
        """Return what the method that is asked for is given in `get(show).post(add)`, or the only one that is there."""
        given: dict[str, list[tuple[int, int]]] = {}
        asked = ""
        for name, inside in self._links(first, last):
            if name in _ASKED:
                asked = name
                given.setdefault(name, inside)
            elif (
                asked
                and _HANDLER_KEY.search(name)
                and not any(self.text[slice(*one)].strip() for one in given[asked])
            ):
                given[asked] = inside  # get().guard(known).to(show)
        wanted = self.method.lower() if self.method else next(iter(given), "")
        if not self.method and len(given) > 1:
            return None
        inside = given.get(wanted) or given.get("all") or given.get("any") or []
        return self._wrapped(inside, depth)

    def _links(self, first: int, last: int) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """Yield what is called in a chain, and with what; for what only takes another chain, `route(get()…)`, that."""
        while link := _LINK.match(self.text, first, last):
            inside = [*self._brackets(link.end(), last)]
            if not inside:
                return
            first, name = inside[-1][1] + 1, link["name"].lower()
            within = _LINK.match(self.text, *inside[0]) if name not in _ASKED else None
            if within is not None and within["name"].lower() in _ASKED:
                yield from self._links(*inside[0])
            else:
                yield name, inside

    def _wrapped(self, inside: Sequence[tuple[int, int]], depth: int) -> int | None:
        """Return what is given last in the last of some brackets that follow each other."""
        if not inside:
            return None
        own = arguments(self.text, *inside[-1])
        if any(WRITES_FUNCTION.search(self.text, *one) for one in own):
            return None
        plain = self._plain(own)
        around = inside[-1][0] - 1, inside[-1][1] + 1
        return self._given(*plain[-1], depth + 1, around) if plain else None

    def _brackets(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield what lies in the brackets that begin at a place in the text, and in those right behind them."""
        while (first := past_blanks(self.text, first, last)) < last and self.text[first] in "([":
            inside = brackets_around(self.text, first + 1, first + 1)
            if inside is None:
                return
            yield inside
            first = inside[1] + 1

    def _named(self, name: str, place: int) -> int | None:
        """Return the only one that is handed over by a name around a place."""
        line = self.first_line + self.text.count("\n", 0, place)
        found = {one for one, lines in self.handed.by(name) if line in lines or line + 1 in lines}
        return found.pop() if len(found) == 1 else None

    def _method_of(self, around: int, written: str) -> int:
        """Return the method by which a type answers, or the type where what is written of it does not tell."""
        said = dict(_SAID_METHOD.findall(written))
        words = [word for word in re.findall(r"[\"'](\w+)[\"']", written) if word.upper() not in METHODS]
        if said:
            only = next(iter(said.values())) if len(said) == 1 and not self.method else ""
            names = [said.get(self.method.lower(), only)]
        elif not self.method and len(set(words)) > 1:
            names = []
        else:
            names = [*words, self.method] if written.lstrip().startswith("[") else [self.method, *words]
        return next(_members(self.graph, around, names), around)
