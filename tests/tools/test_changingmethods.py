"""What a trace says of a variable whose object methods of its own type change, of those that only read nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "held.py": """class LimitedSet:
    def __init__(self):
        self._data = {}
        self.most = 3

    def update(self, others):
        self._data.update(others)

    def clear(self):
        self.most = 0

    def names(self):
        return list(self._data)
""",
    "state.py": "from held import LimitedSet\n\nrevoked = LimitedSet()\n\n\ndef reset():\n    revoked.clear()\n",
    "control.py": """import state as worker_state


def revoke(ids):
    worker_state.revoked.update(ids)


def show():
    return worker_state.revoked.names()
""",
}


def ask(root: Path, asked: str) -> str:
    session = DirectSession(
        write(root, FILES), load_settings({}, environ={"NSCCN_CACHE_DIR": str(root / "c")})
    )
    return trace_causal_path(session, asked, "state").text


def test_where_methods_of_its_type_change_an_object_is_told(tmp_path: Path) -> None:
    said = ask(tmp_path, "var:state.py:revoked")
    assert said.endswith(
        "Methods of its own type change it: `clear` at state.py:7, `update` at control.py:5."
    )
