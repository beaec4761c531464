"""Reads the command line, runs one command, and turns what goes wrong into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from nsccn.cli.output import harden, say
from nsccn.cli.parser import parse
from nsccn.errors import NsccnError

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `nsccn` with the given arguments, or those of the process, and return the exit code."""
    # The threads of numpy's BLAS, one for each core, spin from its import on, and our arrays are too small for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    harden()
    options = parse(arguments)
    code: int | None = 0
    try:
        code = options.run(options)
        sys.stdout.flush()
    except NsccnError as error:
        say(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        say("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. What is left in the buffer must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code or 0
