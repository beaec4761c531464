"""`python -m nsccn`."""

from __future__ import annotations

import os
import sys

# Python puts the working directory first on the path, where a repository's own `http.py` would be imported.
# Nothing may be imported before this but what the interpreter itself has loaded already.
if not sys.flags.safe_path and sys.path and sys.path[0] in {"", os.getcwd()}:  # noqa: PTH109
    del sys.path[0]

from nsccn.cli import main

if __name__ == "__main__":
    sys.exit(main())
