"""How stack traces are written: one row for each form.

Every pattern is matched against one line, in time linear in it: no two neighbouring parts of a pattern share
a character, or the rest of the line decides at once.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final, NamedTuple


class Expression:
    """A regular expression that is compiled when it is first asked: to compile all would take as long as a search."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern)

    def match(self, text: str) -> re.Match[str] | None:
        """Match it at the beginning of a text."""
        return self._compiled.match(text)


class Form(NamedTuple):
    """One way to write a frame."""

    family: str
    """Frames of one family that follow each other belong to one stack."""
    marker: str
    """Occurs in every line of this form; looked for before the pattern is tried."""
    pattern: Expression
    """Groups, where they are written: `path`, `line`, `function`, `number` or `first`, `error`, `message`."""
    deepest_first: bool
    above: Expression | None
    """Matches the line above, which names the function; without it the line is no frame."""
    needs: str
    """Must occur somewhere in the text."""
    error: str
    """Name of the error where the line itself reports one without naming it."""


class Separator(NamedTuple):
    """A line between two stacks."""

    pattern: Expression
    relation: str = ""
    """What the deeper of the two stacks is to the outer one; empty where they are not related."""
    deeper_first: bool = False
    """The stack above the line is the deeper one."""


def _row(
    family: str,
    marker: str,
    pattern: str,
    *,
    deepest_first: bool = True,
    above: str = "",
    needs: str = "",
    error: str = "",
) -> Form:
    above_pattern = Expression(above) if above else None
    return Form(family, marker, Expression(pattern), deepest_first, above_pattern, needs, error)


_DRIVE = r"(?:[A-Za-z]:)?"
_NAME = r"(?P<function>.+)"
_WORD = r"(?P<function>\S+)"
_AT = r":(?P<line>\d+)"
_PYTHON = rf'(?P<path>{_DRIVE}[^\s:"<>|][^:"<>|]*\.pyx?){_AT}'
_SCRIPT = rf"(?P<path>\S.*\.[A-Za-z]\w*(?:\?[^:?\s]*)?){_AT}:\d+"
_JAVA = rf"(?P<path>[\w$-]+\.(?:java|kt|scala|groovy)){_AT}"
_DOTNET = rf"(?P<path>{_DRIVE}[^:*?\"<>|]+\.(?:cs|fs|vb|cshtml|razor)):line (?P<line>\d+)"
_RUST = rf"(?P<path>{_DRIVE}[^:']+\.rs){_AT}"
_RUST_NAME = r"(?P<number>\d+): +(?:0x[0-9a-f]+ - )?"
_GO = rf"(?P<path>{_DRIVE}[^\s:][^:]*\.go){_AT}"
_RUBY = rf"(?P<path>{_DRIVE}[^\s:][^:]*){_AT}:in [`'](?P<function>[^']*)'"
_PHP = rf"(?P<path>{_DRIVE}[^\s:()][^:()]*\.(?:php|phtml|inc|module)){_AT}"
_C = rf"(?P<path>[^\s:]+){_AT}"
_PAGE = rf"(?P<path>[^@\s]+\.(?:[cm]?[jt]sx?|astro|svelte|vue)(?:\?[^:?\s]*)?){_AT}:\d+"
_MESSAGE = r"(?::? (?P<message>.*))?$"

