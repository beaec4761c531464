"""What stands for long values: it tells what they are, can be taken for no other value, and parses."""

from __future__ import annotations

import pytest
from shown_skeletons import skeleton_of

from nsccn.graph.languages import load
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import count_errors
from nsccn.skeleton.rows import text_of_rows


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a.js", "const pages = [\n  1,\n];\n", "const pages = [/*...*/];\n"),
        ("a.js", "const icon = new Icon({\n  a: 1,\n});\n", "const icon = new Icon(/*...*/);\n"),
        ("a.ts", "const a = {\n  b: 1,\n} as const;\n", "const a = {/*...*/} as const;\n"),
        ("a.ts", "const a = z.text()\n  .min(3)\n  .max(4);\n", "const a = z.text() /*...*/;\n"),
        ("a.ts", "const a = `a\nb`;\n", 'const a = "...";\n'),
        ("a.ts", "const a = big ? {\n  b: 1,\n} : {};\n", "const a = big ? {/*...*/} : {};\n"),
        ("A.java", "class A { int[] b = {\n  1\n}; }\n", "class A { int[] b = {/*...*/}; }\n"),
        ("A.java", "class A { B b = B.of()\n  .c(1); }\n", "class A { B b = B.of() /*...*/; }\n"),
        ("A.java", "class A { B b = () -> {\n  c();\n}; }\n", "class A { B b = () -> {/*...*/}; }\n"),
        ("a.kt", "val a = listOf(\n  1,\n)\n", "val a = listOf(/*...*/)\n"),
        ("a.kt", "val a = {\n  b()\n}\n", "val a = {/*...*/}\n"),
        ("a.cs", "class A { B b = new B\n{\n  C = 1,\n}; }\n", "class A { B b = new B {/*...*/}; }\n"),
        ("a.cs", "class A { int[] b = [\n  1,\n]; }\n", "class A { int[] b = [/*...*/]; }\n"),
        (
            "a.go",
            "package a\nvar b = map[string]int{\n\t1,\n}\n",
            "package a\nvar b = map[string]int{/*...*/}\n",
        ),
        ("a.go", "package a\nvar b = c.D(\n\t1,\n)\n", "package a\nvar b = c.D(/*...*/)\n"),
        ("a.dart", "final a = [\n  1,\n];\n", "final a = [/*...*/];\n"),
        ("a.php", "<?php\nconst A = [\n  1,\n];\n", "<?php\nconst A = [/* ... */];\n"),
        ("a.rs", "const A: &[u8] = &[\n  1,\n];\n", "const A: &[u8] = &[/*...*/];\n"),
        ("a.c", "int a[] = {\n  1,\n};\n", "int a[] = {/*...*/};\n"),
        ("a.py", "A = [\n  1,\n]\n", "A = ...\n"),
    ],
)
def test_a_long_value_keeps_its_form(path: str, source: str, expected: str) -> None:
    skeleton, facts = skeleton_of(path, source)
    said = text_of_rows(skeleton.file(Detail.SIGNATURE))
    assert said == expected
    assert not any(count_errors(said.encode(), load(facts.language), path))
