"""Names with what leads to them, part by part: `Cart.total`, `shop.cart.Cart`, `store/disk.Driver.Open`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.ids import parse_id
from nsccn.graph.lookup import aritynames
from nsccn.graph.lookup.overloads import NUMBER, without_number
from nsccn.graph.lookup.wording import dotted
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.notation.extended import BEFORE_NAME, extended
from nsccn.graph.packagenames import packages
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

_MADE_FOR: Final = regex(r"<.*>")
_FOLDER_END: Final = regex(r"/(?=\w)")
"""Not the name of an operator: `Ratio.operator/=`."""
_PRIVATE: Final = "#"
"""Begins a name that is private by it."""
_CALLED: Final = regex(r"(?<!operator)\(\)\Z")
"""Ends a name that is written as a call; `operator()` is one itself."""
_HERE: Final = "crate"
"""Begins a name that leads from the root of its own package."""
_SOURCE: Final = "src"
"""A folder that is no part of any name."""


def named_so(table: EntityTable, asked: str, files: frozenset[str] = frozenset()) -> list[int]:
    """Read a bare or dotted name: its last part is the entity's, the others lead to it through types and files.

    With files, only in these. The folder of a package may stand before it (`store/disk.Driver.Open`), or a module and
    a colon (`shop.cart:Cart`).
    """
    parsed = parse_id(asked)
    if parsed is not None and parsed.qualified and parsed.kind in table.kinds:
        return []
    number = NUMBER.search(asked)
    bare = without_number(asked)
    *folders, name = _FOLDER_END.split(_CALLED.sub("", dotted(bare).removeprefix("./")))
    steps = [step for step in (*folders, *re.split("[.:]", name)) if step]
    steps = steps[1:] if steps[1:] and steps[0] == _HERE else steps
    if not steps:
        return []
    named = [*table.named(steps[-1]), *table.named(f"{_PRIVATE}{steps[-1]}"), *_with_dots(table, steps, name)]
    named = [entity for entity in named if table.path_of(entity) in files] if files else named
    found = [entity for entity in named if _leads_in_code(table, entity, steps)]
    for way in (_leads_to, _leads_through_folders, is_called_on, _leads_past_enum, _is_in_extension):
        if not found and len(steps) > 1:
            found = [entity for entity in named if way(table, entity, steps)]
    if not found:
        return _modules(table, steps) if len(steps) > 1 and not files else []
    if number is not None:
        found = [entity for entity in found if table.qualified_of(entity).endswith(number.group())]
    explicit = _explicit(table, found, is_of_type=len(steps) > 1)
    return [entity for entity in explicit if _is_whole(table, entity, steps)] or explicit


def _explicit(table: EntityTable, found: list[int], *, is_of_type: bool) -> list[int]:
    """Leave out what only begins where it is written, for what is declared; of a type, in the same language."""
    explicit = [entity for entity in found if not table.is_implicit(entity)]
    if not is_of_type:
        return explicit or found
    languages = {table.language_of(entity) for entity in explicit}
    return [one for one in found if not table.is_implicit(one) or table.language_of(one) not in languages]


def _with_dots(table: EntityTable, steps: list[str], name: str) -> list[int]:
    """Return what has the last of some steps, or all of a name, as one name.

    That is where a dot is a letter of names, and what lies in no file: the error `http.client.NotConnected`.
    """
    several = (".".join(steps[start:]) for start in range(len(steps) - 1))
    found = [entity for one in dict.fromkeys((name, *several)) if "." in one for entity in table.named(one)]
    return found if table.has_dotted_names else [entity for entity in found if table.file[entity] < 0]


def _is_whole(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a name is all of what leads to an entity, in languages where such a name means nothing else."""
    whole = without_number(table.qualified_of(entity)) == ".".join(steps)
    return whole and len(steps) > 1 and aritynames.are_names_whole(table.entity(entity).language)


