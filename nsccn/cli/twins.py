"""The five tools as commands. They print what the MCP tools answer."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import as_json, deliver, say
from nsccn.cli.repository import misplaced, root_of, settings_of
from nsccn.errors import InvalidArgument
from nsccn.progress import after_a_while
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.tools.views import Answer

_STANDARD_INPUT: Final = "-"
_URL_PATH: Final = regex(r"/(?P<first>[^\s./]+)[^\s.]*")
_DIRECTIONS: Final = ("downstream", "upstream", "state", "config", "errors", "inheritance")
_TRACEBACK: Final = "give an entity, a file with a traceback or a patch, or - for standard input"
_PLACE: Final = regex(r":\d+(?:[:-]\d+)?\Z")
_FORMS: Final = ("compact", "xml", "markdown")
_FROM_SETTINGS: Final = frozenset({"budget", "max_tokens"})
"""Parameters of tools whose defaults are settings, and whose options override the setting."""

_WITH_TESTS: Final = {"yes": True, "no": False, "auto": None}


def _with_tests(parser: ArgumentParser) -> None:
    parser.add_argument("--include-tests", choices=tuple(_WITH_TESTS), default="auto", help="default: auto")


def search(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn search`."""
    parser = commands.add_parser("search", parents=[common], help="find entities, best first")
    parser.add_argument(
        "query", nargs="+", help="names, words, a path, regex, pasted errors, a patch; - for standard input"
    )
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="most hits, 1 to 50 (default: 10)")
    parser.add_argument("--kind", default="", help="only func, method, class, module, file, ...")
    parser.add_argument("--path", default="", metavar="GLOB", help="only paths that match")
    parser.add_argument("--language", default="", help="only files of this language")
    _with_tests(parser)
    parser.add_argument("--files", action="store_true", help="rank files, each with its best entity")
    parser.add_argument("--explain", action="store_true", help="show what each stream and signal gave")
    parser.add_argument("--cursor", default="", help="from the last answer, for more")
    parser.set_defaults(run=_search)


def skeleton(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn skeleton`."""
    parser = commands.add_parser("skeleton", parents=[common], help="a file or directory without its bodies")
    parser.add_argument("path", nargs="?", help="a file, a directory or the id of an entity")
    parser.add_argument("--detail", default="", help="name, signature, doc, full_doc or body")
    parser.add_argument(
        "--focus", default="", metavar="TEXT", help="path, id or words that a directory's map is about"
    )
    parser.add_argument(
        "--stats", action="store_true", help="show instead how many tokens skeletons save, per language"
    )
    parser.add_argument("--cursor", default="", help="from the last answer, for more")
    parser.set_defaults(run=_skeleton)


def trace(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn trace`, and each direction as a command of its own, as which it is tried."""
    parser = commands.add_parser(
        "trace",
        parents=[common],
        aliases=_DIRECTIONS,
        help="what an entity calls, what calls it, and more",
    )
    parser.add_argument(
        "id", help="id, path:line or name; or a file with a traceback or a patch; - for standard input"
    )
    parser.add_argument("--direction", help=f"{', '.join(_DIRECTIONS[:-1])} or {_DIRECTIONS[-1]}")
    parser.add_argument("--depth", type=int, default=3, metavar="N", help="1 to 10 (default: 3)")
    parser.add_argument("--to", default="", metavar="ID", help="show paths to this entity instead")
    parser.add_argument("--limit", type=int, metavar="N", help="most entities, 1 to 500 (default: 40)")
    parser.add_argument("--cursor", default="", help="from the last answer, for more")
    parser.set_defaults(run=_trace)


def window(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn window`."""
    parser = commands.add_parser(
        "window", parents=[common], help="the code of entities with their documentation, or of lines"
    )
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="id, path, path:line, path:first-last or name; up to 20"
    )
    parser.add_argument(
        "--context-lines", type=int, default=0, metavar="N", help="0 to 500 around it (default: 0)"
    )
    parser.add_argument("--cursor", default="", help="from the last answer, for more")
    parser.set_defaults(run=_window)


