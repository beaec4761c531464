r"""The words by which templates mean what code gives them: functions, filters, tests, tags, elements.

    #[AsTwigFunction("cart_url")]           @register.filter(name="money")      @Component({ selector: "app-cart" })
    new TwigFilter('money', [$this, 'm'])   @register.simple_tag                @customElement("shop-cart")
    #[AsTwigComponent('cart')]              @app.template_filter()              @Pipe({ name: "money" })
    template.FuncMap{"money": asMoney}

A word is read of what stands above a function or a type, or of the call that one is handed to.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.routes.marks import marks_above
from nsccn.contracts.told import Told
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import lines_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_FORMS: Final = {
    "function": r"(?<![\w.$>:\\-]){}\s*\(",
    "filter": r"\|\s*{}(?![\w=])|\{{%-?\s*(?:apply|filter)\s+{}(?!\w)",
    "test": r"\bis\s+(?:not\s+)?{}(?!\w)",
    "tag": r"\{{%-?\s*{}(?!\w)",
    "helper": r"\{{\{{[#~]*\s*{}(?![\w.])",
    "action": r"\{{\{{[^{{}}]{{0,400}}?(?<![\w.$\"]){}(?![\w.\"=:])",
    "element": r"<{}(?=[\s/>]|\Z)",
    "attribute": r"(?<=[\s\[(*]){}(?=[\s=\])/>]|\Z)",
    "component": r"\bcomponent\(\s*[\"']{}[\"']|\{{%-?\s*component\s+[\"']?{}(?![\w:])|<twig:{}(?=[\s/>]|\Z)",
}
"""Kind of a word -> how templates write it."""
_FILTER_IN_CODE: Final = r"(?:\{{\{{[^{{}}]{{0,400}}|=\"[^\"]{{0,400}})\|\s*{}(?![\w=])"
"""How a template writes a filter that code of Angular holds as a text: elsewhere there `|` parts types."""
_OF_MARK: Final = {
    "AsTwigFunction": "function",
    "AsTwigFilter": "filter",
    "AsTwigTest": "test",
    "AsTwigComponent": "component",
    "AsLiveComponent": "component",
    "register.filter": "filter",
    "register.simple_tag": "tag",
    "register.inclusion_tag": "tag",
    "register.simple_block_tag": "tag",
    "register.tag": "tag",
    "template_filter": "filter",
    "app_template_filter": "filter",
    "template_global": "function",
    "app_template_global": "function",
    "template_test": "test",
    "app_template_test": "test",
    "Pipe": "filter",
    "customElement": "element",
}
"""What stands above something, with what it is called on where that tells more -> kind of its word."""
_SELECTOR: Final = regex(r"\b(?P<key>selector|tag)\s*:\s*[\"'`](?P<said>[^\"'`]{1,200})[\"'`]")
_SELECTED: Final = regex(r"^(?P<element>[a-z][\w-]*-[\w-]*)|\[(?P<attribute>[\w-]+)\]")
_NAMED: Final = regex(r"\bname\s*[:=]\s*[\"']([^\"'\s]{1,80})[\"']")
_FIRST: Final = regex(r"\(\s*[\"']([\w:.-]{1,80})[\"']")
_HANDED: Final = (
    (regex(r"\bTwig(?:_Simple)?(?P<kind>Function|Filter|Test)\(\s*[\"'](?P<name>[\w:.-]+)[\"']"), ""),
    (regex(r"\bregisterHelper\(\s*[\"'](?P<name>[\w-]+)[\"']"), "helper"),
    (regex(r"\bregister\.filter\(\s*[\"'](?P<name>\w+)[\"']"), "filter"),
    (regex(r"\bregister\.(?:simple_)?tag\(\s*[\"'](?P<name>\w+)[\"']"), "tag"),
    (regex(r"\bcustomElements\.define\(\s*[\"'](?P<name>[\w-]+)[\"']"), "element"),
    (regex(r"\.filters\[[\"'](?P<name>\w+)[\"']\]\s*="), "filter"),
    (regex(r"\.globals\[[\"'](?P<name>\w+)[\"']\]\s*="), "function"),
)
"""What a function or a type is handed to, and the kind of its word."""
_FUNCTIONS: Final = "FuncMap{"
"""Begins the functions that Go gives templates: `template.FuncMap{"money": asMoney}`."""
_KEY: Final = regex(r"\"(?P<name>\w+)\"\s*:\s*[\w.]*\Z")
_MARKUP: Final = frozenset({"element", "attribute", "component"})
_OF_ANGULAR: Final = ".ts"
_PIPE_METHOD: Final = "transform"
_TWIG: Final = ".twig"
_OF_TWIG: Final = ".php"
"""Templates of their own have what this language gives."""
_ABOVE: Final = 3
_LONGEST: Final = 2000
_MOST_HANDED: Final = 20
_MOST_WORDS: Final = 4
_MOST_READ: Final = 400
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


class Word(NamedTuple):
    """A word that templates have for something."""

    kind: str
    name: str


def named_in_templates(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where templates have the words that stand for a function or a type."""
    entity = graph.entity(root)
    if entity.kind not in FUNCTION_KINDS | TYPE_KINDS or not entity.path:
        return Told()
    marked = (*marked_words(index, entity), *_of_pipe(index, graph, entity))
    words = dict.fromkeys((*marked, *_handed(index, graph, entity)))
    notes, told = list[str](), set[tuple[str, int]]()
    for word in islice(words, _MOST_WORDS):
        if places := _places(index, entity, word):
            said = listed_lines(places, _MOST_FILES, _MOST_LINES)
            notes.append(f"Templates name it, as `{word.name}`, at {said}.")
            told |= {(path, line) for path, lines in places.items() for line in lines}
    return Told(tuple(notes), frozenset(told), is_used=bool(notes))