def _modules(table: EntityTable, steps: list[str]) -> list[int]:
    """Return the files of code that a dotted name leads to, as `app.order` or `crate::cmd::serve`."""
    asked = "/" + "/".join(steps)
    starts = (
        table.entities_of(path).start for path in table.paths if f"/{path.rpartition('.')[0]}".endswith(asked)
    )
    return [start for start in starts if table.kinds[table.kind[start]] == "module"]


def _leads_in_code(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether steps lead to an entity as code says them: where its file declares a package, no file is one."""
    declared = table.package_of(entity)
    if not declared:
        return _leads_to(table, entity, steps)
    names, folders = table.qualified_of(entity).split("."), table.path_of(entity).split("/")[:-1]
    around_it = (package.split(".") for package in packages(declared))
    return any(_ends_with([*around, *names], steps) for around in (folders, *around_it))


def _leads_to(table: EntityTable, entity: int, steps: list[str]) -> bool:
    qualified = table.qualified_of(entity)
    if int(table.file[entity]) < 0:
        return len(steps) == 1 or _leads_outside(qualified, steps)
    inside, names = table.path_of(entity).rpartition(".")[0].split("/"), qualified.split(".")
    if inside[-1] == names[0] and steps.count(names[0]) == 1:
        inside = inside[:-1]  # a file that is called as the type that it defines, and is no part of its name
    trail = [step for step in inside + names if step != MODULE_NAME or steps[-1] == MODULE_NAME]
    return _ends_with(trail, steps)


def _leads_outside(qualified: str, steps: list[str]) -> bool:
    """Tell whether steps lead to what lies in no file: `ValueError` and `java.io.IOException` as errors."""
    module, _, name = qualified.partition(":")[2].rpartition(":")
    around = module.removesuffix(f".{name}")  # the whole name, in languages with namespaces
    return name == ".".join(steps) or _ends_with([*around.split("."), *name.split(".")], steps)


def _leads_through_folders(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Do the same where a folder is named for what its files define, as in `store.Driver` of Go."""
    path = table.path_of(entity)
    *folders, stem = path.rpartition(".")[0].split("/")
    folders = [folder for folder in folders if folder != _SOURCE]
    names = table.qualified_of(entity).split(".")
    return bool(path) and any(_ends_with([*inside, *names], steps) for inside in ([*folders, stem], folders))


def _leads_past_enum(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a name leads to what an enum lists without the enum's own: `Config::Port` in C++."""
    around = int(table.parent[entity])
    if around < 0 or table.kinds[table.kind[around]] != "enum":
        return False
    *outer, _, name = table.qualified_of(entity).split(".")
    return bool(outer) and _ends_with([*outer, name], steps)


def _is_in_extension(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether a member is written in an extension of a name of its own: `extension Loud on String`."""
    return any(
        table.file[one] == table.file[entity]
        and table.kinds[table.kind[one]] == "type"
        and table.start_line[one] <= table.start_line[entity] <= table.end_line[one]
        for one in table.named(steps[-2])
    )


def is_called_on(table: EntityTable, entity: int, steps: list[str]) -> bool:
    """Tell whether steps lead to a function that is no member of a type, but called as one: `fun Cart.sum()`.

    What the type is made for may be left out.
    """
    found = table.entity(entity)
    language = languages.known(found.language)
    if language is None:
        return False
    receiver = language.extension_receiver
    extends = extended(found.signature, found.name, receiver) if receiver == BEFORE_NAME else None
    if extends is None:
        return False
    asked, written = ".".join(steps[:-1]).rstrip("?"), extends.text
    return any(_ends_with(one.split("."), asked.split(".")) for one in (written, _MADE_FOR.sub("", written)))


def _ends_with(trail: list[str], steps: list[str]) -> bool:
    """Tell whether the last parts of what leads to something are those that were asked for."""
    last = trail[-len(steps) :]
    return len(last) == len(steps) and all(map(_is_step, last, steps))


def _is_step(own: str, asked: str) -> bool:
    """Tell whether a part of a name is meant; who gives no number means each of several of one name.

    A folder may have hyphens, which a name cannot: `shop-store` is `shop_store` in it.
    """
    return asked in (own, own.replace("-", "_"), without_number(own).removeprefix(_PRIVATE))
