"""What code of the web makes of the description of a service to ask for its rpcs, and where that is known by its name.

export const shopClient = createClient(ShopService, transport);          const shop = new ShopServiceClient(host);
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

LARGEST: Final = 300_000
_KEPT: Final = regex(
    r"\b(?P<name>\w+)\s{0,9}(?::[^=\n]{1,120})?=\s{0,99}"
    r"(?:(?:create(?:Promise|Callback)?Client|useClient)\(\s{0,99}(?=\w+\s{0,99}[,)])|new\s{1,9}(?=\w+Client\())"
    r"(?P<service>\w+?)(?:(?:Promise)?Client(?=\()|(?=\s{0,99}[,)]))"
)
_MOST_FILES: Final = 200


def clients_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the clients that a file makes, each with its service.

    >>> [*clients_in("const a = createClient(Shop, transport); this.b = new DepotClient(host)")]
    [('a', 'Shop'), ('b', 'Depot')]
    """
    return ((found["name"], found["service"]) for found in _KEPT.finditer(text))


def is_client(text: str, name: str, service: str, made: Iterable[tuple[str, str]]) -> bool:
    """Whether a name is that of a client of a service in a file which makes it, or imports what another file made."""
    own = {of for called, of in clients_in(text) if called == name}
    return own == {service} if own else (name, service) in made and imports(text, name)


def imports(text: str, name: str) -> bool:
    """Whether a file imports something by a name."""
    named = rf"\bimport\b[^;\"']{{0,2000}}\b{re.escape(name)}\b[^;\"']{{0,2000}}\bfrom\b"
    return re.search(named, text) is not None


def clients_of(index: RepoIndex, service: str) -> set[tuple[str, str]]:
    """Return the names of the clients of a service that files make; none where too many may."""
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    made = (service, f"{service}Client", f"{service}PromiseClient")
    held = set[int]().union(*map(lexical.files_with, made))
    found = sorted(path for slot in held if (path := paths[slot]).endswith(SCRIPTS_AND_COMPONENTS))
    texts = (index.text_if_any(path) for path in (found if len(found) <= _MOST_FILES else ()))
    return {one for text in texts if len(text) <= LARGEST for one in clients_in(text) if one[1] == service}
