"""What signatures say of the types that tell overloads apart: parameters and results, as text.

A type is known by its last name without type arguments, with `[]` for each dimension and `*` for each pointer; what
qualifies it (`const`, `final`, `&`) tells nothing apart.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.notation.arity import of_arity
from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.functiontypes import function_type
from nsccn.graph.notation.heads import behind

if TYPE_CHECKING:
    from nsccn.graph.model import Definition

CLOSURE: Final = "->"
"""The type of functions without a name, and of pointers to functions."""
ANY: Final = "?"
"""The type of parameters that take whatever they are given, as the function is generic in it."""
_REPEATED: Final = "..."
_OPERATOR: Final = "operator"
_MOVED: Final = "&&"
_ORDER: Final = ("unsigned", "signed", "short", "long", "char", "double")
_ANNOTATION: Final = re.compile(
    r"@\w[\w.]*(?:\([^)]*\))?|\[\[[^\]]*\]\]|\b(?:final|const|constexpr|volatile|struct|class)\b"
)
_QUALIFIED: Final = re.compile(
    r"(?:(?:\[[^\[\]]+\]\s*(?=\[|\w+\s*[\w<?\[.]))|(?:ref|out|in|this|scoped|readonly)\s+(?=[\w(].*\s)|(?=params\s+\S+\s))+"
)
"""What stands before a parameter in C#: attributes, and how it is handed over."""
_COLLECTED: Final = re.compile(r"params\s+(\S+?)(?:\[\])?(?=\s)")
_TYPENAMES: Final = re.compile(r"\b(?:enum|union|typename|register|mutable|restrict|mut)\b|'\w+\s")
_GENERIC: Final = re.compile(r"<[^<>]*>")
_AROUND: Final = re.compile(r"\bconst\b|\w+::|\s")
"""What tells nothing apart in the name of a type that another is made for."""
_BUILT_IN: Final = re.compile(r"(?:(?:unsigned|signed|long|short|int|char|double)\b\s*)+")
_WORDY: Final = re.compile(r"\b(?:unsigned|signed|long|short)\b")
_FUNCTION: Final = re.compile(r"\(\s*(?:[\w:]+::)?[*&]|\bfunction\s*<")
_ARRAY: Final = re.compile(r"\(\s*&\s*\w*\s*\)\s*\[\w*\]")
"""What stands behind the type of an array's elements where a parameter refers to an array."""
_VARIABLE: Final = re.compile(r"\b(?:typename|class)\b\s*(?:\.\.\.\s*)?(\w+)")
_OPENING: Final = re.compile(r"\s*\(")
_TEMPLATE: Final = "template"
_INDEXER: Final = "this"
"""The name of what runs where an element of an object is asked for."""
_INDEXED: Final = re.compile(r"\s*\[")
_GENERIC_OPENING: Final = re.compile(
    r"\s*<\s*(?:\[[^\[\]]*\]\s*)?\w+(?:\s*,\s*(?:\[[^\[\]]*\]\s*)?\w+)*\s*>\s*\("
)
"""The same behind the variables of a generic function, which may have attributes: `Send<TRequest>(`."""
_SQUARE_OPENING: Final = re.compile(r"\s*\[[^()]*\]\s*\(")
"""The same where these stand in square brackets, with what they must be: `def send[F[_]: Monad](`."""
_NAME: Final = re.compile(r"\w+")
_VARIABLE_FIRST: Final = re.compile(r"\W*(\w+)")
_HEAD: Final = re.compile(
    r"\s*(?:<[^()]*>\s*|\[[^()]*\]\s*)?"
    r"(?:(?:@[\w.]+\s+)*(?:(?:private|internal|protected|public)\s+)?constructor\s*"
    r"|(?:@[\w.]+(?:\(\))?\s+)*(?:private|protected)(?:\[\w+\])?\s*|(?:@[\w.]+(?:\(\))?\s+)+)?\("
)
"""Before the parameters of the constructor that the head of a type has."""
_NAME_FIRST: Final = re.compile(
    r"((?:@[\w.]+(?:\([^()]*\))?\s+|(?:vararg|noinline|crossinline|implicit|using|inline|final|va[lr]|private|internal|protected|public"
    r"|override|open)\s+)*)"
    r"(?!const\b)`?\w+`?(?:\s+`?\w+`?)?\s*:(?!:)\s*(.+)",
    re.DOTALL,
)
"""A parameter that has its name before its type; what may stand before that."""
_HANDED: Final = re.compile(r"(?:(?:@\w+|inout|any|some|borrowing|consuming|sending|isolated)\s+)+")
"""What stands before a type that is behind a name: how it is handed over, and that it stands for others."""
_WRITTEN: Final = re.compile(r"\[(.+)\]\Z", re.DOTALL)
"""A collection that is written with brackets around what it holds."""
_MADE_FOR: Final = re.compile(r"([\w.]+)\[(?![\d\]]).*\]\Z", re.DOTALL)
"""A type with those that it is made for in square brackets: `Map[String, Cart]`."""
_DIRECTIVE: Final = re.compile(r"#\s*(?:if|el|endif)")
_OTHER_BRANCHES: Final = re.compile(r"#\s*el.*?#\s*endif")
"""What is compiled in place of the parameters before it."""
_ARROW: Final = "\x00"
_CONST: Final = re.compile(r"\bconst\b")
_CONSTANT: Final = re.compile(r"\)[\w\s()&]*?\bconst\b")


