"""Elixir: modules have names of their own, wherever they lie, which code writes whole or behind an alias."""

from __future__ import annotations

import re
from collections import deque
from fnmatch import fnmatchcase
from functools import cached_property, partial
from posixpath import basename, dirname, join, normpath, splitext
from typing import TYPE_CHECKING, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import shared_folders
from nsccn.graph.packagenames import packages
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_COMMENT: Final = regex(r"#[^\n]*")
_UNQUOTED: Final = regex(r"\bunquote\((__MODULE__)\)")
_DIRECTIVE: Final = regex(r"(alias|import|require|use)\b[\s(]*(\w+(?:\.\w+)*)(?:\.\{([^{}]*)\})?", re.DOTALL)
_SCOPE: Final = regex(r"""[\s(]*(?:"[^"]*"\s*,|(?:"[^"]*"\s*,)?.*?\balias:)\s*([A-Z][\w.]*)""", re.DOTALL)
"""What a router's `scope` says: names in it begin with that of a module."""
_AS: Final = regex(r"\bas:\s*(\w+)")
_NAMED: Final = regex(r"\b(only|except):\s*\[([^\[\]]*)\]")
_FUNCTION: Final = regex(r"(\w+[?!]?):")
_BUT: Final = " except "
"""Stands between a module and the functions of it that an import leaves out."""
_ONLY: Final = " only "
"""The same of those that it takes alone."""
_SCOPED: Final = " scope"
"""Stands behind what the names of modules may begin with."""
_NAMED_SO: Final = " as "
"""Stands between a module and what it is called: so may those call it that use a macro."""
_USED: Final = " use"
"""Stands behind a module of which a macro says what is imported."""
_EMBEDDED: Final = " embedded"
"""Stands behind a pattern of the paths of templates that are functions of a module."""
_EMBEDS: Final = regex(r"""embed_templates\b[\s(]*"([^"]*)\"""")
_OWN: Final = "__MODULE__"
_BETWEEN: Final = "$"
"""Between the parts of a module's name, as facts write it."""
_MOST_USED: Final = 16
"""Modules whose macros use others in turn, after which no more are looked for."""
_MOST_SCOPES: Final = 32
"""Scopes of a router that are looked for in one another."""
_SUFFIXES: Final = (".ex", ".exs")
_TEMPLATES: Final = (".heex", ".eex", ".leex")
_VIEWS: Final = "views/"
_SHOWN: Final = "templates/"
"""In this folder lie the templates of the modules in that one."""
_VIEW: Final = "_view"
"""Ends the names of files in that one, without their suffix."""


