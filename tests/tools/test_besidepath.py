"""A path that edges do not have, and the text may: over a request that a function of the other side answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "web/form.ts": (
        'import { save, read } from "./store";\n\n'
        "export function submit(name: string) {\n  return save(name);\n}\n\n"
        "export function show() {\n  return read();\n}\n"
    ),
    "web/store.ts": (
        'export function save(name: string) {\n  return http.post("/api/playlists", { name });\n}\n\n'
        'export function read() {\n  return "";\n}\n'
    ),
    "shop/views.py": (
        "from fastapi import APIRouter\n\nfrom shop.service import create\n\nrouter = APIRouter()\n\n\n"
        '@router.post("/api/playlists")\ndef store(name: str):\n    return create(name)\n'
    ),
    "shop/service.py": "def create(name):\n    return insert(name)\n\n\ndef insert(name): ...\n",
}


@pytest.mark.parametrize(
    ("start", "goal", "is_told"),
    [
        ("submit", "insert", True),
        ("save", "create", True),
        ("show", "insert", False),
        ("insert", "submit", False),
    ],
)
def test_a_path_over_a_request_is_told(tmp_path: Path, start: str, goal: str, *, is_told: bool) -> None:
    write(tmp_path / "root", FILES)
    session = DirectSession(tmp_path / "root", load_settings({"cache_dir": tmp_path / "cache"}))

    said = trace_causal_path(session, start, to=goal).text

    assert said.startswith("No path leads from")
    told = "By the text, it may: func:web/store.ts:save L2 names what func:shop/views.py:store answers;"
    assert (told in said) is is_told
