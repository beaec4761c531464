"""Code in grammars for Yacc and Bison is read as what the generated parser has."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_files import write

from nsccn.graph.grammarrules import without_grammar_rules
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

GRAMMAR = """%{
#include "cart.h"
static int yylex(void);
%}

%union { char *name; }
%token <name> NAME QUOTED

%%

cart : NAME { $$ = make_cart($1, '{'); }
     | cart QUOTED
     {
         if (add($<name>2)) /* } */
             yyerror("unclosed {");
     }
     ;

%%

static int yylex(void) { return next_token(); }
"""
FILES = {
    "cart.y": GRAMMAR,
    "cart.h": "int make_cart(char *, int);\nint add(char *);\nint next_token(void);\nint yyerror(char *);\n",
    "cart.c": '#include "cart.h"\n\nint make_cart(char *name, int kind) { return kind; }\n',
}


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return DirectSession(write(tmp_path / "root", FILES), load_settings({"cache_dir": tmp_path / "cache"}))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("make_cart", "<- func:cart.y:cart  calls L11"),
        ("add", "<- func:cart.y:cart  calls L14"),
        ("yyerror", "<- func:cart.y:cart  calls L15"),
        ("next_token", "<- func:cart.y:yylex  calls L21"),
    ],
)
def test_what_its_actions_and_its_code_call(session: DirectSession, asked: str, said: str) -> None:
    assert said in trace_causal_path(session, asked, direction="upstream").text


def test_code_behind_the_rules_may_be_left_out(tmp_path: Path) -> None:
    files = FILES | {"cart.y": GRAMMAR.rpartition("%%")[0]}
    session = DirectSession(write(tmp_path / "root", files), load_settings({"cache_dir": tmp_path / "cache"}))
    assert (
        "<- func:cart.y:cart  calls L15" in trace_causal_path(session, "yyerror", direction="upstream").text
    )


@given(
    st.lists(
        st.sampled_from(["%{", "%}", "%%", "{", "}", "'", '"', "/*", "$$", "$1", "a", " ", "\n", "%token X"])
    )
)
def test_every_line_stays_where_it_was(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    code = without_grammar_rules(data)
    assert [len(line) for line in code.split(b"\n")] == [len(line) for line in data.split(b"\n")]
