r"""Where the template of a component of Angular names a member of its class, in a file of its own or in a text.

@Component({ templateUrl: './cart.component.html' })     <button *ngIf="open && count > 0" (click)="save($event)">
class CartComponent { open = true; save(event) {} }      @if (rows(); as found) { {{ label(found) | money }} }

What the template binds for itself under the same name is meant instead: then nothing is told of that template.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.told import Told
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import blank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MARK: Final = regex(r"@(?:Component|Directive)\s*\(")
_ELSEWHERE: Final = regex(r"\btemplateUrl\s*:\s*[\"'`](?P<path>[^\"'`\n]{1,300})[\"'`]")
_HERE: Final = regex(r"\btemplate\s*:\s*(?P<quote>[\"'`])(?P<text>.{0,10000}?)(?<!\\)(?P=quote)", re.DOTALL)
_CODE: Final = regex(
    r"<!--.{0,5000}?-->"
    r"|\{\{(?P<shown>.{0,1000}?)\}\}"
    r"|(?<![\w-])(?:\[\([\w.-]+\)\]|\[[\w.@%-]+\]|\([\w.@:-]+\)|\*\w+|(?:on|bind|bindon)-[\w.-]+)\s*=\s*"
    r"(?:\"(?P<bound>[^\"]{0,2000})\"|'(?P<plain>[^']{0,2000})')"
    r"|@(?:if|else if|for|switch|case|defer|placeholder|loading)\s*"
    r"\((?P<asked>(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]{0,500}\)){0,500}\)){0,500}\)){0,1000})\)"
    r"|@let\s+\w+\s*=(?P<let>[^;]{0,2000});"
    r"|\{(?P<counted>[^{},;]{0,300}),\s*(?:plural|select)\s*,",
    re.DOTALL,
)
"""What of a template is code; comments are not. All is bounded, since each beginning may have no end."""
_OF_HOST: Final = regex(
    r"(?P<around>[\"'`]?)[\[(][\w.@:-]+[\])](?P=around)\s*:\s*(?P<quote>[\"'`])(?P<code>.{0,1000}?)(?P=quote)",
    re.DOTALL,
)
"""What a decorator has the element around do: `host: { '(click)': 'save($event)' }`."""
_BINDS: Final = r"(?:\blet[\s-]|\bas\s+|[\s<]#|@for\s*\(\s*|@let\s+){}(?![\w$-])"
_NAMES: Final = r"(?:(?<![\w$.#])|(?<=this\.)|(?<=this\?\.)|(?<=\.\.\.)){}(?![\w$])"
_ASKED: Final = r"(?<!\bthis)(?<!\bthis\?)\.{}(?![\w$])"
_TEXT: Final = regex(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_PIPED: Final = regex(r"(?<!\|)\|(?!\|)\s*\w+")
_KEY: Final = regex(r"(?<=[{,])(\s*)[\w$]+(?=\s*:(?!:))")
_FROM_FRAME: Final = regex(r"\blet\s+[\w$]+\s*=\s*[\w$]+")
"""`let i = index`: both are names of the frame."""
_TYPESCRIPT: Final = ".ts"
_MOST_CLASSES: Final = 60
_MOST_FILES: Final = 6
_MOST_LINES: Final = 8


class _Template(NamedTuple):
    """A text that stands in a file from a line on."""

    path: str
    text: str
    line: int = 1


def named_in_component(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where templates name a member of a component."""
    entity, owner = graph.entity(root), _class_around(graph, root)
    if owner < 0:
        return Told()
    places = dict[str, set[int]]()
    for one in with_heirs(graph, owner, entity.name):
        for template in _templates(index, graph, one):
            if lines := lines_naming(entity.name, template.text):
                places.setdefault(template.path, set()).update(template.line - 1 + line for line in lines)
    if not places:
        return Told()
    listed = {path: sorted(lines) for path, lines in places.items()}
    told = frozenset((path, line) for path, lines in listed.items() for line in lines)
    is_used = entity.kind in FUNCTION_KINDS
    said = f"Templates name it at {listed_lines(listed, _MOST_FILES, _MOST_LINES)}."
    return Told((said,), told, is_used=is_used)


def has_template(index: RepoIndex, graph: CodeGraph, member: int) -> bool:
    """Whether the class of a member has a template of its own, so that others ask an object for it."""
    owner = _class_around(graph, member)
    return owner >= 0 and any(_templates(index, graph, owner))


def lines_asking(name: str, template: str) -> set[int]:
    r"""Return the lines on which a template has a name as that of another object: the component may be that.

    >>> sorted(lines_asking("reset", '<app-cart #cart />\n<b (click)="cart.reset()"></b>\n{{ this.reset() }} reset'))
    [2]
    """
    asked = re.compile(_ASKED.format(re.escape(name)))
    return {template.count("\n", 0, one.start()) + 1 for one in asked.finditer(template)}


def _class_around(graph: CodeGraph, member: int) -> int:
    """Return the class that may be a component's, of a member; -1 for none."""
    owner = graph.owner_of(member) if graph.path_of(member).endswith(_TYPESCRIPT) else -1
    return owner if owner >= 0 and graph.entity(owner).kind == "class" else -1


def with_heirs(graph: CodeGraph, owner: int, member: str) -> list[int]:
    """Return a class and those that inherit a member from it."""
    found = [owner]
    for one in found:
        heirs = [edge.source for edge in graph.incoming(one, ("INHERITS",))]
        own = (heir for heir in heirs if member not in map(graph.name_of, graph.members(heir)))
        found += [heir for heir in dict.fromkeys(own) if heir not in found]
        if len(found) >= _MOST_CLASSES:
            break
    return found[:_MOST_CLASSES]


def _templates(index: RepoIndex, graph: CodeGraph, component: int) -> Iterator[_Template]:
    """Yield the templates of a class, and what its decorator says of the element around."""
    entity = graph.entity(component)
    lines = index.text_if_any(entity.path).split("\n")[entity.start_line - 1 : entity.name_line]
    above = "\n".join(lines)
    if not _MARK.search(above):
        return
    for found in _ELSEWHERE.finditer(above):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(entity.path), found["path"]))
        yield _Template(path, index.text_if_any(path))
    for found in _HERE.finditer(above):
        yield _Template(
            entity.path, found["text"], entity.start_line + above.count("\n", 0, found.start("text"))
        )
    for found in _OF_HOST.finditer(_HERE.sub(blank, above)):
        line = entity.start_line + above.count("\n", 0, found.start("code"))
        yield _Template(entity.path, f"{{{{{found['code']}}}}}", line)


def lines_naming(name: str, template: str) -> list[int]:
    r"""Return the lines on which a template's code has a name that it does not bind for itself.

    >>> lines_naming("open", '<p [class.open]="open && ready">open</p>\n{{ cart.open }}\n{{ open | date }}')
    [1, 3]
    >>> lines_naming("row", '<p *ngFor="let row of rows">{{ row }}</p>')
    []
    """
    spelt = re.escape(name)
    if name not in template or re.search(_BINDS.format(spelt), template):
        return []
    named = re.compile(_NAMES.format(spelt))
    lines = set[int]()
    for piece in _CODE.finditer(template):
        code = piece[piece.lastgroup] if piece.lastgroup else ""
        begin = piece.start(piece.lastgroup) if piece.lastgroup else 0
        for form in (_TEXT, _PIPED, _FROM_FRAME, _KEY):
            code = form.sub(blank, code)
        lines |= {template.count("\n", 0, begin + one.start()) + 1 for one in named.finditer(code)}
    return sorted(lines)
