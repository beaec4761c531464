"""Templates of Rails: what a controller, a mailer or a component shows, with the methods that all templates have."""

from __future__ import annotations

from functools import cached_property

from nsccn.graph.imports.base import ImportedName, Located
from nsccn.graph.imports.ruby_require import RubyRequire
from nsccn.regexes import regex

_RENDER = regex(r"""render\b[\s(]*+(?::?(partial|template|layout)\b(?::|\s*=>)\s*+)?["']([\w/-]++)["']""")
_SHOWN = regex(r"(?:^|/)(?:app|views)/|\.html\.")
_VIEWS = "app/views/"
_HELPERS = "/app/helpers/"
_SHOWING = (
    "app/controllers/{}_controller.rb",
    "app/mailers/{}.rb",
    "app/models/{}.rb",
    "app/controllers/application_controller.rb",
)
"""Whose objects show the templates in a folder; the last one those of layouts, and what many share."""


class RailsViews(RubyRequire):
    """A template reads the variables of what shows it, and calls what that and the helper modules lend it."""

    def object_of(self, slot: int) -> int | None:
        """Return the component beside a template, else the controller or mailer after which its folder is named."""
        path = self.project.paths[slot]
        folder, _, name = path.rpartition("/")
        root, is_view, shown = f"{folder}/".rpartition(_VIEWS)
        paths = [f"{folder}/{name.partition('.')[0]}.rb".removeprefix("/")]
        if is_view:
            paths += [root + form.format(shown.removesuffix("/")) for form in _SHOWING]
        return next((found for one in paths if (found := self.project.slot.get(one)) is not None), None)

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the file that a call of `render` names, of a partial by what it is called there."""
        found = _RENDER.match(statement)
        if found is None:
            return []
        folder, slash, name = found[2].rpartition("/")
        return [ImportedName(found[2] if found[1] == "template" else f"{folder}{slash}_{name}", "", "")]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the template, in the same folder where no other is named, of the same engine and form if it can be."""
        own = self.project.paths[slot]
        root, _, rest = own.rpartition(_VIEWS)
        name = module if "/" in module else f"{rest.rpartition('/')[0]}/{module}"
        found = self._views.get(name, ())

        def nearness(other: int) -> tuple[bool, bool, int]:
            path = self.project.paths[other]
            return not path.startswith(root + _VIEWS), _form(path) != _form(own), other

        return Located((min(found, key=nearness),)) if found else None

    def lends(self, slot: int, other: int, name: str) -> bool:
        """Whether a controller names a method for its templates; a component lends all methods to its own."""
        folder, beside = (self.project.paths[one].rpartition("/")[0] for one in (slot, other))
        return folder == beside or name in self.project.exports(other)

    def lending(self, slot: int) -> frozenset[int]:
        """Return the files of helper modules, for what is no template of settings or of code."""
        return self._helpers if _SHOWN.search(self.project.paths[slot]) else frozenset()

    @cached_property
    def _views(self) -> dict[str, list[int]]:
        """Path in a folder of views, without what it ends in -> the templates."""
        found: dict[str, list[int]] = {}
        for slot, path in enumerate(self.project.paths):
            _, is_view, rest = path.rpartition(_VIEWS)
            if is_view:
                found.setdefault(rest.removesuffix(_form(rest)), []).append(slot)
        return found

    @cached_property
    def _helpers(self) -> frozenset[int]:
        return frozenset(slot for slot, path in enumerate(self.project.paths) if _HELPERS in f"/{path}")

    def _language(self, slot: int) -> str:
        return "ruby"


def _form(path: str) -> str:
    """Return what the name of a template ends in, which says what it makes: `.html.erb`."""
    return "".join(path.rpartition("/")[2].partition(".")[1:])