def select(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn select`."""
    parser = commands.add_parser(
        "select", parents=[common], help="the code that a task needs, within a budget"
    )
    parser.add_argument(
        "--task", required=True, metavar="TEXT", help="the task or issue; - for standard input"
    )
    parser.add_argument("--budget", type=int, default=SUPPRESS, metavar="N", help="tokens (default: 12000)")
    _with_tests(parser)
    parser.add_argument("--max-files", type=int, default=15, metavar="N", help="default: 15")
    parser.add_argument(
        "--min-score", type=float, metavar="X", help="0 to 1; 0 fills the budget (default: by intent)"
    )
    parser.add_argument("--weight", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    parser.add_argument(
        "--format", choices=_FORMS, default=_FORMS[0], help="default: compact; see also --json"
    )
    parser.add_argument(
        "--explain", action="store_true", help="say of each piece what every signal gave, within the budget"
    )
    parser.add_argument("--output", default=_STANDARD_INPUT, metavar="FILE", help="write there instead")
    parser.set_defaults(run=_select)


COMMANDS: Final = (search, skeleton, trace, window, select)


def _search(options: Namespace) -> None:
    from nsccn.tools.search_and_rank import search_and_rank

    _answer(
        options,
        search_and_rank,
        query=_query(options.query),
        limit=options.limit,
        kind=options.kind,
        path=options.path,
        language=options.language,
        include_tests=_WITH_TESTS[options.include_tests],
        files=options.files,
        explain=options.explain,
        cursor=options.cursor,
    )


def _query(words: Sequence[str]) -> str:
    """Return the words as one query, or what standard input says.

    Raises:
        InvalidArgument: the last of several is a directory by its path, which is no word of a query.
    """
    if words == [_STANDARD_INPUT]:
        return sys.stdin.read()
    _, *further = words
    is_path = bool(further) and (Path(further[-1]).is_absolute() or further[-1].startswith("."))
    if is_path and (said := misplaced(further)):
        raise InvalidArgument(f"{said}.")
    return " ".join(words)


def _skeleton(options: Namespace) -> None:
    if options.stats:
        from nsccn.cli.reduction import show_reduction

        if options.path is not None:
            raise InvalidArgument("--stats is about the whole repository; leave the path out.")
        show_reduction(options)
        return
    if options.path is None:
        raise InvalidArgument("skeleton needs a path; . is the repository, --stats says what skeletons save.")
    from nsccn.tools.read_skeleton import read_skeleton

    here = Path.cwd() / options.path
    is_below = os.path.exists(here) and here.resolve().is_relative_to(root_of(options))  # noqa: PTH110 - Path.exists raises on too long a name
    chosen = {"detail": options.detail} if options.detail else {}
    _answer(
        options,
        read_skeleton,
        file_path=str(here) if is_below else options.path,
        focus=options.focus,
        cursor=options.cursor,
        **chosen,
    )


def _trace(options: Namespace) -> None:
    from nsccn.tools.trace_causal_path import trace_causal_path

    chosen = {} if options.limit is None else {"limit": options.limit}
    named = options.command if options.command in _DIRECTIONS else _DIRECTIONS[0]
    _answer(
        options,
        trace_causal_path,
        entity_id=_start(options.id, root_of(options)),
        direction=named if options.direction is None else options.direction,
        depth=options.depth,
        to=options.to,
        cursor=options.cursor,
        **chosen,
    )


def _may_be_url(given: str) -> bool:
    """Whether a path is rather one of a URL: nothing lies where it begins."""
    found = _URL_PATH.fullmatch(given)
    return found is not None and not Path(f"/{found['first']}").exists()


def _start(given: str, root: Path) -> str:
    """Return the text of a traceback or a patch, or the id as it is.

    Raises:
        InvalidArgument: it is a file outside the repository without one.
    """
    if given == _STANDARD_INPUT:
        return sys.stdin.read()
    try:
        data = Path(given).read_bytes()
    except (OSError, ValueError) as error:
        if not _is_elsewhere(given, root) or _may_be_url(given):
            return given
        why = error.strerror if isinstance(error, OSError) else "no path"
        raise InvalidArgument(f"{given!r} cannot be read ({why}); {_TRACEBACK}.") from None
    from nsccn.graph.languages import detect
    from nsccn.search.patches import is_patch
    from nsccn.search.traceback import parse

    text = data.decode("utf-8", "replace")
    # A source file is asked about as itself, whatever tracebacks it quotes.
    if detect(given, data) is None and (is_patch(text) or parse(text)):
        return text
    if _is_elsewhere(given, root):
        raise InvalidArgument(
            f"{given!r} holds no traceback or patch and is outside the repository; {_TRACEBACK}."
        )
    return given


def _is_elsewhere(given: str, root: Path) -> bool:
    """Tell whether a path, and neither a place in a file nor a text, leads out of the repository."""
    is_path = Path(given).is_absolute() and not _PLACE.search(given)
    return is_path and not Path(given).resolve().is_relative_to(root)


def _window(options: Namespace) -> None:
    from nsccn.tools.open_surgical_window import open_surgical_window

    asked = options.ids[0] if len(options.ids) == 1 else options.ids
    _answer(
        options,
        open_surgical_window,
        entity_id=asked,
        context_lines=options.context_lines,
        cursor=options.cursor,
    )


def _select(options: Namespace) -> None:
    from nsccn.select.forms import form_named
    from nsccn.tools.select_context import pack

    answer = _answer(
        options,
        pack,
        form=form_named(options.format, explain=options.explain),
        output=options.output,
        task=sys.stdin.read() if options.task == _STANDARD_INPUT else options.task,
        include_tests=_WITH_TESTS[options.include_tests],
        max_files=options.max_files,
        min_score=options.min_score,
        weights=dict(_weight(text) for text in options.weight) or None,
    )
    if answer.data["used_fallback"]:
        say(
            "nothing matches the task well; this is the best there is. Name symbols or files, or lower --min-score."
        )


def _weight(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise InvalidArgument(f"--weight {text!r} is no NAME=VALUE; give for example mentions=0.5.") from None


def _answer(
    options: Namespace,
    tool: Callable[..., Answer],
    *,
    output: str = _STANDARD_INPUT,
    **arguments: Any,  # noqa: ANN401
) -> Answer:
    from nsccn.tools.arguments import as_meant
    from nsccn.tools.session import DirectSession
    from nsccn.tools.views import plain, plain_data

    root = root_of(options)
    settings = settings_of(options, root)
    structured = getattr(options, "json", False)
    chosen = {name: getattr(settings, name) for name in _FROM_SETTINGS & signature(tool).parameters.keys()}
    with after_a_while() as progress:
        session = DirectSession(root, settings, structured=structured, progress=progress)
        answer = tool(session, **chosen, **as_meant(arguments))
    deliver(as_json(plain_data(answer.data)) if structured else plain(answer.text), output)
    if session.unstored:
        say(session.unstored)
    return answer
