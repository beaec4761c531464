"""The package that a file declares; where it may declare several, as namespaces in C#, all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of
from nsccn.graph.packagenames import joined

if TYPE_CHECKING:
    from nsccn.graph.extraction.queries import Found
    from nsccn.graph.language import Language


def package_of(found: Found, data: bytes, language: Language) -> str:
    """Return the package of a file; several as `packages` of the notation reads them, each with what is around it."""
    declared = found.get("package", ())
    if not language.several_packages:
        return next((text_of(node, data) for node, _ in declared), "")
    around: list[tuple[int, str]] = []
    names: dict[str, None] = {}
    for node, parts in declared:
        while around and around[-1][0] <= node.start_byte:
            around.pop()
        name = "".join(text_of(parts["name"][0], data).split())
        whole = f"{around[-1][1]}.{name}" if around else name
        around.append((node.end_byte, whole))
        names[whole] = None
    return joined(names)
