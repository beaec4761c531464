"""The names under which a line of a file sets something: those of what encloses it, by indentation and headings.

Files of settings are nested alike in any notation: YAML, JSON, arrays of PHP, objects of JavaScript; a heading of TOML
or INI holds what follows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from nsccn.regexes import regex

_MOST_WORDS: Final = 4
_DECLARING: Final = regex(
    rf"""\s*(?:-\s+)?(?:(?:export|const|let|var|val|final|static|public|private|readonly)\s+){{0,{_MOST_WORDS}}}
        (?:"(?P<double>[^"\s]{{1,200}})"|'(?P<single>[^'\s]{{1,200}})'|(?P<bare>[\w$][\w$.-]{{0,200}}))
        \s*(?::=|=>|=(?!=)|:(?!:))""",
    re.VERBOSE,
)
"""`"host": `, `host: `, `'host' => `, `host = `, `const host = `."""
_OF_APPLICATION: Final = regex(
    r"""\s*config\s+:\w{1,100},[ \t]*(?:(:[a-z]\w{0,100}|[A-Z][\w.]{0,200})[ \t]*(?:,[ \t]*|\Z))?
        (?:([a-z]\w{0,100}):(?!:))?""",
    re.VERBOSE,
)
"""What gives the settings of an application: `config :shop, mail_host: `, `config :shop, Shop.Mail, host: `."""
_CALLING: Final = regex(r"""\(\s*["']([\w.-]{1,200})["'][^"']{0,200}[({\[]\s*\Z""")
"""A call that is given a name, and then what the name holds: `registerAs('mail', () => ({`."""
_HEADING: Final = regex(r"\s*\[\[?\s*([^\[\]]{1,200}?)\s*\]\]?\s*(?:[#;].*)?\Z")
_HEADED: Final = regex(r"\.(?:toml|ini|cfg|conf|properties|editorconfig)\Z", re.IGNORECASE)
_DATA: Final = regex(r"\.(?:json[5c]?|toml|ya?ml|ini|cfg|conf|properties)(?:\.\w{1,20})?\Z", re.IGNORECASE)
_COMMENT: Final = "#/*"
_OPENING: Final = frozenset("{[(")
_OF_TEXT: Final = regex(r":[ \t]+[|>][-+\d]{0,2}[ \t]*\Z")
"""What ends a line of YAML below which is text."""
_CLOSING: Final = "})]"
_BETWEEN: Final = regex(r"[.:/]+")
_SETTINGS: Final = (
    r"(?:app)?settings?|config(?:s|uration|urations)?|conf|cfg|env(?:ironments?)?|defaults?|options|properties"
    r"|application"
)
_OF_SETTINGS: Final = regex(rf"(?:\A|[/._-])(?:{_SETTINGS})(?=[/._-]|\Z)", re.IGNORECASE)
_HOLDER: Final = regex(rf"[_$]*(?:m_)?(?:{_SETTINGS})_?", re.IGNORECASE)
_OF_ONE: Final = regex(rf"{_SETTINGS}|opt(?:ion|s)|pref(?:erence)?s", re.IGNORECASE)
_PROFILE: Final = regex(
    r"parameters|defaults?|all|shared|common|base|dev|development|test|testing|stag(?:e|ing)|prod|production|local",
    re.IGNORECASE,
)
"""What holds the settings of one surrounding, whose name no key has."""
_WORD: Final = regex(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+|[^\W_]+")
_SPEAKING: Final = regex(r"[^\W_][_-][^\W_]|[a-z][A-Z]|\A[A-Z]{2,}\Z")
"""A name of several words, or a constant's; one word alone means different things in different files."""
_TYPED: Final = (".ts", ".mts", ".cts", ".tsx")
_TYPE_BEHIND: Final = regex(
    r"(?<=:)(?:[^=(){},\n]{1,200};|[ \t]*(?:any|bigint|boolean|number|string|unknown)\b(?:\[\])?)[ \t\r]*(?://[^\n]*)?(?:\n|\Z)"
)
"""Behind the name of a member that has no value in TypeScript: `host: string;`."""


class Names(NamedTuple):
    """The names around a line, the outermost first, and how many of these a key need not say."""

    parts: tuple[str, ...]
    free: int = 0


def last_part(key: str) -> str:
    """Return the last name of a key.

    >>> last_part("app.mail.host"), last_part("Mail:Host")
    ('host', 'Host')
    """
    return _parts(key)[-1] if _parts(key) else ""


def words_of(name: str) -> list[str]:
    """Return the words of a name.

    >>> words_of("hostName"), words_of("DB_HOST"), words_of("max-size")
    (['host', 'Name'], ['DB', 'HOST'], ['max', 'size'])
    """
    return _WORD.findall(name)


def inner_words(key: str) -> list[str]:
    """Return the words of a key that a file which sets it holds: the first name may be the file's own.

    >>> inner_words("app.mail.hostName"), inner_words("host")
    (['mail', 'host', 'Name'], ['host'])
    """
    parts = _parts(key)
    return [word for part in parts[1:] or parts for word in words_of(part)]


def folded(name: str) -> str:
    """Return a name without case, and without what joins its words."""
    return name.replace("-", "").replace("_", "").lower()


def lines_declaring(text: str, name: str, path: str) -> set[int]:
    """Return the lines of a file that begin with a name of which the last part is the given one."""
    is_loose = is_data(path)
    spelt = "[_-]?".join(map(re.escape, words_of(name))) if is_loose else re.escape(name)
    pattern = re.compile(rf"(?<![^\W_]){spelt}[\"']?\s*[:=,]", re.IGNORECASE if is_loose else 0)
    found, counted, line = set(), 0, 1
    for match in pattern.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        begins = text.rfind("\n", 0, counted) + 1
        own = _parts(_declared(text[begins : match.end()]))
        if path.endswith(_TYPED) and _TYPE_BEHIND.match(text, match.end()):
            continue
        if own and _plain(own[-1], path) == _plain(name, path):
            found.add(line)
    return found


def is_data(path: str) -> bool:
    """Whether a file holds data, as YAML does, and no code."""
    return _DATA.search(path) is not None


def holds_settings(name: str) -> bool:
    """Whether a name's last word says that it is of settings.

    >>> holds_settings("defaultOptions"), holds_settings("DEFAULTS"), holds_settings("settings_file")
    (True, True, False)
    """
    words = words_of(name)
    return bool(words) and _OF_ONE.fullmatch(words[-1]) is not None


def may_set(path: str) -> bool:
    """Whether a file may be one of settings: data, or code that a folder or a name says to be such."""
    return is_data(path) or _OF_SETTINGS.search(path) is not None


def names_around(lines: Sequence[str], wanted: Collection[int], path: str) -> Iterator[tuple[int, Names]]:
    """Yield wanted lines that set something, or are part of what is set, with the names under which they do.

    >>> [*names_around(["app:", "  mail:", "    host: x"], {3}, "a.yml")]
    [(3, Names(parts=('app', 'mail', 'host'), free=0))]
    >>> [*names_around(["if prod do", "  config :app, mail_host: x"], {2}, "config.exs")]
    [(2, Names(parts=('config', 'mail_host'), free=1))]
    >>> [*names_around(["[app.mail]", 'host = "x"'], {2}, "a.toml")]
    [(2, Names(parts=('app', 'mail', 'host'), free=0))]
    >>> [*names_around(["module.exports = {", "  host: 1", "}"], {2}, "config.js")]
    [(2, Names(parts=('module', 'exports', 'host'), free=2))]
    """
    above: list[tuple[int, int]] = []
    heading = ""
    is_headed = _HEADED.search(path) is not None
    is_within_comment = False
    text_below = sys.maxsize
    for number, text in enumerate(lines[: max(wanted, default=0)], 1):
        stripped = text.lstrip()
        is_within_comment = (is_within_comment or stripped.startswith("/*")) and "*/" not in stripped
        if is_within_comment or not stripped or stripped[0] in _COMMENT or stripped.rstrip() in _OPENING:
            continue
        indentation = len(text) - len(stripped)
        if indentation > text_below:
            if number in wanted and (names := _names([lines[at - 1] for _, at in above], heading, path)):
                yield number, names
            continue
        text_below = indentation if _OF_TEXT.search(text) else sys.maxsize
        while above and above[-1][0] >= indentation:
            above.pop()
        if stripped[0] in _CLOSING:
            continue
        if is_headed and (found := _HEADING.match(text)):
            heading = found[1].replace('"', "").replace("'", "")
        above.append((indentation, number))
        if number in wanted and (names := _names([lines[at - 1] for _, at in above], heading, path)):
            yield number, names


def _names(around: Sequence[str], heading: str, path: str) -> Names | None:
    """Return the names of a line, the last of those around it; None where neither it nor what is around has one."""
    *before, own = around
    begun = next((at for at, text in enumerate(around) if _OF_APPLICATION.match(text)), None)
    before = before[begun:]
    outer = [_parts(_declared(text) or _called(text)) for text in before]
    parts = [part for names in (_parts(heading), *outer, _parts(_declared(own))) for part in names]
    if begun is not None:
        return Names(("config", *parts), 1)
    is_free = bool(outer) and not before[0][:1].isspace() and not is_data(path)
    return Names(tuple(parts), len(outer[0]) if is_free else 0) if parts else None


def _called(text: str) -> str:
    """Return the name that a call is given whose last argument begins on the line."""
    found = _CALLING.search(text)
    return found[1] if found else ""


def _parts(name: str) -> list[str]:
    return [part for part in _BETWEEN.split(name) if part]


def value_of(line: str) -> str:
    """Return what follows the name that a line begins with.

    >>> value_of('  "host": "x"'), value_of("- x")
    (' "x"', '- x')
    """
    found = _DECLARING.match(line)
    return line[found.end() :] if found else line


def _declared(text: str) -> str:
    if given := _OF_APPLICATION.match(text):
        return ":".join(filter(None, given.groups()))
    found = _DECLARING.match(text)
    return next(name for name in found.groups() if name) if found else ""


def sets(key: str, path: str, names: Names) -> bool:
    """Whether a line of a file, of which the names around are given, sets what is read by a key.

    Outside of the key may be the name of a profile, or of the variable that holds all; before it the file's name. What
    the key names before all may be the object that is asked (`settings.PAGE`).

    >>> sets("mail.host", "config/mail.php", Names(("host",))), sets("host", "config/mail.php", Names(("host",)))
    (True, False)
    >>> sets("app.mail.host-name", "application.yml", Names(("production", "app", "mail", "hostName")))
    True
    >>> sets("settings.PAGE", "shop/settings/base.py", Names(("PAGE",)))
    True
    """
    wanted = _parts(key)
    asked = [_plain(part, path) for part in wanted]
    given = [_plain(part, path) for part in names.parts]
    if len(asked) > 1 and _ends(asked, given, names):
        return True
    is_of_settings = _OF_SETTINGS.search(path) is not None
    if is_of_settings and any([held, *given] == asked for held in _held(path)):
        return True
    rest = asked[1:] if _HOLDER.fullmatch(wanted[0]) else asked
    speaks = _SPEAKING.search(wanted[-1]) if is_data(path) or names.free else wanted[-1].isupper()
    if len(rest) == 1 and not (is_of_settings and speaks):
        return False
    return bool(rest) and _ends(rest, given, names)


def _held(path: str) -> list[str]:
    """Return what a file's name, and that of its folder, say to be around all that is in it."""
    *folders, name = path.split("/")
    return [_plain(one, path) for one in (name.lstrip(".").partition(".")[0], *folders[-1:])]


def _ends(asked: list[str], given: list[str], names: Names) -> bool:
    outside = len(given) - len(asked)
    if outside < 0 or given[outside:] != asked:
        return False
    return all(number < names.free or _PROFILE.fullmatch(names.parts[number]) for number in range(outside))


def _plain(name: str, path: str) -> str:
    """Return a name as it is compared: in data neither case nor what joins words counts."""
    return folded(name) if is_data(path) else name
