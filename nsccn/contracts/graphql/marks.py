"""Which fields of GraphQL functions answer, as what stands above them says: decorators, annotations, attributes.

@Query(() => User) user()           @QueryMapping User user()        @DgsData(parentType = "User", field = "posts")
@strawberry.field def user(self)    @query.field("user")             [QueryType] class Users { User GetUser() }
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.graphql.code import Resolver, camel, small
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.graphql.code import CodeFile
    from nsccn.graph.model import Entity

_OF_NODE: Final = regex(r"\bfrom\s{0,9}[\"'][^\"'\n]{0,100}?graphql")
_ROOTS: Final = frozenset(("Query", "Mutation", "Subscription"))
_OF_FIELD: Final = frozenset(("ResolveField", "ResolveProperty", "FieldResolver"))
_FIRST: Final = regex(r"\w\s*\(\s*[\"'](\w+)[\"']")
_NAMED: Final = regex(r"\bname\s*[:=]\s*[\"'](\w+)[\"']")
_OF_TYPE: Final = regex(r"\w\s*\(\s*(?:\(?\w*\)?\s*=>\s*)?[\"']?([A-Za-z_]\w*)")
_MAPPED: Final = regex(r"\b(?:name|field|value)\s*=\s*\"(\w+)\"")
_OF_PARENT: Final = regex(r"\b(?:typeName|parentType)\s*=\s*\"(\w+)\"")
_OF_CONSTANT: Final = regex(r"\bparentType\s*=\s*(?:\w+\.)*(\w+?)(?:\.TYPE_NAME|_TYPE)\b")
_BY_CONSTANT: Final = regex(r"\bfield\s*=\s*(?:\w+\.)+(\w+)")
_PARAMETER: Final = regex(
    r"\(\s*(?:@\w+(?:\([^()]*\))?\s+|final\s+){0,4}(?:\w+\s*:\s*)?(?:(?:List|Set|Collection|Iterable)<)?([A-Z]\w*)"
)
_STRAWBERRY: Final = regex(r"@strawberry\w*(?:\.\w+)*\.(field|mutation|subscription|connection)\b")
_OF_STRAWBERRY: Final = regex(r"@strawberry\w*(?:\.\w+)*\.(?:type|interface)\b")
_ATTRIBUTE: Final = regex(
    r"^[ \t]+(\w+)[ \t]*(?::[^=\n]{1,200})?=\s*(?:strawberry\w*(?:\.\w+)*\.(?:field|mutation|subscription)"
    r"|(?:graphene\.)?\w*Field)\(",
    re.MULTILINE,
)
_RESOLVER: Final = regex(r"\bresolver\s*=\s*(?:\w+\.)?(\w+)")
_MOST_FIELDS: Final = 1_000
"""Of a file that are given something in brackets."""
_MOST_GIVEN: Final = 2_000
"""Letters of what a field is given."""
_BOUND: Final = regex(
    r"^(\w+)\s*=\s*(?:\w+\.)?(Query|Mutation|Subscription|Object)Type\(\s*(?:[\"'](\w+)[\"'])?", re.MULTILINE
)
_BINDS: Final = regex(r"@?(\w+)\.(?:field|source)\(\s*[\"'](\w+)[\"']")
_SHARP_TYPE: Final = regex(r"\[\s*(?:\w+,\s*)*(Query|Mutation|Subscription)Type\b")
_SHARP_EXTENDED: Final = regex(
    r"\[\s*(?:Extend)?ObjectType(?:<\s*(?:\w+\.)*(\w+)\s*>"
    r"|\((?:\s*Name\s*=)?\s*(?:\"(\w+)\"|(?:typeof|nameof)\(\s*(?:\w+\.)*(\w+)\s*\)|OperationTypeNames\.(\w+)|OperationType\.(\w+)))"
)
_SHARP_NAME: Final = regex(r"\[\s*GraphQLName\(\s*\"(\w+)\"")
_SHARP_NONE: Final = regex(r"\[\s*(?:GraphQLIgnore|DataLoader|NodeResolver)\b")
_SHARP_AFFIX: Final = regex(r"(?:Get(?=[A-Z]))?(\w+?)(?:Async)?")


def by_decorator(code: CodeFile) -> Iterator[Resolver]:
    """Yield what decorators of NestJS and TypeGraphQL say."""
    if "graphql" not in code.text or not _OF_NODE.search(code.text):
        return
    for function in code.functions:
        owner = code.owner(function)
        for mark in code.marks(function) if owner is not None else ():
            word = mark.name.rpartition(".")[2]
            type_ = word if word in _ROOTS else ""
            if owner is not None and word in _OF_FIELD:
                type_ = _resolved_type(code, owner)
            named = _NAMED.search(mark.text) or _FIRST.search(mark.text)
            if type_ and "(" in mark.text:
                field = named[1] if named else function.name
                yield Resolver(type_, field, function.index, code.path, mark.line)


def _resolved_type(code: CodeFile, owner: Entity) -> str:
    """Return the type whose fields a class answers: `@Resolver(() => User)`."""
    for mark in code.marks(owner):
        if mark.name.rpartition(".")[2] == "Resolver" and (found := _OF_TYPE.search(mark.text)):
            return found[1]
    return ""


def by_annotation(code: CodeFile) -> Iterator[Resolver]:
    """Yield what annotations of Spring and DGS say."""
    if "graphql" not in code.text:
        return
    for function in code.functions:
        for mark in code.marks(function):
            word = mark.name.rpartition(".")[2]
            said = _MAPPED.search(mark.text) or _FIRST.search(mark.text)
            field, is_certain = said[1] if said else function.name, True
            if word in ("QueryMapping", "MutationMapping", "SubscriptionMapping"):
                type_ = word.removesuffix("Mapping")
            elif word in ("DgsQuery", "DgsMutation", "DgsSubscription"):
                type_ = word.removeprefix("Dgs")
            elif word in ("SchemaMapping", "BatchMapping"):
                type_ = _mapped_type(code, function, mark.text)
            elif word == "DgsData":
                parent = _OF_PARENT.search(mark.text) or _OF_CONSTANT.search(mark.text)
                type_ = parent[1] if parent else ""
                is_certain = _OF_PARENT.search(mark.text) is not None
            else:
                continue
            if said is None and (constant := _BY_CONSTANT.search(mark.text)):
                field, is_certain = constant[1], False
            if type_:
                yield Resolver(type_, field, function.index, code.path, mark.line, is_certain)


def _mapped_type(code: CodeFile, function: Entity, mark: str) -> str:
    """Return the type of a field: as it is said above the function, above its class, or by what it is given."""
    owner = code.owner(function)
    above = [one.text for one in code.marks(owner) if one.name == "SchemaMapping"] if owner else []
    for text in (mark, *above):
        if found := _OF_PARENT.search(text):
            return found[1]
    head = " ".join(code.lines[function.name_line - 1 : function.name_line + 4])[:_MOST_GIVEN]
    given = _PARAMETER.search(head, max(head.find(function.name), 0))
    return given[1] if given else ""


def by_strawberry(code: CodeFile) -> Iterator[Resolver]:
    """Yield what decorators of strawberry say, and functions that it is given by name."""
    if "strawberry" not in code.text:
        return
    for function in code.functions:
        owner = code.owner(function)
        above = "\n".join(code.lines[function.start_line - 1 : function.name_line])
        if owner is not None and _STRAWBERRY.search(above):
            named = _NAMED.search(above)
            field = named[1] if named else camel(function.name)
            yield Resolver(_named_type(code, owner), field, function.index, code.path, function.name_line)
    yield from given_by_name(code)


def _named_type(code: CodeFile, owner: Entity) -> str:
    above = " ".join(code.lines[owner.start_line - 1 : owner.name_line - 1])
    named = _NAMED.search(above) if _OF_STRAWBERRY.search(above) else None
    return named[1] if named else owner.name


def given_by_name(code: CodeFile) -> Iterator[Resolver]:
    """Yield functions that a field is given by name: `user = strawberry.field(resolver=get_user)`."""
    fields = _ATTRIBUTE.finditer(code.text) if "resolver=" in code.text else iter(())
    for found in islice(fields, _MOST_FIELDS):
        given = _RESOLVER.search(_inside(code.text, found.end()))
        if given is None:
            continue
        line = code.line_of(found.start(1))
        owner = code.around(line)
        own = [one for one in code.functions if one.name == given[1]]
        if owner is not None and len(own) == 1:
            yield Resolver(owner.name, camel(found[1]), own[0].index, code.path, line)


def _inside(text: str, place: int) -> str:
    """Return a text up to the bracket that closes the one which is open at a place."""
    depth = 1
    for end in range(place, min(place + _MOST_GIVEN, len(text))):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return text[place:end]
    return ""


def by_binding(code: CodeFile) -> Iterator[Resolver]:
    """Yield what decorators of ariadne say: `query = QueryType()`, `@query.field("user")`."""
    if "ariadne" not in code.text:
        return
    types = {
        found[1]: found[3] or ("" if found[2] == "Object" else found[2])
        for found in _BOUND.finditer(code.text)
    }
    for function in code.functions:
        for number in range(function.start_line, function.name_line):
            if found := _BINDS.match(code.lines[number - 1].strip()):
                type_ = types.get(found[1]) or {"query": "Query", "mutation": "Mutation"}.get(found[1], "")
                if type_:
                    yield Resolver(type_, found[2], function.index, code.path, number)


def by_attribute(code: CodeFile) -> Iterator[Resolver]:
    """Yield what attributes of HotChocolate say of the methods of a class."""
    for owner in code.types:
        above = " ".join(code.lines[owner.start_line - 1 : owner.name_line])[:_MOST_GIVEN]
        root, extended = _SHARP_TYPE.search(above), _SHARP_EXTENDED.search(above)
        if root is None and extended is None:
            continue
        type_ = root[1] if root else next(filter(None, extended.groups() if extended else ()), "")
        for method in code.functions:
            if method.parent != owner.index or method.name == owner.name:
                continue
            head = " ".join(code.lines[method.start_line - 1 : method.name_line])
            before, _, _ = code.lines[method.name_line - 1].partition(method.name)
            if "public" in before and "override" not in before and not _SHARP_NONE.search(head):
                said, bare = _SHARP_NAME.search(head), _SHARP_AFFIX.fullmatch(method.name)
                field = said[1] if said else small(bare[1] if bare else method.name)
                yield Resolver(type_, field, method.index, code.path, method.name_line)
