"""What the code of a file reads of its surroundings by a key that it names: variables, settings, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.comments import clean_string
from nsccn.graph.extraction.queries import FILE_SUFFIX
from nsccn.graph.extraction.settings.constants import is_inner_name
from nsccn.graph.extraction.settings.givenvalues import own_names
from nsccn.graph.extraction.settings.namedkeys import named_keys
from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import DATA_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.settings.settingkeys import SettingKeys
    from nsccn.graph.kinds import ReferenceKind
    from nsccn.graph.language import Language
    from nsccn.graph.model import Import
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_KINDS: Final[tuple[ReferenceKind, ...]] = ("env", "key", "file")
_FILE_NAME: Final = re.compile(FILE_SUFFIX + r"\Z", re.IGNORECASE)
_PLACEHOLDER: Final = re.compile(r"\A\\?[$#]\{([^:{}]+)(?::[^{}]*)?\}\Z")
_TAG: Final = re.compile(r"(?:\A|\s)env(?:config)?:\"([^\",]+)")
_ATTRIBUTE: Final = re.compile(r"\A@@?")
KEY: Final = re.compile(r"[^\s{}$#%\"'`]{1,120}\Z")
_OPEN: Final = str.maketrans("", "", "{}")
_QUOTED: Final = r"[\"'`]([\w.-]{1,120})[\"'`]"


def configuration(
    reader: Reader, keys: SettingKeys, imports: Iterable[Import], assigned: Iterable[AssignmentRow]
) -> Iterator[ReferenceRow]:
    """Yield what a file reads by a literal key; the key's line is the evidence."""
    told: set[tuple[int, int]] = set()
    own = own_names(reader) if reader.language.shared_environment else frozenset()
    for kind in _KINDS:
        for node, parts in reader.found.get(kind, ()):
            place = (parts.get("by") or parts.get("variable") or parts["key"])[-1]
            before = (key_of(one, reader).removesuffix(".") for one in parts.get("prefix", ()))
            key = "" if "by" in parts else ".".join((*before, key_of(place, reader)))
            if "variable" in parts and place.type.endswith("identifier"):
                key = key.upper()
            if "by" in parts or (kind != "file" and ("{" in key or "$" in key)):
                key = keys.written(place.start_byte, place.end_byte, reader.scope(place.start_byte))
            if key in own and "variable" not in parts:
                continue
            receiver = parts.get("receiver")
            if receiver and (is_written(node, reader.language) or _is_inner(reader, receiver[0])):
                continue
            is_key = _FILE_NAME.search(key) and KEY.match(key) if kind == "file" else _is_key(key)
            if is_key:
                told.add((place.start_byte, place.end_byte))
                whole = node if node.is_named or node.parent is None else node.parent  # or only its sign
                byte = whole.start_byte
                holder = _holder(reader, receiver[0], byte) if receiver else ""
                asking = reader.described(byte) if "variable" in parts else _asking(reader, byte)
                yield kind, asking, key, reader.line(place.start_byte), byte, holder, -1
    renamed = _renamed(reader.language, imports, assigned)
    known = {start for start, _ in told}
    for key, byte in named_keys(reader, keys, sorted(renamed | _plain(reader.language))):
        if byte not in known:
            yield "env", reader.owner(byte), key, reader.line(byte), byte, "", -1
    properties = ((name, False) for name in reader.language.property_readers)
    for key, byte in named_keys(reader, keys, properties):
        if byte not in known:
            yield "key", reader.owner(byte), key, reader.line(byte), byte, "", -1
    for spelled, is_object in renamed:
        for match in _pattern(spelled, is_object=is_object).finditer(reader.data):
            group = next(number for number, found in enumerate(match.groups(), 1) if found is not None)
            start = match.start(group)
            if not any(begin <= start < end for begin, end in told):
                key = match.group(group).decode("utf-8", "replace")
                yield "env", reader.owner(start), key, reader.line(start), match.start(), "", -1


