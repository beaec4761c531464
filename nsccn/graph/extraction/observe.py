"""What the code of one file does: imports, calls, assignments, errors, configuration reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec

from nsccn.graph.extraction.definitions.comments import clean_string
from nsccn.graph.extraction.definitions.documented import documented_imports, documented_types
from nsccn.graph.extraction.definitions.examples import example_groups
from nsccn.graph.extraction.definitions.packages import (
    opened_packages,
    package_of,
    script_of,
    shared_names,
)
from nsccn.graph.extraction.definitions.qualifiednames import qualified_names
from nsccn.graph.extraction.definitions.taggedtypes import TaggedTypes
from nsccn.graph.extraction.elisions import elisions
from nsccn.graph.extraction.errors.errors import (
    Clause,
    bound_errors,
    caught_errors,
    clauses,
    detached,
    handlers,
    raises,
)
from nsccn.graph.extraction.reader import Reader
from nsccn.graph.extraction.scopes.blocks import Blocks
from nsccn.graph.extraction.scopes.lambdas import lambdas
from nsccn.graph.extraction.scopes.literalmembers import LiteralMembers
from nsccn.graph.extraction.scopes.narrowing import Narrowed
from nsccn.graph.extraction.scopes.unnamed import Unnamed
from nsccn.graph.extraction.scopes.visiblemembers import with_fields
from nsccn.graph.extraction.settings.boundtypes import bound_types
from nsccn.graph.extraction.settings.commandline import declared_options, read_options
from nsccn.graph.extraction.settings.configuration import configuration
from nsccn.graph.extraction.settings.constants import constant_reads
from nsccn.graph.extraction.settings.givenvalues import given_values, with_values
from nsccn.graph.extraction.settings.settingkeys import SettingKeys
from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.uses.addresses import addresses
from nsccn.graph.extraction.uses.asides import asides
from nsccn.graph.extraction.uses.calls import calls, changes, decorators, dispatched, unread_calls
from nsccn.graph.extraction.uses.components import component_members, of_component
from nsccn.graph.extraction.uses.construction import constructed
from nsccn.graph.extraction.uses.members import members, typed_names, untold_parameters
from nsccn.graph.extraction.uses.namedpaths import named_paths
from nsccn.graph.extraction.uses.operations import operations, reflected_operations
from nsccn.graph.extraction.uses.operatorcalls import operator_calls
from nsccn.graph.extraction.uses.ownproperties import own_properties
from nsccn.graph.extraction.uses.queriedfields import queried_fields
from nsccn.graph.extraction.uses.sentmessages import received_messages, sent_messages
from nsccn.graph.extraction.uses.statereads import state_reads
from nsccn.graph.extraction.uses.typenames import type_names
from nsccn.graph.extraction.values.assignments import assignments
from nsccn.graph.extraction.values.mixedin import mixed_in
from nsccn.graph.extraction.values.passedon import passed_on
from nsccn.graph.extraction.values.prototypes import offered_values, prototype_members
from nsccn.graph.extraction.values.provided import provided
from nsccn.graph.extraction.values.results import results
from nsccn.graph.extraction.values.values import values
from nsccn.graph.imports import STRATEGIES
from nsccn.graph.model import Definition, Handler, Import, Literal, SourceRange
from nsccn.graph.notation.expression import UNKNOWN, expression
from nsccn.graph.notation.modulenames import module_name
from nsccn.graph.notation.selftypes import self_types
from nsccn.text import in_pairs

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.extraction.queries import Found, Parts
    from nsccn.graph.imports.base import ImportedName
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

SHORTEST_LITERAL: Final = 10
LONGEST_LITERAL: Final = 400
LEAST_WORDS: Final = 3
_FILLS: Final = frozenset({"item", "call"})
"""Forms that change what a name stands for, and do not make a variable of it."""
_OWN_PACKAGE = re.compile(r"(?:crate|self|super)\b")
_WORDS = re.compile(r"[^\W\d_]{2,}")


@dataclass
class Observations:
    """What was seen in one file."""

    definitions: Sequence[Definition] = ()
    """Those of the file, with bases in the names that hold where they stand."""
    imports: list[Import] = field(default_factory=list)
    references: list[ReferenceRow] = field(default_factory=list)
    inherits: list[ReferenceRow] = field(default_factory=list)
    assignments: list[AssignmentRow] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    package: str = ""
    literals: list[Literal] = field(default_factory=list)
    elisions: tuple[SourceRange, ...] = ()


def _assigned(reader: Reader) -> list[AssignmentRow]:
    """Return what the code of a file gives to variables, attributes and parameters."""
    found = [*asides(reader), *assignments(reader)]
    found.extend(list(prototype_members(reader, found)))
    found.extend(list(offered_values(reader, found)))
    found.extend(mixed_in(reader))
    found.extend(list(example_groups(reader, found)))
    if reader.language.given_to_functions:
        found.extend(lambdas(reader))
    found.extend(provided(reader))
    return found


def observe(
    tree: Tree,
    found: Found,
    data: bytes,
    language: Language,
    declarations: Declarations,
    source: bytes,
    text: bytes,
) -> Observations:
    """Return what the code of a file does.

    Args:
        tree: what the grammar made of the file.
        found: the matches of the language's queries.
        data: the text of the file as expressions in it are read.
        language: its language.
        declarations: the definitions of the file.
        source: the text of the file.
        text: what the grammar was given of it.
    """
    reader = Reader(found, data, language, declarations, source)
    seen = Observations()
    tagged = _import(reader, seen)
    documented = list(documented_types(reader))
    assigned = with_fields(_assigned(reader), reader.definitions)
    seen.assignments = [*tagged.applied(assigned), *tagged.stated, *documented, *results(reader)]
    keys = SettingKeys(reader)
    if language.outer_grammar:
        reader.markup = component_members(reader, seen.assignments)
    narrowed = _refer(tree, reader, keys, seen, text)
    if language.outer_grammar:
        seen.references = list(of_component(reader, seen.assignments, seen.references))
    caught = _errors(reader, seen)
    seen.references.extend(type_names(reader, caught, [*documented, *tagged.named]))
    seen.references.extend(configuration(reader, keys, seen.imports, seen.assignments))
    seen.references.extend(bound_types(reader, keys))
    seen.references.extend(declared_options(reader))
    seen.references.extend(read_options(reader))
    seen.references.extend(
        constant_reads(tree, data, text, language, declarations, seen.imports, found.get("import", []))
    )
    _tell_blocks_apart(tree, reader, seen, narrowed)
    seen.references.extend(addresses(reader))
    seen.inherits.extend(_inheritance(reader))
    seen.references.extend(named_paths(reader))
    seen.literals.extend(_literals(reader))
    seen.elisions = elisions(found, data, language, declarations)
    seen.exports = seen.exports or sorted(
        {clean_string(text_of(node, data)).lstrip(":") for node in reader.nodes("export", "name")}
    )
    return seen


def _import(reader: Reader, seen: Observations) -> TaggedTypes:
    """Add what is imported, and tell the reader which names that gives; return the types that comments tell."""
    seen.package = package_of(reader)
    seen.imports = [
        *_absolute(reader, _imports(reader), seen.package),
        *_aliases(reader),
        *opened_packages(reader),
    ]
    tagged = TaggedTypes(reader)
    seen.imports.extend(qualified_names(reader, seen.imports, seen.package, tagged.qualified))
    seen.imports.extend(documented_imports(reader))
    if reader.language.tag_module:
        seen.imports.extend(_components(reader, seen.imports))
    reader.known.update(imported.alias for imported in seen.imports)
    reader.own.update(imported.alias for imported in seen.imports if _OWN_PACKAGE.match(imported.module))
    reader.origins.update(
        (one.alias, f"{one.module}.{one.name}" if one.name else one.module) for one in seen.imports
    )
    reader.same_functions.learn_imported(reader.origins)
    return tagged


def _refer(tree: Tree, reader: Reader, keys: SettingKeys, seen: Observations, text: bytes) -> Narrowed:
    """Add what is called, handed over and read, which rests on what is assigned, and tells more of that.

    Return what the code narrows.
    """
    language = reader.language
    variables = (
        _variables(seen.assignments, language) if language.separate_methods or reader.is_open else set()
    )
    narrowed = Narrowed(reader, seen.assignments)
    seen.assignments = narrowed.assignments(seen.assignments)
    called = chain(
        calls(reader, keys, variables if language.separate_methods else frozenset()),
        dispatched(reader),
        unread_calls(reader, text),
    )
    seen.references.extend(constructed(reader, list(called)) if language.initializers else called)
    seen.assignments.extend(changes(reader, seen.references))
    seen.references.extend(values(reader, variables, seen.assignments))
    seen.references.extend(sent_messages(reader))
    seen.references.extend(received_messages(reader))
    own = list(own_properties(tree, reader, seen.assignments)) if language.unnamed_properties else []
    typed = typed_names(reader, seen.assignments).union(narrowed.names, (row[2] for row in own))
    untold = untold_parameters(reader, typed, seen.assignments)
    seen.references.extend(members(reader, typed, untold, seen.references))
    seen.references.extend(own)
    seen.references.extend(operations(reader, typed))
    seen.references.extend(reflected_operations(reader, typed))
    seen.references.extend(operator_calls(reader, seen.assignments))
    seen.references.extend(queried_fields(tree, reader))
    seen.references = narrowed.references(seen.references)
    seen.references.extend(decorators(reader))
    return narrowed


def _tell_blocks_apart(tree: Tree, reader: Reader, seen: Observations, narrowed: Narrowed) -> None:
    """Give local variables that hold in a part of their function only names of their own."""
    blocks = Blocks(
        tree, reader, seen.imports, seen.assignments, seen.references, _apart(reader, seen.assignments)
    )
    if package := script_of(reader):
        seen.package, seen.exports = package, shared_names(reader, blocks.inner, seen.assignments)
    seen.definitions = blocks.definitions(reader.definitions)
    seen.imports = blocks.imports(seen.imports)
    seen.references = blocks.references(seen.references)
    seen.references.extend(state_reads(tree, reader, seen.assignments, blocks, narrowed))
    seen.assignments = blocks.assignments(seen.assignments)
    if reader.language.attached_functions:
        own = LiteralMembers(reader, seen.assignments)
        seen.references = own.references(seen.references)
        seen.assignments = own.assignments(seen.assignments)
    if reader.language.written_members:
        seen.assignments += passed_on(seen.assignments)
    if reader.language.given_to_functions:
        unnamed = Unnamed(reader, blocks, seen.assignments)
        seen.references = unnamed.references(seen.references)
        seen.assignments = unnamed.assignments(seen.assignments)


def _errors(reader: Reader, seen: Observations) -> list[Clause]:
    """Add what is raised and handled; return what the clauses of handlers say."""
    caught = clauses(reader)
    seen.handlers.extend(handlers(reader, caught))
    seen.references.extend(caught_errors(reader, seen.handlers))
    seen.handlers.extend(detached(reader))
    seen.assignments.extend(bound_errors(reader, caught))
    seen.references.extend(raises(reader, caught))
    return caught


def _variables(assigned: list[AssignmentRow], language: Language) -> set[tuple[int, str]]:
    """Return the local variables; where a method is called without brackets, what is only filled may be its result."""
    filled = _FILLS if language.bare_calls else ()
    return {(row[0], row[1]) for row in assigned if "." not in row[1] and row[4] not in filled}


@lru_cache(maxsize=1 << 14)
def _imported_names(strategy: str, statement: str) -> tuple[ImportedName, ...]:
    """Return what an import statement says; files of one repository repeat each other's."""
    return tuple(STRATEGIES[strategy].parse(statement))


