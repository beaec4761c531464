"""What is read of macros around items; what becomes of it as a graph is in tests/languages/rust."""

from __future__ import annotations

import pytest

from nsccn.graph.itemmacros import without_item_macros

READ = [
    ("cfg! {\n    fn go() {}\n}\n", "cfg!{}\n    fn go() {}\n \n"),
    ("cfg!{ fn go() {} }", "      fn go() {}  "),
    ("pin! { pub struct A { #[pin] b: C } }", "pin!{} pub struct A { #[pin] b: C }  "),
    ("lazy! { static ref A: B = C; }", "lazy!{} static     A: B = C;  "),
    ("local! { static A: B = C { d: 1 } }", "local!{} static A: B = C { d: 1 } ;"),
    (
        'cfg! {\n/// $1\nmacro_rules! get { ($a:expr) => { $a } }\nfn go() { "$A" } }',
        'cfg!{}\n/// $1\nmacro_rules! get { ($a:expr) => { $a } }\nfn go() { "$A" }  ',
    ),
    ("mod a {\ncfg! { fn go() {} } }", "mod a {\ncfg!{} fn go() {}   }"),
    ("impl A {\ncfg! { fn go() { '}'; } } }", "impl A {\ncfg!{} fn go() { '}'; }   }"),
    (
        "cfg_if::cfg_if! {\nif #[cfg(all(a, x))] { #[y]\nuse a; } else if #[cfg(z)] {\nmod b; } else { fn go() {} } }",
        "cfg_if::cfg_if!{}\n                       #[y]\nuse a;                      \nmod b;          fn go() {}    ",
    ),
    (
        "impl A {\ncfg_if!{ if #[cfg(a)] { fn go() {} } } }",
        "impl A {\n                        fn go() {}     }",
    ),
    ("cfg! { /* { */ one! { fn go() {} } }", "cfg!{} /* { */ one!{} fn go() {}    "),
]
LEFT = [
    "fn make() { quote! { fn go() {} } }",
    "macro_rules! cfg { ($a:item) => { fn go() {} } }",
    "fn go() { cfg_if! { if #[cfg(a)] { fn go() {} } } }",
    "cfg_if! { if #[cfg(a)] { let a = 1; } }",
    "cfg_if! { if a { fn go() {} } }",
    "bitflags! { struct A: u8 { const B = 1; } }",
    "proptest! { fn go(a in any()) {} }",
    "cfg! { fn go($a: u8) {} }",
    "html! { <a>{ fn go() {} }</a> }",
    "cfg! { " * 5000 + "}" * 5000,
    "cfg! { fn go() {} ",
    "cfg! { fn go() {} ) }",
]


@pytest.mark.parametrize(("source", "read"), READ)
def test_items_in_a_macro_are_read_where_they_stand(source: str, read: str) -> None:
    assert without_item_macros(source.encode()).decode() == read


@pytest.mark.parametrize("source", LEFT)
def test_what_is_no_item_or_stands_in_a_function_is_left(source: str) -> None:
    assert without_item_macros(source.encode()).decode() == source
