"""The keys of settings as code writes them: texts, constants and parameters, and what is put together of these.

A function may read a setting whose key it is given: `os.getenv("APP_" + name)`. Which settings these are, the calls
of it say. So a key may leave open what a parameter or a constant holds, as `APP_{name}`, and calls are asked for the
keys that they hand over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.settings.namedkeys import constant_texts
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.settingkeys import filled, open_parts

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import ReferenceRow

_QUOTED: Final = rb""""(?:[^"\\\n]{0,100})"|'(?:[^'\\\n]{0,100})'|`(?:[^`\\\n]{0,100})`"""
_TEXT: Final = rb"[rRuUbBfF@$]{0,2}(?:" + _QUOTED + rb")|:[a-z_]\w*(?![\w:])"
_NAME: Final = (
    rb"(?:[&*$@]\s*)?[A-Za-z_]\w*(?:(?:\.|::|->|\?\.)(?!(?:upcase|strip|to_s)\b)\$?[A-Za-z_]\w*(?![\w(]))*"
)
_SAME: Final = (
    rb"(?:\.(?:as_str|as_ref|clone|data|into|c_str|strip|to_owned|to_string|toString|ToString|String|trim|Trim)"
    rb"\(\)|\.(?:to_s|strip)\b(?!\())"
)
_CAPITALS: Final = (
    rb"(?:\.(?:upper|upcase|uppercase|toUpperCase|to_uppercase|to_ascii_uppercase|ToUpper|ToUpperInvariant)"
    rb"(?:\(\))?)"
)
_TO_CAPITALS: Final = rb"(?:strings\.ToUpper|strtoupper|mb_strtoupper|\w+\.toUpperCase)\("
_FORMAT: Final = rb"(?:[\w.:]*(?:[fF]ormat!?|[sS]printf)\(\s*)"
_TERM: Final = re.compile(
    rb"\s*(?:(?P<open>\()|(?P<text>"
    + _TEXT
    + rb")|(?P<to>"
    + _TO_CAPITALS
    + rb")?(?P<name>"
    + _NAME
    + rb")(?(to)\)))"
    rb"(?P<capitals>" + _SAME + rb"*" + _CAPITALS + rb")?" + _SAME + rb"*"
)
_CLOSED: Final = re.compile(rb"\s*\)(?P<capitals>" + _SAME + rb"*" + _CAPITALS + rb")?" + _SAME + rb"*")
_JOINED: Final = re.compile(rb"""\s*(?:\+|\.(?=\s*["'$])|(?<=["'])\s*\.(?=\s*[\w$"']))""")
_FORMATTED: Final = re.compile(
    rb"\s*" + _FORMAT + rb"(?P<text>" + _TEXT + rb")\s*,\s*(?P<name>" + _NAME + rb")" + _SAME + rb"*\s*\)"
    rb"|\s*(?P<before>" + _TEXT + rb")(?:\s*%\s*\(?|\.format\()(?P<put>" + _NAME + rb")\s*,?\s*\)?"
)
_OPEN: Final = re.compile(r"[$#]?\{([^{}]*)\}|(?<!\$)\$([A-Za-z_]\w*)|%[svd]")
_MEMBER: Final = re.compile(r"::|->|\?\.")
_OWN: Final = re.compile(r"\A(?:this|static|Self|cls)\.")
_END: Final = re.compile(rb"\s*(?:[,;)\n}\]#]|\|\||(?:or|if|unless|do)\b|\Z)")
"""What may stand behind a whole key; so its alternatives, and what is done with it, are left out."""
_ARGUMENTS: Final = re.compile(
    rb"(?:\s*::)?(?:<[^()<>;\n]{0,80}>|\[[\w.*, \[\]]{0,60}\])?!?\s?\(|[ \t]+(?=[\"':])"
)
"""The types that a call is given, and where its arguments begin; without brackets a text must come first."""
_KEYWORD: Final = re.compile(rb"\s*\$?([A-Za-z_]\w*)\s*[:=](?![:=])")
_BETWEEN: Final = re.compile(rb"\s*,")
_OTHER: Final = re.compile(rb"[^()\[\]{},\"'`#;]{0,120},")
_CONSTANT: Final = re.compile(r"(?:[A-Za-z_]\w*\.)+[A-Z]\w*\Z|_?[A-Z][A-Z0-9_]+\Z")
_KEY: Final = re.compile(r"(?=[^A-Za-z]*[A-Za-z]{2})[A-Za-z_{][\w.:/{}^-]{1,99}\Z")
_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+\Z|[A-Z]{4,}\Z")
_READING: Final = re.compile(
    r"(?i)get|find|read|fetch|lookup|require|env|conf|cfg|setting|option|opt_|param|prop(?:ert|s)|pref|value|flag"
)
_CAPITAL_TEXT: Final = re.compile(
    rb"[\"'`](?:[A-Z0-9_]{2,}[\"'`]|[^\"'`\\\n]{0,100}[\"'`]\)*" + _SAME + rb"*" + _CAPITALS + rb")"
)
"""A text in capitals, or one that is put into capitals."""
_FARTHEST: Final = 4096
"""Bytes behind a callee in which its arguments are looked for."""
_FORMS: Final = ("assign", "declare", "loop", "with", "augment", "parameter")
_MARK: Final = b"\0"
_BINDING: Final = re.compile(
    rb"(?<!\|)\|(?!\|)[^|\n]{0,80}NAME[^|\n]{0,80}(?<!\|)\|(?!\|)"
    rb"|NAME[^()\n{};]{0,60}\)?(?:\s*=>|\s->\s)"
    rb"|\blambda\b[^:\n]{0,80}NAME"
    rb"|(?:\b(?:function|func|fn|fun|delegate|catch|Some|Ok|Err)\b[^\n(]{0,20}|\]\s*)\([^()\n]{0,80}NAME"
    rb"|\bas\s+NAME"
    rb"|\bfor\b(?:(?!\b(?:in|of)\b)[^\n;{:]){0,60}?NAME(?:(?!\b(?:in|of)\b)[^\n;{:]){0,60}?(?:\b(?:in|of|range)\b|:)".replace(
        b"NAME", rb"[$&*]*\0+"
    )
)
"""Where code may have what is marked for something else than before, apart from what it gives a value."""
_GOES_ON: Final = re.compile(rb"\w|\s*[.(\[]")
_BELONGS: Final = re.compile(rb"[\w.>:]")
_INDEX: Final = re.compile(rb"(?<=[\w)\]])\s*[\[(][^\[\]()]*[\])]")
_LONGEST_BODY: Final = 4000
"""Bytes of a function in which a variable is looked for."""
_MOST_PIECES: Final = 6
_MOST_ARGUMENTS: Final = 4
"""Arguments of a call among which a key is looked for."""


