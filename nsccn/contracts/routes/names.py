"""The names of routes, by which frameworks spell their paths: `reverse("shop:cart")`, `route('admin.carts.show')`.

    path("carts/<int:pk>/", show, name="cart")      Route::get('carts/{id}', …)->name('carts.show')
    bp = Blueprint("carts", __name__)               #[Route('/carts', name: 'cart_')] class …

A name is told with what stands before it: the namespace of a module, a blueprint, a group or a type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import bare
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import stands_for_any
from nsccn.regexes import regex
from nsccn.text import indentation

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

_SAID: Final = regex(r"(?<![\w>$.])(?:name|endpoint)[\"']?\s*[=:]\s*[\"'](?P<name>[\w.-]+)[\"']")
_CHAINED: Final = regex(
    r"(?:->|::)(?:name|as)\(\s*[\"'](?P<name>[\w.:/-]+)[\"']|[\"']as[\"']\s*=>\s*[\"'](?P<option>[\w.:/-]+)[\"']"
)
_OPTIONS: Final = regex(r"\s*\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\],\s*")
_NAMES: Final = regex(r"->names\(\s*(?:[\"'](?P<all>[\w.:/-]+)[\"'])?|[\"']names[\"']\s*=>")
_APPLICATION: Final = regex(r"^app_name\s*(?::\s*\w+\s*)?=\s*[\"']([\w-]+)[\"']", re.MULTILINE)
_NAMESPACE: Final = regex(
    r"namespace\s*=\s*[\"']([\w-]+)[\"']|include\(\s*\([^()]*,\s*[\"']([\w-]+)[\"']\s*,?\s*\)"
)
_BLUEPRINT: Final = regex(r"Blueprint\(\s*[\"']([\w.-]+)[\"']")
_DECORATES: Final = regex(r"\s*@(\w+)\s*\.")
_BASE: Final = regex(r"base_?name\s*=\s*[\"']([\w-]+)[\"']")
_MODEL: Final = regex(r"^[ \t]+queryset[ \t]*(?::[^=\n]{0,200})?=\s*(\w+)\.\w+", re.MULTILINE)
_URL_NAME: Final = regex(r"url_name\s*=\s*[\"']([\w-]+)[\"']")
_OF_ALL: Final = frozenset({"create", "list"})
_OF_EACH: Final = frozenset({"destroy", "partial_update", "retrieve", "update"})
_MOST_LINES: Final = 10
"""Of a statement that gives a router a path."""
_LONGEST: Final = 1000
_MOST_BLOCK: Final = 2000


def names_of(
    graph: CodeGraph,
    files: RouteFiles,
    entity: Entity,
    lines: Sequence[tuple[str, int]],
    parts: Sequence[str],
) -> tuple[str, ...]:
    """Return by which names a path is spelt that is registered on some lines, the outermost first."""
    if (
        len(lines) > 1
        and lines[-1][0] == entity.path
        and entity.start_line <= lines[-1][1] < entity.name_line
    ):
        above = files.at(lines[-2][0])
        lines = lines[:-1] if above and above.makes_several(lines[-2][1]) else lines
    file = files.at(lines[-1][0])
    if file is None:
        return ()
    if file.language == "python":
        found = _of_python(graph, files, entity, lines, file)
    elif file.language == "php":
        found = _of_php(files, entity, lines, parts, file)
    else:
        found = iter(())
    return tuple(dict.fromkeys(found))


def _of_python(
    graph: CodeGraph, files: RouteFiles, entity: Entity, lines: Sequence[tuple[str, int]], file: RouteFile
) -> Iterator[str]:
    line = lines[-1][1]
    text = statement(file, line)
    said = _SAID.search(text)
    if file.makes_several(line):
        own = [*_of_resource(graph, files, entity, text)]
    elif said:
        own = [said["name"]]
    else:
        own = [entity.name] if _DECORATES.match(file.lines[line - 1]) else []
    on = _DECORATES.match(file.lines[line - 1])
    if on:
        blueprint = blueprint_of(files, file, on[1], line)
        yield from (f"{blueprint}.{name}" if blueprint else name for name in own)
        return
    spaces = list[str](_APPLICATION.findall("\n".join(file.lines[:_MOST_BLOCK])))
    for path, number in lines[:-1]:
        above = files.at(path)
        found = _NAMESPACE.search(statement(above, number)) if above else None
        spaces += [found[1] or found[2]] if found else []
    yield from (f"{space}:{name}" for name in own for space in spaces)
    yield from own if not spaces else ()


def _of_resource(graph: CodeGraph, files: RouteFiles, entity: Entity, text: str) -> Iterator[str]:
    """Yield the names of what Django REST framework makes of a type: `cart-list`, `cart-detail`, `cart-close`."""
    owner = graph.entity(graph.owner_of(entity.index)) if entity.kind not in TYPE_KINDS else entity
    home = files.at(owner.path)
    base = _BASE.search(text)
    if home is None:
        return
    model = None if base else _MODEL.search("\n".join(home.lines[owner.name_line - 1 : owner.end_line]))
    name = base[1] if base else model[1].lower() if model else ""
    if not name:
        return
    if entity.name in _OF_ALL or entity.index == owner.index:
        yield f"{name}-list"
    if entity.name in _OF_EACH or entity.index == owner.index:
        yield f"{name}-detail"
    marks = "\n".join(home.lines[entity.start_line - 1 : entity.name_line])
    if "@action" in marks:
        said = _URL_NAME.search(marks)
        yield f"{name}-{said[1] if said else entity.name.replace('_', '-')}"


def blueprint_of(files: RouteFiles, file: RouteFile, name: str, line: int) -> str:
    """Return what a blueprint is called that a name stands for."""
    places = [(file, file.router(name, line) or 0)]
    for path, original in file.imported(name):
        home = files.at(path)
        places += [(home, begin) for begin, _ in home.values(original)[:1]] if home else []
    for home, begin in places:
        found = _BLUEPRINT.search(statement(home, begin)) if begin else None
        if found:
            return found[1]
    return ""


def _of_php(
    files: RouteFiles, entity: Entity, lines: Sequence[tuple[str, int]], parts: Sequence[str], file: RouteFile
) -> Iterator[str]:
    line = lines[-1][1]
    text = statement(file, line)
    if file.lines[line - 1].lstrip().startswith(("#[", "*", "/**")):
        said = [_SAID.search(statement(above, number)) for path, number in lines if (above := files.at(path))]
        if said and said[-1]:
            yield "".join(one["name"] for one in said if one)
        return
    before = "".join(_groups(files, lines, file, line))
    chained = _CHAINED.search(text)
    if file.makes_several(line):
        yield from _of_laravel_resource(before, text, parts, entity.name)
    elif chained:
        yield before + (chained["name"] or chained["option"])


def _of_laravel_resource(before: str, text: str, parts: Sequence[str], action: str) -> Iterator[str]:
    """Yield the name of an action of a resource: the one that is said, or what all of them begin with."""
    said = re.search(rf"[\"']{re.escape(action)}[\"']\s*=>\s*[\"']([\w.:/-]+)[\"']", text)
    begins = _NAMES.search(text)
    if begins and said:
        yield said[1]
    elif begins and begins["all"]:
        yield f"{before}{begins['all']}.{action}"
    else:
        named = [part for part in parts if not stands_for_any(part)]
        yield before + ".".join((*named[-1:], action))


def _groups(files: RouteFiles, lines: Sequence[tuple[str, int]], file: RouteFile, line: int) -> Iterator[str]:
    """Yield what groups of routes put before the names in them, the outermost first."""
    for path, number in lines[:-1]:
        above = files.at(path)
        if above is not None and path != file.path:
            yield from _prefixes(statement(above, number))
    found, found_open, in_options = list[str](), False, False
    least = indentation(file.lines[line - 1])
    for number in range(line - 1, max(line - _MOST_BLOCK, 0), -1):
        text = file.lines[number - 1]
        if in_options and text.strip() and indentation(text) > least:
            found = [*_prefixes(text), *found]
            continue
        if not text.strip():
            continue
        is_link = text.lstrip().startswith(("->", "]", "'as'", '"as"')) or _OPTIONS.fullmatch(text)
        found_open = bool(text.strip() and (indentation(text) < least or (is_link and found_open)))
        in_options = found_open and text.lstrip().startswith("]")
        if found_open:
            least = min(least, indentation(text))
            found = [*_prefixes(text), *found]
    yield from found


def _prefixes(text: str) -> list[str]:
    return [one["name"] or one["option"] for one in _CHAINED.finditer(text)]


def statement(file: RouteFile, line: int) -> str:
    """Return a statement from a line on, as far as its brackets are open or it goes on with a link."""
    first = line - 1 if line > 1 and file.lines[line - 2].rstrip().endswith("(") else line
    found, depth = list[str](), 0
    for number in range(first, min(first + _MOST_LINES, len(file.lines)) + 1):
        text = file.lines[number - 1][:_LONGEST]
        if found and depth <= 0 and not text.lstrip().startswith(("->", ".")):
            break
        found.append(text)
        depth += sum((letter in "([{") - (letter in ")]}") for letter in bare(text))
    return "\n".join(found)
