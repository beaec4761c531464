"""Extraction: the text of one file -> its facts.

It sees nothing but the file, and the same text gives the same facts. Broken source gives what can be read of it, and
a problem for each broken place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.conflicts import conflict_starts, first_sides
from nsccn.graph.extraction.captures import add_matches, read_matches
from nsccn.graph.extraction.definitions.attributes import attributes
from nsccn.graph.extraction.definitions.clauses import add_parameters
from nsccn.graph.extraction.definitions.declarative import leave_out_declared
from nsccn.graph.extraction.definitions.declare import Declarations, declare
from nsccn.graph.extraction.definitions.typedefs import typedefs
from nsccn.graph.extraction.joinednodes import join
from nsccn.graph.extraction.observe import Observations, observe
from nsccn.graph.extraction.terms import count_terms
from nsccn.graph.extraction.values.givenlater import given_later
from nsccn.graph.kinds import FUNCTION_KINDS, RESULTS
from nsccn.graph.listedmacros import listed_macros
from nsccn.graph.model import CONFLICT, UNENDED, UNREAD_BLOCK, Definition, FileFacts, Problem, SourceRange
from nsccn.graph.notation.expression import TYPED_BY
from nsccn.graph.notation.livelocals import holder_of, is_local, live_locals
from nsccn.graph.notation.marks import ACCESSOR, BLOCK, EVERY_MEMBER, OWN_BLOCK, PROVIDED, RESULT
from nsccn.graph.notation.results import ADDED, says_nothing
from nsccn.graph.packed import Assignments, References
from nsccn.graph.reading import read_tree
from nsccn.graph.regions import Regions
from nsccn.graph.sourcetext import spelled_for_facts

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow

_MOST_PROBLEMS: Final = 20
_CLOSED_BY: Final = {"(": ")", "[": "]"}
_BLOCK: Final = {"{": "}"}


def extract(path: str, data: bytes, *, is_of_many: bool = False) -> FileFacts:
    """Return the facts of a file.

    Args:
        path: only its name and extension are looked at, to tell the language.
        data: the file's text in UTF-8.
        is_of_many: many such files are extracted, so that what all of them may want is made ready at once.
    """
    language = languages.detect(path, data)
    if language is None:
        return _text_facts(data)
    grammar_name = language.grammar_name(path)
    conflicts = conflict_starts(data)
    whole, data = data, first_sides(data)
    text, tree = read_tree(language, grammar_name, data)
    data = text if language.outer_grammar or language.markup_literals else data
    found = read_matches(tree, data, language, grammar_name, is_of_many=is_of_many)
    if language.conditions and text != data and (macros := listed_macros(data)):
        aside = languages.parser(grammar_name).parse(macros)
        add_matches(found, read_matches(aside, data, language, grammar_name))
    if language.nodes.suffixes:
        join(found, tree.root_node, text, language.nodes)
    if language.clauses:
        leave_out_declared(found, text)
        add_parameters(found, language.nodes, language.default_mark)
    is_torn = bool(language.unparsed) and tree.root_node.has_error
    spoken = spelled_for_facts(language, data)
    declarations = declare(found, spoken, data, language, text if is_torn else b"")
    observations = observe(tree, found, spoken, language, declarations, data, text)
    torn = (Problem(declarations.lines.line(start), CONFLICT) for start in conflicts)
    problems = (*torn, *_problems(tree, language))
    return _assemble(language, data, whole, problems, declarations, observations)


def _assemble(
    language: Language,
    data: bytes,
    whole: bytes,
    problems: tuple[Problem, ...],
    declarations: Declarations,
    observations: Observations,
) -> FileFacts:
    described, stated = typedefs(declarations, data, language)
    definitions = (
        *observations.definitions,
        *described,
        *attributes(declarations, observations.assignments, data, language),
    )
    shared, private = _by_reach([*observations.assignments, *stated], definitions, language)
    comments = [item.doc for item in definitions] if language.comment_prefixes else []
    return FileFacts(
        language=language.name,
        lines=declarations.lines.count,
        definitions=definitions,
        imports=tuple(observations.imports),
        exports=tuple(observations.exports),
        package=observations.package,
        inherits=References.of(observations.inherits),
        shared=Assignments.of(shared),
        uses=References.of(observations.references),
        private=Assignments.of(private),
        handlers=tuple(observations.handlers),
        literals=tuple(observations.literals),
        terms=count_terms(whole, declarations.regions, len(definitions), comments),
        elisions=observations.elisions,
        problems=problems,
    )


def _by_reach(
    assignments: list[AssignmentRow], definitions: Sequence[Definition], language: Language
) -> tuple[list[AssignmentRow], list[AssignmentRow]]:
    """Return the assignments that tell other files what attributes and variables hold, and the others."""
    shared: list[AssignmentRow] = []
    private: list[AssignmentRow] = []
    named = {(definition.parent, definition.name) for definition in definitions}
    for row in assignments:
        (shared if _is_shared(row, definitions[row[0]], named, language) else private).append(row)
    if language.given_variables:
        shared += given_later(assignments, definitions)
    live = live_locals(shared, (row for row in private if is_local(row, definitions)), definitions)
    is_live = [(row[0], holder_of(row) if language.written_members else row[1]) in live for row in private]
    shared += compress(private, is_live)
    return shared, [row for row, is_told in zip(private, is_live, strict=True) if not is_told]


def _is_shared(
    row: AssignmentRow, around: Definition, named: AbstractSet[tuple[int, str]], language: Language
) -> bool:
    """Whether an assignment tells other files something; `named` are the file's definitions, by what they are in."""
    scope, target, value, annotation, form, _, _ = row
    if target == OWN_BLOCK or target.startswith(PROVIDED) or value.startswith(PROVIDED):
        return True
    if form in RESULTS:
        is_told = bool(around.returns) and not says_nothing(around.returns, language)
        is_told &= around.name != language.facade_accessor  # what it is told to give is the name of a type
        is_made = ACCESSOR in value or (TYPED_BY in value and bool(language.single_relations))
        return around.kind in FUNCTION_KINDS and (not is_told or is_made or value in around.parameters)
    if form not in ("assign", "declare") or not (value or annotation):
        return False
    root, dot, name = target.partition(".")
    if not dot:
        return around.kind not in FUNCTION_KINDS and BLOCK not in target
    if root == RESULT:
        return not around.returns
    if name == EVERY_MEMBER:
        return root == "self" or (scope, root) in named or ADDED in value
    if root in language.global_objects and (0, root) not in named:
        return "." not in name and (0, name) in named
    is_offered = root in language.module_objects and (0, name) in named
    is_lent = language.lent_functions and value.rpartition(".")[2] == name
    is_known = scope == 0 and ((0, root) in named or is_offered or is_lent)
    return "." not in name and (root == "self" or is_known)