def is_constant_parameter(definition: Definition, name: str) -> bool:
    """Whether a function says that it does not change what it is given by a name."""
    stated = re.search(rf"[(,]([^(,]*)\b{re.escape(name)}\s*(?:=[^,]*)?[,)]", definition.signature)
    return stated is not None and _CONST.search(stated.group(1)) is not None


class Parameter(NamedTuple):
    """What a parameter takes."""

    type: str = ""
    """Empty where it is not known."""
    path: str = ""
    """The name of the type with what is around it, as an expression."""
    is_repeated: bool = False
    is_optional: bool = False
    arity: int = 0
    """How many types the type is made for; of functions, how many parameters these have, -1 where unknown."""
    made_for: str = ""
    """The names of these types: `string,Cart`."""

    @property
    def told(self) -> str:
        """What tells it from others: the type, of functions with the number of their parameters."""
        return f"{self.type}{self.arity}" if self.type == CLOSURE else self.type

    def spelled(self, *, arities: bool) -> str:
        """Return the name of the type as facts have it, where types may differ in the number of their parameters."""
        return of_arity(self.path, self.arity) if arities and "." not in self.path else self.path

    def of_all(self) -> Parameter:
        """Return what takes an array of them."""
        return self._replace(type=self.type + "[]")


class Taken(NamedTuple):
    """What a function takes."""

    parameters: tuple[Parameter, ...]
    is_constant: bool = False
    """It is called on objects that do not change."""
    is_moving: bool = False
    """It takes something out of an object that nothing else holds."""

    @property
    def types(self) -> tuple[str, ...]:
        """What tells it from others of its name."""
        repeated = _REPEATED if self.is_repeating else ""
        return (*(one.told for one in self.parameters), repeated, "const" if self.is_constant else "")

    @property
    def kind(self) -> tuple[object, ...]:
        """What tells it from others of its name even where arguments do not."""
        return (self.types, self.is_moving)

    @property
    def made_kind(self) -> tuple[object, ...]:
        """The same where types that are made for different ones are different types."""
        return (*self.kind, *(one.made_for for one in self.parameters))

    @property
    def is_repeating(self) -> bool:
        """Whether it takes any number of what its last parameter takes."""
        return self.parameters[-1:] != () and self.parameters[-1].is_repeated

    def of(self, count: int) -> tuple[Parameter, ...] | None:
        """Return the parameters for so many arguments, None where it does not take so many."""
        parameters = self.parameters
        if self.is_repeating:
            missing = count - len(parameters) + 1
            return (*parameters[:-1], *parameters[-1:] * missing) if missing >= 0 else None
        return parameters[:count] if self.needed() <= count <= len(parameters) else None

    def takes(self, count: int) -> bool:
        """Whether it takes so many arguments, as far as that is known where any number is taken before others."""
        return self.of(count) is not None or any(one.is_repeated for one in self.parameters)

    def needed(self) -> int:
        """Return how many arguments it needs."""
        return sum(not one.is_optional for one in self.parameters)


def taken(definition: Definition) -> Taken:
    """Return what a function takes; of what its signature does not show, only how many."""
    return taken_by(definition.signature, definition.name) or Taken(
        (Parameter(),) * len(definition.parameters)
    )


