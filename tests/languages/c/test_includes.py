"""Which file an `#include` means."""

from __future__ import annotations

import json

import pytest

from nsccn.graph import languages
from nsccn.graph.imports import Project, said
from nsccn.graph.imports.c_include import CInclude

PATHS = sorted(
    [
        "compile_commands.json",
        "deps/zlib/zlib.h",
        "generated/config.h",
        "include/shop/order.h",
        "include/shop/util/list.h",
        "src/list.h",
        "src/main.c",
        "src/net/list.h",
        "src/net/server.c",
        "src/string.h",
        "tests/order_test.c",
    ]
)
COMMANDS = [
    {
        "directory": "/build/shop/out",
        "file": "../src/main.c",
        "command": "cc -I../generated -I /usr/include -DX='\"y\"' -c ../src/main.c",
    }
]


def strategy(commands: str = "", stars: dict[str, tuple[str, ...]] | None = None) -> CInclude:
    return CInclude(
        Project(
            paths=PATHS,
            languages=["c"] * len(PATHS),
            packages=[""] * len(PATHS),
            read=lambda path: said(path, commands) if path == "compile_commands.json" else None,
            modules=lambda _: (),
            exports=lambda _: (),
            stars=lambda slot: (stars or {}).get(PATHS[slot], ()),
        )
    )


def located(path: str, module: str, commands: str = "") -> str | None:
    found = strategy(commands).locate(PATHS.index(path), module)
    return PATHS[found.slots[0]] if found else None


@pytest.mark.parametrize(
    ("path", "module", "expected"),
    [
        ("src/net/server.c", "list.h", "src/net/list.h"),
        ("src/net/server.c", "../list.h", "src/list.h"),
        ("src/main.c", "shop/order.h", "include/shop/order.h"),
        ("src/main.c", "<shop/order.h>", "include/shop/order.h"),
        ("tests/order_test.c", "order.h", "include/shop/order.h"),
        ("tests/order_test.c", "<zlib.h>", "deps/zlib/zlib.h"),
        ("tests/order_test.c", "list.h", "src/list.h"),
        ("src/main.c", "<string.h>", None),
        ("src/main.c", "string.h", "src/string.h"),
        ("src/main.c", "<stdio.h>", None),
        ("src/main.c", "/usr/include/zlib.h", None),
        ("src/main.c", "nowhere.h", None),
    ],
)
def test_an_include_is_looked_up_beside_the_file_then_in_directories_then_by_its_ending(
    path: str, module: str, expected: str | None
) -> None:
    assert located(path, module) == expected


def test_the_compilation_database_says_where_to_look_and_is_only_read() -> None:
    assert located("src/main.c", "config.h", json.dumps(COMMANDS)) == "generated/config.h"


@pytest.mark.parametrize("broken", ["{", "[1, null]", '{"directory": 3}', '[{"command": "cc \\"-I"}]'])
def test_a_broken_compilation_database_is_as_none(broken: str) -> None:
    assert located("src/main.c", "<shop/order.h>", broken) == "include/shop/order.h"


def test_what_an_included_file_includes_is_visible_too_and_circles_end() -> None:
    includes = strategy(
        stars={
            "src/main.c": ("list.h",),
            "src/list.h": ("shop/order.h",),
            "include/shop/order.h": ("../../src/list.h",),
        }
    )
    visible = includes.visible(PATHS.index("src/main.c"))
    assert [PATHS[slot] for slot in sorted(visible)] == ["include/shop/order.h", "src/list.h", "src/main.c"]
    assert includes.visible(PATHS.index("src/string.h")) == {PATHS.index("src/string.h")}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', "c"),
        ("class of {\n", "cpp"),
        (" * class of things\nstruct s { int a; };\n", "c"),
        ("namespace a {\nint f();\n}\n", "cpp"),
        ("template <typename T> T f(T t);\n", "cpp"),
        ("struct s {\nprivate:\n  int a;\n};\n", "cpp"),
        ("std::string f();\n", "cpp"),
    ],
)
def test_a_header_is_in_cpp_where_its_content_is(text: str, name: str) -> None:
    found = languages.detect("a.h", text.encode())
    assert found is not None
    assert found.name == name