FORMS: Final = (
    # Python's own, faulthandler's, IPython's, pytest's and rich's.
    _row(
        "python",
        'File "',
        rf'File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in {_NAME})?$',
        deepest_first=False,
    ),
    _row("fault", 'File "', rf'File "(?P<path>[^"]+)", line (?P<line>\d+) in {_NAME}$'),
    _row("ipython", ", in ", rf"File {_PYTHON}, in (?P<function>[\w.<>]+)", deepest_first=False),
    _row("pytest", ": in ", rf"{_PYTHON}: in {_WORD}$", deepest_first=False),
    _row("pytest", ".py:", rf"{_PYTHON}: (?P<error>(?:\w+\.)*[A-Z]\w*)$", deepest_first=False),
    _row("pytest", ".py:", rf"{_PYTHON}: ?$", deepest_first=False, needs="_ _ _"),
    _row("rich", "│", rf"{_PYTHON} in {_WORD}\s*│?$", deepest_first=False),
    # Rust: the panic itself, new and old, and the frames of a backtrace, of which a build may have the names alone.
    _row("rust", "panicked at ", rf".*?panicked at {_RUST}:\d+:?$", error="panic"),
    _row("rust", "panicked at '", rf".*?panicked at '(?P<message>.*)', {_RUST}:\d+$", error="panic"),
    _row("rust", ".rs:", rf"at {_RUST}(?::\d+)?$", above=rf"{_RUST_NAME}{_NAME}$"),
    _row("rust", "::", rf"{_RUST_NAME}(?P<function>[<\w].*::\S.*)$", needs="stack backtrace:"),
    # Java and what else runs on its machine.
    _row("java", "(", rf"at (?:[\w.@-]*/)*(?P<function>[\w.$<>]+)\({_JAVA}\)"),
    # .NET, which names files where it has the symbols of debuggers.
    _row("dotnet", ":line ", rf"at (?P<function>[^()\s]+(?: [^()\s]+)*)(?:\([^()]*\))? in {_DOTNET}$"),
    # JavaScript: V8's with and without a function, and that of Firefox and Safari.
    _row(
        "javascript",
        "(",
        rf"at (?:async )?(?P<function>[^()]+?)(?: \[as [^\[\]]*\])? \({_SCRIPT}\)(?: \{{)?$",
    ),
    _row("javascript", "at ", rf"at (?:async )?{_SCRIPT}(?: \{{)?$"),
    _row("javascript", "@", rf"(?P<function>[^@\s]*)@{_PAGE}$"),
    # Go: a call, the place that started the goroutine, and a call as errors and loggers write it.
    _row("go", ".go:", rf"{_GO}(?: \+0x[0-9a-f]+)?$", above=r"(?P<function>\S.*)\([^()]*\)$"),
    _row("go", ".go:", rf"{_GO}(?: \+0x[0-9a-f]+)?$", above=rf"created by {_WORD}(?: in goroutine \d+)?$"),
    _row("go", ".go:", rf"{_GO}$", above=r"(?P<function>(?=\S*\.)[\w./~()*-]+)$"),
    # Ruby, with the quotes of both ages; the numbered form of 2.5 to 2.7 has the outermost frame first.
    _row("ruby", ": from ", rf"\d+: from {_RUBY}$", deepest_first=False),
    _row("ruby", ":in ", rf"(?:from |# )?{_RUBY}(?:: (?P<message>.*) \((?P<error>[\w:]+)\))?$"),
    # Rails names no function for what is written in a template.
    *(
        _row("ruby", f".{engine}:", rf"(?P<path>{_DRIVE}[^\s:][^:]*\.{engine}){_AT}$", needs=":in ")
        for engine in ("erb", "haml", "slim", "jbuilder")
    ),
    # PHP: an error that nobody catches, or that one has caused; the calls behind it; a warning; what PHPUnit writes.
    # The function in a line is the one that was called there, so that the lines alone say where a frame is.
    _row(
        "php",
        "Uncaught ",
        rf"(?:PHP )?(?:Fatal error: +)?Uncaught (?P<error>[\w\\]+)(?:: (?P<message>.*))? in {_PHP}$",
    ),
    _row("php", "Next ", rf"Next (?P<error>[\w\\]+)(?:: (?P<message>.*))? in {_PHP}$"),
    _row("php", "): ", r"#(?P<number>\d+) (?P<path>[^\s()][^()]*\.\w+)\((?P<line>\d+)\): "),
    _row(
        "php",
        " on line ",
        r"(?:PHP )?(?P<error>(?:Fatal|Parse) error|Warning|Notice|Deprecated): +(?P<message>.*) in "
        r"(?P<path>\S+\.\w+) on line (?P<line>\d+)$",
    ),
    _row("php", ".php:", rf"(?:[\w\\>:()-]+ )?at {_PHP}$"),
    _row("php", ".php:", rf"(?=/|[A-Z]:){_PHP}$"),
    # C and C++: gdb, lldb, the sanitizers, valgrind, a failed assertion.
    _row(
        "c",
        ") at ",
        r"#(?P<number>\d+) +(?:0x[0-9a-f]+ in )?(?P<function>(?:[^ ]| (?!\())+) \(.*\) at "
        rf"(?P<path>[^():]+){_AT}$",
    ),
    _row("c", "frame #", rf"(?:\* )?frame #(?P<number>\d+): 0x[0-9a-f]+ [^`]*`{_NAME} at {_C}(?::\d+)?$"),
    _row("c", " in ", rf"#(?P<number>\d+) 0x[0-9a-f]+ in {_NAME} {_C}(?::\d+)?$"),
    _row("c", "==", rf"==\d+== +(?:(?P<first>at)|by) 0x[0-9A-F]+: {_NAME} \((?P<path>[^()\s:]+){_AT}\)$"),
    _row("c", ": runtime error: ", rf"{_C}:\d+: runtime error: (?P<message>.*)$", error="runtime error"),
    _row(
        "c",
        ": Assertion ",
        rf"(?:[^\s:]+: )?{_C}: (?P<function>\S.*): Assertion [`'](?P<message>.*)' failed\.?$",
        error="assertion",
    ),
)

