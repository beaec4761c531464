"""How code writes the path of a URL that it asks for, and with which method.

    fetch("/api/carts/" + id)       http.get<Cart>(`${this.url}/${id}`)       client.PostAsJsonAsync("api/carts", cart)
    requests.get(f"{base}/carts/{id}")      <form action="/carts" method="post">      @GET("carts/{id}")

What is put into a text is a hole in it: what stands before the path, as the address of a server, or a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.contracts.routes.texts import is_open
from nsccn.graph.routes import METHODS, stands_for_any
from nsccn.regexes import regex

HOLE: Final = "\0"
_LONGEST: Final = 2000
"""Letters of a line that is read."""
_MOST_ABOVE: Final = 3
_MOST_BELOW: Final = 8
_PREFIX: Final = regex(r"(?<![\w$])(?:[fFrRbBuU]{1,2}|\$@?|@\$)\Z")
_PLAIN_HOLE: Final = regex(r"%[sdvq]|\$[A-Za-z_]\w*(?:->\w+|\.\w+)*")
_JOIN_BEFORE: Final = regex(
    r"(?:(?<![\w$])[\w$]++\??\.)*+(?P<name>[\w$]+)(?:\([^()]*\))?[\])]*\s*(?:\+|(?<=\s)\.(?=\s))\s*\w?\Z"
)
_JOIN: Final = regex(r"\s*(?:\+(?![+=])|\.(?=\s*[\"'$]|\s+\w))\s*")
_OPERAND: Final = regex(r"[^+\"'`,;()]*(?:\([^()]*\)[^+\"'`,;()]*)*")
_QUOTE: Final = regex(r"[\"'`]")
_RUN: Final = regex(r"[^\"'`$#{%\\]+")
"""What in a text neither ends it nor begins a hole."""
_JOINS_LAST: Final = regex(
    r"[\w$.]*(?:[Cc]ombine|[Jj]oin|[Rr]esolve)\w*\(\s*[\w$.]+\s*,\s*(?P<last>[$@]{0,2}\".*\"|'.*'|`.*`|[\w$]+)\s*\)"
)
_ENDS: Final = {mark: regex(rf"(?:(?<!\\)|(?<=\\\\)){mark}") for mark in "\"'`"}
"""Quotes that may end a text: those that are not escaped for sure."""
_LAST_NAME: Final = regex(r"([\w$]+)(?:\([^()]*\))?[\s\])]*\Z")
_SERVER: Final = regex(
    rf"[a-z]{{2,5}}://[^/?#{HOLE}]*(?:{HOLE}[^/?#{HOLE}]*){{0,3}}(?=[/?#]|\Z)|//(?=\w)[^/]*"
)
_CALL: Final = regex(r"(?P<name>[\w$]+)[!?]?(?:<[^()]*>)?\s*\Z")
_RECEIVER: Final = regex(r"(?P<receiver>[\w$]+|[)\]])(?:\(\))?\s*(?:\??\.|->|::)\s*\Z")
_WORDS: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ASKING: Final = regex(
    r"fetch|axios|ajax|swr|request|https?|api|query|client|urlopen|exchange|event.?source|beacon|getJSON|load",
    re.IGNORECASE,
)
"""In the name of what asks for a URL that it is given."""
_SENDING: Final = frozenset("call exchange execute json open request send".split())
"""Ask where what they are called on does."""
_MATCHING: Final = regex(r"match|pattern|mapping|handle|config|resource|scope|route", re.IGNORECASE)
"""In the name of what is given a path for another reason."""
_BEFORE_METHOD: Final = frozenset("api do http json lazy send use".split())
_AFTER_GET: Final = frozenset(
    "as async data entity for fn from json list object request stream string text".split()
)
_BY_DEFAULT: Final = regex(r"fetch|swr|source|urlopen|getJSON", re.IGNORECASE)
"""Asks by GET where nothing else is said."""
_SAID: Final = regex(
    rf"\b(?:method|type|verb)[\"']?\s*(?:=>|[:=])\s*[\"':]?\s*(?:\w+\.)?({'|'.join(METHODS)})\b",
    re.IGNORECASE,
)
_GIVEN: Final = regex(
    rf"[\"'`](?P<text>{'|'.join(METHODS)})[\"'`]|\b(?:HttpMethod|Method|http)\.(?:Method)?(?P<named>{'|'.join(METHODS)})\b",
    re.IGNORECASE,
)
_FUNCTION: Final = regex(
    r",\s*(?:async\s*)?(?:\([^()]*\)\s*(?::[^=,]{1,60})?|[\w$]+\s*)=>|,\s*(?:async\s+)?function\b|,\s*func\s*\("
)
"""What answers, where a path is given to a router."""
_FURTHER: Final = regex(r",\s*\w?\Z")
_RELATIVE: Final = regex(r"[\"'`](?!https?:)[\w-]")
_HANDED_OVER: Final = regex(r"\s*(?:=>|,\s*[A-Z][\w.]*\s*(?:,\s*:|\Z))")
"""Behind the path that a route is drawn for: `get "/carts/:id", CartController, :show`."""
_CLIENT: Final = regex(r"\$|http|axios|api|client", re.IGNORECASE)
_CHAIN: Final = regex(r"(?:[\w$]+(?:\([^()]*\))?\s*\??\.\s*){1,6}\w+(?:<[^()]*>)?\(\s*\w?\Z")
_FIRST: Final = regex(r"\(\s*\w?\$?@?\Z")
_OPTIONS: Final = regex(r"\s*(?:,\s*(?:\{|\Z)|\Z)")
"""What `api.GET("/carts", { params })` is given beside the path, and `r.GET("/carts", show)` is not."""
_ROUTER: Final = regex(
    r"(?:.*[a-z_])?(?:router|routes?|group|blueprint|mux|engine)s?|app|server|fastify|express|bp|[regv]\d?",
    re.IGNORECASE,
)
"""What a path is given to, with what answers it."""
_KEEPERS: Final = frozenset("cache cookie cookies headers map storage store".split())
"""End the name of what is asked for a key, and no server: `this.$store.get("page/locale")`."""
_ATTRIBUTE: Final = regex(
    r"(?:^|[\s:])(?P<name>action|href|navigate|patch|src|hx-(?:get|post|put|patch|delete)|(?:data-)?\w*url(?:-value)?)"
    r"=\{?\s*~?\w?\Z"
)
_REDIRECT: Final = regex(
    r"(?<!Route::)\b(?:[rR]edirect(?:_to|To)?|HttpResponse(?:Permanent)?Redirect|RedirectResponse|sendRedirect"
    r"|push_(?:navigate|patch))(?:\(\s*|[ \t]+)(?:(?:\d{3}|conn|socket)\s*,\s*)?(?:to:\s*)?~?\w?\Z"
)
"""Has whoever asked ask for the path that follows."""
_VERIFIED: Final = "~p"
"""Stands before a path of which Phoenix sees to it that something answers it: whoever has it leads there."""
_RETROFIT: Final = regex(rf"@({'|'.join(METHODS)})\(\s*(?:value\s*=\s*)?\Z")
_KEEPS: Final = regex(
    r"[\"']?(?<![\w$])(?P<name>[A-Za-z_$][\w$]*+)[\"']?\s*+(?:\??:\s*[\w<>\[\]|. ]{1,60})?(?:=(?![=>])|:=|:(?!:))\s*"
    r"(?:(?:async\s*)?\([^()]*\)\s*(?::\s*\w+\s*)?=>\s*)?"
    r"(?:[\w$.]*(?:[Cc]ombine|[Jj]oin|[Rr]esolve)\w*\(\s*[\w$.]+\s*,\s*|(?:new\s+)?[\w$.]+\(\s*)?\(?\w?\$?@?\Z"
)
"""What is given a path, or what one makes of it: `uri = Uri.Combine(host, "api/carts")`."""
_MOST_KEEPING: Final = 400
"""Letters before a path in which the name may stand that is given it."""
_BRACKET: Final = regex(r"[()\[\]{}]")
_MOST_BEFORE: Final = 600
"""Letters before a path in which the calls around it may begin."""
_METHODS: Final = {**{method.lower(): method for method in METHODS}, "del": "DELETE"}


_BLANK: Final = regex(r"\s")
_LETTER: Final = regex(r"\w")


class Text(NamedTuple):
    """A text on a line, or several that are joined."""

    first: int
    last: int
    text: str
    holes: tuple[str, ...]
    source: str = ""
    """As it is written."""


class Asked(NamedTuple):
    """A path as code writes it."""

    parts: tuple[str, ...]
    """With a hole for what is put in."""
    holes: tuple[str, ...]
    """What is put in, in the order of the text; the first where the path begins with one."""
    is_begun: bool
    """Whether it is known where it begins."""
    text: Text


def _texts(line: str, place: int) -> Iterator[Text]:
    """Yield the texts that a line writes from a column on, with holes for what is put in."""
    last = dict[str, int]()
    while quote := _QUOTE.search(line, place, _LONGEST):
        mark = quote[0]
        found = _text_at(line, quote.start()) if quote.start() < last.get(mark, len(line)) else None
        place = found.last if found is not None else quote.end()
        if found is not None:
            yield found
        elif mark not in last:  # a line of escaped quotes would be read to its end from each of them
            last[mark] = max((end.start() for end in _ENDS[mark].finditer(line)), default=0)


def _text_at(line: str, first: int) -> Text | None:
    quote, prefix = line[first], _PREFIX.search(line, max(first - 3, 0), first)
    marks = prefix[0].lower() if prefix else ""
    found, holes, place = list[str](), list[str](), first + 1
    while place < len(line):
        if run := _RUN.match(line, place):
            found.append(run[0])
            place = run.end()
            continue
        letter = line[place]
        if letter == quote:
            return Text(first, place + 1, "".join(found), tuple(holes))
        opens = 0
        if line.startswith(("${", "#{"), place) and (quote in '`"' or marks):
            opens = 2
        elif letter == "{" and (
            "f" in marks or "$" in marks or (quote == '"' and line.startswith("{$", place))
        ):
            opens = 1
        if opens:
            end = _closing(line, place + opens)
            holes.append(line[place + opens : end])
            found.append(HOLE)
            place = end + 1
        elif (plain := _PLAIN_HOLE.match(line, place)) and (letter == "%" or quote == '"'):
            holes.append(plain[0])
            found.append(HOLE)
            place = plain.end()
        else:
            found.append(letter)
            place += 1 + (letter == "\\")
    return None


def _closing(line: str, place: int) -> int:
    depth = 1
    while place < len(line):
        depth += (line[place] == "{") - (line[place] == "}")
        if not depth:
            return place
        place += 1
    return place


def texts_of(line: str) -> tuple[Text, ...]:
    """Return the texts that a line writes, as one where they are joined."""
    return tuple(_joined(line[:_LONGEST], 0))


def asked_paths(line: str, kept: Callable[[str], Text | None] | None = None) -> Iterator[Asked]:
    """Yield what may be a path on a line; `kept` knows what names stand for."""
    return paths_in(texts_of(line), kept)


def paths_in(texts: Iterable[Text], kept: Callable[[str], Text | None] | None = None) -> Iterator[Asked]:
    """Yield what may be paths of some texts; `kept` knows what names stand for."""
    for text in texts:
        if found := read_path(text, kept):
            yield found


def _joined(line: str, begin: int) -> Iterator[Text]:
    """Yield the texts of a line, as one where they are joined."""
    after = begin
    for text in _texts(line, begin):
        if text.first < after:
            continue
        written, holes, end, first = text.text, [*text.holes], text.last, text.first
        least = max(text.first - 120, begin)
        may_join = line.rfind("+", least, text.first) >= 0 or line.rfind(".", least, text.first) >= 0
        if may_join and (joined := _JOIN_BEFORE.search(line, least, text.first)):
            written, holes, first = HOLE + written, [joined["name"], *holes], joined.start()
        while join := _JOIN.match(line, end):
            other = (
                _text_at(line, join.end()) if line[join.end() : join.end() + 1] in ("'", '"', "`") else None
            )
            if other is not None:
                written, end = written + other.text, other.last
                holes += other.holes
                continue
            operand = _OPERAND.match(line, join.end())
            if operand is None or not operand[0].strip():
                break
            written, end = written + HOLE, operand.end()
            holes.append(operand[0].strip())
        after = end
        prefix = _PREFIX.search(line, max(first - 3, 0), first) if first == text.first else None
        source = line[prefix.start() if prefix else first : end]
        yield Text(text.first, end, written, tuple(holes), source)


def read_path(text: Text, kept: Callable[[str], Text | None] | None = None) -> Asked | None:
    """Read a text as a path; None for what is none, as one with blanks."""
    written, holes = text.text, text.holes
    if holes and written.partition("?")[0] == HOLE and (joined := _joined_in(holes[0], kept)):
        written, holes = joined.text + written[1:], (*joined.holes, *holes[1:])
    for _ in range(3):
        begins = int(written.startswith("/"))  # `/${carts}/1`
        name = _LAST_NAME.search(holes[0][-200:]) if written.startswith(HOLE, begins) and holes else None
        known = kept(name[1]) if name and kept else None
        if known is None or (begins and known.text.startswith(HOLE)):
            break
        said = known.text.lstrip("/") if begins else known.text
        written, holes = written[:begins] + said + written[begins + 1 :], (*known.holes, *holes[1:])
    server = _SERVER.match(written)
    if server:
        holes = holes[server[0].count(HOLE) :]
        written = written[server.end() :] or "/"
    written = written.partition("?")[0].partition("#")[0]
    is_based = written.startswith(HOLE)
    bare = written[1:] if is_based else written
    if _BLANK.search(bare) or not _LETTER.search(bare) or bare.startswith("."):
        return None
    parts = tuple(part for part in bare.split("/") if part)
    is_begun = server is not None or (written.startswith("/") and not is_based)
    return Asked(parts, holes[is_based:], is_begun, text)


def _joined_in(hole: str, kept: Callable[[str], Text | None] | None) -> Text | None:
    """Return the path that what is put in joins with the address of a server: `Combine(host, $"carts/{id}")`."""
    joined = _JOINS_LAST.fullmatch(hole)
    if joined is None:
        return None
    texts = texts_of(joined["last"])
    return texts[0] if len(texts) == 1 else kept(joined["last"]) if kept and not texts else None


class Call(NamedTuple):
    """How a path is asked for."""

    method: str
    """Empty where that is not known."""
    is_plainly: bool = False
    """Whether so surely that one word may be the path: `api.get("carts")`."""


def call_of(lines: Sequence[str], number: int, first: int, last: int) -> Call | None:
    """Return how a line asks for the path that stands between two columns of it; None where it does not."""
    found = _call_of(lines, number, first, last)
    before = lines[number - 1][:first]
    is_verified = before.endswith(_VERIFIED) and not before.lstrip().startswith("#")
    return Call("") if found is None and is_verified else found


def _call_of(lines: Sequence[str], number: int, first: int, last: int) -> Call | None:
    line = lines[number - 1]
    before = line[:first]
    if attribute := _ATTRIBUTE.search(before):
        return _attribute(line, attribute["name"])
    if retrofit := _RETROFIT.search(before):
        return Call(retrofit[1], is_plainly=True)
    if before.lstrip().startswith(("@", "[", "#[", "//", "*", "/*")):
        return None
    if _REDIRECT.search(before):
        return Call("GET")
    begins = number - 1
    while begins > max(number - 1 - _MOST_ABOVE, 0) and not _calls(before):
        begins -= 1
        before = f"{lines[begins]}\n{before}"
    calls = _calls(before)
    after = "\n".join((line[last:], *lines[number : number + _MOST_BELOW]))
    given = after[: _end_of_call(after)]
    if not calls:
        bare = re.search(rf"(?:^|[^\w.:])({'|'.join(_METHODS)})[ \t]+\w?\Z", before)
        return (
            Call(_METHODS[bare[1]], is_plainly=True)
            if bare and not _HANDED_OVER.match(given) and " to:" not in given
            else None
        )
    for place, (name, receiver) in reversed([*enumerate(calls)]):
        words = [word.lower() for word in _WORDS.findall(name)]
        if words[:1] == ["map"] and words[1:2] and words[1] in _METHODS:
            return None  # as ASP.NET answers
        method = next((_METHODS[word] for word in words[:2] if word in _METHODS), "")
        if not method or (words[0] not in _METHODS and words[0] not in _BEFORE_METHOD):
            continue
        if not _KEEPERS.isdisjoint(word.lower() for word in _WORDS.findall(receiver)[-1:]):
            continue
        if not place and _FURTHER.search(before) and _RELATIVE.match(line, first):
            continue  # a key in something: `store.get(bucket, "carts/1")`
        if method == "GET" and not _AFTER_GET.issuperset(words[words.index("get") + 1 :]):
            continue  # gets something
        is_router = _ROUTER.fullmatch(receiver) and _has_more(given)
        if is_router or (name.isupper() and not _OPTIONS.match(given)):
            return None
        is_plainly = not place and bool(_FIRST.search(before) and _CLIENT.search(_chain(before)))
        is_written = _FUNCTION.search(given) and not _CLIENT.search(receiver)
        return None if is_written else Call(method, is_plainly)
    names = " ".join(
        name if name.lower() not in _SENDING else f"{receiver}.{name}" for name, receiver in calls[:2]
    )
    if (_ASKING.search(names) and not _MATCHING.search(names)) or _SAID.search(given):
        said = _SAID.search(before[before.rfind("\n") + 1 :] + given) or _SAID.search(before)
        spelt = _GIVEN.search(before[-80:] + " " + given[:200])
        method = said[1] if said else (spelt["text"] or spelt["named"]) if spelt else ""
        return Call(method.upper() or ("GET" if _BY_DEFAULT.search(names) else ""))
    return None


def _attribute(line: str, name: str) -> Call:
    said = _SAID.search(line)
    if name.startswith("hx-"):
        return Call(name[3:].upper())
    return Call(said[1].upper() if said else "" if name == "action" or "url" in name else "GET")


def _calls(before: str) -> list[tuple[str, str]]:
    """Return the calls that are not closed at the end of a text, with what they are called on, the innermost first."""
    found, depth = list[tuple[str, str]](), 0
    for bracket in reversed([*_BRACKET.finditer(before, max(len(before) - _MOST_BEFORE, 0))]):
        at, sign = bracket.start(), bracket[0]
        if sign in ")]}":
            depth += 1
        else:
            depth -= 1
            if depth < 0:
                depth = 0
                if sign == "(" and (name := _CALL.search(before, max(at - 200, 0), at)):
                    receiver = _RECEIVER.search(before, max(name.start() - 80, 0), name.start())
                    found.append((name["name"], receiver["receiver"] if receiver else ""))
    return found


def _chain(before: str) -> str:
    """Return what a call is called on, at the end of a text."""
    found = _CHAIN.search(before, max(len(before) - 120, 0))
    return found[0] if found else ""


def _end_of_call(text: str) -> int:
    depth = 1
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "([{" else -1
        if depth <= 0:
            return bracket.start()
    return len(text)


def _has_more(given: str) -> bool:
    """Whether a call is given more than a path."""
    return bool(given.strip(" \t\n,;)"))


def kept_as(line: str, asked: Asked) -> str:
    """Return the name that a path on a line is kept by; empty for none."""
    end = asked.text.last - len(asked.text.source)
    is_kept = line.find("=", 0, end) >= 0 or line.find(":", 0, end) >= 0
    found = _KEEPS.search(line, max(end - _MOST_KEEPING, 0), end) if is_kept else None
    return found["name"] if found else ""


def is_plain(asked: Asked) -> bool:
    """Whether what is asked for is one word, as paths seldom are: `api.get("carts")`."""
    return (
        len(asked.parts) == 1
        and not asked.is_begun
        and HOLE not in asked.text.text
        and "/" not in asked.text.text
    )


def fit(asked: Asked, route: Sequence[str]) -> int:
    """Return how many parts of a route a path ends with that is asked for: all of either; 0 where they differ."""
    many = min(len(asked.parts), len(route))
    holes = iter(reversed(asked.holes))
    named = 0
    for given, own in zip(reversed(asked.parts), reversed(route), strict=False):
        put_in = [next(holes, "") for _ in range(given.count(HOLE))]
        if stands_for_any(own) or own.startswith("*"):
            if HOLE not in given and not is_open(given):
                return 0
        elif given.rstrip(HOLE).lower() == own.lower() or (given == HOLE and _is_among(own, put_in)):
            named += 1
        else:
            return 0
    return many if named else 0


def _is_among(part: str, put_in: Sequence[str]) -> bool:
    """Whether what is put in is one of several texts, of which a part is one: `on ? "open" : "close"`."""
    return any(re.search(rf"[\"'`]{re.escape(part)}[\"'`]", one) for one in put_in)
