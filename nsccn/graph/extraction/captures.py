"""Reads a file's query matches into raw captures, sorted by what they are.

The capture vocabulary of a language's queries. The last capture of a pattern says what it is, its main capture; the
others are parts. The main captures, with their parts in parentheses:

`@definition.<kind>` (name, title, word, ending, declares, titled, body, making, members, arguments, type, returns,
    base, metaclass, owner, receiver, extended, modifier)
    an entity; a skeleton elides its `body` and keeps its `members`; `owner` is the type of a member defined outside it,
    `extended` that of the objects that a function is called of as if it were one of their methods; `title` has the
    name where another thing of that name, which it belongs beside, is around it, and `name` is where it stands; each
    `word` is a definition of its own, with what the `ending` begins with behind it, or those that the word `declares`
    has made of it, beside the attribute that is `titled`; clauses of one function take as many `arguments`, a function
    is a class where something in it is `making` an object, and what has a `type` is only declared, for others to define
`@loose.<kind>` (name, body, itself, receiver, members)
    an entity whose name means nothing where it stands: a function in an object that is written out, or one that is
    handed over and has its name for itself alone. What is a definition otherwise is that. `receiver` is there where the
    object in it is another than around it, `members` the object that is written out
`@container.type`, `@container.namespace` (name)
    a region that qualifies names without being an entity: impl block, namespace
`@decorator` (callee, itself)
    belongs to the next definition, which makes the calls in it where it is `itself` a part of that
`@attribute` (type)
    a statement that belongs to the next definition and makes no call; nothing runs of one that states a `type`
`@doc` (value)
    documentation inside the definition around it, or in an attribute before it; its text is the `value`
`@remark`
    documentation behind what it describes, which is no comment; only skeletons look at it
`@import` (module, name, alias, owner)
    with no part, the import strategy reads the statement's text; what has an `owner` is offered to others by it
`@export` (name)
    names the file lists as public, and types that it declares without saying what they are
`@component`
    a component that markup names by its tag, which may be imported nowhere
`@alias` (name, alias)
    a name under which the file offers one of its own
`@qualified`
    a name that is written with the namespace that it is in
`@package`
    the package that the file declares
`@call`, `@new` (callee, receiver, implemented, method, arguments, propagates, each)
    a call; creation of an instance. The capture is the callee unless there is a `callee`, or `receiver` and `method`;
    what is `implemented` has the method that is meant, of those of its name that the receiver has; with `each` it is
    that of each element of the receiver
`@dispatch` (method, prefix)
    what runs one of the methods of a generic function, whose name is a text: those that are called so or, with a
    `prefix`, the functions whose names begin so
`@closure`
    a function without a name that is not called where it stands: what it calls, it calls when somebody runs it
`@held` (target, value)
    the variable that holds such a function
`@lambda`
    a function without a name whose parameters and object the call around it may tell; see `lambdas`
`@shared`
    what a type begins with, and no instance of it
`@expansion`
    a text that the grammar does not read and that stands where a macro is used: its calls are the macro's
`@value` (receiver, method, owner, within, by)
    a name that is handed over, not called; or a text, `method`, that names a function, or what the `receiver` or, with
    an `owner`, the object around has, with `within` only in the body of a type; of its name it says the end where `by`
    calls one of `getters`
`@member`
    an attribute of something, whatever is done with it
`@narrow` (target, type, callee, body)
    the code has asked for a type, or a function whose declared result may say one: the target is of it in `body`, or
    behind it, to the end of what is around
`@asked` (target, type)
    a test for a type: where it has let through, the target is of that; see `asked`
`@operate` (operand, operator)
    what an operator or a statement does to an object; see `operations`
`@aside` (method, each)
    what a member is read of that no expression writes; see `asides`; or the call of a method that gives what a function
    makes of each element; see `mappedvalues`
`@operation` (operand, operator)
    an operator that may call a function which is chosen by the types of both operands; see `operatorcalls`
`@lend` (target)
    what is lent to be written, `&mut row[0]`; see `operatorcalls`
`@suffix` (value)
    what stands behind a literal that a function reads
`@assign`, `@declare`, `@parameter`, `@loop`, `@with`, `@augment`, `@item`, `@delete`, `@global`
    (target, value, failed, type, taken, source, ordered, every, within) see `Assignment.form`; `failed` is what may be
    an error that is given instead of what it is else; `taken` is the member that a pattern
    takes out of `source`, or of a parameter of that type; in `ordered` stand members that have a number for a name; an
    object is given all members of `every`; `within` is the member that has the target in the object that it is itself;
    of what stands aside of a value, that is the `receiver`
`@examples` (type, body)
    a group of examples in tests, of what `type` names; see `examples`
`@memoized` (method, target, value)
    what the examples of the group around have by a name
`@aggregate` (type, value)
    an object that is written out with its type: what stands in the braces goes to the fields of that
`@initialize` (type, callee, target)
    a field that an object is given where it is written out with its type, or made by a call of the `callee`
`@return`, `@yield` (each)
    what a function returns, or yields; `each` is a collection whose elements it yields
`@runs`
    what a function runs, be it one without a name; where there are any, what is returned in one of these is its own
`@typename` (type)
    a type that is named as a type; all names in it, where it is a `type`
`@typevariable` (name)
    a name that stands for any type
`@typing`
    code that says nothing but types, in which what looks like a call is one
`@typebinding`
    a member of a type that gets a type of its own, and is none: `Item` in `Iterator<Item = Cart>`
`@inherit` (subject, base)
    inheritance stated apart from the class
`@outcome` (target, callee), `@answer` (target)
    a variable gets the error of a call; a variable that may hold an error is returned
`@settled` (callee, arguments, target, body)
    the error of a call is looked at right behind it: in `body`, where it is the variable `target`
`@handled` (caught)
    the code asks whether an error is this one
`@raise` (error, cause)
    with no part, what was caught is raised again
`@handler` (protected, caught, name)
    a region whose errors are caught: `protected`, or what stands before it in its node
`@detached`
    a function without a name that its owner does not run: it is returned, stored or run later
`@immediate`
    a function that is called where it stands, and may have a name for itself
`@env`, `@key`, `@file` (key, by, variable, prefix, receiver)
    a configuration read with a literal key, behind its `prefix`, or `by` the value of an expression; only its name says
    that the `receiver` holds settings; a `variable` is of what a decorator describes, without quotes in capitals
`@bound`, `@bound_env` (type, value, base, receiver, prefix)
    settings, or the environment, fill the fields of a type, or of that of a `value`; with neither, of what is around,
    and `base` is what says so, a base or an annotation; all keys begin with the `prefix`; see `boundtypes`
`@bound_prefix`, `@bound_delimiter` (key, body)
    a type says how such keys begin, and what joins the names in them, if settings fill it; maybe in a `body` of its own
`@unbound` (subject)
    a field, or type, whose names in such keys are others, or none
`@flag` (key, named)
    options of a command line, or features, that are declared or asked for; a `key` without quotes is the name of what
    holds the value, and `named` the one that a declaration gives it
`@option` (key, receiver)
    the value of an option, asked for by its name
`@address` (prefix)
    the beginning of an address, by which a block of a configuration names another one, behind its `prefix`
`@given` (itself)
    a name to which a block gives a value in the module that it takes in, or, with `itself`, a file in its own module
`@provided` (key, value, type)
    what a container gives under the name `key`; without a `value`, the name of what the function around stands for
`@opened`
    the path of a file that is read, from the folder of this one
`@send` (value)
    what is handed to code that finds by its type who handles it: a message, or a type that sends its objects itself
`@receive` (type, value)
    a call that says which function, the `value`, is run by messages of a type; without one, what it is given is
`@literal`
    a string literal
`@elide`
    a long value that a skeleton leaves out
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.queries import Found, Parts, patterns, queries

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.language import Language

MAINS: Final = frozenset(
    "container.type container.namespace attribute decorator doc remark import export component alias qualified package "
    "call new dispatch closure held lambda shared expansion suffix value member operate operation narrow asked aside "
    "assign declare parameter "
    "loop with augment lend item delete global examples memoized aggregate initialize return yield runs typename "
    "typevariable typebinding typing inherit raise outcome answer settled handled handler detached immediate env key "
    "flag option file bound bound_env bound_prefix bound_delimiter unbound provided send receive address given opened "
    "literal elide".split()
)
DEFINITION: Final = "definition."
LOOSE_DEFINITION: Final = "loose."
PARTS: Final = frozenset(
    "name title word ending declares titled body making members returns base metaclass owner receiver implemented "
    "extended modifier "
    "itself callee module alias method arguments propagates target value type subject error cause protected caught key "
    "operand operator taken source ordered every within keys failed each prefix named by variable".split()
)


def read_matches(
    tree: Tree, data: bytes, language: Language, grammar_name: str, *, is_of_many: bool = False
) -> Found:
    """Return for each main capture its nodes with their parts, in the order of the source."""
    found = queries(language.name, grammar_name).matches(tree.root_node, data, is_of_many=is_of_many)
    for main, matches in found.items():
        if main == "handler" or main.startswith((DEFINITION, LOOSE_DEFINITION)):
            found[main] = _whole(matches)
    return {main: matches for main, matches in found.items() if matches}


def add_matches(found: Found, others: Found) -> None:
    """Add what was found in a part of a file that is read by itself, in the order of the source."""
    for main, matches in others.items():
        found[main] = sorted([*found.get(main, ()), *matches], key=lambda match: match[0].start_byte)


def _whole(matches: list[tuple[Node, Parts]]) -> list[tuple[Node, Parts]]:
    """A repeated part (base classes, caught errors) comes as one match for each of its nodes; merge them."""
    first: dict[tuple[int, int], tuple[Node, Parts]] = {}
    known_nodes: dict[tuple[int, int, str], set[int]] = {}
    for match in matches:
        place = _place(*match)
        known = first.setdefault(place, match)
        if known is not match:
            for name, nodes in match[1].items():
                parts = known[1].setdefault(name, [])
                ids = known_nodes.setdefault((*place, name), {node.id for node in parts})
                parts.extend(node for node in nodes if node.id not in ids)
                ids.update(node.id for node in nodes)
    return list(first.values())


def _place(node: Node, parts: Parts) -> tuple[int, int]:
    """Tell one definition from another: a node may declare several names."""
    return node.start_byte, parts["name"][0].start_byte if "name" in parts else 0


def unknown_captures(language: Language) -> list[str]:
    """Return the captures of a language's queries that mean nothing here; a test holds that there are none."""
    unknown: set[str] = set()
    for grammar_name in language.grammars.values():
        for pattern in patterns(language.name, grammar_name):
            if pattern.main not in MAINS and not pattern.main.startswith((DEFINITION, LOOSE_DEFINITION)):
                unknown.add(pattern.main)
            unknown.update(
                name
                for name in pattern.captures
                if name not in MAINS | PARTS and not name.startswith((DEFINITION, LOOSE_DEFINITION, "_"))
            )
    return sorted(unknown)