@lru_cache(maxsize=1 << 14)
def taken_by(signature: str, name: str) -> Taken | None:
    """Return what a function of a name takes; None where its signature does not show that."""
    start, inside, end = _parameters(signature, name)
    if start < 0:
        return None
    within = signature[inside:end]
    if "#" in within:
        within = _OTHER_BRANCHES.sub("", within)
    if (">" in within) and _NAME_FIRST.match(within.lstrip()):
        within = within.replace("->", _ARROW).replace("=>", _ARROW)  # what closes no bracket
    texts = (text.strip() for text in split(within, ","))
    between = signature[start + len(name) : inside]
    own = _NAME.findall(between) if between.lstrip().startswith("<") else ()
    any_type = type_variables(signature[:start]) | {"auto"}
    if "]" in between and between.lstrip().startswith("["):
        any_type |= _square_variables(between)
    found = tuple(_parameter(text, any_type, frozenset(own)) for text in texts if text and text != "void")
    is_moving = _MOVED in signature[inside:end]
    return Taken(found, _CONSTANT.match(signature, end) is not None, is_moving)


def _parameters(signature: str, name: str) -> tuple[int, int, int]:
    """Return where the name of a function begins, and its parameters begin and end; -1 where that is not shown."""
    if not name.isidentifier() and name.startswith(_OPERATOR):
        symbol = re.escape(name.removeprefix(_OPERATOR))
        stated = behind(signature, _OPERATOR, re.compile(rf"\s*{symbol}\s*\("))
    elif name == _INDEXER:
        stated = behind(signature, name, _INDEXED)
    else:
        stated = behind(signature, name, _OPENING)
        if not signature.startswith(_TEMPLATE):
            stated = chain(
                stated, behind(signature, name, _GENERIC_OPENING), behind(signature, name, _SQUARE_OPENING)
            )
    start, inside = next(stated, (-1, -1))
    if start < 0 and not signature.startswith("template"):
        start, inside = next(behind(signature, name, _HEAD), (-1, -1))
    return (start, inside, closing(signature, inside - 1)) if start >= 0 else (-1, -1, -1)


def with_defaults(signature: str, declared: str, name: str) -> str:
    """Return the signature of a function with the default values that its declaration gives its parameters.

    >>> with_defaults("int Cart::sum(int tax, bool all) const", "int sum(int tax, bool = true) const", "sum")
    'int Cart::sum(int tax, bool all = true) const'
    """
    if "=" not in declared:
        return signature
    _, inside, end = _parameters(signature, name)
    _, first, last = _parameters(declared, name)
    own, others = split(signature[inside:end], ","), split(declared[first:last], ",")
    if min(inside, first) < 0 or len(own) != len(others):
        return signature
    given = (_with_default(mine, other) for mine, other in zip(own, others, strict=True))
    return f"{signature[:inside]}{','.join(given)}{signature[end:]}"


def _with_default(parameter: str, declared: str) -> str:
    _, *default = split(declared, "=")
    return (
        f"{parameter.rstrip()} ={'='.join(default)}"
        if default and len(split(parameter, "=")) == 1
        else parameter
    )


@lru_cache(maxsize=1 << 12)
def type_variables(signature: str) -> frozenset[str]:
    """Return the names that the head of a template declares for types.

    >>> sorted(type_variables("template <typename Key, class... Rest> struct Table"))
    ['Key', 'Rest']
    """
    return frozenset(_VARIABLE.findall(signature)) if signature.startswith(_TEMPLATE) else frozenset()


def _square_variables(between: str) -> frozenset[str]:
    """Return the names that square brackets behind the name of a function declare for types.

    >>> sorted(_square_variables("[F[_]: Monad, +A <: Cart]("))
    ['A', 'F']
    """
    inside = between[between.index("[") + 1 : between.rindex("]")]
    named = map(_VARIABLE_FIRST.match, split(inside, ",", angles=False))
    return frozenset(one.group(1) for one in named if one is not None)


def result_type(definition: Definition) -> str:
    """Return the declared result of a function, or the declared type of a variable, with its pointers.

    >>> from nsccn.graph.model import Definition, SourceRange
    >>> result_type(Definition("func", "f", "f", 0, SourceRange(0, 0, 0, 0), 1, signature="char** f()", returns="char"))
    'char**'
    """
    stated = definition.returns
    _, found, behind = definition.signature.partition(stated) if stated else ("", "", "")
    pointers = behind.lstrip() if found else ""
    return stated + "*" * (len(pointers) - len(pointers.lstrip("*")))


