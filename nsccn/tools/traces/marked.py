"""By what stands above a function or a type others may use it: decorators, annotations, attributes."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.errors import NsccnError
from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import clip, first_few, one_line
from nsccn.tools.names.missing import lines_that_name
from nsccn.tools.traces.frameworkmarks import WRAPS
from nsccn.tools.traces.providedtypes import said_of_takers
from nsccn.tools.traces.runbymarks import said_where_marked
from nsccn.tracing.aside import are_aside
from nsccn.tracing.lineage import methods, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MARKS: Final = regex(r"@|#\[|\[[A-Z]")
_MARK: Final = regex(r"(?:@|#?\[)\s*(?:[\w.:]*[.:])?(\w+)")
_MARKS_BESIDE: Final = regex(
    r"(?:(?:@(?!(?:interface|implementation|protocol|class|mixin|function)\b)[\w.:]+(?:\((?:[^()\"']|\"(?:[^\"\\]|\\.)*\"|'[^']*'|\([^()]*\))*\))?"
    r"|(?:#\[|\[(?=[A-Z]))(?:[^\[\]\"]|\"[^\"]*\"|\[[^\[\]]*\])*\])\s+)+(?=\S)"
)
"""Annotations on the line of the name, before it: `@Bean public Clock clock() {`, `[Fact] public void Pays() {`."""
_DOCUMENTING: Final = regex(
    r"@(?:doc|moduledoc|typedoc)\s+(?:~[a-zA-Z])?(?:\"{3}.*?\"{3}|\"(?:[^\"\\]|\\.)*\"|false|\w+:)"
    r"|@(?:spec|typep?|opaque|dialyzer)\s[^@]*"
)
"""Attributes of Elixir that document what stands below them."""
_NAME_IN_TEXT: Final = regex(
    r"""["'](?!(?:application|image|multipart|text)/)(\w+(?:[.:/-]+\w+)+|\w*[a-z][A-Z]\w*|[a-z]+(?:_[a-z\d]+)+)["']"""
)
"""A name of several parts in quotes, as a task, an event or a message has, and no type of a content."""
_QUOTE: Final = regex(r"[\"']")
_FOR_THE_COMPILER: Final = frozenset(
    "Override override Deprecated deprecated SuppressWarnings SafeVarargs FunctionalInterface VisibleForTesting "
    "AllArgsConstructor Builder Data EqualsAndHashCode Getter NoArgsConstructor RequiredArgsConstructor Setter Slf4j "
    "NoReturn ToString dataclass runtime_checkable CanIgnoreReturnValue Nullable NonNull NotNull staticmethod "
    "property cached_property getter setter deleter "
    "classmethod abstractmethod final overload cache lru_cache wraps no_type_check contextmanager asynccontextmanager "
    "singledispatch deprecated instrument non_exhaustive inline cold must_use allow warn "
    "deny expect cfg cfg_attr derive doc track_caller Immutable "
    "MainThread UiThread WorkerThread AnyThread CallSuper CheckResult RequiresApi SuppressLint Composable Stable "
    "JvmStatic JvmOverloads JvmField JvmName Throws Suppress OptIn Synchronized Nonnull "
    "discardableResult available inlinable usableFromInline MainActor Sendable ViewBuilder "
    "tailrec nowarn protected immutable internal visibleForTesting safe trusted nogc "
    "mustCallSuper mustBeOverridden nonVirtual optionalTypeArgs useResult visibleForOverriding experimental "
    "Obsolete MethodImpl CLSCompliant Conditional Pure DebuggerStepThrough DebuggerDisplay DebuggerHidden "
    "EditorBrowsable ExcludeFromCodeCoverage SuppressMessage UnconditionalSuppressMessage DoesNotReturn Flags "
    "NotNullWhen MaybeNull MemberNotNull Serializable StructLayout ThreadStatic AttributeUsage".split()
)
"""Names of decorators and annotations by which nobody calls a function."""
_CONSENT: Final = "@RequiresOptIn"
_OPTED_INTO: Final = regex(
    r"\w*(?:Experimental|Internal|Delicate|Unstable|Unsafe|Preview|Beta)\w*A(?:pi|PI)\Z"
)
"""The name of an annotation that warns who calls a function: `@ExperimentalCoroutinesApi`."""
_MOST_MARKS: Final = 40
"""Tokens of what stands above a name."""
_MOST_NAMED: Final = 3
_MOST_COMPARED: Final = 50
"""Of so many overrides the callers are looked at."""