SEPARATORS: Final = (
    Separator(Expression(r"(?:\+ )?(?:Exception Group )?Traceback \(most recent call last\)")),
    Separator(
        Expression(r"The above exception was the direct cause of the following exception"),
        "cause",
        deeper_first=True,
    ),
    Separator(
        Expression(r"During handling of the above exception, another exception occurred"),
        "handled",
        deeper_first=True,
    ),
    Separator(Expression(r"\+[-+]* \d+ -+$"), "member"),
    Separator(Expression(rf"Caused by: (?P<error>[\w.$]+){_MESSAGE}"), "cause"),
    Separator(Expression(r"--- End of inner exception stack trace ---"), "cause", deeper_first=True),
    Separator(Expression(rf"\[cause\]: (?P<error>[\w.$]+)(?: \[\w+\])?{_MESSAGE}"), "cause"),
    Separator(Expression(rf"Suppressed: (?P<error>[\w.$]+){_MESSAGE}"), "suppressed"),
    Separator(Expression(r"(?:goroutine|Thread) \d+ ")),
    Separator(Expression(r'"[^"]*" #\d+ ')),
    Separator(Expression(r"(?:Current thread|Thread) 0x")),
    Separator(Expression(r"_{4,} .* _{4,}$")),
    Separator(Expression(r"==\d+== *$")),
    Separator(Expression(r"(?:freed|previously allocated|allocated) by thread")),
)

_ENDING = r"(?:Error|Exception|Throwable|Failure|Fault|Interrupt|Exit|Warning)"

ERROR_HEADS: Final = (
    Expression(r"(?P<error>panic|fatal error): (?P<message>.*)$"),
    Expression(rf"==\d+==ERROR: \w+Sanitizer: (?P<error>[\w-]+){_MESSAGE}"),
    Expression(rf"==\d+== (?P<error>Invalid \w+|Conditional jump|Use of uninitialised value){_MESSAGE}"),
    Expression(rf"(?:Unhandled exception\. |---> )(?P<error>[\w.]+){_MESSAGE}"),
    Expression(r"(?:Program|Thread .*) received signal (?P<error>SIG\w+), (?P<message>.*)$"),
    Expression(rf"(?P<error>(?:\w+::)*\w*{_ENDING}) \((?P<message>.*)\):$"),
    Expression(rf'Exception in thread "[^"]*" (?P<error>[\w.$]+){_MESSAGE}'),
    Expression(
        rf"(?:Uncaught )?(?:\(in promise\) )?(?P<error>[\w.$]*{_ENDING})(?: \[\w+\])?(?:: (?P<message>.*))?$"
    ),
)
"""Errors that are named before their stack."""

NEAR_HEAD: Final = Expression(r"(?:Uncaught )?(?P<error>(?:\w+[.$])*[A-Z]\w*)(?:: (?P<message>.*))?$")
"""An error of any name; believed only in the line next to a stack."""

PYTHON_ERROR: Final = Expression(r"(?P<error>[A-Za-z_][\w.]*)(?:: (?P<message>.*))?$")
"""The line that ends a Python stack."""

PYTEST_ERROR: Final = Expression(r"E {3,}(?P<error>(?:\w+\.)*[A-Z]\w*)(?:: (?P<message>.*))?$")

PREFIX: Final = Expression(
    r"(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)? ?"
    r"(?:##\[\w+\]|std(?:out|err) [FP] |[\w.-]+ (?=[\w./-]+\[\d+\]: ))?)?"
    r"(?:\d\d-\d\d \d\d:\d\d:\d\d[.\d]* +\d+ +\d+ [A-Z] [^\s:]+ *: |[A-Z]/[^\s:()]+ *\( *\d+\): )?"
    r"(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ )?"
    r"(?:[\w./-]+\[(?:[\w-]+\.)?\d+\]: )?"
    r"(?:[\w.-]+ +\|(?= ))?"
    r"(?:[ \t]*[>|│](?= |$))*"
)
"""What logs (of Android, systems and builds too), containers, mail quotes and exception groups put before a line."""
