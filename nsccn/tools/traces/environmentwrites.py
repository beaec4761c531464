"""Which lines that name a variable of the environment set it, where the graph says only that they use it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Step, Trace

_VARIABLE: Final = "config:env:"
_WRITES: Final = (
    # `os.Setenv("KEY", value)`, `env::remove_var("KEY")`, `Sys.setenv(KEY = value)`
    r"(?i:set|put|remove|delete|clear)_?(?i:env|var)\w*!?\s*\(\s*[\"'`]?{key}(?!\w)",
    # `os.environ["KEY"] = value`, `process.env.KEY ||= value`
    r"\b(?i:env|environ)\b[.\[\s\"'`]*{key}[\"'`\]\s]*(?:\|\||\?\?)?=(?![=~>])",
    # `del os.environ["KEY"]`, `delete process.env.KEY`
    r"\b(?:del|delete|unset)\b.*\b(?i:env|environ)\b[.\[\s\"'`]*{key}(?!\w)",
)


class EnvironmentWrites:
    """Reads the lines that name variables of the environment."""

    def __init__(self, index: RepoIndex) -> None:
        self._index = index

    def tell(self, trace: Trace, step: Step) -> bool:
        """Whether all lines of a step set the variable of the environment that it leads to."""
        if step.edge.kind != "READS_CONFIG":
            return False
        variable = trace.code.id_of(step.edge.target)
        if not variable.startswith(_VARIABLE):
            return False
        form = _form(variable.removeprefix(_VARIABLE))
        lines = self._index.text_if_any(step.edge.evidence.path).split("\n")
        return all(line <= len(lines) and form.search(lines[line - 1]) for line in trace.lines(step))


@lru_cache(maxsize=64)
def _form(key: str) -> re.Pattern[str]:
    return re.compile("|".join(_WRITES).replace("{key}", re.escape(key)))