def _imports(reader: Reader) -> Iterator[Import]:
    strategy = STRATEGIES[reader.language.import_strategy]
    begins = _begins(reader)
    given: dict[str, str] | None = None
    is_by_variables = reader.language.shared_environment or reader.language.path_variables
    for node, parts in reader.found.get("import", ()):
        first, last = _ends(node, parts)
        if begins.get(("module" in parts, last), first) < first:
            continue
        scope, line = reader.scope(node.start_byte), reader.line(node.start_byte)
        if "module" in parts:
            yield _named_import(reader, node, parts)
            continue
        around = _modules_around(reader, scope)
        statement = reader.written_as(parts["import"])
        if is_by_variables and "$" in statement:
            given = given_values(reader) if given is None else given
            statement = with_values(statement, given)
        for imported in _imported_names(reader.language.import_strategy, statement):
            module = strategy.from_inside(imported.module, around) if around else imported.module
            yield Import(scope, module, *imported[1:3], line, imported.exported)


def _absolute(reader: Reader, imports: Iterable[Import], package: str) -> Iterator[Import]:
    """Yield imports by the whole names of their modules, where these may begin with names that others bind.

    A name that modules of a file bind to different ones stands for none.
    """
    strategy = STRATEGIES[reader.language.import_strategy]
    if not strategy.relative_imports:
        yield from imports
        return
    found: list[Import] = []
    aliases: dict[str, str] = {}
    several: set[str] = set()
    for imported in imports:
        module = strategy.absolute(imported.module, aliases, package)
        alias = strategy.bound_name(imported.alias, module)
        if alias and aliases.setdefault(alias, module) != module:
            several.add(alias)
        found.append(msgspec.structs.replace(imported, module=module, alias=alias, scope=0))
    for imported in found:
        is_told = imported.alias not in several
        yield imported if is_told else msgspec.structs.replace(imported, alias="")


