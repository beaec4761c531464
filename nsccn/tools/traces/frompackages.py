"""Whether a file has a name from a package that the repository has not: `import { addHours } from 'date-fns'`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts
    from nsccn.index import RepoIndex

_PACKAGE: Final = regex(r"(?:@[\w.-]+/)?([A-Za-z][\w.-]*)(?:/.*)?")
"""The module of a package, and the name of that, without a scope."""
_MANIFEST: Final = "package.json"


def has_from_package(index: RepoIndex, path: str, facts: FileFacts, name: str) -> bool:
    """Whether all that a file of scripts imports under a name is of packages from elsewhere."""
    if not path.endswith(SCRIPTS_AND_COMPONENTS):
        return False
    modules = {one.module for one in facts.imports if name == (one.alias or one.name)}
    return bool(modules) and all(_is_elsewhere(index, module) for module in sorted(modules))


def _is_elsewhere(index: RepoIndex, module: str) -> bool:
    """Whether nothing of the repository has the name of a package: no folder, no file, no manifest."""
    package = _PACKAGE.fullmatch(module)
    if package is None:
        return False
    paths, place = index.snapshot.entities.paths, re.compile(rf"(?:^|/){re.escape(package[1])}(?:[/.]|$)")
    if any(place.search(path) for path in paths):
        return False
    named = re.compile(rf'"name"\s*:\s*"(?:@[\w.-]+/)?{re.escape(package[1])}"')
    manifests = (path for path in paths if path.rpartition("/")[2] == _MANIFEST)
    return not any(named.search(index.text_if_any(path)) for path in manifests)
