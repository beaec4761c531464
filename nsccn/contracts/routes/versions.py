"""The version that stands before the path of a controller of Nest, where the application has it in its URLs.

app.enableVersioning({ type: VersioningType.URI })        @Controller({ path: "carts", version: "1" })  -> /v1/carts
                                                          @Version("2") @Get("paid") paid()           -> /v2/carts/paid
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.nearness import shared_folders
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.marks import Mark
    from nsccn.contracts.routes.prefixes import Way
    from nsccn.index import RepoIndex

_CALL: Final = "enableVersioning"
_ENABLED: Final = regex(r"\.enableVersioning\(\s*(?:\{(?P<options>[^{}]*)\})?")
_VALUE: Final = r"(?:(?P<one>[\"'][\w.]+[\"'])|(?P<none>VERSION_NEUTRAL))?"
_SAID: Final = regex(rf"\bversion\s*:\s*{_VALUE}")
_OF_METHOD: Final = regex(rf"@Version\(\s*{_VALUE}")
_PREFIX: Final = regex(r"\bprefix\s*:\s*(?:[\"'](?P<text>\w*)[\"']|false)")
_DEFAULT: Final = regex(rf"\bdefaultVersion\s*:\s*{_VALUE}")
_MOST_FILES: Final = 20


def below_version(
    index: RepoIndex, files: RouteFiles, file: RouteFile, marks: Sequence[Mark], mark: Mark, way: Way
) -> Way | None:
    """Put before a path the version that its method says, or its controller, or the application.

    None stands for one that is not known.
    """
    options = _options(index, files, file)
    own = (found for one in marks if (found := _OF_METHOD.match(one.text)))
    said = next(own, None) or _SAID.search(mark.text) or (_DEFAULT.search(options or ""))
    if said is None or said["none"]:
        return way
    if options is None or said["one"] is None or ("type" in options and "URI" not in options):
        return None
    prefix = _PREFIX.search(options)
    before = (prefix["text"] or "") if prefix else "v"
    return way._replace(parts=(before + said["one"].strip("\"'"), *way.parts))


def _options(index: RepoIndex, files: RouteFiles, file: RouteFile) -> str | None:
    """Return with which options the nearest application has versions; None where none has, or they differ."""
    snapshot = index.snapshot
    paths = sorted(snapshot.entities.paths[slot] for slot in snapshot.lexical.files_with(_CALL))
    found: dict[int, set[str]] = {}
    for path in paths[:_MOST_FILES]:
        home = files.at(path) if role_of(path) is not Role.TEST else None
        if home is not None and home.language == file.language:
            own = {one["options"] or "" for one in _ENABLED.finditer("\n".join(home.lines))}
            found.setdefault(shared_folders(path, file.path), set()).update(own)
    nearest = found[max(found)] if found else set[str]()
    return nearest.pop() if len(nearest) == 1 else None