def _is_key(key: str) -> bool:
    """Whether a text is the key of a setting, a part of which callers may say."""
    return KEY.match(key.translate(_OPEN)) is not None


def key_of(literal: Node, reader: Reader) -> str:
    """Return the key that a literal spells: `${shop.name:none}` asks for `shop.name`, the tag `env:"PORT"` for PORT."""
    text = clean_string(text_of(literal, reader.source)).strip("\"'`").lstrip(":")
    if reader.language.name_lead:
        text = re.sub(rf"\A{reader.language.name_lead}", "", text)
    tag = _TAG.search(text)
    if tag is not None:
        return tag[1]
    return _PLACEHOLDER.sub(r"\1", text)


def _asking(reader: Reader, byte: int) -> int:
    """Return what asks for a key: what it stands in, or what holds the value that its decorator fetches."""
    described = reader.described(byte)
    return described if reader.definitions[described].kind in DATA_KINDS else reader.owner(byte)


def _holder(reader: Reader, receiver: Node, byte: int) -> str:
    """Return the object that is asked, as an expression."""
    if reader.language.facts_characters:
        return reader.expression(receiver, reader.scope(byte))
    return _ATTRIBUTE.sub("self.", text_of(receiver, reader.data))


def _is_inner(reader: Reader, receiver: Node) -> bool:
    """Whether an expression around gives the name of what is asked to something of its own."""
    root = text_of(receiver, reader.data).partition(".")[0]
    return bool(reader.language.inner_names) and is_inner_name(receiver, root, reader.language)


def is_written(node: Node, language: Language) -> bool:
    """Tell whether something is assigned, as in `config["key"] = 1`."""
    parent = node.parent
    is_assignment = parent is not None and parent.type in language.nodes.assignments
    return parent is not None and is_assignment and parent.child_by_field_name("left") == node


def _plain(language: Language) -> set[tuple[str, bool]]:
    """Return what reads the environment, and what is the environment, by their own names."""
    readers, objects = language.environment_readers, language.environment_objects
    return {*((name, False) for name in readers), *((name, True) for name in objects)}


def _renamed(
    language: Language, imports: Iterable[Import], assigned: Iterable[AssignmentRow]
) -> set[tuple[str, bool]]:
    """Return what stands for the environment under a name of the file's own, and whether it is the object itself."""
    known = {
        **dict.fromkeys(language.environment_readers, False),
        **dict.fromkeys(language.environment_objects, True),
    }
    if not known:
        return set()
    names = {
        imported.alias: _dotted(imported.module, imported.name) for imported in imports if imported.alias
    }
    for row in assigned:
        root, dot, rest = row[2].partition(".")
        meant = f"{names[root]}{dot}{rest}" if root in names else row[2]
        if meant in language.environment_objects:
            names[row[1]] = meant
    found: set[tuple[str, bool]] = set()
    for alias, meant in names.items():
        for name, is_object in known.items():
            if name == meant or name.startswith(meant + "."):
                spelled = alias + name[len(meant) :]
                if spelled != name:
                    found.add((spelled, is_object))
    return found


def _dotted(module: str, name: str) -> str:
    path = module.strip("\"'").removeprefix("node:").replace("::", ".")
    return f"{path}.{name}".strip(".")


@lru_cache(maxsize=256)
def _pattern(spelled: str, *, is_object: bool) -> re.Pattern[bytes]:
    name = r"(?<![\w.:$])" + r"\s*(?:\.|::)\s*".join(map(re.escape, spelled.split(".")))
    if not is_object:
        return re.compile(rf"{name}\s*\(\s*{_QUOTED}".encode())
    return re.compile(
        rf"{name}\s*\[\s*{_QUOTED}|{name}\.([A-Z][A-Z0-9_]+)\b|{_QUOTED}\s+(?:not\s+)?in\s+{name}\b".encode()
    )
