"""What a skeleton does in the languages that are not like Python; each language's own tests hold whole files."""

from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import shown

from nsccn.skeleton.detail import Detail

CASES = {
    "braces on a line of their own": (
        "a.c",
        """\
        int add(int a,
                int b)
        {
            return a + b;
        }
        """,
        """\
        1|int add(int a,
        2|        int b) {/*...*/}
        """,
    ),
    "a short body stays": (
        "a.js",
        "function f() {}\nfunction g() { return 12345678; }\n",
        "1|function f() {}\n2|function g() {/*...*/}\n",
    ),
    "an arrow function without braces": (
        "a.js",
        "const f = (a) => compute(a, 'long enough');\n",
        "1|const f = (a) => {/*...*/};\n",
    ),
    "functions in the blocks of a function": (
        "a.js",
        """\
        function outer(list) {
            if (list) {
                for (const item of list) {
                    function inner(a) { return work(a, item); }
                }
                const arrow = (b) => work(b, 1, 2, 3);
            }
            return { get(name) { return work(name); } };
        }
        """,
        """\
        1|function outer(list) { /*...*/
        4|    function inner(a) {/*...*/}
        6|    const arrow = (b) => {/*...*/};
        9|}
        """,
    ),
    "a function in a function on one line": (
        "a.js",
        "function f() { function g() { return work(1, 2); } return g(1234567890); }\n",
        "1|function f() { /*...*/\n1|    function g() {/*...*/}\n1|}\n",
    ),
    "a regular comment goes, one behind a field goes too": (
        "a.java",
        """\
        // about the file
        class A {
            int size = 3; // how many
            /* note */ void run() { work(1, 2, 3); } // done
        }
        """,
        """\
        2|class A {
        3|    int size = 3;
        4|     void run() {/*...*/}
        5|}
        """,
    ),
    "an implementation inside a function says whose it is": (
        "a.rs",
        """\
        fn main() {
            let x = 1;
            struct Local(u8);
            impl Local {
                fn run(&self) -> u8 { self.0 + 1 + 2 + 3 }
            }
            Local(x).run();
        }
        """,
        """\
        1|fn main() { /*...*/
        3|    struct Local(u8);
        4|    impl Local {
        5|        fn run(&self) -> u8 {/*...*/}
        6|    }
        8|}
        """,
    ),
    "a type inside a function keeps its semicolon": (
        "a.cpp",
        """\
        void run() {
          struct Local {
            int size;
            void go() { work(1, 2, 3); }
          };
          Local().go();
        }
        """,
        """\
        1|void run() { /*...*/
        2|  struct Local {
        3|    int size;
        4|    void go() {/*...*/}
        5|  };
        7|}
        """,
    ),
    "a macro of one line stays, a long one has a mark": (
        "a.c",
        """\
        #define LIKELY(x) __builtin_expect(!!(x), 1)
        #define EACH(i, n) \\
            for (int i = 0; \\
                 i < n; i++)
        """,
        """\
        1|#define LIKELY(x) __builtin_expect(!!(x), 1)
        2|#define EACH(i, n) ...
        """,
    ),
    "a mark that ends its line": (
        "a.rb",
        """\
        class A
          def long(a)
            work(a)
            a
          end
          def short; @a; end
          def line(a) work(a, 1, 2) end
          def value = work(:a_long_enough_value)
        end
        """,
        """\
        1|class A
        2|  def long(a) # ...
        5|  end
        6|  def short; @a; end
        7|  def line(a) # ...
        7|  end
        8|  def value = work(:a_long_enough_value)
        9|end
        """,
    ),
    "attributes belong to what stands behind them": (
        "a.rs",
        """\
        impl A {
            #[inline]
            // always
            #[track_caller]
            #[cfg(feature = "rt")]
            #[cfg_attr(docsrs, doc(cfg(feature = "rt")))]
            pub fn run(&self) -> u8 { self.0 + 1 + 2 + 3 }
        }

        #[cfg(test)]
        thread_local! {
            static A: u8 = 1;

            static B: u8 = 2;
        }

        fn last() {}
        """,
        """\
        1|impl A {
        2|    #[inline]
        4|    #[track_caller]
        5|    #[cfg(feature = "rt")]
        6|    #[cfg_attr(docsrs, doc(cfg(feature = "rt")))]
        7|    pub fn run(&self) -> u8 {/*...*/}
        8|}
        10|#[cfg(test)]
        11|thread_local! {
        12|    static A: u8 = 1;
        14|    static B: u8 = 2;
        15|}
        17|fn last() {}
        """,
    ),
    "the line that names the interpreter": (
        "run",
        """\
        #!/usr/bin/env python3
        # Copyright.
        def run():
            return work(1, 2, 3)
        """,
        """\
        1|#!/usr/bin/env python3
        3|def run(): ...
        """,
    ),
    "statements of a script": (
        "a.go",
        """\
        package main

        import (
        \t"fmt"
        )

        func main() {
        \tfmt.Println("hello, world")
        }
        """,
        """\
        1|package main
        3|import (
        4|\t"fmt"
        5|)
        7|func main() {/*...*/}
        """,
    ),
}


@pytest.mark.parametrize(("path", "source", "expected"), CASES.values(), ids=CASES)
def test_signatures(path: str, source: str, expected: str) -> None:
    assert shown(source, Detail.SIGNATURE, path) == dedent(expected)


def test_the_first_paragraph_of_a_block_comment() -> None:
    source = """\
        /**
         * Adds
         * numbers.
         *
         * @param a one
         */
        function add(a) { return a + 1234567890; }

        /** Subtracts. */
        function subtract(a) { return a - 1234567890; }

        /* Just a note. */

        /**
         * Multiplies.
         */
        function multiply(a) { return a * 1234567890; }
        """

    assert shown(source, Detail.DOC, "a.js") == dedent("""\
        1|/** Adds
        3| * numbers. */
        7|function add(a) {/*...*/}
        9|/** Subtracts. */
        10|function subtract(a) {/*...*/}
        14|/** Multiplies. */
        17|function multiply(a) {/*...*/}
        """)


def test_the_first_paragraph_of_line_comments() -> None:
    source = """\
        // Copyright.

        // Package a does it.
        package a

        // Limit is how many.
        //
        // More about it.
        const Limit = 10 // at most

        // A stray note.

        // Run runs
        // fast.
        //nolint:gocyclo
        func Run() { work(1, 2, 3, 4) }

        type T struct {
        \t// Size in bytes.
        \tSize int
        }
        """

    assert shown(source, Detail.DOC, "a.go") == dedent("""\
        3|// Package a does it.
        4|package a
        6|// Limit is how many.
        9|const Limit = 10 // at most
        13|// Run runs
        14|// fast.
        16|func Run() {/*...*/}
        18|type T struct {
        19|\t// Size in bytes.
        20|\tSize int
        21|}
        """)


def test_dialects_have_their_own_grammar() -> None:
    source = "export const Row = ({ name }: { name: string }) => {\n  return <b>{name}</b>;\n};\n"

    assert (
        shown(source, Detail.SIGNATURE, "a.tsx")
        == "1|export const Row = ({ name }: { name: string }) => {/*...*/};\n"
    )
