"""Which namespaces a project of MSBuild has all its files take in, by what the project says of itself."""

from __future__ import annotations

import re
from typing import Any, Final

_KIND: Final = re.compile(r"""<Project\b[^<>]*?\bSdk\s*=\s*["']([\w.]+)""")
_IMPLICIT: Final = re.compile(r"<ImplicitUsings>\s*(?:enable|true)\s*</", re.IGNORECASE)
_USING: Final = re.compile(r"<Using\s[^<>]*>")
_INCLUDED: Final = re.compile(r"""\bInclude\s*=\s*["']([\w.]+)["']""")
_OTHER_NAME: Final = re.compile(r"""\bAlias\s*=""")

_OF_ANY: Final = (
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
)
_OF_HOSTED: Final = tuple(
    f"Microsoft.Extensions.{name}" for name in ("Configuration", "DependencyInjection", "Hosting", "Logging")
)
_OF_WEB: Final = (
    "System.Net.Http.Json",
    *(f"Microsoft.AspNetCore.{name}" for name in ("Builder", "Hosting", "Http", "Routing")),
)
_OF_KINDS: Final = {
    "Microsoft.NET.Sdk": _OF_ANY,
    "Microsoft.NET.Sdk.Web": (*_OF_ANY, *_OF_HOSTED, *_OF_WEB),
    "Microsoft.NET.Sdk.Worker": (*_OF_ANY, *_OF_HOSTED),
}
"""Kind of project -> what its files take in where that is asked for."""


def taken_in(text: str) -> dict[str, Any]:
    """Return the namespaces that a project names, those that one of its kind may have, and whether it asks for these.

    >>> taken_in('<Project><ItemGroup><Using Include="Shop.Prices" /></ItemGroup></Project>')["named"]
    ['Shop.Prices']
    """
    text = _without_comments(text)
    usings = [one.group() for one in _USING.finditer(text)]
    kind = _KIND.search(text)
    return {
        "named": [
            found[1] for one in usings if not _OTHER_NAME.search(one) and (found := _INCLUDED.search(one))
        ],
        "implicit": bool(_IMPLICIT.search(text)),
        "of_kind": list(_OF_KINDS.get(kind[1], ())) if kind else [],
    }


def _without_comments(text: str) -> str:
    begun, *others = text.split("<!--")
    return begun + "".join(one.partition("-->")[2] for one in others)
