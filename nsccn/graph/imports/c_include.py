"""C and C++: `#include` makes all names of a file visible, and those of the files that it includes in turn."""

from __future__ import annotations

import json
import re
import shlex
from collections import OrderedDict
from functools import cached_property
from itertools import pairwise
from posixpath import dirname, isabs, join, normpath
from typing import TYPE_CHECKING, Any, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.packagenames import USED
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from nsccn.graph.imports.base import ManifestReader, Project

_INCLUDE = regex(r"""\s*#\s*(?:include|include_next|import)\s*(?:"([^"\n]+)"|<([^>\n]+)>)""")
_USING = regex(r"using\s+(?:namespace\s+)?(?!typename\b)([\w:\s]+?)\s*;")
_DIRECTORY_OPTION: Final = regex(r"-(?:I|iquote|isystem|idirafter)(.*)\Z", re.DOTALL)
_MOST_VISIBLE: Final = 256
"""Files whose visible files are kept at hand."""
_LARGEST_DATABASE: Final = 20_000_000
_HEADERS: Final = frozenset({"include", "includes", "inc"})
_SOURCES: Final = ("src", "lib", "source")
_SYSTEM: Final = frozenset(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
    "stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype aio dirent "
    "dlfcn fcntl fnmatch ftw getopt glob grp iconv langinfo libgen memory mqueue netdb poll pthread pwd regex sched "
    "search semaphore spawn syslog termios unistd utime utmpx wordexp malloc alloca endian windows winsock2 io direct "
    "process".split()
)
"""Headers of the platform, which a file of the same name in the repository does not replace."""


def _said(text: str) -> list[tuple[str, str, list[str]]]:
    """Return of each entry its directory, its file, and the directories in which it has included files looked for."""
    try:
        entries = json.loads(text) if len(text) < _LARGEST_DATABASE else []
    except ValueError:
        return []
    return [
        (str(entry.get("directory", "")), str(entry.get("file", "")), list(_include_directories(entry)))
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
    ]


def _include_directories(entry: dict[str, Any]) -> Iterator[str]:
    """Yield what `-Ifolder` and `-I folder` name."""
    arguments = entry.get("arguments")
    given = arguments if isinstance(arguments, list) else _words(str(entry.get("command", "")))
    for word, following in pairwise([*map(str, given), ""]):
        found = _DIRECTORY_OPTION.match(word)
        if found:
            yield found.group(1) or following


class CInclude(ImportStrategy):
    """`#include "list.h"`, `#include <project/list.h>`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {"compile_commands.json": _said}

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._visible: OrderedDict[int, frozenset[int]] = OrderedDict()
        self._located: dict[tuple[str, str], int | None] = {}

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return all names of the included file; of a namespace or the name in one that is used, its path."""
        found = _INCLUDE.match(statement)
        if not found:
            used = _USING.match(statement)
            return [ImportedName(USED + re.sub(r"\s", "", used[1]).strip(":"), "*", "")] if used else []
        quoted, angled = found.groups()
        return [ImportedName(quoted or f"<{angled}>", "*", "", exported=True)]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that an include means, as seen from the file that includes it."""
        if module.startswith(USED):
            return None
        folder = dirname(self.project.paths[slot])
        key = (folder, module)
        if key not in self._located:
            self._located[key] = self._find(folder, module)
        found = self._located[key]
        return None if found is None else Located((found,))

    def visible(self, slot: int) -> frozenset[int]:
        """Return the file and all that it includes, directly or through other files."""
        known = self._visible.get(slot)
        if known is not None:
            self._visible.move_to_end(slot)
            return known
        found = {slot}
        pending = [slot]
        while pending:
            for included in self._included(pending.pop()):
                if included not in found:
                    found.add(included)
                    pending.append(included)
        self._visible[slot] = frozenset(found)
        if len(self._visible) > _MOST_VISIBLE:
            self._visible.popitem(last=False)
        return self._visible[slot]

    def _included(self, slot: int) -> list[int]:
        modules = (module for module in self.project.stars(slot) if not module.startswith(USED))
        found = (self.locate(slot, module) for module in modules)
        return [located.slots[0] for located in found if located is not None]

    def _find(self, folder: str, module: str) -> int | None:
        path = module.strip("<>").replace("\\", "/")
        if isabs(path):
            return None
        known = self.project.slot
        is_angled = module.startswith("<")
        is_system = is_angled and _is_system(path)
        places = self._stated if is_system else [*self._stated, *self._usual]
        for place in places if is_angled else [folder, *places]:
            candidate = normpath(join(place, path))
            if candidate in known:
                return known[candidate]
        if is_system:
            return None
        return self._by_suffix(folder, path)

    def _by_suffix(self, folder: str, path: str) -> int | None:
        """Return the file whose path ends so: the only one, or the one nearest to the folder."""
        plain = normpath(path)
        while plain.startswith("../"):
            plain = plain[3:]
        paths = self.project.paths
        ending = "/" + plain
        found = [
            slot
            for slot in self.project.by_filename.get(plain.rpartition("/")[2], ())
            if paths[slot].endswith(ending) or paths[slot] == plain
        ]
        if len(found) < 2:
            return found[0] if found else None
        shared = [_shared_folders(folder, dirname(paths[slot])) for slot in found]
        best = max(shared)
        return found[shared.index(best)] if shared.count(best) == 1 else None

    @cached_property
    def _stated(self) -> list[str]:
        """Directories in which the repository's compiler looks, as its compilation database has them."""
        found: dict[str, None] = {}
        for path in self.project.manifests("compile_commands.json"):
            found.update(dict.fromkeys(self._of_database(path)))
        return list(found)

    @cached_property
    def _usual(self) -> list[str]:
        """The root, all directories called `include` near it, and the usual ones in the root."""
        headers: set[str] = set()
        top: set[str] = set()
        for folder in self.project.directories:
            steps = folder.split("/")
            top.add(steps[0])
            headers.update(
                "/".join(steps[: place + 1]) for place, step in enumerate(steps[:3]) if step in _HEADERS
            )
        return ["", *sorted(headers), *(name for name in _SOURCES if name in top)]

    def _of_database(self, path: str) -> Iterator[str]:
        for directory, file, included in self.project.read(path) or ():
            root = self._root_of(normpath(join(directory, file)))
            if root is not None:
                yield from _below(root, directory, included)

    def _root_of(self, absolute: str) -> str | None:
        """Return the directory under which a file of the database is the repository's."""
        steps = absolute.split("/")
        for length in range(1, len(steps)):
            if "/".join(steps[length:]) in self.project.slot:
                return "/".join(steps[:length]) or "/"
        return None


def _below(root: str, directory: str, included: Iterable[str]) -> Iterator[str]:
    """Yield those of the directories that lie under a root, as seen from there."""
    for given in included:
        place = normpath(join(directory, given))
        if place == root or place.startswith(root.rstrip("/") + "/"):
            yield place[len(root) :].strip("/")


def _is_system(path: str) -> bool:
    stem = path.rpartition("/")[2].removesuffix(".h")
    return ("/" not in path and stem in _SYSTEM) or path.startswith(("sys/", "linux/", "net/", "arpa/"))


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _shared_folders(one: str, other: str) -> int:
    shared = 0
    for step, other_step in zip(one.split("/"), other.split("/"), strict=False):
        if step != other_step or not step:
            break
        shared += 1
    return shared