def _text_facts(data: bytes) -> FileFacts:
    lines = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    whole = Definition(
        kind="file",
        name="",
        qualified_name="",
        parent=-1,
        full_range=SourceRange(0, len(data), 1, max(lines, 1)),
        name_line=1,
    )
    terms = count_terms(data, Regions.whole(len(data)), 1)
    return FileFacts(language=languages.TEXT, lines=lines, definitions=(whole,), terms=terms)


def _problems(tree: Tree, language: Language) -> tuple[Problem, ...]:
    """Return the outermost broken places, at most `_MOST_PROBLEMS`: blocks without an end before all others."""
    if not tree.root_node.has_error:
        return ()
    problems: list[Problem] = []
    pending: list[Node] = [tree.root_node]
    while pending:
        node = pending.pop()
        if node.is_missing:
            problems.append(Problem(node.start_point[0] + 1, f"missing {node.type}"))
        elif node.is_error and language.unparsed and (block := _unread_block(node)) is not None:
            problems.append(Problem(block.start_point[0] + 1, UNREAD_BLOCK))
        elif node.is_error:
            problems.append(Problem(_first_broken(node).start_point[0] + 1, "syntax error"))
        else:
            pending.extend(child for child in reversed(node.children) if child.has_error)
    if len(problems) > _MOST_PROBLEMS:
        problems = sorted(problems, key=lambda one: one.message not in UNENDED)[:_MOST_PROBLEMS]
        problems.sort(key=lambda one: one.line)
    return tuple(problems)


def _unread_block(node: Node) -> Node | None:
    """Return the brace of a block whose end the grammar did not find: what the block belongs to is lost."""
    opened = _unclosed(node.children, _BLOCK)
    return opened[0] if opened else None


def _unclosed(nodes: Iterable[Node], closed_by: dict[str, str]) -> list[Node]:
    """Return the brackets of some neighbours that none of them closes."""
    opened: list[Node] = []
    for node in nodes:
        if node.type in closed_by:
            opened.append(node)
        elif opened and node.type == closed_by[opened[-1].type]:
            opened.pop()
    return opened


def _first_broken(node: Node) -> Node:
    """Return what is wrong at the beginning of a broken place, which may enclose a whole file.

    That is a bracket that is not closed, or the innermost place inside.
    """
    while True:
        inner = next((child for child in node.children if child.has_error), None)
        before = node.children if inner is None else node.children[: node.children.index(inner)]
        opened = _unclosed(before, _CLOSED_BY)
        if opened:
            return opened[-1]
        if inner is None:
            return node
        node = inner
