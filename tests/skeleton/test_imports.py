"""Skeletons of files with many imports: the first few are shown, and a row counts the others."""

from __future__ import annotations

import pytest
from shown_skeletons import shown

from nsccn.skeleton.detail import Detail

LONG = "".join(f"  run({number});\n" for number in range(40))
MANY = range(20)


@pytest.mark.parametrize(
    ("path", "head", "one", "foot", "last_shown", "row"),
    [
        ("a.js", "", 'import a{0} from "b{0}";', f"function a() {{\n{LONG}}}\n", 6, "// ... 14 more imports"),
        (
            "a.js",
            "",
            'const a{0} = require("b{0}");',
            f"function a() {{\n{LONG}}}\n",
            6,
            "// ... 14 more imports",
        ),
        ("a.py", "", "import b{0}", f"def a():\n{LONG.replace(';', '')}", 6, "# ... 14 more imports"),
        ("a.kt", "package a\n", "import b.C{0}", f"fun a() {{\n{LONG}}}\n", 7, "// ... 14 more imports"),
        ("a.php", "<?php\n", "use B\\C{0};", f"function a() {{\n{LONG}}}\n", 7, "// ... 14 more imports"),
        ("a.c", "", "#include <b{0}.h>", f"void a(void) {{\n{LONG}}}\n", 6, "// ... 14 more imports"),
        (
            *("a.go", "package a\nimport (\n", '\t"b{0}"', f")\nfunc a() {{\n{LONG}}}\n"),
            *(8, "\t// ... 14 more imports"),
        ),
    ],
)
def test_many_imports_become_a_row(
    path: str, head: str, one: str, foot: str, last_shown: int, row: str
) -> None:
    imports = "".join(f"{one.format(number)}\n" for number in MANY)
    said = shown(f"{head}{imports}{foot}", Detail.SIGNATURE, path).splitlines()
    assert f"{last_shown}|{one.format(5)}" in said
    assert f"{last_shown + 1}|{row}" in said
    assert not any(one.format(6) in line for line in said)


def test_what_stands_above_an_import_goes_with_it() -> None:
    imports = "".join(f"#[cfg(unix)]\nuse b{number}::C;\n" for number in MANY)
    said = shown(f"{imports}fn a() {{\n{LONG}}}\n", Detail.SIGNATURE, "a.rs").splitlines()
    assert said[10:] == [
        "11|#[cfg(unix)]",
        "12|use b5::C;",
        "13|// ... 14 more imports",
        "41|fn a() {/*...*/}",
    ]


def test_those_of_the_same_repository_stay_first() -> None:
    foreign = "".join(f'import a{number} from "b{number}";\n' for number in MANY)
    source = f'{foreign}import cart from "./cart";\nfunction a() {{\n{LONG}}}\n'
    said = shown(source, Detail.SIGNATURE, "a.js").splitlines()
    assert said[5:8] == [
        "6|// ... 15 more imports",
        '21|import cart from "./cart";',
        "22|function a() {/*...*/}",
    ]


def test_a_file_that_is_there_for_its_imports_shows_all() -> None:
    imports = "".join(f"from .a{number} import B{number}\n" for number in MANY)
    said = shown(f"{imports}\ndef a():\n    return 1\n", Detail.SIGNATURE, "__init__.py")
    assert said.count("import") == len(MANY)


def test_what_the_file_passes_on_stays() -> None:
    imports = "".join(f"from a import B{number}\n" for number in MANY)
    source = f'{imports}__all__ = ["B18"]\ndef a():\n{LONG.replace(";", "")}'
    assert "19|from a import B18\n" in shown(source, Detail.SIGNATURE)
