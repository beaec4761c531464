"""Which lines at the head of a file are its licence."""

from __future__ import annotations

from textwrap import dedent

import pytest

from nsccn.select.licence import licence_lines

GO = """\
    // Copyright 2015 The Authors
    //
    // Licensed under the Apache License, Version 2.0 (the "License");
    // you may not use this file except in compliance with the License.

    // Package shop sells things.
    package shop
    """
C = """\
    /*
     * Copyright (C) 2007 Somebody
     * All rights reserved.
     */
    #include "shop.h"
    """
DRIVER = """\
    /*
     * Drives the till of the shop.
     *
     * Copyright (C) 2007 Somebody
     *
     * It opens with a bell.
     */
    int till;
    """
PYTHON = """\
    #!/usr/bin/env python
    # SPDX-License-Identifier: MIT

    import shop
    """
PLAIN = """\
    # What customers may do is said in licences.py.
    import licences
    """
NONE = """\
    # Sells things.
    import shop  # Copyright of the shop
    """


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (GO, [1, 3, 4]),
        (C, [1, 2, 3, 4]),
        (DRIVER, [4]),
        (PYTHON, [2, 3]),
        (PLAIN, []),
        (NONE, []),
        ("", []),
    ],
    ids=["Go", "C", "among other things", "Python", "speaks of licences", "none", "empty"],
)
def test_the_licence_is_told_from_what_else_the_head_says(text: str, numbers: list[int]) -> None:
    assert licence_lines(dedent(text).splitlines()) == numbers
