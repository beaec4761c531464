"""XML: a labelled section for each wish of the intent. Code stands in CDATA, word for word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.select.forms.form import EXPLANATION_TOKENS, chain_lines, explanation, left_out, with_scopes

if TYPE_CHECKING:
    from nsccn.select.selection import Piece, Selection

_SECTIONS: Final = (
    ("definitions", ("definitions",)),
    ("import_context", ("imports",)),
    ("relevant_code", ("relevant", "callees", "similar")),
    ("test_context", ("tests",)),
    ("callers", ("callers",)),
)
"""Each section, and the categories of the pieces in it."""
_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": " "}
_SPECIAL: Final = regex('[&<>"\n]')
_FORBIDDEN: Final = regex("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""No XML document can hold these characters, escaped or not."""


@dataclass(frozen=True, slots=True)
class Xml:
    """The pack as an XML document without a declaration."""

    explain: bool = False

    @property
    def file_tokens(self) -> int:
        """Tags; a file stands in each section that holds a piece of it."""
        return 16

    @property
    def piece_tokens(self) -> int:
        """Tags and the names of attributes."""
        return 34 + (EXPLANATION_TOKENS if self.explain else 0)

    @property
    def has_chains(self) -> bool:
        """In the section of imports."""
        return True

    def render(self, selection: Selection) -> str:
        """Return the pack: the intent and figures as attributes, then the sections that hold anything."""
        lines = [_opening("context", _figures(selection))]
        for name, categories in _SECTIONS:
            inside = list(self._section(selection, name, categories))
            lines += [f"<{name}>", *inside, f"</{name}>"] if inside else []
        if best := left_out(selection):
            lines += ["<left_out>", *map(_escape, best), "</left_out>"]
        return "\n".join((*lines, "</context>"))

    def _section(self, selection: Selection, name: str, categories: Sequence[str]) -> Iterator[str]:
        if name == "import_context":
            yield from (f"<chain>{_escape(line)}</chain>" for line in chain_lines(selection))
        for file in selection.selected:
            pieces = [piece for piece in file.pieces if piece.category in categories]
            if pieces:
                yield _opening("file", [("path", file.source.path), ("language", file.language)])
                for scopes, piece in with_scopes(pieces):
                    yield from (f"<scope>{_escape(line)}</scope>" for line in scopes)
                    yield self._piece(piece)
                yield "</file>"

    def _piece(self, piece: Piece) -> str:
        level = piece.label or piece.detail.name.lower()
        attributes = [("lines", piece.span), ("level", level), ("name", piece.title), ("why", piece.why)]
        if self.explain:
            attributes.append(("score", explanation(piece)))
        if not piece.body:
            return _opening("piece", attributes, "/")
        return f"{_opening('piece', attributes)}{_verbatim(piece.body)}</piece>"


def _figures(selection: Selection) -> list[tuple[str, str]]:
    figures = [
        ("intent", selection.intent),
        ("confidence", f"{selection.intent_confidence:.2f}"),
        ("tokens", str(selection.total_tokens)),
        ("budget", str(selection.budget)),
    ]
    if selection.used_fallback:
        return [*figures, ("best_effort", "nothing matched the task well")]
    return [*figures, ("share_of_optimum", f"{floor(100 * selection.certificate.ratio) / 100:.2f}")]


def _opening(name: str, attributes: Iterable[tuple[str, str]], end: str = "") -> str:
    written = "".join(f' {key}="{_escape(value)}"' for key, value in attributes if value)
    return f"<{name}{written}{end}>"


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: _ESCAPES[match.group()], _FORBIDDEN.sub("\ufffd", text))


def _verbatim(text: str) -> str:
    """Put text into CDATA; what would end it is divided between two."""
    text = _FORBIDDEN.sub("\ufffd", text).replace("]]>", "]]]]><![CDATA[>")
    return f"<![CDATA[\n{text}\n]]>"