def _marks(index: RepoIndex, lines: Sequence[str], entity: Entity) -> str:
    """Return the decorators of something by which others may use it; empty where there are none."""
    above = one_line(" ".join(line.strip() for line in lines[entity.start_line - 1 : entity.name_line - 1]))
    beside = (
        _MARKS_BESIDE.match(lines[entity.name_line - 1].lstrip()) if lines[entity.name_line - 1 :] else None
    )
    marks = _DOCUMENTING.sub("", f"{above} {beside[0].strip() if beside else ''}").strip()
    if _MARKS.match(marks) is None:
        return ""
    others = set(_MARK.findall(marks)) - _FOR_THE_COMPILER - WRAPS
    is_told = any(not _OPTED_INTO.match(name) and not _is_consent(index, name) for name in others)
    return marks if is_told else ""


def _is_consent(index: RepoIndex, name: str) -> bool:
    """Whether an annotation of the repository says only that who uses something has to agree to that (Kotlin)."""
    graph = index.snapshot.graph
    types = (one for one in map(graph.entity, graph.named(name)) if one.kind in TYPE_KINDS and one.path)
    return any(
        _CONSENT in line
        for one in types
        for line in index.text_if_any(one.path).split("\n")[one.start_line - 1 : one.name_line]
    )


def said_of_running_marks(index: RepoIndex, found: Trace, entity: Entity) -> Iterator[str]:
    """Yield where annotations of the repository stand that run what the trace begins with."""
    marks = _marks(index, index.text_if_any(entity.path).split("\n"), entity)
    yield from said_where_marked(found.code, found.root, marks)


def said_of_marked_type(index: RepoIndex, found: Trace, entity: Entity) -> Iterator[str]:
    """Yield the decorators of a type that nobody makes, and of its methods: by them a framework may."""
    graph = found.code
    if are_aside(graph, np.array([found.root])).any():
        return
    with suppress(NsccnError, OSError):
        lines = index.text(entity.path).split("\n")
        if own := _marks(index, lines, entity):
            yield f"Above it stands `{clip(own, _MOST_MARKS)}`, by which others may use it."
        said = [
            f"`{clip(marks, _MOST_MARKS)}` ({one.name})"
            for one in map(graph.entity, methods(graph, found.root)[:_MOST_COMPARED])
            if one.path == entity.path and (marks := _marks(index, lines, one))
        ]
        if said:
            yield f"Above its methods stands {first_few(said, _MOST_NAMED)}."


def said_of_marked(index: RepoIndex, found: Trace, entity: Entity) -> Iterator[str]:
    """Yield the decorators of a function: by what they say, others may call it; and who says the same.

    Where they give no name, those of its type may: `@RabbitHandler` below `@RabbitListener(queues = "order.paid")`.
    """
    with suppress(NsccnError, OSError):
        above = range(entity.start_line, entity.name_line)
        lines = index.text(entity.path).split("\n")
        marks = _marks(index, lines, entity)
        if not marks:
            return
        yield f"Above it stands `{clip(marks, _MOST_MARKS)}`, by which others may call it."
        yield from said_of_takers(found.code, found.root, marks)
        around = found.code.entity(type_around(found.code, found.root))
        of_type = (
            _marks(index, lines, around) if around.kind in TYPE_KINDS and around.path == entity.path else ""
        )
        if _NAME_IN_TEXT.search(of_type) and not _QUOTE.search(marks):
            yield f"Above its type stands `{clip(of_type, _MOST_MARKS)}`."
        own = {(entity.path, number) for number in (*above, entity.name_line)}
        for name in dict.fromkeys(_NAME_IN_TEXT.findall(marks)):
            if places := lines_that_name(index, name, own, role=Role.SOURCE):
                yield f"The text has `{name}` at {places}."