class SettingKeys:
    """Reads keys in one file."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._bound: dict[tuple[int, str], bool] = {}
        self._reading: dict[str, bool] = {}
        """Callee -> whether its name, here or where it comes from, tells that it reads something."""

    @cached_property
    def _targets(self) -> list[tuple[int, int]]:
        """Where the file writes what it gives a value."""
        found = (
            parts.get("target", [node]) for form in _FORMS for node, parts in self._reader.found.get(form, ())
        )
        return sorted((nodes[0].start_byte, nodes[-1].end_byte) for nodes in found)

    @cached_property
    def _capital_texts(self) -> list[int]:
        """Where texts stand of which a key in capitals may consist."""
        return [match.start() for match in _CAPITAL_TEXT.finditer(self._reader.source)]

    @cached_property
    def constants(self) -> dict[bytes, str]:
        """The texts of the variables of the file, by name."""
        return constant_texts(self._reader)

    def written(self, start: int, end: int, scope: int) -> str:
        """Return the key that an expression is, empty where it is none; see `notation.settingkeys`."""
        found = _read(self._reader.source, start, end)
        if found is None or found[1] != end:
            return ""
        return self._settled(found[0], start, scope)

    def given(self, callee: str, end: int, scope: int, at: tuple[int, int]) -> Iterator[ReferenceRow]:
        """Yield the keys that a call is given, each with its keyword and its place among the arguments.

        `end` is where its callee ends, `at` its line and byte. Names in capitals are keys wherever they are given,
        others only where the names of functions tell that something is read by them.
        """
        data = self._reader.source
        is_reading = self._reading.get(callee)
        if is_reading is None:
            is_reading = _is_reading(callee) or _is_reading(self._reader.origin_of(callee))
            self._reading[callee] = is_reading
        if not is_reading and not self._has_capital_text(end):
            return
        begins = _ARGUMENTS.match(data, end)
        if begins is None:
            return
        argument = begins.end()
        for place in range(_MOST_ARGUMENTS):
            keyword = _KEYWORD.match(data, argument)
            start = keyword.end() if keyword else argument
            found = _read(data, start, len(data))
            is_wanted = found is not None and (is_reading or _VARIABLE.match(found[0]))
            if found is not None and is_wanted and _END.match(data, found[1]):
                key = self._settled(found[0], start, scope)
                if key and self._is_key(key, scope, is_reading=is_reading):
                    name = keyword[1].decode() if keyword else ""
                    yield "given", scope, key, *at, name, place
            behind = _BETWEEN.match(data, found[1]) if found is not None else _OTHER.match(data, argument)
            if behind is None:
                return
            argument = behind.end()

    def _has_capital_text(self, byte: int) -> bool:
        """Whether a key that any function may be given can stand close behind a byte."""
        texts = self._capital_texts
        place = bisect_left(texts, byte)
        return place < len(texts) and texts[place] < byte + _FARTHEST

    def _is_key(self, key: str, scope: int, *, is_reading: bool) -> bool:
        """Whether something that a call is given may be a key."""
        if _VARIABLE.match(key):
            return True
        if not is_reading or not _KEY.match(key):
            return False
        around = self._reader.definitions[scope].qualified_name
        is_open = any(self._function(name, scope) >= 0 for name in open_parts(key))
        return not is_open or _READING.search(around) is not None

    def _settled(self, key: str, byte: int, scope: int) -> str:
        """Return a key with what the file tells of its parts; empty where a part is neither known nor left open."""
        for name in tuple(open_parts(key)):
            around = self._function(name, scope)
            if around >= 0 and not self._is_bound(name, around):
                continue
            held = self._of_variable(name, byte, scope) if "." not in name else ""
            if not held and around < 0:
                held = self.constants.get(name.rpartition(".")[2].encode(), "")
            if held:
                key = filled(key, name, held)
            elif around >= 0 or not _CONSTANT.match(name):
                return ""
        return key

    def _function(self, name: str, scope: int) -> int:
        """Return the function around whose parameter a name is, -1 where it is none."""
        definitions = self._reader.definitions
        while scope > 0:
            if definitions[scope].kind in FUNCTION_KINDS and name in definitions[scope].parameters:
                return scope
            scope = definitions[scope].parent
        return -1

    def _is_bound(self, name: str, function: int) -> bool:
        """Whether a parameter gets another value in its function, or code in that has the name for something else.

        Of a long function that is not looked for, and taken to be so.
        """
        definition = self._reader.definitions[function]
        start, end = definition.body_start, definition.body_end
        if end - start > _LONGEST_BODY:
            return True
        if (function, name) not in self._bound:
            word = name.encode()
            self._bound[function, name] = self._has_other(word, definition) or any(
                _is_target(word, self._reader.source[first:last])
                for first, last in self._targets[self._target_at(start) : self._target_at(end)]
                if last <= end
            )
        return self._bound[function, name]

    def _target_at(self, byte: int) -> int:
        """Return how many targets begin before a byte."""
        return bisect_left(self._targets, (byte, 0))

    def _has_other(self, name: bytes, around: Definition) -> bool:
        """Whether code in a function takes a name for what a function, a loop, a handler or a pattern is given."""
        marked = _marked(name, self._reader.source[around.body_start : around.body_end])
        return _BINDING.search(marked) is not None

    def _of_variable(self, name: str, byte: int, scope: int) -> str:
        """Return the key that a variable of a function holds, which is given a value once, before it is asked for."""
        around = self._reader.definitions[scope]
        size = around.body_end - around.body_start
        if around.kind not in FUNCTION_KINDS or around.body_start >= byte or size > _LONGEST_BODY:
            return ""
        word = name.encode()
        given = re.compile(rb"(?<![\w.$>,])(?<!, )\$?" + word + rb"\b[^=;,\n()]{0,40}?:?=(?!=)")
        found = [
            match.end() for match in given.finditer(self._reader.source, around.body_start, around.body_end)
        ]
        if len(found) != 1 or found[0] > byte or self._has_other(word, around):
            return ""
        value = _read(self._reader.source, found[0], len(self._reader.source))
        if value is None or not _END.match(self._reader.source, value[1]):
            return ""
        parts = set(open_parts(value[0]))
        is_known = parts and all(self._function(part, scope) >= 0 for part in parts)
        return value[0] if is_known else ""


@lru_cache(maxsize=1 << 14)
def _is_reading(callee: str) -> bool:
    """Whether the name of a function tells that something is read by it."""
    return _READING.search(callee) is not None


def _marked(name: bytes, text: bytes) -> bytes:
    """Return a text with marks in the place of a name, where that belongs to nothing before and leads to nothing.

    So one pattern does for all names: to compile one takes longer than to search a function.
    """
    parts, done = list[bytes](), 0
    place = text.find(name)
    while place >= 0:
        end = place + len(name)
        before = text[max(place - 8, 0) : place].rstrip(b"$")[-1:]
        if not _BELONGS.match(before) and not _GOES_ON.match(text, end):
            parts += (text[done:place], _MARK * len(name))
            done = end
        place = text.find(name, end)
    return b"".join((*parts, text[done:]))


def _is_target(name: bytes, written: bytes) -> bool:
    """Whether a name is among those that an assignment gives values, and not only in an index of one."""
    plain = _INDEX.sub(b"", written)
    return (
        re.search(rb"(?<![\w.$>:])\$?" + re.escape(name) + rb"\b(?!\s*(?:[.\[(]|->|::))", plain) is not None
    )


def _read(data: bytes, start: int, end: int, depth: int = 0) -> tuple[str, int] | None:
    """Return the key that begins at a byte as it is written, and where it ends; None where it is none.

    `depth` counts the brackets around it.
    """
    formatted = _FORMATTED.match(data, start, end)
    if formatted is not None:
        text, name = formatted["text"] or formatted["before"], formatted["name"] or formatted["put"]
        return filled(_of_text(text), "_", f"{{{_of_name(name)}}}"), formatted.end()
    pieces: list[str] = []
    at = start
    for _ in range(_MOST_PIECES):
        term = _TERM.match(data, at, end)
        if term is not None and term["open"] is not None:
            inner = _read(data, term.end(), end, depth + 1) if depth < _MOST_PIECES else None
            closed = _CLOSED.match(data, inner[1], end) if inner is not None else None
            if inner is None or closed is None:
                return None
            piece, behind, is_capitals = inner[0], closed.end(), closed["capitals"] is not None
        elif term is not None:
            piece = _of_text(term["text"]) if term["text"] is not None else f"{{{_of_name(term['name'])}}}"
            behind, is_capitals = term.end(), term["capitals"] is not None or term["to"] is not None
        else:
            return None
        pieces.append(filled("{_^}", "_", piece) if is_capitals else piece)
        joined = _JOINED.match(data, behind, end)
        if joined is None:
            return "".join(pieces), behind
        at = joined.end()
    return None


def _of_text(written: bytes) -> str:
    """Return the key that a text spells, with the names that it puts in."""
    if written.startswith(b":"):
        return written[1:].decode("utf-8", "replace")
    text = written.decode("utf-8", "replace").lstrip("rRuUbBfF@$")[1:-1]
    return _OPEN.sub(_put_in, text)


def _put_in(match: re.Match[str]) -> str:
    """Return what a text puts in, `{_}` where only its place is said, and `{?}` where it is no key."""
    written = next(filter(None, match.groups()), "").encode()
    found = _read(written, 0, len(written)) if written else ("{_}", 0)
    return found[0] if found is not None and found[1] == len(written) else "{?}"


def _of_name(written: bytes) -> str:
    name = written.decode("utf-8", "replace").lstrip("&*$@ ")
    return _OWN.sub("self.", _MEMBER.sub(".", name).replace("$", ""))