def _begins(reader: Reader) -> dict[tuple[bool, int], int]:
    """Return for the end of each import where it begins, with attributes before it, or with the names that it binds.

    What begins later and ends there is a part of it, as the call in `const cart = require("./cart")`. Imports that have
    their module as a node, which is said of each end, are told apart from statements that are read as a whole.
    """
    begins: dict[tuple[bool, int], int] = {}
    for node, parts in reader.found.get("import", ()):
        if "module" not in parts or "alias" in parts or "name" in parts:
            first, last = _ends(node, parts)
            key = "module" in parts, last
            begins[key] = min(begins.get(key, first), first)
    return begins


def _ends(node: Node, parts: Parts) -> tuple[int, int]:
    """Return where an import begins and ends, the whole run of nodes where it is one."""
    whole = parts.get("import", (node,))
    return whole[0].start_byte, whole[-1].end_byte


def _named_import(reader: Reader, node: Node, parts: Parts) -> Import:
    """Return what an import says that has its module and its names as nodes."""
    language, is_offered = reader.language, "owner" in parts
    module = clean_string(text_of(parts["module"][0], reader.data))
    name = text_of(parts["name"][0], reader.data) if "name" in parts else ""
    alias = text_of(parts["alias"][0], reader.data) if "alias" in parts else name
    if node.parent is not None and node.parent.type in language.loaders:
        name = language.default_export
    elif not alias and is_offered:
        name = "*"
    elif not alias and language.module_callees:
        alias = module_name(module)
    return Import(
        reader.scope(node.start_byte), module, name, alias, reader.line(node.start_byte), is_offered
    )


