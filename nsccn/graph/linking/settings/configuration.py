"""Edges of what is read from settings, constants of other files, files, and the environment.

A constant of another file is configuration, unless it is one of a fixed choice (a member of an enumeration) that does
not name a feature. Where a language states what its configuration looks like (C), only such constants are.
"""

from __future__ import annotations

import re
from functools import cache
from posixpath import normpath
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.graph.linking.uses.state import add_read
from nsccn.graph.meaning.values.value import ENTITY, MODULE, Shadowed, Value
from nsccn.graph.notation.marks import BLOCK
from nsccn.graph.notation.settingkeys import is_open
from nsccn.graph.notation.settings import settings_object

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Reference

PLACES: Final = {"env": "config:env:", "key": "config:key:", "flag": "config:flag:"}
"""Kind of reference -> how the id of what it reads begins."""
MACRO: Final = "config:macro:"
"""How the id of what the preprocessor tests begins: it is settled when the code is compiled."""
_ENUMERATION: Final = re.compile(r"(?:Enum|Flag|Choices)\Z")
_OWNER: Final = re.compile(
    r"(?i)(?:app|application|client|context|core|crawler|ctx|engine|env|environment|framework|kernel|plugin|program|req"
    r"|request|server|service|session|site|system)\Z"
)
"""Names of variables that hold what has the settings of the whole program."""
_FEATURES: Final = re.compile(
    r"(?:Feature|Flag|Option|Setting|Config|Configuration|Property|Preference|Toggle)s?\Z"
)


def link_place(links: Links, scope: int, reference: Reference) -> None:
    """Add the edge of an environment variable, a configuration key or a flag.

    `detail` is the object that is asked, and of a flag the name by which its value is read.
    """
    said = reference.detail
    is_flag = reference.kind == "flag"
    if said and not is_flag and "." not in said and not _is_settings(links, scope, said):
        return
    key = PLACES[reference.kind] + reference.target
    if not is_flag and is_open(key):
        root = said.partition(".")[0]
        if root != "self" and root in links.symbols.definitions[scope].parameters:
            return  # whoever calls says what is asked, too
        key = links.keys.read(scope, key)
    if not key:
        return
    target = links.edges.outside(key)
    if said and is_flag:
        links.options.declare(target, said)
    links.edges.add(scope, "READS_CONFIG", target, reference.line)


def link_read(links: Links, slot: int, scope: int, reference: Reference) -> None:
    """Add the edge of a read: of a constant of another file, or of an attribute of a settings object."""
    language = links.symbols.language(slot)
    if language is None:
        return
    dot = "." in reference.target
    value = _plain_member(links, scope, reference.target)
    if value is not None and value.tag == MODULE:
        return
    around, _, name = reference.target.rpartition(".")
    held_by = around.rpartition(".")[2]
    likely = language.argument_objects.get(held_by.partition(BLOCK)[0], 0.0)
    if likely and not name.isupper():
        if value is None or value.tag != ENTITY:
            links.options.read(scope, name, reference.line, likely)
        return
    if value is not None and value.tag == ENTITY:
        entity = value.entity
        is_further = _is_further(reference.target, language)
        is_setting = is_further or held_by in language.settings_objects
        outside = is_setting or links.symbols.slot[entity] != slot
        is_constant = outside and links.symbols.kind(entity) in (("var", "attr") if dot else ("var",))
        if is_constant and _is_configuration(links, entity, language, reference):
            for meant in links.infer.bodies.definitions_of(entity):
                if is_further:
                    add_read(links, scope, meant, (reference.line,))
                else:
                    links.edges.add(scope, "READS_CONFIG", meant, reference.line)
        return
    if dot:
        key = PLACES["key"] + name if (name := _setting(links, scope, reference.target, language)) else ""
    else:
        key = MACRO + reference.target if reference.detail == "condition" and value is None else ""
    if key:
        links.edges.add(scope, "READS_CONFIG", links.edges.outside(key), reference.line)


def _is_further(target: str, language: Language) -> bool:
    """Whether a field is read of what a settings object holds: `config.server.port`."""
    steps = target.split(".")[:-1]
    objects = language.settings_objects
    return len(steps) > 1 and steps[-1] not in objects and not objects.isdisjoint(steps[:-1])


def _is_configuration(links: Links, entity: int, language: Language, reference: Reference) -> bool:
    symbols = links.symbols
    if reference.target.rpartition(".")[0].rpartition(".")[2] in language.settings_objects:
        return True
    around = symbols.parent(entity)
    definition = symbols.definitions[around]
    is_choice = definition.kind == "enum" or any(_ENUMERATION.search(base) for base in definition.bases)
    if is_choice and not _FEATURES.search(definition.name):
        return False
    if not language.configuration_names or reference.detail == "condition":
        return True
    return (
        "configurable" in symbols.definitions[entity].modifiers
        or _compiled(language.configuration_names).match(symbols.definitions[entity].name) is not None
        or _compiled(language.configuration_files).search(symbols.paths[symbols.slot[entity]]) is not None
    )


_compiled = cache(re.compile)


def _plain_member(links: Links, scope: int, target: str) -> Value | None:
    base, dot, name = target.rpartition(".")
    if not dot:
        return links.callees.bare(scope, name)
    receiver = links.infer.evaluate(scope, base)
    return links.infer.typed.attribute(receiver, name) if receiver is not None else None


def _setting(links: Links, scope: int, target: str, language: Language) -> str:
    """Return the key of a setting under the name that its object has everywhere; empty where it is none."""
    root, _, name = target.rpartition(".")
    if "." in root:
        holder = root.rpartition(".")[2]
        is_setting = holder in language.settings_objects and _has_settings(links, scope, root)
        return f"{holder}.{name}" if is_setting else ""
    imported = links.symbols.bindings(links.symbols.first[links.symbols.slot[scope]]).get(root)
    known = settings_object(imported, language) if imported is not None else ""
    if not known and not (root in language.settings_objects and _is_settings(links, scope, root)):
        return ""
    return f"{known or root}.{name}"


def _has_settings(links: Links, scope: int, path: str) -> bool:
    """Whether what a path leads to may be the program's settings: a model in a variable has its own.

    Of what is not known, as `data` in `data.url.settings`, so much is as likely in one step alone.
    """
    first, *between = path.split(".")[:-1]
    if first == "self" or _OWNER.search(first):
        return True
    value = links.infer.scopes.name(scope, first)
    if first in links.symbols.definitions[scope].parameters or isinstance(value, Shadowed):
        return False
    return value is not None or not between


def _is_settings(links: Links, scope: int, root: str) -> bool:
    """A settings object is imported, a parameter or a module variable, not any local variable."""
    if root in links.symbols.definitions[scope].parameters:
        return True
    value = links.infer.scopes.name(scope, root)
    if isinstance(value, Shadowed):
        return False
    imported = links.symbols.bindings(links.symbols.first[links.symbols.slot[scope]])
    return root in imported or (value is not None and value.tag == ENTITY)


def link_file(links: Links, slot: int, scope: int, reference: Reference) -> None:
    """Add the edge of a file that is opened by its path."""
    known = links.symbols.project.slot
    folder = links.symbols.paths[slot].rpartition("/")[0]
    path = reference.target.removeprefix("./").replace("\\", "/")
    for candidate in (normpath(f"{folder}/{path}" if folder else path), path):
        if candidate in known:
            target = links.symbols.first[known[candidate]]
            links.edges.add(scope, "READS_CONFIG", target, reference.line)
            return
    target = links.edges.outside(f"file:{encode_path(path)}")
    links.edges.add(scope, "READS_CONFIG", target, reference.line)
