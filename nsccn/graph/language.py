"""Loads what is known of a language from its folder. A new language is one folder under `languages/`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from posixpath import basename, splitext
from typing import TYPE_CHECKING, Final, cast

import msgspec

from nsccn.graph.torn import without_torn

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Parser
    from tree_sitter_language_pack import SupportedLanguage

_FOLDER: Final = Path(__file__).parent / "languages"
_QUERIES: Final = ("tags.scm", "edges.scm", "skeleton.scm")
_BLOCK_COMMENT: Final = "/*"
_STRING_LITERAL: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`"
_VERSION_BYTES: Final = 8
_STATEMENT: Final = "language.toml"
_FIRST_LINE: Final = 200
TEXT: Final = "text"
"""Name of the language of files that are in none of ours."""


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language, as its `language.toml` states it. The keys of the file are the fields below."""

    name: str
    grammars: dict[str, str]
    """File extension -> grammar; the first is the default."""
    import_strategy: str
    shared_queries: tuple[str, ...] = ()
    """Query files of other folders that hold here too, as `javascript/common.scm`."""
    grammar_queries: dict[str, str] = msgspec.field(default_factory=dict)
    """Grammar -> query file that holds for it alone, for dialects."""
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    """Programs of a `#!` line."""
    dialects: tuple[dict[str, str], ...] = ()
    """`{extension, pattern, language}`: a file with that extension and a match is in the other language."""
    wrappers: tuple[str, ...] = ()
    """Nodes that belong to the definition inside them, for example an export statement."""
    constructors: tuple[str, ...] = ()
    """Methods that run when an instance is created; `{class}` stands for the class's own name."""
    after_construction: tuple[str, ...] = ()
    """Methods that run after a constructor that is made up, as a dataclass's."""
    default_export: str = ""
    """The member that a module stands for where it is called, created or inherited from."""
    constructor_call: str = ""
    """The member through which instances are created, for example Ruby's `new`; empty for a call of the class."""
    receiver: str = ""
    """`first_parameter` where methods name their object themselves; empty where it is a keyword."""
    module_paths: bool = False
    """`self::` and `super::` begin the path of a module."""
    file_code: bool = True
    """Statements stand outside functions too, and run when the file is loaded."""
    implicit_self: bool = False
    """Members are visible in methods without naming the object."""
    separate_methods: bool = False
    """Methods and variables of one name do not hide each other: what is called is a method."""
    running_types: bool = False
    """The body of a type runs where it stands; elsewhere it only declares."""
    own_methods: bool = False
    """A bare call means a method of the object itself, and never one of a type around its type; methods of a type are
    told from those of its instances; and a method is called without brackets."""
    iterating: tuple[str, ...] = ()
    """The method of an object that gives the next of its elements, and others that say that it has elements."""
    iteration: tuple[tuple[str, str], ...] = ()
    """Methods of an object that give what its elements are asked of, each with the one that gives the next of them."""
    yielding_decorators: frozenset[str] = frozenset()
    """Decorators under which a generator gives what it yields, or one such object."""
    visiting_methods: frozenset[str] = frozenset()
    """Methods of built-in collections, and of wrappers of one object, that give the elements to a function."""
    making_functions: frozenset[str] = frozenset()
    """Functions of a type that give an instance of it, also where no source says so, as a derived `default`."""
    branches: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that chooses by branches, or stands in one -> where its values are: fields, `all` or `last`."""
    type_methods: frozenset[str] = frozenset()
    """Methods of any object that give its type."""
    builtin_types: frozenset[str] = frozenset()
    """Types of the language itself, where its grammar does not tell them from others."""
    visible_types: bool = False
    """Types of other files are visible without an import, so that their constants can be read."""
    overloads: bool = True
    """Functions of one name may differ in their parameters."""
    structural_interfaces: bool = False
    """A type implements the interfaces whose methods it has, without saying so."""
    documented_types: bool = False
    """Documentation comments state types: `@param {Cart} cart`, `@returns {Cart}`, `@type {Cart}`."""
    contextual_types: bool = False
    """A parameter of a function without a name has the type that stands where the function is given."""
    attached_functions: bool = False
    """Assigning a function to a member of any object defines it there."""
    declared_names: bool = False
    """What a file names it declares or imports; any other name is the platform's."""
    inferred_types: frozenset[str] = frozenset()
    """What stands in the place of a declared type where there is none, as `var`."""
    open_types: bool = False
    """A type may be declared in several places; its declarations are one type."""
    super_constructs: bool = False
    """A call of the bare parent runs its constructor."""
    bare_calls: bool = False
    """A method without arguments may be called without brackets."""
    accessors: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Function that makes a property -> its parameters for what reads, assigns and deletes, in their order."""
    choices: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Node of a value -> the places among its children of the values that it chooses from."""
    stated_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Pattern of a value that states its type -> that type, with `{}` for the first group."""
    iterators: dict[str, str] = msgspec.field(default_factory=dict)
    """Function, or `.` and method, that a loop may run over -> how its targets take the elements of what it is given:
    `same`, `numbered` (behind a number), `paired` (one of each argument), `keyed` (the last takes the object's)."""
    hollow_declarations: bool = False
    """What is only declared never runs: a definition that a base has does."""
    type_tests: tuple[str, ...] = ()
    """Functions whose second argument is a type, or several: it is asked for, not handed over."""
    member_access: tuple[str, ...] = ()
    """Methods that run when a member is read which an object has not, is assigned, and is deleted."""
    own_class: str = ""
    """The member of every object that is its class."""
    class_reader: str = ""
    """The function that gives the class of an object."""
    instance_members: str = ""
    """The member of every type that has the members of its instances."""
    reading: str = ""
    """Method of an object in the body of a class that runs when the attribute is read."""
    writing: str = ""
    """The same when it is assigned."""
    entering: tuple[str, ...] = ()
    """Methods whose result a statement like `with` gives to its variable."""
    collection_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give a collection of the same elements."""
    any_types: frozenset[str] = frozenset({"Any", "any", "object", "unknown"})
    """What is declared to be of such a type may be anything."""
    known_bases: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Type that comes with the language -> its members, special methods left out."""
    empty_bases: frozenset[str] = frozenset()
    """Built-in types that give those that inherit from them no members to speak of."""
    abstract_body: str = ""
    """Pattern of the beginning of a body that leaves its work to subclasses."""
    virtual_methods: bool = False
    """A call through an object runs the method of its own class, whatever type is known of it."""
    bare_super: bool = False
    """A call of the bare parent runs the parent's method of the same name."""
    setter_suffix: str = ""
    """What the name of a method has behind it that is called by assigning to a member."""
    plain_error: str = ""
    """The error that is raised where a message stands in its place."""
    included_names: bool = False
    """All names of other files come in at once, as by `#include`: any name that is not local may be one of them."""
    program_functions: bool = False
    """A function that is not static has its name alone in the whole program, and may be called where nothing declares
    it."""
    blocks: frozenset[str] = frozenset()
    """Nodes at whose end the variables that are declared in them end; before its declaration a name means another."""
    slices: bool = False
    """`all[1:]` is a part of a collection, and of its type."""
    type_assertions: bool = False
    """`given.(Cart)` is a `Cart`, and brackets around an expression, or `&` and `*` before it, change nothing."""
    shadowed_variables: bool = False
    """A block may declare a variable anew, with another type."""
    function_types: bool = False
    """`func(name string) Item` is the type of a function."""
    loop_heads: frozenset[str] = frozenset()
    """Parts of loops that declare a variable and use it themselves."""
    whole_blocks: bool = False
    """Such a variable has its name before its declaration too, as functions see it that run later."""
    inner_names: dict[str, str] = msgspec.field(default_factory=dict)
    """Node that gives names to the expression around it -> the field that has them, empty where all of it does."""
    hoisted: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Declaration whose variables do not end with the block around -> the nodes with which they end."""
    local_declarations: bool = False
    """What a function declares inside is its own, and a declaration gives way to the definition in the same file."""
    aggregates: bool = False
    """What stands in braces behind a declaration goes to the fields of its type, by position or by `.name =`."""
    pointer_subscripts: bool = False
    """A subscript of a pointer to a type gives one of that type."""
    type_aliases: bool = False
    """What is declared as a type with a type of its own is another name for it: `typedef`, `using`."""
    declarators: dict[str, str] = msgspec.field(default_factory=dict)
    """Nodes that may stand around a declared name -> the kind of what they declare when they are next to it, or
    `around` for brackets, which say nothing of it."""
    unparsed: tuple[str, ...] = ()
    """Patterns of what the grammar cannot read, as macros in odd places: their groups are parsed as blank."""
    assignment_declares: bool = False
    """Assigning to a bare name in a function makes a local variable."""
    several_results: bool = False
    """A call may give several results, which as many names take."""
    redefinition: str = "first"
    """Which of several definitions of a name holds: `first` or `last`."""
    errors: str = "exceptions"
    """`exceptions` escape every call; `returned` errors only those calls that hand them on."""
    argument_types: tuple[tuple[str, str, str], ...] = ()
    """What tells the type of an argument: node, pattern of its text, and the type, empty where the node states it.
    Where there are any, functions of one name are told apart by the types of their parameters."""
    conversions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Built-in type -> the types that it is also taken for, the nearest first; `*` stands for any object."""
    numbers: frozenset[str] = frozenset()
    """Built-in types that are taken for one another, beyond what `conversions` says."""
    made_arguments: bool = False
    """An argument may be made into an object of the parameter's type by a constructor that nobody names."""
    hidden_overloads: bool = False
    """A function of a type hides those of its bases that have its name, whatever they take."""
    result_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Method of a type outside the repository -> the type of what it gives; `.` is the type itself."""
    error_bases: dict[str, str] = msgspec.field(default_factory=dict)
    """Built-in error -> its base."""
    catch_all: tuple[str, ...] = ()
    """Error types whose handlers catch everything."""
    comment_prefixes: tuple[str, ...] = ()
    """Line prefixes of a leading doc comment, longest first."""
    block_comment: tuple[str, ...] = ()
    """Start and end of a block comment."""
    line_comment: str = "//"
    """Begins a comment that ends with its line."""
    empty_bodies: bool = False
    """A function may have nothing in it but its end, and is no mere declaration then."""
    elision: str = "..."
    """What stands for a body in a skeleton."""
    elided_value: str = "..."
    """What stands for a long value in a skeleton."""
    elided_values: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Node of an `@assign` -> nodes of its `@value` that a skeleton leaves out where they are long, as by `@elide`."""
    statement_lists: frozenset[str] = frozenset()
    """Nodes that hold statements one after another: a skeleton may leave out any run of them."""
    raise_constructs: bool = False
    """Raising a type makes an instance of it."""
    returned_arguments: dict[str, int] = msgspec.field(default_factory=dict)
    """Functions outside the repository that give one of their arguments back, or a collection of its elements."""
    shape_types: frozenset[str] = frozenset()
    """Bases of types that only say what members an object has."""
    member_reader: str = ""
    """Function that gives the member of an object whose name it is given as a text."""
    untyped_objects: bool = False
    """Most variables have no type in the text, so that objects are followed to where their methods are called."""
    calling_functions: frozenset[str] = frozenset()
    """Functions and methods outside the repository that call the functions that they are given at once."""
    sequences: frozenset[str] = frozenset()
    """Nodes that hold several targets, or several values, of one assignment."""
    modifiers: dict[str, str] = msgspec.field(default_factory=dict)
    """Decorator, annotation or keyword -> modifiers of `Definition`, with a blank between them."""
    mutators: frozenset[str] = frozenset()
    """Methods that change their object in place."""
    running_methods: frozenset[str] = frozenset()
    """Methods of any function that run it: `load.call(this)`."""
    bound_methods: frozenset[str] = frozenset()
    """Methods of any function that give it back: `load.bind(this)`."""
    literal_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that is written out -> the type outside the repository that it is of."""
    merging_methods: frozenset[str] = frozenset()
    """Those that take in all elements of what they are given."""
    common_methods: frozenset[str] = frozenset()
    """Methods of built-in types: on a receiver of unknown type they are never taken for the repository's."""
    common_attributes: frozenset[str] = frozenset()
    """Attributes of objects from elsewhere: on a receiver of unknown type no property of the repository is meant."""
    transparent_methods: frozenset[str] = frozenset()
    """Methods of built-in types whose result behaves like their object: Rust's `unwrap` and `clone`."""
    field_constructors: frozenset[str] = frozenset()
    """Decorators and bases of types whose constructor takes the fields that the body declares, in their order."""
    entry_methods: frozenset[str] = frozenset()
    """Methods of a mapping that give its pairs, each of which has the methods of a collection of one value."""
    element_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give one of the elements."""
    transparent_types: frozenset[str] = frozenset()
    """Generic types that behave like their argument: `Optional[Client]`, `Box<Client>`."""
    operators: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Operation, with `x` for its operand -> the methods of the operand that it runs, as `Operators` reads them."""
    settings_objects: frozenset[str] = frozenset()
    """Names of objects whose attributes are settings."""
    environment_objects: tuple[str, ...] = ()
    """What holds the variables of the environment: read by a subscript, or by an upper-case attribute."""
    environment_readers: tuple[str, ...] = ()
    """Functions that read a variable of the environment by its name."""
    upper_constants: bool = True
    """Names in upper case are constants; elsewhere they are names like any other."""
    conditions: str = ""
    """Pattern of the beginning of a line in which names are tested that a build may define."""
    configuration_names: str = ""
    """Pattern of the names of constants that are configuration; where it is empty, all constants of other files are."""
    configuration_files: str = ""
    """Pattern of the paths of files all of whose constants are configuration."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """Extensions with their dot, lower case."""
        return tuple(self.grammars)

    def source(self, grammar_name: str) -> str:
        """Return the text of all queries for one of the language's grammars."""
        dialect = (self.grammar_queries[grammar_name],) if grammar_name in self.grammar_queries else ()
        files = [_FOLDER / name for name in (*self._query_files(), *dialect)]
        return "\n".join(file.read_text("utf-8") for file in files if file.is_file())

    def files(self) -> tuple[Path, ...]:
        """Return the files that state all that is known of the language."""
        names = (f"{self.name}/{_STATEMENT}", *self._query_files(), *self.grammar_queries.values())
        return tuple(file for file in (_FOLDER / name for name in names) if file.is_file())

    def _query_files(self) -> tuple[str, ...]:
        return (*self.shared_queries, *(f"{self.name}/{name}" for name in _QUERIES))

    def without_comments(self, text: str) -> str:
        """Return a piece of source with a blank for each comment; what looks like one in a string stays."""
        has_blocks = bool(self.block_comment)
        if self.line_comment not in text and not (has_blocks and _BLOCK_COMMENT in text):
            return text
        return _comments(self.line_comment, has_blocks).sub(_string_or_blank, text)

    @property
    def named_constructors(self) -> bool:
        """Whether constructors have the names of their types."""
        return "{class}" in self.constructors

    def readable(self, data: bytes) -> bytes:
        """Return the text as the grammar is given it: what it cannot read is blank, all else where it was."""
        if self.conditions:
            data = without_torn(data)
        for pattern in self.unparsed:
            data = _compiled_bytes(pattern).sub(_blank_groups, data)
        return data

    def grammar_name(self, path: str) -> str:
        """Return the grammar for a file of this language."""
        return self.grammars.get(_extension(path)) or next(iter(self.grammars.values()))

    def is_abstract(self, body: bytes) -> bool:
        """Whether a method with this body leaves its work to subclasses."""
        return bool(self.abstract_body) and _compiled_bytes(self.abstract_body).match(body) is not None


@cache
def _comments(line_comment: str, has_blocks: bool) -> re.Pattern[str]:  # noqa: FBT001
    blocks = r"|/\*.*?(?:\*/|\Z)" if has_blocks else ""
    return re.compile(rf"{_STRING_LITERAL}{blocks}|{re.escape(line_comment)}[^\n]*", re.DOTALL)


def _string_or_blank(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith(('"', "'", "`")) else " "


@cache
def _compiled_bytes(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode())


def _blank_groups(match: re.Match[bytes]) -> bytes:
    text = match.group()
    for number in range(1, len(match.groups()) + 1):
        start, end = (place - match.start() for place in match.span(number))
        text = text[:start] + re.sub(rb"[^\n]", b" ", text[start:end]) + text[end:]
    return text


@cache
def grammar(name: str) -> Grammar:
    """Return a compiled grammar of the language pack."""
    from tree_sitter_language_pack import get_language

    return get_language(cast("SupportedLanguage", name))


@cache
def parser(grammar_name: str) -> Parser:
    """Return a parser for a grammar."""
    from tree_sitter import Parser

    return Parser(grammar(grammar_name))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all known languages."""
    return tuple(sorted(folder.name for folder in _FOLDER.iterdir() if (folder / _STATEMENT).is_file()))


@cache
def load(name: str) -> Language:
    """Return the language of a folder.

    Raises:
        msgspec.ValidationError: its `language.toml` has a key that `Language` does not know, or a wrong type.
    """
    stated = tomllib.loads((_FOLDER / name / _STATEMENT).read_text("utf-8"))
    return msgspec.convert({"name": name, **stated}, Language)


@cache
def version(name: str) -> str:
    """Return what changes when a file that states a language does; empty for text, which none states."""
    if name == TEXT:
        return ""
    stated = blake2b(digest_size=_VERSION_BYTES)
    for file in load(name).files():
        stated.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return stated.hexdigest()


@cache
def _by_extension() -> dict[str, str]:
    return {extension: name for name in names() for extension in load(name).extensions}


@cache
def _by_filename() -> dict[str, str]:
    return {filename: name for name in names() for filename in load(name).filenames}


def _extension(path: str) -> str:
    return splitext(path)[1].lower()


def detect(path: str, data: bytes) -> Language | None:
    """Return the language of a file by its name, its `#!` line and, where the name leaves it open, its content."""
    name = _by_extension().get(_extension(path)) or _by_filename().get(basename(path))
    if name is None:
        return _by_interpreter(data)
    language = load(name)
    for dialect in language.dialects:
        if path.lower().endswith(dialect["extension"]) and re.search(dialect["pattern"].encode(), data):
            return load(dialect["language"])
    return language


def _by_interpreter(data: bytes) -> Language | None:
    if not data.startswith(b"#!"):
        return None
    first = data[:_FIRST_LINE].split(b"\n", 1)[0].decode("utf-8", "replace")
    programs = {re.sub(r"[\d.]+$", "", word.rsplit("/", 1)[-1]) for word in first[2:].split()}
    return next((load(name) for name in names() if programs & set(load(name).interpreters)), None)
