"""What is told of a path as a client writes it, which may lie below another on the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SPELT = {
    "app/api/auth/login/route.ts": "export async function POST() {}\n",
    "app/api/carts/[id]/lines/route.ts": "export async function GET() {}\n",
    "app/login.ts": "const LOGIN_PATH = '/login';\nexport const enter = () => api.post('/auth/login');\n",
    "app/lines.ts": "export const load = (id) => api.get(`/carts/${id}/lines`);\n",
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("POST /auth/login", "func:app/api/auth/login/route.ts:POST"),
        ("GET /carts/5/lines", "func:app/api/carts/[id]/lines/route.ts:GET"),
        ("/carts/${id}/lines", "func:app/api/carts/[id]/lines/route.ts:GET"),
    ],
)
def test_a_path_names_what_answers_it_below_the_address_that_the_client_has(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(SPELT)
    said = search_and_rank(session, asked).text
    assert said.startswith(f"{asked} is answered by {answering}  L1")
    assert ", below /api" in said.split("\n")[0]
    lead = "No route with all of that path was found; below /api it is answered by:\n"
    assert trace_causal_path(session, asked, "upstream").text.startswith(lead + answering)


def test_a_file_answers_a_path_by_the_methods_alone_that_it_has(session_of: SessionOf) -> None:
    assert "is answered by" not in search_and_rank(session_of(SPELT), "DELETE /auth/login").text


def test_no_shorter_end_of_a_path_is_told_beside_a_longer_one(tmp_path: Path) -> None:
    files = {
        "src/carts.rs": (
            '#[put("/carts/<id>/gone", data = "<cart>")]\nfn drop_cart(id: u8) {}\n\n'
            '#[put("/carts/gone")]\nfn drop_carts() {}\n'
        ),
        "src/login.ts": "const LOGIN = '/login';\nexport const enter = () => api.post('/auth/login');\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    for asked, lines in (
        ("PUT /v2/carts/7/gone", ["src/carts.rs:1"]),
        ("POST /v2/auth/login", ["src/login.ts:2"]),
    ):
        with pytest.raises(UnknownEntity) as raised:
            trace_causal_path(session, asked, "upstream")
        assert re.findall(r"[\w/]+\.\w+:[\d,]+(?= `)", str(raised.value)) == lines
