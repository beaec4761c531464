"""Reads a type annotation down to the one named type in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from nsccn.graph.notation.brackets import closing, split, without_outer
from nsccn.graph.notation.marks import ORDINAL

_NAME = re.compile(rf"(?:[^\W\d]|\$)[\w$]*(?:{ORDINAL}\d*)?(?:(?:\.|::)(?:[^\W\d]|\$)[\w$]*)*")
_PREFIXED = re.compile(r"(?:\[[\w .+*/-]*\]|\.\.\.|map\[[^\]]*\]|<-chan\s|chan\s)")
_MAPPING: Final = re.compile(r"mapping\s*\([^=]*=>\s*(.*?)(?:\s+\w+)?\)", re.DOTALL)
"""A mapping of Solidity, whose keys and values may have names."""
_CHANNEL: Final = re.compile(r"(?:<-)?chan\b(?:<-)?\s*")
_WORDS: Final = re.compile(
    r"(?<!\w\.)(?<!::)\b(?:const|mut|ref|struct|enum|class|union|unsigned|signed|static|readonly|dyn|impl"
    r"|volatile|final|async|typename|extern|inline|virtual)\b(?!\.|::)|\bfor\s*<[^<>]*>|'\w+(?![\w.\[']|::)"
)
"""Words of a declaration that name no type, and lifetimes, also `for<'a>`: a name in quotes or beside a dot is none."""
_MARK: Final = re.compile(rf"(?!{ORDINAL})@[\w.]+(?:\([^()]*\))?\s*")
"""An annotation of a type: `Shop.@Nullable Item`."""
ALIAS: Final = "="
"""Stands before what a variable is another name for: `Carts = list[Cart]`."""
OWN_TYPES: Final = frozenset({"Self", "self", "this"})
"""Annotations that mean the type of the object around."""
TYPE_VARIABLE: Final = re.compile(r"[A-Z]\d?\Z")
"""A name for any type, by custom."""
_BOUND: Final = re.compile(r"\?\s*(?:extends|super)\s+")
"""What stands before the bound of a wildcard, which is all that is known of the type: `List<? extends Item>`."""
_FUNCTION: Final = re.compile(r"=>|\bfunc\s*\(|\bCallable\b|\bFn(?:Mut|Once)?\s*\(|\(\s*\*")
EMPTY: Final = frozenset({"None", "null", "undefined", "nil", "NoneType", "void"})
_OF_OBJECT: Final = re.compile(r">\s*\.\s*\(.*->")
"""Behind the type of the object that a function is called of: `Cart<Item>.() -> Unit`."""
_UNION: Final = re.compile(r"(?:\w+\.)*(?:Union|Optional)\[")
BRACKETED: Final = "[:]"
"""Stands for the name of a mapping that has none: `[String: Cart]`."""
_TUPLE: Final = re.compile(r"\b[tT]uple\Z")
"""What holds elements of several types, each at its place."""
_LABEL: Final = re.compile(r"[\w$]+\??:\s*")
"""The name of a part of a tuple."""
_GENERATOR: Final = re.compile(r"\bGenerator\Z|\bAsyncGenerator\Z")
"""What names the type of its elements first."""
_BOUND_TO: Final = re.compile(r"\w+\s*=(?![=>])\s*")
"""What an associated type is said to be: `impl Iterator<Item = Cart>`."""
_OF_TRAIT: Final = re.compile(r"<\s*([\w:]+)\s+as\s+([\w:]+)(?:<[^<>]*>)?\s*>(?=::)")
"""The type whose part is named as a trait has it: `<Client as Sends>::Message`."""
_VALUE_TYPE: Final = re.compile(r"typeof\s+([\w$.]+)")
_TYPE_OF: Final = frozenset({"type", "Type", "Class"})


@lru_cache(maxsize=1 << 14)
def type_expression(annotation: str, transparent: frozenset[str]) -> tuple[str, bool]:
    """Return the dotted name of the type and whether the type itself is meant, as in `type[X]` and `typeof X`.

    The name is empty where the annotation names no single type.

    >>> type_expression("Optional['store.Client']", frozenset({"Optional"}))
    ('store.Client', False)
    >>> type_expression("*Client | None", frozenset())
    ('Client', False)
    >>> type_expression("list[Client]", frozenset()), type_expression("List<Client>[]", frozenset())
    (('list', False), ('', False))
    >>> type_expression("Promise<Client[]>", frozenset({"Promise"}))
    ('', False)
    >>> type_expression("Box<dyn Client + Send>", frozenset({"Box"}))
    ('Client', False)
    >>> type_expression("impl Future<Output = Client> + '_", frozenset({"Future"}))
    ('Client', False)
    >>> type_expression("*static.Client", frozenset()), type_expression("const store::final*", frozenset())
    (('static.Client', False), ('store.final', False))
    >>> type_expression("for<'a> Client<'a>", frozenset())
    ('Client', False)
    >>> type_expression("Store<Client>.() -> Unit", frozenset())
    ('', False)
    >>> type_expression("type[Client]", frozenset()), type_expression("typeof Client | undefined", frozenset())
    (('Client', True), ('Client', True))
    >>> type_expression("Option<&mut <Client as Sends<u8>>::Message>", frozenset({"Option"}))
    ('Client.Message', False)
    """
    text = _WORDS.sub(" ", _MARK.sub("", annotation.strip().strip("\"'`"))).strip("*&?! ()\"'")
    alternatives = [part.strip() for part in split(text, "|") if part.strip() not in EMPTY]
    if len(alternatives) != 1:
        return "", False
    text = _without_bounds(alternatives[0]).strip("*&?! \"'")
    if repeated := _VALUE_TYPE.fullmatch(text):
        return repeated[1], True
    name = _NAME.match(text := without_trait(text))
    if not name:
        return "", False
    dotted, rest = _dotted(name.group()), text[name.end() :].strip("*&?! \"'")
    if not rest:
        return dotted, False
    if rest[0] not in "[<" or rest.replace(" ", "").endswith("[]") or _OF_OBJECT.search(rest):
        return "", False
    last = dotted.rpartition(".")[2]
    inside = [part for part in split(rest[1 : -1 if rest[-1] in "]>" else None], ",") if part.strip()]
    if last in transparent and inside:
        return type_expression(_BOUND_TO.sub("", inside[0].strip(), count=1), transparent)
    if last in _TYPE_OF and len(inside) == 1:
        return type_expression(inside[0].strip(), transparent)[0], True
    return dotted, False


def without_trait(annotation: str, is_open: Callable[[str], bool] = lambda _: False) -> str:
    """Return what names parts of types as traits have them by the types alone, by the traits where a type `is_open`.

    >>> without_trait("Option<<Self as Iterator>::Item>"), without_trait("<Vec<Client> as Iterator>::Item")
    ('Option<Self::Item>', '<Vec<Client> as Iterator>::Item')
    >>> without_trait("<Client as Sends<u8>>::Message", "Client".__eq__)
    'Sends::Message'
    """
    if ">::" not in annotation:
        return annotation
    return _OF_TRAIT.sub(lambda found: found[2] if is_open(found[1]) else found[1], annotation)


def _without_bounds(text: str) -> str:
    """Return a type without what else it has to be: `dyn Client + Send`."""
    return split(text, "+")[0] if "+" in text else text


@lru_cache(maxsize=1 << 14)
def without_wrappers(annotation: str, transparent: frozenset[str]) -> str:
    """Return what is inside of types that stand for their first argument, and of what may be nothing instead.

    >>> without_wrappers("Result<Vec<Client>, Error>", frozenset({"Result"})), without_wrappers("&Client", frozenset())
    ('Vec<Client>', '&Client')
    >>> without_wrappers("'list[Client] | None'", frozenset()), without_wrappers("Client[] | Server", frozenset())
    ('list[Client]', 'Client[] | Server')
    >>> without_wrappers("( list[Client] | None )", frozenset())
    'list[Client]'
    """
    united = without_outer(annotation.strip("\"'` ")) if "|" in annotation else ""
    stated = [part.strip() for part in split(united, "|")] if united else []
    held = [part for part in stated if part not in EMPTY]
    if len(held) == 1 < len(stated):
        return without_wrappers(held[0], transparent)
    text = _without_bounds(_WORDS.sub(" ", annotation.strip())).strip("*&?! \"'")
    name = _NAME.match(text)
    rest = text[name.end() :].strip() if name else ""
    if name is None or rest[:1] not in ("[", "<") or rest[-1:] not in ("]", ">"):
        return annotation
    inside = split(rest[1:-1], ",")
    if re.split(r"\.|::", name.group())[-1] not in transparent or not inside[0].strip():
        return annotation
    return without_wrappers(_BOUND_TO.sub("", inside[0].strip(), count=1), transparent)


@lru_cache(maxsize=1 << 14)
def alternatives(annotation: str) -> tuple[str, ...]:
    """Return the types of which a value may be any, nothing where the annotation names one alone.

    >>> alternatives("str | Client | None"), alternatives("Union[Client, str]"), alternatives("Client")
    (('str', 'Client'), ('Client', 'str'), ())
    >>> alternatives("( Client | Server )")
    ('Client', 'Server')
    """
    text = without_outer(annotation.strip().strip("\"'`"))
    united = _UNION.match(text) if text.endswith("]") else None
    separator, inside = (",", text[united.end() : -1]) if united else ("|", text)
    found = [part.strip(" ()\"'") for part in split(inside, separator)]
    found = [part for part in found if part and part not in EMPTY]
    return tuple(found) if len(found) > 1 or (united and found) else ()


@lru_cache(maxsize=1 << 14)
def element_type(annotation: str) -> str:
    """Return the annotation of the elements of a collection (of the values of a mapping), empty where it is none.

    >>> element_type("[]*Command"), element_type("dict[str, Client]"), element_type("Client[]")
    ('*Command', 'Client', 'Client')
    >>> element_type("&[Client]"), element_type("tuple[Client, ...]"), element_type("tuple[str, Client]")
    ('Client', 'Client', '')
    >>> element_type("Generator[Client, None, None]"), element_type("AsyncGenerator[Client, str]")
    ('Client', 'Client')
    >>> element_type("impl Iterator<Item = Client> + '_")
    'Client'
    >>> element_type("'tuple[Union[Client, Server], ...]'"), element_type("HashMap<String, Client, RandomState>")
    ('Union[Client, Server]', 'Client')
    >>> element_type("[String: Client]"), element_type("[[Int: Client]]")
    ('Client', '[Int: Client]')
    >>> element_type("mapping(address => mapping(uint => Client) clients)")
    'mapping(uint => Client)'
    """
    text = _BOUND.sub("", _MARK.sub("", annotation.strip("\"'` ")))
    text = _without_bounds(_WORDS.sub(" ", text)).strip("\"'`&*? ")
    if (found := _PREFIXED.match(text)) and found.end() < len(text):
        return text[found.end() :]
    if text.endswith("[]"):
        return text[:-2]
    if found := _MAPPING.fullmatch(text):
        return found[1]
    if text.startswith("[") and text.endswith("]"):
        return _entry(text)[1] or text[1:-1].partition(";")[0].strip()
    name = _NAME.match(text)
    rest = text[name.end() :] if name else ""
    if rest[:1] in ("[", "<") and rest[-1:] in ("]", ">"):
        inside = [part.strip() for part in split(rest[1:-1], ",") if part.strip() not in ("...", "")]
        is_mixed = name is not None and _TUPLE.search(name.group()) and len(set(inside)) > 1
        place = 0 if name is not None and _GENERATOR.search(name.group()) else -1
        if len(inside) == 3 and name is not None and name.group().endswith("Map"):
            place = 1  # what is behind it says how keys are told apart
        return _BOUND_TO.sub("", inside[place], count=1) if inside and not is_mixed else ""
    return ""


def _entry(text: str) -> tuple[str, str]:
    """Return the types of keys and values of a mapping that is written in brackets, nothing where it is none."""
    parts = split(text[1:-1], ":") if text.startswith("[") and closing(text, 0) == len(text) - 1 else []
    return (parts[0].strip(), parts[1].strip()) if len(parts) == len(("key", "value")) else ("", "")


@lru_cache(maxsize=1 << 12)
def collection_pointed_into(annotation: str, names: frozenset[str]) -> str:
    """Return the annotation of the collection that has a member type of some names, empty where none is named.

    >>> collection_pointed_into("const std::list<Client>::const_iterator&", frozenset({"const_iterator"}))
    'std::list<Client>'
    """
    head, _, name = annotation.rstrip("&*? ").rpartition("::")
    return _WORDS.sub(" ", head).strip() if head and name in names else ""


@lru_cache(maxsize=1 << 12)
def key_type(annotation: str) -> str:
    """Return the annotation of what the first variable of a loop takes of a collection, empty where that is a number.

    >>> key_type("map[*Client]bool"), key_type("<-chan *Client"), key_type("chan<- Client"), key_type("[]*Client")
    ('*Client', '*Client', 'Client', '')
    >>> key_type("iter.Seq[*Client]"), key_type("iter.Seq2[Client, error]"), key_type("Client")
    ('*Client', 'Client', '')
    >>> key_type("[Client: [String]]")
    'Client'
    """
    text = annotation.strip()
    if channel := _CHANNEL.match(text):
        return text[channel.end() :]
    if key := _entry(text)[0]:
        return key
    name = _NAME.match(text)
    if name is None or text[name.end() :][:1] not in ("[", "<"):
        return ""
    if text[name.end()] == "<":
        return split(text[name.end() + 1 :].removesuffix(">"), ",")[0].strip()
    return split(text[name.end() + 1 : closing(text, name.end())], ",")[0].strip()


@lru_cache(maxsize=1 << 12)
def mapping_name(annotation: str) -> str:
    """Return the last name of what is declared to hold a value for each key, empty where it holds something else.

    >>> mapping_name("'typing.Dict[str, Client]'"), mapping_name("list[Client]"), mapping_name("Client")
    ('Dict', '', '')
    >>> mapping_name("&mut collections::HashMap<String, Client>"), mapping_name("HashMap<String, Client, RandomState>")
    ('HashMap', 'HashMap')
    >>> mapping_name("[String: Client]") == BRACKETED
    True
    """
    text = _WORDS.sub(" ", annotation).strip("\"'`& ")
    if _entry(text)[1]:
        return BRACKETED
    name = _NAME.match(text)
    inside = text[name.end() + 1 : -1] if name is not None and text[name.end() :][:1] in ("[", "<") else ""
    return (
        re.split(r"\.|::", name.group())[-1] if name is not None and len(split(inside, ",")) in (2, 3) else ""
    )


@lru_cache(maxsize=1 << 12)
def outer_name(annotation: str, transparent: frozenset[str]) -> str:
    """Return the last name of the type of a collection, what stands for it in brackets, empty where it has none.

    >>> outer_name("[String: Cart]?", frozenset()), outer_name("[Cart]", frozenset())
    ('[:]', '[')
    >>> outer_name("async.Stream<Cart>", frozenset())
    'Stream'
    >>> outer_name("Optional<Set<Cart>>", frozenset({"Optional"})), outer_name("(Cart, Till)", frozenset())
    ('Set', '')
    """
    text = without_wrappers(annotation, transparent).strip("?! ")
    if text.startswith("["):
        return BRACKETED if _entry(text)[1] else text[0]
    found = _NAME.match(text)
    return re.split(r"\.|::", found.group())[-1] if found is not None else ""


@lru_cache(maxsize=1 << 12)
def part_types(annotation: str) -> tuple[str, ...]:
    """Return the types of the parts of a tuple, nothing where the annotation names none of a certain length.

    >>> part_types("tuple[str, list[Client]]"), part_types("Optional['Tuple[Client, int]']")
    (('str', 'list[Client]'), ('Client', 'int'))
    >>> part_types("tuple[Client, ...]"), part_types("list[tuple[int, int]]")
    ((), ())
    >>> part_types("(Client, Option<Error>)"), part_types("(Client)")
    (('Client', 'Option<Error>'), ())
    >>> part_types("readonly [client: Client, error?: Error]"), part_types("[Client, Error][]")
    (('Client', 'Error'), ())
    """
    text = annotation.strip().strip("\"'` ").removeprefix("readonly ")
    if text.startswith("(") and text.endswith(")"):
        found = tuple(part.strip() for part in split(text[1:-1], ",") if part.strip())
        return found if len(found) > 1 else ()
    if text.startswith("[") and text.endswith("]") and closing(text, 0) == len(text) - 1:
        found = tuple(_LABEL.sub("", part.strip()) for part in split(text[1:-1], ",") if part.strip())
        return found if len(found) > 1 else ()
    known = [part for part in alternatives(text) or split(text, "|") if part.strip() not in EMPTY]
    text = known[0].strip().strip("\"'` ") if len(known) == 1 else ""
    name = _NAME.match(text)
    if name is None or not _TUPLE.search(name.group()) or text[name.end() :][:1] != "[" or text[-1] != "]":
        return ()
    found = tuple(part.strip() for part in split(text[name.end() + 1 : -1], ","))
    return () if "..." in found else found


def is_function_type(declaration: str) -> bool:
    """Whether a declared variable holds a function.

    >>> is_function_type("add?: (issue: Issue) => void"), is_function_type("run func() error")
    (True, True)
    >>> is_function_type("add: Issue"), is_function_type("run: Callable[[], None]")
    (False, True)
    """
    return _FUNCTION.search(declaration) is not None


def _dotted(path: str) -> str:
    """Return a path of names; `super::` stays a step of its own, which is the enclosing module and no parent class."""
    path = path.removeprefix("self::")
    return path.replace("super::", "super:").replace("::", ".").replace("super:", "super::.")


def value_type(annotation: str) -> str:
    """Return the expression whose type a declaration repeats, empty where it names its type.

    >>> value_type("typeof match<Router>")
    'match'
    """
    found = _VALUE_TYPE.match(annotation)
    return found.group(1) if found else ""