class ElixirModule(ImportStrategy):
    """`alias Shop.{Cart, Item}`, `import Shop.Prices, only: [sum: 1]`, `use Shop.Web, :controller`."""

    manifests_name_files = False
    relative_imports = True
    stars_by_name = True

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return what a directive binds: names of modules, or functions of one.

        >>> [(one.module, one.alias) for one in ElixirModule.parse("alias Shop.{Cart, Item.Row}") if one.alias]
        [('Shop.Cart', 'Cart'), ('Shop.Item.Row', 'Row')]
        >>> ElixirModule.parse("alias Shop.Cart, as: Basket")[0]
        ImportedName(module='Shop.Cart', name='', alias='Basket', exported=False)
        >>> ElixirModule.parse("import Shop.Prices, only: [sum: 1]")
        [ImportedName(module='Shop.Prices only sum', name='*', alias='', exported=False)]
        """
        if embeds := _EMBEDS.match(statement):
            return [ImportedName(embeds[1] + _EMBEDDED, "*", "")]
        text = _UNQUOTED.sub(r"\1", _COMMENT.sub("", statement))
        found = _DIRECTIVE.match(text)
        if found is None:
            scope = _SCOPE.match(text)
            return [ImportedName(scope[1] + _SCOPED, "*", "")] if scope else []
        word, module, group = found.groups()
        module, behind = module.strip("."), text[found.end() :]
        if not (module[:1].isupper() or module.startswith(_OWN)):
            return []
        modules = [module]
        if group is not None:
            modules = [f"{module}.{one.strip()}" for one in group.split(",") if one.strip()]
        if word == "import":
            return [ImportedName(one + _told(behind), "*", "") for one in modules]
        if word == "use":
            return [ImportedName(one + _USED, "*", "") for one in modules]
        alias = _AS.search(behind)
        if word == "require" and alias is None:
            return [ImportedName(one, "", "") for one in modules]
        names = {one: alias[1] if alias else one.rpartition(".")[2] for one in modules}
        told = [ImportedName(f"{one}{_NAMED_SO}{name}", "*", "") for one, name in names.items()]
        return [*(ImportedName(one, "", name) for one, name in names.items()), *told]

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the whole name of a module that a file names."""
        own = packages(package)
        if name == _OWN + _NAMED_SO + _OWN:
            return own[0] + _NAMED_SO + own[0].rpartition(".")[2]
        first, _, rest = name.replace(_BETWEEN, ".").partition(".")
        if first == _OWN:
            first = own[0]
        elif first in aliases:
            first = aliases[first]
        else:
            inner = (one for one in own if one.endswith(f".{first}") and one[: -len(first) - 1] in own)
            first = next(inner, first)
        return f"{first}.{rest}" if rest else first

    @staticmethod
    def bound_name(alias: str, module: str) -> str:
        """Return what an alias calls a module: `alias __MODULE__` calls it as it is called last."""
        return module.rpartition(".")[2] if alias == _OWN else alias

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that defines a module, the nearest of several, and the names that lead to it there."""
        if _NAMED_SO in module:
            return None
        if module.endswith(_EMBEDDED):
            return self._templates(slot, module.removesuffix(_EMBEDDED))
        module = module.partition(" ")[0]
        if module not in self._defining:
            named = {one for one in self._longer(slot, module) if one in self._defining}
            module = named.pop() if len(named) == 1 else ""  # of several scopes each means its own
        found = self._defining.get(module, ())
        if not found:
            return None
        path = self.project.paths[slot]
        near = min(found, key=lambda other: (-shared_folders(path, self.project.paths[other]), other))
        return Located((near,), self._way(near, module))

    @staticmethod
    def leaves_out(module: str, name: str) -> bool:
        """Whether an import does not want a function, as `except: [sum: 1]` says; `use` takes none itself."""
        _, only, wanted = module.partition(_ONLY)
        if only:
            return name not in wanted.split(",")
        return module.endswith((_USED, _SCOPED, _EMBEDDED)) or name in module.partition(_BUT)[2].split(",")

    @staticmethod
    def hands_on(module: str) -> bool:
        """Whether those who use a macro of a file take what it uses in turn."""
        return module.endswith(_USED)

    def members_taken(self, slot: int) -> tuple[str, ...]:
        """Return the modules that a file imports by macros which it uses: by `import` in the files of these."""
        return tuple(
            one
            for one in self._said_by_macros(slot)
            if not one.endswith((_SCOPED, _EMBEDDED)) and _NAMED_SO not in one
        )

    def modules_used(self, slot: int) -> tuple[str, ...]:
        """Return the modules of which a file uses a macro, not those that these use in turn."""
        return tuple(star for star in self.project.stars(slot) if star.endswith(_USED))

    def _templates(self, slot: int, pattern: str) -> Located | None:
        """Return the templates that a module embeds, by a pattern of their paths from its folder."""
        folder, _, name = normpath(join(dirname(self.project.paths[slot]), pattern)).rpartition("/")
        found = tuple(
            other
            for other in self.project.directories.get(folder, ())
            if (path := self.project.paths[other]).endswith(_TEMPLATES)
            and fnmatchcase(basename(path).partition(".")[0], name)
        )
        return Located(found) if found else None

    @staticmethod
    def shown_from(path: str) -> tuple[str, ...]:
        """Return how the paths of templates begin that may be those of a file's module."""
        own, suffix = splitext(path)
        if suffix != _SUFFIXES[0]:
            return ()
        root, is_view, name = own.rpartition(_VIEWS)
        shown = (f"{root}{_SHOWN}{name.removesuffix(_VIEW)}/",) if is_view and name.endswith(_VIEW) else ()
        return (f"{own}.", f"{own}/", *shown)

    def _said_by_macros(self, slot: int) -> tuple[str, ...]:
        """Return what the files say of imports of which a file uses a macro, then those that they use in turn."""
        found = self._used.get(slot)
        if found is None:
            said: dict[str, None] = {}
            seen, pending = {slot}, deque([slot])
            while pending and len(seen) <= _MOST_USED:
                at = pending.popleft()
                for star in self.project.stars(at):
                    if not star.endswith(_USED):
                        said.update({star: None} if at != slot else {})
                        continue
                    for other in self._defining.get(star.removesuffix(_USED), ()):
                        if other not in seen:
                            seen.add(other)
                            pending.append(other)
            found = self._used[slot] = tuple(said)
        return found

    @cached_property
    def _used(self) -> dict[int, tuple[str, ...]]:
        return {}

    def _longer(self, slot: int, module: str) -> Iterator[str]:
        """Yield what a name may stand for that is no module: in a router's scope, and where a macro names modules."""
        yield from (f"{scope}.{module}" for scope in self._scopes(slot))
        first, dot, rest = module.partition(".")
        yield from (whole + dot + rest for whole in self._named_by_macros(slot).get(first, ()))

    def _named_by_macros(self, slot: int) -> Mapping[str, Sequence[str]]:
        """Return what the macros that a file uses call modules, with these."""
        found = self._named.get(slot)
        if found is None:
            found = self._named[slot] = {}
            for said in self._said_by_macros(slot):
                whole, is_named, name = said.partition(_NAMED_SO)
                if is_named:
                    found.setdefault(name, []).append(whole)
        return found

    @cached_property
    def _named(self) -> dict[int, dict[str, list[str]]]:
        return {}

    def _scopes(self, slot: int) -> tuple[str, ...]:
        """Return what the names of modules may begin with in a router, also where one scope stands in another."""
        found = self._scoped.get(slot)
        if found is None:
            said = dict.fromkeys(one for one in self.project.stars(slot) if one.endswith(_SCOPED))
            scopes = [one.removesuffix(_SCOPED) for one in said][:_MOST_SCOPES]
            pairs = (f"{outer}.{inner}" for outer in scopes for inner in scopes if outer != inner)
            found = self._scoped[slot] = (*scopes, *pairs)
        return found

    @cached_property
    def _scoped(self) -> dict[int, tuple[str, ...]]:
        return {}

    def _way(self, slot: int, module: str) -> tuple[str, ...]:
        """Return the steps from a file to a module in it: modules of the file may stand in one another."""
        found = self._ways.get(slot)
        if found is None:
            found = self._ways[slot] = _steps(
                packages(self.project.packages[slot]), self.project.modules(slot)
            )
        return found[module]

    @cached_property
    def _ways(self) -> dict[int, dict[str, tuple[str, ...]]]:
        return {}

    @cached_property
    def _defining(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for slot, path in enumerate(self.project.paths):
            if path.endswith(_SUFFIXES) and (package := self.project.packages[slot]):
                for module in packages(package):
                    found.setdefault(module, []).append(slot)
        return {module: tuple(slots) for module, slots in found.items()}


class PhoenixTemplates(ElixirModule):
    """Templates that are functions of a module, or show its live view: they see all that the code in it does."""

    @staticmethod
    def second_names(path: str) -> Sequence[str]:
        """Return the name of a template's folder, by which a module embeds it."""
        return path.split("/")[-2:-1]

    def members_taken(self, slot: int) -> tuple[str, ...]:
        """Return the module of a template before what that imports."""
        view = self._view(slot)
        own = packages(self.project.packages[view])[:1] if view is not None else ()
        return (*own, *super().members_taken(slot))

    def _said_by_macros(self, slot: int) -> tuple[str, ...]:
        view = self._view(slot)
        if view is None:
            return ()
        own = (star for star in self.project.stars(view) if not star.endswith(_USED))
        return (*own, *super()._said_by_macros(view))

    def _view(self, slot: int) -> int | None:
        """Return the file of a template's module: one that embeds it, one of its name beside it, or its view."""
        path = self.project.paths[slot]
        folder, _, name = path.rpartition("/")
        for above in (folder, dirname(folder)):
            embedding = self.project.slot.get(above + _SUFFIXES[0])
            if embedding is not None and self._embeds(embedding, slot):
                return embedding
        paths = [f"{folder}/{name.partition('.')[0]}{_SUFFIXES[0]}".removeprefix("/")]
        root, is_shown, shown = folder.rpartition(_SHOWN)
        if is_shown:
            paths.append(f"{root}{_VIEWS}{shown}{_VIEW}{_SUFFIXES[0]}")
        return next((found for one in paths if (found := self.project.slot.get(one)) is not None), None)

    def _embeds(self, view: int, slot: int) -> bool:
        """Whether a module embeds a template."""
        stars = (star for star in self.project.stars(view) if star.endswith(_EMBEDDED))
        found = map(partial(self.locate, view), stars)
        return any(located is not None and slot in located.slots for located in found)


def _steps(own: Sequence[str], top: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return how each module of a file is reached from that; `top` are the last names of those that stand in none."""
    known, outermost = set(own), set(top)
    found: dict[str, tuple[str, ...]] = {}
    for module in sorted(known, key=lambda one: one.count(".")):
        around, _, name = module.rpartition(".")
        while around and around not in known:
            around = around.rpartition(".")[0]
        is_of_another = bool(around) and name in known
        is_outermost = name in outermost and not is_of_another
        found[module] = (name,) if is_outermost or not around else (*found[around], name)
    return found


def _told(behind: str) -> str:
    """Return what an import says of the functions that it takes."""
    said = {found[1]: ",".join(_FUNCTION.findall(found[2])) for found in _NAMED.finditer(behind)}
    if "only" in said:
        return _ONLY + said["only"]
    return _BUT + said["except"] if "except" in said else ""