def marked_words(index: RepoIndex, entity: Entity) -> Iterator[Word]:
    """Yield the words that are said above something."""
    lines = index.text_if_any(entity.path).split("\n")
    if len(lines) < entity.name_line:
        return
    for mark in marks_above(lines, entity):
        name = mark.name.replace("\\", ".")
        short = ".".join(name.split(".")[-2:])
        kind = _OF_MARK.get(short) or _OF_MARK.get(name.rpartition(".")[2])
        text = mark.text[:_LONGEST]
        whole = " ".join(lines[mark.line - 1 : entity.name_line])[:_LONGEST]
        if kind is not None:
            said = _NAMED.search(text) or (_FIRST.search(text) if "inclusion" not in name else None)
            yield Word(kind, said[1] if said else entity.name)
        elif name in {"Component", "Directive"}:
            for selector in _SELECTOR.finditer(whole):
                for one in selector["said"].split(","):
                    if found := _SELECTED.search(one.strip()):
                        yield Word(found.lastgroup or "", found[0].strip("[]"))


def _of_pipe(index: RepoIndex, graph: CodeGraph, method: Entity) -> Iterator[Word]:
    """Yield the word of a pipe of Angular, whose method runs where a template has it."""
    owner = graph.owner_of(method.index) if method.name == _PIPE_METHOD else -1
    if owner >= 0 and method.path.endswith(_OF_ANGULAR):
        yield from (word for word in marked_words(index, graph.entity(owner)) if word.kind == "filter")


def _handed(index: RepoIndex, graph: CodeGraph, entity: Entity) -> Iterator[Word]:
    """Yield the words under which something is handed over."""
    places = dict.fromkeys(islice(graph.lines_using(entity.index, ("REFERENCES",)), _MOST_HANDED))
    for path, line in places:
        rows = index.text_if_any(path).split("\n")
        text = "\n".join(one[:_LONGEST] for one in rows[max(line - 1 - _ABOVE, 0) : line])
        before = text[: text.rfind(entity.name)]
        if (key := _KEY.search(before)) and _is_in_functions("\n".join(rows[: line - 1]) + "\n" + before):
            yield Word("action", key["name"])
        found = [
            (match.start(), kind or match["kind"].lower(), match["name"])
            for form, kind in _HANDED
            for match in form.finditer(before)
        ]
        if found:
            at, kind, name = max(found)
            if ";" not in before[at:]:
                yield Word(kind, name)


def _is_in_functions(before: str) -> bool:
    """Whether the functions that Go gives templates have begun in a text, and not ended."""
    begun = before.rfind(_FUNCTIONS)
    inside = before[begun + len(_FUNCTIONS) :] if begun >= 0 else "}"
    return inside.count("{") >= inside.count("}")


def _places(index: RepoIndex, entity: Entity, word: Word) -> dict[str, list[int]]:
    """Return the lines on which templates have a word."""
    lexical, snapshot = index.snapshot.lexical, index.snapshot
    name = re.escape(word.name)
    form = re.compile(_FORMS[word.kind].format(*[name] * 3))
    in_code = re.compile(_FILTER_IN_CODE.format(name))
    slots = lexical.files_with_all(re.findall(r"\w+", word.name))
    paths = sorted(
        (
            path
            for slot in slots
            if (path := snapshot.entities.paths[slot]) != entity.path
            and (_TWIG in path) == entity.path.endswith(_OF_TWIG)
            and (
                slot in snapshot.entities.text_files
                or (word.kind in _MARKUP and path.endswith(SCRIPTS_AND_COMPONENTS))
                or (
                    word.kind == "filter" and path.endswith(_OF_ANGULAR) and entity.path.endswith(_OF_ANGULAR)
                )
                or path.endswith((".erb", "eex", ".vue"))
            )
        ),
        key=lambda path: (role_of(path), path),
    )
    found: dict[str, list[int]] = {}
    for path in paths[:_MOST_READ]:
        lines = [
            number
            for number, line in lines_with([word.name], index.text_if_any(path))
            if (in_code if word.kind == "filter" and path.endswith(_OF_ANGULAR) else form).search(
                line[:_LONGEST]
            )
        ]
        found |= {path: lines} if lines else {}
    return found
