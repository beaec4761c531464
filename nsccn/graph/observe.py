"""What the code of one file does: imports, calls, assignments, errors, configuration reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.comments import clean_string
from nsccn.graph.declarator import declared
from nsccn.graph.elisions import elisions
from nsccn.graph.expression import LONGEST, UNKNOWN, expression
from nsccn.graph.imports import STRATEGIES
from nsccn.graph.model import Assignment, Handler, Import, Literal, Reference, SourceRange
from nsccn.graph.queries import FILE_SUFFIX
from nsccn.graph.reader import Reader
from nsccn.graph.source import one_line, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.declare import Declarations
    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.language import Language
    from nsccn.graph.queries import Found, Parts

CAPTURED_FORMS: Final[tuple[AssignmentForm, ...]] = (
    "assign",
    "declare",
    "parameter",
    "loop",
    "with",
    "augment",
    "item",
    "delete",
    "global",
)
CONFIG_KINDS: Final = ("env", "key", "flag", "file")
_FILE_NAME: Final = re.compile(FILE_SUFFIX + r"\Z", re.IGNORECASE)
SHORTEST_LITERAL: Final = 10
LONGEST_LITERAL: Final = 400
LEAST_WORDS: Final = 3
_WORDS = re.compile(r"[^\W\d_]{2,}")
_TARGETS = re.compile(r"[^\W\d][\w.]*")
_PLACEHOLDER = re.compile(r"\A[$#]\{([^:{}]+)(?::[^{}]*)?\}\Z")
_KEY = re.compile(r"[^\s{}$#%\"'`]{1,120}\Z")


@dataclass
class Observations:
    """What was seen in one file."""

    imports: list[Import] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    package: str = ""
    literals: list[Literal] = field(default_factory=list)
    elisions: tuple[SourceRange, ...] = ()


class _Clause(NamedTuple):
    """One handler: its stretch, what it catches, and the name that it binds."""

    start: int
    end: int
    errors: tuple[str, ...]
    name: str


def observe(found: Found, data: bytes, language: Language, declarations: Declarations) -> Observations:
    """Return what the code of a file does."""
    observer = _Observer(found, data, language, declarations)
    observer.imports()
    observer.assignments()
    observer.calls()
    observer.values()
    clauses = observer.handlers()
    observer.raises(clauses)
    observer.configuration()
    observer.inheritance()
    observer.literals()
    seen = observer.seen
    seen.elisions = elisions(found, declarations)
    seen.exports = sorted({clean_string(text_of(node, data)) for node in observer.nodes("export", "name")})
    seen.package = next((text_of(node, data) for node, _ in found.get("package", ())), "")
    return seen


class _Observer(Reader):
    """Records what each kind of capture says."""

    def __init__(self, found: Found, data: bytes, language: Language, declarations: Declarations) -> None:
        super().__init__(found, data, language, declarations)
        self.seen = Observations()
        self._known: set[str] = {definition.name for definition in declarations.definitions}

    def imports(self) -> None:
        for node, parts in self.found.get("import", ()):
            scope, line = self.scope(node.start_byte), self.line(node.start_byte)
            if "module" in parts:
                module = clean_string(text_of(parts["module"][0], self.data))
                name = text_of(parts["name"][0], self.data) if "name" in parts else ""
                alias = text_of(parts["alias"][0], self.data) if "alias" in parts else name
                self.seen.imports.append(Import(scope, module, name, alias, line))
                continue
            strategy = STRATEGIES[self.language.import_strategy]
            around = self._modules_around(scope)
            for imported in strategy.parse(self.run(parts["import"])):
                module = strategy.from_inside(imported.module, around) if around else imported.module
                self.seen.imports.append(Import(scope, module, *imported[1:3], line, imported.exported))
        for node, parts in self.found.get("alias", ()):
            name = expression(text_of(parts["name"][0], self.data))
            aliases = [part for part in parts["alias"] if part != node]
            alias = clean_string(text_of(aliases[0], self.data)) if aliases else self.language.default_export
            self.seen.imports.append(Import(0, "", name, alias, self.line(node.start_byte), exported=True))
        self._known.update(imported.alias for imported in self.seen.imports)

    def _modules_around(self, scope: int) -> list[str]:
        """Return the names of the modules that the file declares around a scope, the outermost first."""
        around: list[str] = []
        while scope > 0:
            if self.definitions[scope].kind == "module":
                around.insert(0, self.definitions[scope].name)
            scope = self.definitions[scope].parent
        return around

    def calls(self) -> None:
        mutators = self.language.mutators
        local = self._local_names() if self.language.separate_methods else frozenset()
        written = {
            parts["target"][0] for _, parts in self.found.get("assign", ()) if self.language.setter_suffix
        }
        for kind in ("call", "new"):
            for node, parts in self.found.get(kind, ()):
                byte = node.start_byte
                scope = self.scope(byte)
                callee = parts.get("callee") or ([] if "method" in parts else [node])
                target = self._called(callee, scope) if callee else self._method(parts, scope)
                if target == UNKNOWN or ("arguments" not in parts and (scope, target) in local):
                    continue
                if node in written:
                    target += self.language.setter_suffix
                if target == "super" and self.language.bare_super:
                    target = f"super.{self._method_around(scope)}"
                line = self.line(max((callee or parts["method"])[-1].end_byte - 1, byte))
                detail = "propagates" if "propagates" in parts else ""
                count = parts["arguments"][0].named_child_count if "arguments" in parts else -1
                self.seen.references.append(Reference(kind, scope, target, line, byte, detail, count))
                base, _, name = target.rpartition(".")
                if (
                    name in mutators
                    and base
                    and (base in self._known or "." in base or self.language.included_names)
                ):
                    self.seen.assignments.append(Assignment(scope, base, "", "", "call", line, byte))

    def _local_names(self) -> frozenset[tuple[int, str]]:
        return frozenset(
            (item.scope, item.target) for item in self.seen.assignments if "." not in item.target
        )

    def _method_around(self, scope: int) -> str:
        while scope > 0 and self.definitions[scope].kind not in ("func", "method"):
            scope = self.definitions[scope].parent
        return self.definitions[scope].name

    def _called(self, nodes: list[Node], scope: int) -> str:
        """Return the expression of a callee; in a macro it is a run of tokens."""
        text = self.run(nodes)
        return f"{UNKNOWN}{text}" if len(nodes) > 1 and text.startswith(".") else self.written(text, scope)

    def _method(self, parts: Parts, scope: int) -> str:
        method = text_of(parts["method"][0], self.data)
        if "receiver" in parts:
            return f"{self.expression(parts['receiver'][0], scope)}.{method}"
        return method

    def values(self) -> None:
        is_open = self.language.included_names
        local = {(item.scope, item.target) for item in self.seen.assignments} if is_open else set()
        for node, _ in self.found.get("value", ()):
            byte = node.start_byte
            scope = self.scope(byte)
            target = self.written(text_of(node, self.data).lstrip(":"), scope)
            root, _, rest = target.partition(".")
            known = root in self._known or (root == "self" and rest in self._known)
            if known or self._is_visible(root, rest) or (is_open and (scope, root) not in local):
                self.seen.references.append(Reference("value", scope, target, self.line(byte), byte))
        for ordinal, definition in enumerate(self.definitions):
            scope = self._scopes[max(definition.parent, 0)]
            for decorator in definition.decorators:
                if decorator != UNKNOWN:
                    line, byte = definition.full_range.start_line, definition.full_range.start_byte
                    target = decorator.removesuffix("()")
                    self.seen.references.append(
                        Reference("decorate", scope, target, line, byte, str(ordinal))
                    )

    def _is_visible(self, root: str, rest: str) -> bool:
        return bool(rest) and self.language.visible_types and root[:1].isupper()

    def assignments(self) -> None:
        told: set[tuple[int, str]] = set()
        for form in CAPTURED_FORMS:
            for node, parts in self.found.get(form, ()):
                byte = node.start_byte
                scope = self.scope(byte)
                value = self.value(parts, scope)
                annotation = one_line(self.run(parts["type"])).lstrip(": ") if "type" in parts else ""
                annotation = "" if annotation in self.language.inferred_types else annotation
                written, kind = declared(parts["target"][0], self.language.declarators)
                if kind and form == "declare":
                    continue
                if self.language.declarators:
                    annotation = annotation.partition("{")[0].strip()
                for target, target_form, is_first in self._targets(written, scope, form):
                    value = value if is_first else ""
                    if form in ("assign", "declare", "loop") and "." not in target:
                        if not value and not annotation and (scope, target) in told:
                            continue
                        told.add((scope, target))
                    self.seen.assignments.append(
                        Assignment(scope, target, value, annotation, target_form, self.line(byte), byte)
                    )

    def _targets(
        self, node: Node, scope: int, form: AssignmentForm
    ) -> Iterator[tuple[str, AssignmentForm, bool]]:
        """Yield what an assignment writes, the form, and whether the value is its own."""
        target = self.expression(node, scope)
        if target == UNKNOWN:
            names = _TARGETS.findall(text_of(node, self.data)[:LONGEST])
            for place, name in enumerate(names):
                yield self.rooted(name, scope), form, place == 0 and self.language.first_result
        elif target.endswith("[]"):
            yield target[:-2], "delete" if form == "delete" else "item", False
        elif "(" not in target:
            yield target, form, True

    def handlers(self) -> list[_Clause]:
        """Record the regions whose errors are caught; return the handlers' own clauses."""
        clauses: list[_Clause] = []
        raises = self.found.get("raise", ())
        for node, parts in self.found.get("handler", ()):
            scope = self.scope(node.start_byte)
            errors = tuple(self._error_types(parts.get("caught", ())))
            name = (
                text_of(declared(parts["name"][0], self.language.declarators)[0], self.data)
                if "name" in parts
                else ""
            )
            clauses.append(_Clause(node.start_byte, node.end_byte, errors, name))
            if name and len(errors) == 1:
                line = self.line(node.start_byte)
                self.seen.assignments.append(
                    Assignment(scope, name, "", errors[0], "declare", line, node.start_byte)
                )
            again = any(
                node.start_byte <= inner.start_byte < node.end_byte and self._is_again(inner_parts, name)
                for inner, inner_parts in raises
            )
            region = parts["protected"][0] if "protected" in parts else node.parent
            if region is not None and not again:
                end = region.end_byte if "protected" in parts else node.start_byte
                self.seen.handlers.append(
                    Handler(scope, region.start_byte, end, errors, self.line(node.start_byte))
                )
        return clauses

    def _error_types(self, nodes: list[Node] | tuple[()]) -> Iterator[str]:
        for node in nodes:
            for text in re.split(r"[,|]", text_of(node, self.data).strip("() ")):
                if text.strip():
                    yield expression(text.strip())

    def _is_again(self, parts: Parts, name: str) -> bool:
        return "error" not in parts or (bool(name) and text_of(parts["error"][0], self.data) == name)

    def raises(self, clauses: list[_Clause]) -> None:
        for node, parts in self.found.get("raise", ()):
            byte = node.start_byte
            scope = self.scope(byte)
            around = [clause for clause in clauses if clause.start <= byte < clause.end]
            caught, name = (around[-1].errors, around[-1].name) if around else ((), "")
            if self._is_again(parts, name):
                self._raise(scope, caught, byte, "again")
            else:
                self._raise(scope, (self.expression(parts["error"][0], scope),), byte, "")
            for cause in parts.get("cause", ()):
                text = text_of(cause, self.data)
                types = caught if name and text == name else (self.expression(cause, scope),)
                self._raise(scope, types, byte, "cause")

    def _raise(self, scope: int, types: tuple[str, ...], byte: int, detail: str) -> None:
        line = self.line(byte)
        for error in types:
            target = (self.language.plain_error or error) if error == UNKNOWN else error.removesuffix("()")
            if target not in (UNKNOWN, "None", "null", "nil"):
                self.seen.references.append(Reference("raise", scope, target, line, byte, detail))

    def configuration(self) -> None:
        for kind in CONFIG_KINDS:
            for node, parts in self.found.get(kind, ()):
                key = clean_string(text_of(parts["key"][-1], self.data)).strip("\"'`")
                key = _PLACEHOLDER.sub(r"\1", key)
                if not _KEY.match(key) or (kind == "file" and not _FILE_NAME.search(key)):
                    continue
                byte = node.start_byte
                owner = self.owner(byte)
                self.seen.references.append(Reference(kind, owner, key, self.line(byte), byte))

    def inheritance(self) -> None:
        for node, parts in self.found.get("inherit", ()):
            byte = node.start_byte
            scope = self.scope(byte)
            subject = self.expression(parts["subject"][0], scope) if "subject" in parts else ""
            for base in parts["base"]:
                target = self.expression(base, scope)
                if target != UNKNOWN:
                    self.seen.references.append(
                        Reference("inherit", scope, target, self.line(byte), byte, subject)
                    )

    def literals(self) -> None:
        for node, _ in self.found.get("literal", ()):
            if SHORTEST_LITERAL <= node.end_byte - node.start_byte <= LONGEST_LITERAL:
                text = clean_string(text_of(node, self.data))
                if len(_WORDS.findall(text)) >= LEAST_WORDS:
                    self.seen.literals.append(Literal(self.owner(node.start_byte), text))
