"""The vocabulary of the code graph: what one file says (facts), and what a repository says (entities, edges).

Facts are data about one file alone; they never name the file's path, so that equal content has equal facts
wherever it lies. Lines are 1-based and inclusive, bytes are 0-based and end-exclusive.

An *expression* in a fact is a dotted path in one notation for all languages: names joined by `.`, a call written
`()`, a subscript written `[]`, the root `self` for the object a method belongs to, `super` for its parent, and `?`
for anything else: `self.client.get`, `Client().get`, `super.run`, `?.append`.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import chain, starmap
from typing import Final

import msgspec

from nsccn.graph.kinds import AssignmentForm, EntityKind, ReferenceKind
from nsccn.graph.packed import Assignments, References, split

MODULE_NAME: Final = "__init__"
"""The name of the entity that stands for a source file as a whole."""

NAMELESS: Final = "$"
"""The name of a class that has none, as Java's compiler begins it."""
LOOSE: Final = "loose"
"""Modifier of a function or class whose name means nothing where it stands."""
EXPECTED: Final = "expected"
"""Modifier of a type of which each platform has a definition, with `ACTUAL`."""
ACTUAL: Final = "actual"
RELATED: Final = "related"
"""Modifier of an attribute by which kept objects are related to others, many of them to one or many but for `ONE`."""
ONE: Final = "one"
SCOPE: Final = "scope"
"""Modifier of a method that gives some of the kept objects of the type it is called on."""
EXTENSION: Final = "extension"
"""Modifier of a function or property that is called of objects as if it were one of their type's own."""
CONVERTING: Final = "converting"
"""Modifier of a function or type that gives objects the members of another type, which is made of them."""
EXPORTED: Final = "exported"
"""Modifier of what any file may use."""
PRIVATE: Final = "private"
"""Modifier of what is seen in its type alone or, outside of types, in its file."""
PROTECTED: Final = "protected"
"""Modifier of what is seen in its type and in those that inherit from it."""
PACKAGE: Final = "package"
"""Modifier of what is seen in its package, whatever else says that it is hidden."""
IMPLEMENTING: Final = "implementing"
"""Modifier of a method that a type has since it implements something, in a block of its own."""
HANDED: Final = "handed"
"""Modifier of a function that goes by the name of a variable, where the value of that is made with it."""
BUILT: Final = "built "
"""Begins the modifier of what a file defines that says on what condition it is built, with the condition behind it."""
VISIBLE: Final = "visible"
"""Modifier of types whose methods see the members by their bare names, where other types of the language do not."""
OFFERED: Final = "offered"
"""Modifier of what a file offers as a member of an object: its name alone means nothing in the file."""
RECURSIVE: Final = "recursive"
"""Modifier of one whose name means itself inside it."""


