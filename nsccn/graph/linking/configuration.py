"""Edges of what is read from settings, constants of other files, files, and the environment."""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.graph.meaning.value import ENTITY, Shadowed, Value

if TYPE_CHECKING:
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Reference

PLACES: Final = {"env": "config:env:", "key": "config:key:", "flag": "config:flag:"}
"""Kind of reference -> how the id of what it reads begins."""


def link_place(links: Links, scope: int, reference: Reference) -> None:
    """Add the edge of an environment variable, a configuration key or a flag."""
    target = links.edges.outside(PLACES[reference.kind] + reference.target)
    links.edges.add(scope, "READS_CONFIG", target, reference.line)


def link_read(links: Links, slot: int, scope: int, reference: Reference) -> None:
    """Add the edge of a read: of a constant of another file, or of an attribute of a settings object."""
    root, dot, _ = reference.target.rpartition(".")
    value = _plain_member(links, scope, reference.target)
    if value is not None and value.tag == ENTITY:
        outside = links.symbols.slot[value.entity] != slot
        if outside and links.symbols.kind(value.entity) in (("var", "attr") if dot else ("var",)):
            for entity in links.infer.visible.definitions_of(value.entity):
                links.edges.add(scope, "READS_CONFIG", entity, reference.line)
        return
    language = links.symbols.language(slot)
    last = root.rpartition(".")[2]
    if (
        dot
        and language is not None
        and last in language.settings_objects
        and _is_settings(links, scope, root)
    ):
        key = reference.target.removeprefix("self.")
        links.edges.add(scope, "READS_CONFIG", links.edges.outside(f"config:key:{key}"), reference.line)


def _plain_member(links: Links, scope: int, target: str) -> Value | None:
    base, dot, name = target.rpartition(".")
    if not dot:
        return links.callees.bare(scope, name)
    receiver = links.infer.evaluate(scope, base)
    return links.infer.typed.attribute(receiver, name) if receiver is not None else None


def _is_settings(links: Links, scope: int, root: str) -> bool:
    """A settings object is imported, a parameter, an attribute or a module variable, not any local variable."""
    if "." in root:
        return True
    value = links.infer.scopes.name(scope, root)
    if isinstance(value, Shadowed):
        return root in links.symbols.definitions[scope].parameters
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