def _apart(
    reader: Reader, assigned: Iterable[AssignmentRow]
) -> dict[tuple[int, str], list[tuple[int, Import]]]:
    """Return the imports whose names mean something else in the same scope too, with where these names stand."""
    found: dict[tuple[int, str], list[tuple[int, Import]]] = {}
    statements: dict[tuple[int, str], list[range]] = {}
    for node, parts in reader.found.get("import", ()):
        names = parts.get("alias") or parts.get("name")
        if "module" in parts and names:
            imported = _named_import(reader, node, parts)
            place = imported.scope, imported.alias
            found.setdefault(place, []).append((names[0].start_byte, imported))
            statements.setdefault(place, []).append(range(node.start_byte, node.end_byte))
    others = {
        row[:2]
        for row in assigned
        if row[:2] in statements and not any(row[6] in one for one in statements[row[:2]])
    }
    return {
        place: some
        for place, some in found.items()
        if place in others or len({(one.module, one.name) for _, one in some}) > 1
    }


def _components(reader: Reader, imports: Iterable[Import]) -> Iterator[Import]:
    """Yield the components of which markup has the tags, and that the file neither imports nor defines."""
    known = {one.alias for one in imports}.union(item.name for item in reader.definitions)
    for node in reader.nodes("component", "component"):
        name = text_of(node, reader.data)
        if name not in known:
            known.add(name)
            yield Import(0, reader.language.tag_module, name, name, reader.line(node.start_byte))


def _aliases(reader: Reader) -> Iterator[Import]:
    """Yield the names under which a file offers its own."""
    for node, parts in reader.found.get("alias", ()):
        name = expression(text_of(parts["name"][0], reader.data))
        aliases = [part for part in parts["alias"] if part != node]
        alias = clean_string(text_of(aliases[0], reader.data)) if aliases else reader.language.default_export
        yield Import(0, "", name, alias, reader.line(node.start_byte), exported=True)


def _modules_around(reader: Reader, scope: int) -> list[str]:
    """Return the names of the modules that the file declares around a scope, the outermost first."""
    around: list[str] = []
    while scope > 0:
        if reader.definitions[scope].kind == "module":
            around.insert(0, reader.definitions[scope].name)
        scope = reader.definitions[scope].parent
    return around


def _inheritance(reader: Reader) -> Iterator[ReferenceRow]:
    stated = reader.found.get("inherit", ())
    told = {node.start_byte for node, parts in stated if "subject" in parts}
    for node, parts in stated:
        byte = node.start_byte
        if byte in told and "subject" not in parts:
            continue  # of the type in which a block runs, not of the one around
        scope = reader.scope(byte)
        subject = reader.expression(parts["subject"][0], scope) if "subject" in parts else ""
        for target in _stated_types(reader, parts["base"], scope):
            if target != UNKNOWN:
                yield "inherit", scope, target, reader.line(byte), byte, subject, -1


def _stated_types(reader: Reader, bases: Iterable[Node], scope: int) -> Iterator[str]:
    for base in bases:
        if reader.language.self_types:
            yield from (reader.written(name.encode(), scope) for name in self_types(reader.run([base])))
        else:
            yield reader.expression(base, scope)


def _literals(reader: Reader) -> Iterator[Literal]:
    for node, _ in reader.found.get("literal", ()):
        start, end = node.start_byte, node.end_byte
        if SHORTEST_LITERAL <= end - start <= LONGEST_LITERAL:
            text = reader.source[start:end].decode("utf-8", "replace")
            if len(_WORDS.findall(in_pairs(text))) >= LEAST_WORDS:
                text = clean_string(text)
                if len(_WORDS.findall(in_pairs(text))) >= LEAST_WORDS:
                    yield Literal(reader.described(start), text)