class SourceRange(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stretch of one file."""

    start_byte: int
    end_byte: int
    start_line: int
    end_line: int


class Definition(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One definition of a file. Definition 0 of every file is the file itself."""

    kind: EntityKind
    """One of few texts, so that decoding makes none anew for each definition."""
    name: str
    qualified_name: str
    """Names from the outermost declaration inwards, joined by `.`; `#2` and on tell redefinitions apart."""
    parent: int
    """Ordinal of the enclosing definition, -1 for the file itself."""
    full_range: SourceRange
    """With decorators and body, without the leading comment."""
    name_line: int
    body_start: int = 0
    """First byte of the body that a skeleton elides; `body_start == body_end` where there is none."""
    body_end: int = 0
    signature: str = ""
    """The declaration without body, on one line."""
    doc: str = ""
    receiver: str = ""
    """The name by which a method calls its own object, for example `self`; of a loose function whether it has one."""
    parameters: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    """Expressions of the classes, interfaces or traits that it inherits from."""
    decorators: tuple[str, ...] = ()
    """Expressions of decorators and annotations."""
    returns: str = ""
    """The declared result type as written, on one line."""
    modifiers: tuple[str, ...] = ()
    """Of `static`, `classmethod`, `property` (reading it runs it), `setter` and `deleter` (assigning to it and deleting
    it do), `abstract`, `async`, `exported`, `private`, `protected`, `package`, `declared`, `implicit`
    (an attribute that only assignments in methods declare), `extension` (it is named by an object of a type that it is
    no member of), `expected` and `actual`, `accessors` (it gives a property that it makes), `record` (it makes a
    method of each component), `test` (it, or what it stands in, is there for tests alone), `loose` (its name means
    nothing where it stands), `recursive` (but for itself)."""
    metaclass: str = ""
    """Expression of the type of which a type says that it is an instance."""

    @property
    def is_loose(self) -> bool:
        """Whether its name means nothing in what is around it."""
        return LOOSE in self.modifiers

    @property
    def has_other_object(self) -> bool:
        """Whether the object in it is none that the definitions around it know."""
        return bool(self.receiver) and self.is_loose


class Import(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One name that a file takes from elsewhere."""

    scope: int
    """Ordinal of the definition in which the name is bound."""
    module: str
    """The module as written: `..pkg.mod`, `./util`, `crate::store`, `net/http`, `"list.h"`."""
    name: str
    """The member taken; empty for the module itself, `*` for all its members."""
    alias: str
    """The name bound here; empty where nothing is bound, as for `*`."""
    line: int
    exported: bool = False
    """The name can be imported from this file in turn."""


class Reference(msgspec.Struct, frozen=True, gc=False):
    """One use of something that the file names but need not define."""

    kind: ReferenceKind
    """`call`, `new`, `decorate`, `value` (a function handed over, not called), `member` (an attribute read, the first
    time in its scope), `operate` (what an operator or a statement does to an object, the first time in its scope),
    `read` (of a constant or setting), `raise`, `inherit`, `type` (named as one, the first time in its scope), `path`
    (to what a text names by its module), `given` (a call, by its byte, hands over what may be the key of a setting),
    `bind` (settings fill a type), `send` (it goes to what handles its type), `address` (what a block of a configuration
    names, or sets), or `env`, `key`, `flag`, `file` (a
    configuration read whose target is the literal key)."""
    scope: int
    """Ordinal of the innermost definition around it."""
    target: str
    """Expression, or literal key."""
    line: int
    byte: int
    detail: str = ""
    """`read`: `condition` where a build may define what is tested, `state` of what functions write;
    `call`: `propagates` where the language marks a call that hands its error on (Rust `?`), `handles` where its error
    ends there, `closure` where it
    stands in a function without a name that somebody may run later, `block` where it stands in a block in the body of
    a type, which an instance may run, `each` where it is of each element of a collection, `runs` and the ordinals of
    the constructors that run it without naming it, then its arguments where they tell overloads apart
    (`arguments.py`);
    `inherit`: the expression of the class that inherits, when it is not the scope; `raise`: `cause`, `again`,
    `caught`;
    `operate`: the operation with `x` for its operand, as `x +`;
    `decorate`: the ordinal of the decorated definition; `value`: the callee whose argument it is, and behind a blank
    the keyword, or `=` and the target that it is assigned to otherwise than by a statement, with `[]` where it is an
    element of a collection."""
    arguments: int = -1
    """Number of arguments of a call, -1 where unknown. Of a `value` that is an argument twice its position, one more
    for an element of a collection; with a keyword only whether it is one."""


class Assignment(msgspec.Struct, frozen=True, gc=False):
    """One place where a variable, attribute or item gets, changes or loses its value."""

    scope: int
    target: str
    value: str
    """Expression of what is assigned; empty when it says nothing about the type. Of form `call` the method. Of a
    property that is made of functions what reads, assigns and deletes it, as `property(read,write,)`."""
    annotation: str
    """Declared type as written; empty where there is none."""
    form: AssignmentForm
    """`assign`, `declare`, `parameter`, `loop` (target is an element of value), `with`, `augment`, `item`
    (`target[...] = value`), `delete`, `call` (an in-place method of target), `global` (declares that a bare
    name is not local), `return` and `yield` (target is `()`: what a call of the scope gives, or its elements),
    `initialize` (target is `Cart().room`, a field that a `Cart` has from where it is written out)."""
    line: int
    byte: int


RUN_BY_OTHERS: Final = ("=>",)
"""Stands for the errors of a handler that is none: the region of a function without a name that its owner does not run,
because it is returned or stored. Its errors are not the owner's to pass on."""


class Handler(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A region of a file whose errors are caught."""

    scope: int
    start_byte: int
    end_byte: int
    errors: tuple[str, ...]
    """Expressions of the caught types; empty when everything is caught; or `RUN_BY_OTHERS`."""
    line: int
    """Line of the handler, not of the region."""


class Literal(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A string literal that reads like a message."""

    scope: int
    text: str


class Terms(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The words of each definition's own text, nested definitions excluded.

    Word ids and counts are little-endian uint32: definition `d` holds `word_ids[offsets[d]:offsets[d + 1]]`, each
    `counts[...]` times.
    """

    text: str = ""
    """The file's distinct words, as lines."""
    word_ids: bytes = b""
    counts: bytes = b""
    offsets: bytes = b""

    @property
    def words(self) -> tuple[str, ...]:
        """The file's distinct words by their ids."""
        return tuple(split(self.text)) if self.text else ()


UNREAD_BLOCK: Final = "unread block"
"""What is wrong where the grammar found no end of a block that has one: what the block belongs to is lost."""
UNENDED: Final = frozenset({"missing }", UNREAD_BLOCK})
CONFLICT: Final = "merge conflict"
"""What is wrong where a merge left both sides, of which the first is read."""


class Problem(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something broken in a file, as data."""

    line: int
    message: str


class FileOutline(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What other files may look at in a file: facts begin with it, and it can be decoded without the rest."""

    language: str
    """Name of the language's folder; `text` for files in no known language."""
    lines: int
    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...] = ()
    exports: tuple[str, ...] = ()
    """The names that the file itself lists as public, as in `__all__`, and the types that it declares without saying
    what they are, as in `class Store;`."""
    package: str = ""
    """The package or namespace that the whole file declares."""
    inherits: References = References()
    """Inheritance that is stated apart from the class: the references of kind `inherit`."""
    shared: Assignments = Assignments()
    """The assignments that tell what attributes of objects, and variables outside functions, hold."""


class FileFacts(FileOutline, frozen=True, array_like=True, gc=False):
    """All that one file says by itself."""

    uses: References = References()
    """All other references."""
    private: Assignments = Assignments()
    """All other assignments."""
    handlers: tuple[Handler, ...] = ()
    literals: tuple[Literal, ...] = ()
    terms: Terms = Terms()
    elisions: tuple[SourceRange, ...] = ()
    """Long values that a skeleton elides besides bodies, in source order, never overlapping."""
    problems: tuple[Problem, ...] = ()

    @property
    def references(self) -> tuple[Reference, ...]:
        """All references, made anew at each call."""
        return tuple(starmap(Reference, chain(self.inherits.rows(), self.uses.rows())))

    @property
    def assignments(self) -> tuple[Assignment, ...]:
        """All assignments, made anew at each call; first those that other files may look at."""
        return tuple(starmap(Assignment, chain(self.shared.rows(), self.private.rows())))


class Confidence(IntEnum):
    """How an edge was found. What could not be resolved is counted by name and is no edge."""

    RESOLVED = 0
    AMBIGUOUS = 1


class Location(msgspec.Struct, frozen=True, gc=False):
    """A line of a file of the repository."""

    path: str
    line: int


class Entity(msgspec.Struct, frozen=True, gc=False):
    """A node of the graph."""

    index: int
    """Position in the snapshot that it was read from; valid for that snapshot only."""
    id: str
    kind: str
    name: str
    qualified_name: str
    path: str
    """Relative path with `/`; empty for what lies in no file of the repository."""
    language: str
    start_line: int
    end_line: int
    name_line: int
    signature: str
    doc: str
    parent: int
    """Index of the enclosing entity, -1 for a file and for what lies in no file."""

    @property
    def is_file(self) -> bool:
        """Whether it stands for a file as a whole, as no `module` inside of one does."""
        return self.parent < 0 and bool(self.path)


class Edge(msgspec.Struct, frozen=True, gc=False):
    """A relation between two entities, with its evidence."""

    source: int
    kind: str
    target: int
    confidence: Confidence
    probability: float
    """In (0, 1]; 1 when resolved."""
    evidence: Location
    via: str = "direct"
    """Of `direct`, `override`, `indirect`, `property`, `dunder`, `decorator`, `initializer`."""
    sites: int = 1
    """Number of lines of evidence; `evidence` is the first of the surest."""
