"""Who has a framework run a method, by naming its class or the command that it is.

->append(HandleDemoMode::class)         $listen = [OrderPaid::class => [ShipOrder::class]]      class: "CountWorker"
new Builder(SyncWorker.class)           AddHostedService<Sweeper>()
#[ObservedBy(CartObserver::class)]      $signature = 'carts:prune {--all}'  and  $this->call('carts:prune')
children = [Shop.Counter]               GenServer.start_link(__MODULE__, [])
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import holding, together
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tracing.aside import are_tries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_RUN: Final = frozenset(
    "__invoke call delivered_email delivering_email doWork execute handle on_mount perform process validate".split()
)
"""Methods by which frameworks run an object of a class that is handed to them."""
_RUN_OF_MODULES: Final = frozenset({"init", "mount", "render", "start_link", "update"})
"""The same of modules of Elixir."""
_MODULES: Final = (".ex", ".exs")
_RUBY: Final = ".rb"
"""Ends the files of a language in which an argument that names a class uses it as a type."""
_STARTED: Final = regex(r"\.start(?:_link|_monitor)?\(\s*__MODULE__\b")
_STARTING: Final = "init"
_RUN_OVERRIDDEN: Final = frozenset(
    "ExecuteAsync StartAsync onCreate onHandleIntent onHandleWork onReceive onStartCommand onStartJob".split()
)
"""The same of bases whose subclasses name no more of them than that they override it."""
_LITERAL: Final = (
    r"(?<![\w$.]){0}(?:\.class\b|::class\b)|\btypeof\s*[(<]\s*{0}\s*[)>]|\bAddHostedService\s*<\s*{0}\s*>"
)
"""How a class is handed to what makes an object of it: `OneTimeWorkRequest.Builder(SyncWorker.class)`."""
_WITH_LITERALS: Final = (".java", ".kt", ".kts", ".scala", ".groovy", ".cs")
_OF_REQUEST: Final = frozenset(
    {"after", "attributes", "authorize", "messages", "prepareForValidation", "rules"}
)
_REQUEST: Final = "Request"
_OBSERVED: Final = regex(r"\bObservedBy\b|::observe\s*\(")
_SCHEDULED: Final = r"^\s*[\"']?class[\"']?\s*:\s*[\"']?(?:::)?{}[\"']?\s*,?\s*$"
_SCHEDULES: Final = (".yml", ".yaml", ".json")
_COMMAND: Final = regex(
    r"\$(?:signature|name)\s*=\s*['\"]\s*([\w-]+(?:[:.][\w-]+)*)|\bAsCommand\(\s*(?:name\s*:\s*)?['\"]([\w-]+(?:[:.][\w-]+)*)"
)
_IS_COMMAND: Final = regex(r"[\w-]+(?:[:.][\w-]+)+")
_RUN_AS: Final = r"['\"]{0}(?=['\"\s])|\b(?:artisan|console)\s+{0}(?![\w:-])"
_CODE_OF_COMMANDS: Final = ".php"
_WORD: Final = regex(r"\w+")
_MOST_FILES: Final = 400
_LARGEST: Final = 300_000
_MOST_SHOWN: Final = 6

_Lines = list[tuple[str, int]]


def run_by_class(index: RepoIndex, found: Trace) -> Told:
    """Say who has a method run, or all those of a class, where no call of the product does."""
    graph, root = found.code, found.root
    users = [step.far for step in found.steps if step.far != root]
    if not are_tries(graph, np.array(users, np.int64)).all():
        return Told()
    notes, told = list[str](), set[tuple[str, int]]()
    for said, lines in _said(index, graph, root):
        if lines:
            notes.append(f"By the text, {said} at {first_few(together(graph, sorted(lines)), _MOST_SHOWN)}.")
            told.update(lines)
    return Told(tuple(notes), frozenset(told), is_used=bool(notes))


def commands_called(index: RepoIndex, asked: str) -> list[int]:
    """Return the methods that run as a command: `carts:prune`."""
    if not _IS_COMMAND.fullmatch(asked):
        return []
    graph, found = index.snapshot.graph, list[int]()
    for path in _holding(index, asked, Role.SOURCE):
        if _command_of(index, path) == asked:
            found += [one for one in graph.entities_of(path) if graph.name_of(one) in ("handle", "__invoke")]
    return found


def _said(index: RepoIndex, graph: CodeGraph, root: int) -> Iterator[tuple[str, _Lines]]:
    """Yield what is said of some lines, and these."""
    entity = graph.entity(root)
    owner = root if entity.kind in TYPE_KINDS else graph.owner_of(root) if entity.kind == "method" else -1
    if owner < 0:
        return
    if owner != root:
        named = _naming(graph, owner, "REFERENCES")
        named += _naming(graph, owner, "USES_TYPE") if entity.path.endswith(_RUBY) else []
        observed = [line for line in named if _OBSERVED.search(_line(index, *line))]
        is_module = entity.path.endswith(_MODULES)
        is_run = entity.name in (_RUN | _RUN_OF_MODULES if is_module else _RUN)
        is_made = is_run or entity.name in _RUN_OVERRIDDEN
        yield (
            "its class is named",
            [
                *(named if is_run else observed),
                *(_started(index, graph, owner) if is_module and entity.name == _STARTING else ()),
                *(_scheduled(index, graph, owner) if is_run else ()),
                *(_literals(index, graph, owner) if is_made else ()),
            ],
        )
        if entity.name in _OF_REQUEST and graph.name_of(owner).endswith(_REQUEST):
            yield "an object of its class is taken", _naming(graph, owner, "USES_TYPE")
    if (owner == root or entity.name in _RUN) and (command := _command_of(index, entity.path)):
        yield f"it is run as `{command}`", _running(index, command, entity.path)


def _naming(graph: CodeGraph, owner: int, kind: str) -> _Lines:
    """Return the lines of the product that name a class, but for those of its own file."""
    lines = {(path, line) for path, line in graph.lines_using(owner, (kind,)) if path != graph.path_of(owner)}
    return [one for one in sorted(lines) if role_of(one[0]) is Role.SOURCE]


def _started(index: RepoIndex, graph: CodeGraph, owner: int) -> Iterator[tuple[str, int]]:
    """Yield the lines on which a module starts a process of its own."""
    module = graph.entity(owner)
    text = index.text_if_any(module.path)
    lines = (text.count("\n", 0, one.start()) + 1 for one in _STARTED.finditer(text))
    return ((module.path, line) for line in lines if module.start_line <= line <= module.end_line)


def _line(index: RepoIndex, path: str, line: int) -> str:
    return "".join(index.text_if_any(path).split("\n")[line - 1 : line])


def _command_of(index: RepoIndex, path: str) -> str:
    """Return the name by which a file says that its command runs."""
    found = _COMMAND.search(index.text_if_any(path)) if path.endswith(_CODE_OF_COMMANDS) else None
    return found[1] or found[2] if found else ""


def _running(index: RepoIndex, command: str, own: str) -> _Lines:
    run = re.compile(_RUN_AS.format(re.escape(command)))
    return [
        *_matching(
            index, command, run, [path for path in _holding(index, command, Role.SOURCE) if path != own]
        )
    ]


def _scheduled(index: RepoIndex, graph: CodeGraph, owner: int) -> _Lines:
    """Return the lines of a schedule that name a class."""
    name = graph.qualified_of(owner).replace(".", "::")
    named = re.compile(_SCHEDULED.format(re.escape(name)), re.MULTILINE)
    paths = _holding(index, graph.name_of(owner), None)
    return [*_matching(index, name, named, [path for path in paths if path.endswith(_SCHEDULES)])]


def _literals(index: RepoIndex, graph: CodeGraph, owner: int) -> _Lines:
    """Return the lines of the product that hand a class over, where its language has a word for that."""
    own, name = graph.path_of(owner), graph.name_of(owner)
    if not own.endswith(_WITH_LITERALS):
        return []
    named = re.compile(_LITERAL.format(re.escape(name)))
    paths = [path for path in _holding(index, name, Role.SOURCE) if path.endswith(_WITH_LITERALS)]
    return [*_matching(index, name, named, paths)]


def _holding(index: RepoIndex, words: str, role: Role | None) -> list[str]:
    """Return the files that hold all words."""
    held = holding(index, _WORD.findall(words))
    return [path for path in held if role is None or role_of(path) is role][:_MOST_FILES]


def _matching(
    index: RepoIndex, name: str, form: re.Pattern[str], paths: list[str]
) -> Iterator[tuple[str, int]]:
    for path in paths:
        text = index.text_if_any(path)
        for found in form.finditer(text) if len(text) <= _LARGEST and name in text else ():
            yield path, text.count("\n", 0, text.index(name, found.start())) + 1
