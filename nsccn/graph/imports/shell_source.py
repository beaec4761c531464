"""Shell: `source` reads a file as if it stood there, and what one file of a program defines all of its files see."""

from __future__ import annotations

import re
from collections.abc import Iterable
from posixpath import dirname, join, normpath

from nsccn.graph.imports.base import ImportedName, Located
from nsccn.graph.imports.sourced import SourcedFiles
from nsccn.regexes import regex

_RUN = r"\$\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\)"
_WORD = regex(rf"""(?:"(?:\\.|{_RUN}|[^"\\])*+"|'[^']*+'|{_RUN}|\\.|[^\s"'])++""")
"""A word of a command, with what is quoted or worked out in it."""
_HERE = regex(
    rf"(?=\$\(\s*(?:cd|dirname)\b){_RUN}(?=/)|\$\{{(?:BASH_SOURCE(?:\[0\])?|0)%/\*\}}|\$\{{0:[ah]+\}}"
)
"""What leads to the folder of the file: `$(dirname "$0")`, `${BASH_SOURCE%/*}`."""
_OWN_FILE = regex(r"BASH_SOURCE|\$0|\$\{0|\$_|%x")
_UP = regex(r"/\.\.")
_LONGEST = 2_000
_VALUE = regex(rf"{_RUN}|\$\{{[^{{}}]*\}}|\$\w+|`[^`]*`|[*?]")
_OWN_FOLDER = regex(
    r"\$\{?(?:\w*_)?(?:here|dir|basedir|scriptdir|script_?(?:dir|path|root)|self)\}?/", re.IGNORECASE
)
_FILE = regex(r"[\w.@+ -]+\Z")
_SOURCES = frozenset({"source", ".", "\\."})
_SHELLS = frozenset({"ash", "bash", "dash", "exec", "ksh", "sh", "zsh"})
_LOADED = "load"
_ANYWHERE = "/"
_SUFFIXES = ("", ".bash", ".sh")


class ShellSource(SourcedFiles):
    """`source lib/log.sh`, `. "$ROOT/log.sh"`; `bash run.sh` and `./run.sh` name a file and see nothing of it."""

    language = "shell"

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the file that a command reads or runs, as `./` from here, `/` from somewhere, or as it is written."""
        words = [found.group() for found in _WORD.finditer(statement.replace("\\\n", " "), 0, _LONGEST)][:4]
        command = words[0].strip("\"'") if words else ""
        if command in _SOURCES or command == _LOADED:
            path = _path(words[1]) if len(words) > 1 else ""
            path = f"./{path}" if path and command == _LOADED and path[0] not in "./" else path
            return [ImportedName(path, "*", "")] if path else []
        named = [word for word in words[1:] if not word.startswith("-")] if command in _SHELLS else words
        path = _path(named[0]) if named else ""
        return [ImportedName(path, "", "")] if "/" in path or path.endswith((".sh", ".bash")) else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a path: beside the file that names it, below the root, or the only one that ends so."""
        known, folder = self.project.slot, dirname(self.project.paths[slot])
        for suffix in _SUFFIXES:
            path = module + suffix
            places = () if module.startswith(_ANYWHERE) else (normpath(join(folder, path)), normpath(path))
            found = next((known[place] for place in places if known.get(place, slot) != slot), None)
            if found is None and not module.startswith("./"):
                found = self._ending(slot, path)
            if found is not None and self._is_script(found):
                return Located((found,))
        return None

    def _ending(self, slot: int, path: str) -> int | None:
        """Return the file whose path ends as another does: in the most of its folders, and alone in that."""
        paths, is_own = self.project.paths, path.startswith("//")
        steps = [step for step in path.split("/") if step not in ("", ".", "..")]
        if not steps:
            return None
        named = [other for other in self.project.by_filename.get(steps[-1], ()) if other != slot]
        if is_own:
            beside = self.project.slot.get(normpath(join(dirname(paths[slot]), "/".join(steps))))
            if beside is not None:
                return beside
        for begin in range(len(steps)):
            ending = "/" + "/".join(steps[begin:])
            found = [other for other in named if f"/{paths[other]}".endswith(ending)]
            if found:
                return found[0] if len(found) == 1 else self._at_root(found, ending)
        return None

    def _at_root(self, found: Iterable[int], ending: str) -> int | None:
        """Return that of several files which lies as a path says from the root, or from a folder in that."""
        depth = ending.count("/")
        near = [other for other in found if self.project.paths[other].count("/") < depth]
        return near[0] if len(near) == 1 else None

    def _is_script(self, slot: int) -> bool:
        return self.project.languages[slot] == self.language


def _path(word: str) -> str:
    """Return the path that a word names, empty where its last step is worked out.

    >>> _path('"$(dirname "$0")/lib/log.sh"'), _path("$ROOT/log.sh"), _path('"$DIR/log.sh"'), _path("/opt/log.sh")
    ('./lib/log.sh', '/log.sh', '//log.sh', '/opt/log.sh')
    >>> _path("log.sh"), _path('"$ROOT/$NAME"'), _path("-e")
    ('log.sh', '', '')
    """
    here = _HERE.search(word)
    if here is not None and (here.group().startswith("${") or _OWN_FILE.search(here.group())):
        rest = _plain(word[here.end() :])
        above = "../" * len(_UP.findall(here.group()))
        return "" if _VALUE.search(rest) or not rest else f"./{above}{rest.lstrip('/')}"
    is_own = _OWN_FOLDER.match(word.lstrip("\"'")) is not None
    text = _plain(word)
    values = list(_VALUE.finditer(text))
    if values:
        text = text[values[-1].end() :]
        if not text.startswith("/"):
            return ""
        is_own = is_own and len(values) == 1
    text = f"/{text}" if values and is_own else text
    text = text.replace("~/", "/", 1) if text.startswith("~/") else text
    is_file = _FILE.match(text.rpartition("/")[2]) is not None and text[:1] not in "-<|&>"
    return text if is_file and text.strip("./") else ""


def _plain(word: str) -> str:
    return word.replace('"', "").replace("'", "").replace("\\ ", " ").strip()