def _parameter(text: str, any_type: frozenset[str], own: frozenset[str]) -> Parameter:
    """Return what the text of a parameter says; a type that the function is generic in is none.

    Of `own` variables of the function it is told which it is, since that may say what it must be.
    """
    if named := _NAME_FIRST.match(text):
        return _behind_name(named, any_type)
    stated, *default = split(text, "=")
    if "#" in stated and _DIRECTIVE.search(stated):
        return Parameter(is_optional=bool(default))
    is_repeated = _REPEATED in stated
    if _QUALIFIED.match(stated):
        stated = _QUALIFIED.sub("", stated)
        if collected := _COLLECTED.match(stated):
            is_repeated, stated = True, collected.group(1) + stated[collected.end() :]
    bare = _ARRAY.sub("*", _ANNOTATION.sub("", stated.replace(_REPEATED, " "))).strip()
    if not bare:
        return Parameter(is_repeated=is_repeated)
    if _FUNCTION.search(bare):
        return Parameter(CLOSURE, CLOSURE, is_repeated, bool(default))
    found = read_type(bare)
    if found.path in any_type:
        found = Parameter(ANY, ANY)
    elif found.type in own:
        found = Parameter(ANY, found.path)
    return found._replace(is_repeated=is_repeated, is_optional=bool(default))


def _behind_name(named: re.Match[str], any_type: frozenset[str]) -> Parameter:
    """Return what a parameter says that has its name before its type, as in Kotlin."""
    stated, *default = split(named.group(2).replace("->", _ARROW).replace("=>", _ARROW), "=")
    stated = stated.strip()
    is_repeated = "vararg" in named.group(1).split() or _REPEATED in stated or stated.endswith("*")
    is_optional = bool(default)
    # What `=> Cart` takes is worked out when it is asked for.
    stated = stated.removeprefix(_ARROW).removesuffix("*").strip()
    stated = _HANDED.sub("", stated, count=1) if _HANDED.match(stated) else stated
    if _ARROW in stated:
        told = function_type(stated.replace(_ARROW, "->"))
        count = len(told.parameters) if told is not None else -1
        return Parameter(CLOSURE, CLOSURE, is_repeated, is_optional, count)
    written = _WRITTEN.match(stated.strip("?! "))
    found = read_type(("Dictionary" if ":" in written[1] else "Array") if written else stated.strip("?! "))
    if found.path in any_type:
        found = Parameter(ANY, ANY)
    return Parameter(found.type, found.path, is_repeated, is_optional)


@lru_cache(maxsize=1 << 14)
def read_type(text: str) -> Parameter:
    """Return what the text of a type says, with or without the name of what is of it.

    >>> read_type("java.util.List<String>... names")[:2], read_type("unsigned long int* x[]")[:2]
    (('List', 'java.util.List'), ('unsigned long**', 'unsigned long'))
    >>> read_type("mapping(uint => Cart) storage carts").type
    'mapping'
    """
    text = _TYPENAMES.sub("", _ANNOTATION.sub("", text))
    if square := _MADE_FOR.match(text):
        text = square.group(1)
    given = text.find("<") + 1
    inside = split(text[given : text.rfind(">")], ",") if given else []
    made_for = ",".join(_AROUND.sub("", one) for one in inside)
    while (shorter := _GENERIC.sub("", text)) != text:
        text = shorter
    text = text.replace(_REPEATED, "").replace("&", " ").strip()
    sizes, stars = text.count("["), text.count("*")
    pointers = "*" * (sizes + stars) if stars else "[]" * sizes
    words = text.replace("*", " ").partition("[")[0].strip()
    built_in = _BUILT_IN.match(words) if _WORDY.search(words) else None
    path = _number(built_in.group().split()) if built_in else words.split(" ")[0]
    path = path.partition("(")[0].replace("::", ".").strip(".")
    return Parameter(path.rpartition(".")[2] + pointers, path, arity=len(inside), made_for=made_for)


def _number(words: list[str]) -> str:
    """Return the usual name of a built-in type of several words.

    >>> _number(["unsigned", "long", "int"]), _number(["unsigned"]), _number(["signed", "char"])
    ('unsigned long', 'unsigned', 'signed char')
    """
    kept = [word for word in words if word not in ("int", "signed") or (word == "signed" and "char" in words)]
    return " ".join(sorted(kept, key=_ORDER.index)) or "int"
