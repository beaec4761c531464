"""The forms in which a pack is written: compact text, Markdown, XML. Each is what a model reads, tokens and all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from nsccn.errors import InvalidArgument
from nsccn.select.forms.compact import Compact
from nsccn.select.forms.markdown import Markdown
from nsccn.select.forms.xml import Xml

if TYPE_CHECKING:
    from nsccn.select.forms.form import Form

_FORMS: Final[dict[str, Callable[[bool], Form]]] = {"compact": Compact, "markdown": Markdown, "xml": Xml}
FORMS: Final = tuple(_FORMS)


def form_named(name: str, *, explain: bool = False) -> Form:
    """Return a form; with `explain` it says of each piece what every signal gave to it.

    Raises:
        InvalidArgument: there is no form of that name.
    """
    if name not in _FORMS:
        raise InvalidArgument(f"There is no form {name!r}; give one of {', '.join(FORMS)}.")
    return _FORMS[name](explain)
