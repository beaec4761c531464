"""Which fields of GraphQL the methods of classes answer by their names, and which a class is given for as a whole.

class Query(ObjectType): user = Field(User)           class QueryType < BaseObject    func (r *queryResolver) User(
    def resolve_user(self, info): ...                   field :user, User             class User { __invoke() }
    create = CreateUser.Field()                         field :create, mutation: Mutations::CreateUser
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.graphql.code import Resolver, camel, small
from nsccn.contracts.graphql.marks import given_by_name
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.graphql.code import CodeFile
    from nsccn.graph.model import Entity

WHOLE: Final = ("mutate", "perform_mutation", "mutate_and_get_payload", "resolve")
"""By which methods a class answers that is given for a field as a whole."""
_MOST_FIELDS: Final = 1_000
_INFO: Final = regex(r"\binfo\b")
_OF_CLASS: Final = regex(r"^([ \t]+)(\w+)\s*=\s*(?:\w+\.){0,4}(\w+)\.Field\(", re.MULTILINE)
_NAMED: Final = regex(r"\bname\s*=\s*[\"'](\w+)[\"']")
_META: Final = regex(r"^[ \t]+class Meta\b", re.MULTILINE)
_MOST_OF_META: Final = 600
_MOST_OF_CLASS: Final = 4_000
_FIELD: Final = regex(r"^[ \t]*field[ (]\s*:(\w+)(?P<rest>[^\n]*(?:,[ \t]*\n[^\n]*){0,6})", re.MULTILINE)
_GIVEN: Final = regex(r"\b(?:mutation|resolver):\s*(?:::)?([A-Z]\w*(?:::\w+)*)")
_BY_METHOD: Final = regex(r"\b(?:resolver_method|method):\s*:(\w+)")
_GRAPHQL_NAME: Final = regex(r"^[ \t]*graphql_name\s*\(?\s*[\"'](\w+)[\"']", re.MULTILINE)
_OF_RUBY: Final = regex(r"graphql", re.IGNORECASE)
_PHP_FOLDER: Final = regex(r"(?:^|/)GraphQL/(?:.*/)?(Queries|Mutations|Subscriptions)/")
_PHP_ROOT: Final = {"Queries": "Query", "Mutations": "Mutation", "Subscriptions": "Subscription"}


def by_graphene(code: CodeFile) -> Iterator[Resolver]:
    """Yield the methods `resolve_…` of graphene, and what classes of mutations are given for."""
    if "graphene" not in code.text or not ("resolve_" in code.text or ".Field(" in code.text):
        return
    attributes = {(one.parent, one.name): one for one in code.entities if one.kind in DATA_KINDS}
    for method in code.functions:
        name = method.name.removeprefix("resolve_")
        owner = code.owner(method) if name != method.name else None
        if owner is None or not _INFO.search(method.signature):
            continue
        attribute = attributes.get((owner.index, name))
        field, line = camel(name), method.name_line
        if attribute is not None:
            line = attribute.name_line
            own = "\n".join(code.lines[attribute.start_line - 1 : attribute.end_line])
            if named := _NAMED.search(own):
                field = named[1]
        yield Resolver(_python_type(code, owner), field, method.index, code.path, line)
    for found in islice(_OF_CLASS.finditer(code.text), _MOST_FIELDS):
        line = code.line_of(found.start(2))
        owner = code.around(line)
        if owner is not None:
            for one in _whole(code, found[3], ""):
                yield Resolver(owner.name, camel(found[2]), one, code.path, line)
    yield from given_by_name(code)


def _python_type(code: CodeFile, owner: Entity) -> str:
    text = "\n".join(code.lines[owner.start_line - 1 : owner.end_line])[:_MOST_OF_CLASS]
    meta = _META.search(text)
    named = _NAMED.search(text, meta.end(), meta.end() + _MOST_OF_META) if meta else None
    return named[1] if named else owner.name


def _whole(code: CodeFile, name: str, qualified: str) -> list[int]:
    """Return a class that is given for a field, with the methods by which it answers."""
    table = code.table
    named = [one for one in table.named(name) if table.kinds[table.kind[one]] in TYPE_KINDS]
    own = [one for one in named if table.path_of(one) == code.path] or named
    if qualified:
        ends = f".{qualified}"
        own = [one for one in own if f".{table.qualified_of(one)}".endswith(ends)]
    if len(own) != 1:
        return []
    methods = [one for one in table.children(own[0]) if table.name_of(one) in WHOLE]
    return [*own, *(one for one in methods if table.kinds[table.kind[one]] in FUNCTION_KINDS)]


def by_field(code: CodeFile) -> Iterator[Resolver]:
    """Yield the methods that stand for fields of graphql-ruby, and what classes of mutations are given for."""
    if not (_OF_RUBY.search(code.path) or _OF_RUBY.search(code.text)):
        return
    methods = {(one.parent, one.name): one for one in code.functions}
    for found in islice(_FIELD.finditer(code.text), _MOST_FIELDS):
        line = code.line_of(found.start(1))
        owner = code.around(line)
        if owner is None or "Mutation" in owner.signature.partition("<")[2]:
            continue  # of what a mutation returns
        rest = found["rest"].partition("\n  field")[0]
        field = found[1] if "camelize: false" in rest else camel(found[1])
        type_ = _ruby_type(code, owner)
        if given := _GIVEN.search(rest):
            path = given[1].replace("::", ".")
            for one in _whole(code, path.rpartition(".")[2], path):
                yield Resolver(type_, field, one, code.path, line)
            continue
        by_method = _BY_METHOD.search(rest)
        method = methods.get((owner.index, by_method[1] if by_method else found[1]))
        if method is not None:
            yield Resolver(type_, field, method.index, code.path, line)


def _ruby_type(code: CodeFile, owner: Entity) -> str:
    own = "\n".join(code.lines[owner.start_line - 1 : owner.end_line])[:_MOST_OF_CLASS]
    named = _GRAPHQL_NAME.search(own)
    return named[1] if named else owner.name.removesuffix("Type") or owner.name


def by_receiver(code: CodeFile) -> Iterator[Resolver]:
    """Yield the methods of gqlgen's resolvers, which a schema must have."""
    for method in code.functions:
        owner, _, name = method.qualified_name.rpartition(".")
        type_ = owner.removesuffix("Resolver")
        if type_ and type_ != owner and name[:1].isupper():
            yield Resolver(type_, small(name), method.index, code.path, method.name_line, is_certain=False)


def by_folder(code: CodeFile) -> Iterator[Resolver]:
    """Yield the classes of Lighthouse, which a schema must have: `app/GraphQL/Queries/User.php`."""
    folder = _PHP_FOLDER.search(code.path)
    for method in code.functions if folder else ():
        owner = code.owner(method)
        if folder and owner is not None and method.name in ("__invoke", "resolve"):
            type_, field = _PHP_ROOT[folder[1]], small(owner.name)
            yield Resolver(type_, field, method.index, code.path, method.name_line, is_certain=False)
