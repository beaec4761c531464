"""Which lines of a file are its imports, and what packs do without them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import write

from nsccn.index import RepoIndex
from nsccn.select import select_context
from nsccn.select.imports import without_imports

PYTHON = '''\
    """Keeps orders."""

    from __future__ import annotations

    # Spoken to over the network.
    from shop.clock import (
        now,
    )

    if TYPE_CHECKING:
        from shop.till import Till

    try:
        import yaml
    except ImportError:
        yaml = None

    # Orders of a day.
    LIMIT = 100
    '''
PYTHON_FOR_TYPES = """\
    import typing

    if typing.TYPE_CHECKING:  # pragma: no cover
        from shop.till import Till
    """
TYPESCRIPT = """\
    "use client";
    /* Shown at
       the till. */
    import {
      Button,
    } from "./button";
    import "./till.css";

    export * from "./keys";
    import("./later");
    export default Till;
    """
GO = """\
    // Package shop sells things.
    package shop

    import (
        "fmt"

        "example.com/till"
    )
    """
JAVA = """\
    package shop;

    import java.util.List;
    import static shop.Till.open;
    """
PHP = """\
    <?php
    declare(strict_types=1);
    namespace Shop;

    use Shop\\Till\\{Key,
        Drawer};
    use Shop\\Clock;
    """
PHP_FRAME = """\
    <?php declare(strict_types=1);

    namespace Shop;
    """
RUST = """\
    mod till;
    pub use till::Till;
    use std::{
        fmt,
        io,
    };
    """
RUBY = """\
    require "json"
    require_relative 'till'

    use Rack::Static, urls: ["/till"]
    """
RUBY_FRAME = """\
    # frozen_string_literal: true
    """
CSHARP = """\
    using System;
    using Till = Shop.Till;

    namespace Shop
    {
    }
    """
CSHARP_MARKS = """\
    #nullable enable
    #pragma warning disable CA1031 // Till.Open
    #region Till

    namespace Shop;

    #endregion
    """
CSHARP_FRAME = """\
    namespace Shop.Till
    {
    """
RUST_FRAME = """\
    //! Keeps the till.
    use crate::prelude::*;

    impl<T> Till<T> {
    unsafe impl Send for Till {
    """
GO_FRAME = """\
    //go:build linux

    package shop
    """
NONE = """\
    # Imports of the shop are counted.
    LIMIT = 3
    """


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            PYTHON,
            [
                '"""Keeps orders."""',
                *("try:", "    import yaml", "except ImportError:", "    yaml = None", ""),
                *("# Orders of a day.", "LIMIT = 100"),
            ],
        ),
        (PYTHON_FOR_TYPES, []),
        (TYPESCRIPT, ['export * from "./keys";', 'import("./later");']),
        (GO, []),
        (JAVA, []),
        (PHP, []),
        (PHP_FRAME, []),
        (RUST, ["mod till;", "pub use till::Till;"]),
        (RUBY, ['use Rack::Static, urls: ["/till"]']),
        (RUBY_FRAME, []),
        (CSHARP, []),
        (CSHARP_MARKS, []),
        (CSHARP_FRAME, []),
        (RUST_FRAME, []),
        (GO_FRAME, []),
        (NONE, ["# Imports of the shop are counted.", "LIMIT = 3"]),
    ],
    ids=[
        "Python",
        "Python for types",
        "TypeScript",
        "Go",
        "Java",
        "PHP",
        "PHP frame",
        "Rust",
        "Ruby",
        "Ruby frame",
        "C#",
        "C# marks",
        "C# frame",
        "Rust frame",
        "Go frame",
        "none",
    ],
)
def test_imports_are_told_from_what_a_file_does(text: str, kept: list[str]) -> None:
    lines = dedent(text).splitlines()
    ranges = without_imports(lines, ((1, len(lines)),))
    assert [lines[number - 1] for start, end in ranges for number in range(start, end + 1)] == kept


_BUTTON = """\
import { theme } from "./theme";
import { Key } from "./key";

// Opens the till.
export function openTill(key: Key) {
  return theme.sound(key);
}
"""
_THEME = """\
import { bell } from "./bell";

const LOUD = 3;

export const theme = { sound: (key) => bell(key, LOUD) };
"""


@pytest.fixture
def till(tmp_path: Path) -> RepoIndex:
    return RepoIndex.build(write(tmp_path, {"src/till.ts": _BUTTON, "src/theme.ts": _THEME}))


def shown(index: RepoIndex, task: str) -> dict[str, list[int]]:
    """Return the lines of each file that a pack shows."""
    selection = select_context(index, task, budget=2000)
    return {
        file.source.path: [
            n for piece in file.pieces for start, end in piece.lines for n in range(start, end + 1)
        ]
        for file in selection.selected
    }


def test_imports_alone_are_not_shown(till: RepoIndex) -> None:
    assert shown(till, "the till opens with a sound")["src/till.ts"] == [4, 5, 6, 7]


def test_what_only_stands_around_definitions_is_not_shown(tmp_path: Path) -> None:
    source = """\
    # frozen_string_literal: true

    module Till
      class Opener
        def open
          1
        end
      end
    end
    """
    index = RepoIndex.build(write(tmp_path, {"till/opener.rb": dedent(source)}))
    assert shown(index, "till/opener.rb fails")["till/opener.rb"] == [5, 6, 7]


def test_imports_are_shown_that_the_task_points_at(till: RepoIndex) -> None:
    lines = shown(till, "the till opens without a sound, as src/till.ts:2 takes another key")["src/till.ts"]
    assert {1, 2} <= set(lines)
