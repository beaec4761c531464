"""Where code declares a setting that it reads by its key, and which lines only look alike."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

C = 'int draw(struct options *oo) {\n  return options_get_number(oo, "mouse");\n}\n'
CPP = 'class Config;\nint first(const Config& config) { return config.get("weekstart"); }\n'


def declared(root: Path, files: dict[str, str], key: str) -> list[str]:
    write(root, files)
    settings = load_settings({"cache_dir": root / ".cache"}, repo=root)
    answer = trace_causal_path(DirectSession(root, settings), f"config:key:{key}", "config")
    return [note for note in answer.data["notes"] if "declared" in note]


@pytest.mark.parametrize(
    ("files", "key", "where"),
    [
        (
            {
                "src/Config.php": "<?php\nclass Config {\n  const DEFAULTS = ['vendor-dir' => 'vendor'];\n}\n",
                "src/Installer.php": (
                    "<?php\nfunction run($composer) { return $composer->getConfig()->get('vendor-dir'); }\n"
                ),
            },
            "vendor-dir",
            "src/Config.php:3 `const DEFAULTS = ['vendor-dir' => 'vendor'];`",
        ),
        (
            {
                "draw.c": C,
                "table.c": 'struct entry table[] = {\n  { .name = "mouse",\n    .default_num = 0 },\n};\n',
            },
            "mouse",
            'table.c:2 `{ .name = "mouse",`',
        ),
        (
            {
                "first.cpp": CPP,
                "defaults.cpp": 'const char* defaults =\n  "weekstart=sunday\\n"\n  "verbose=1\\n";\n',
            },
            "weekstart",
            'defaults.cpp:2 `"weekstart=sunday\\n"`',
        ),
        (
            {
                "use.py": "def run(config):\n    return config.get('width')\n",
                "defaults.py": "DEFAULTS = {\n    'width': 80,\n}\n",
                "tests/test_use.py": "VALUES = {'width': 1}\n",
            },
            "width",
            "defaults.py:2 `'width': 80,`",
        ),
        (
            {
                "read.go": 'package main\n\nfunc host() string { return viper.GetString("host") }\n',
                "start.go": (
                    'package main\n\nfunc start() {\n\tviper.SetDefault("host", "local")\n'
                    '\tviper.BindEnv("host", "SHOP_HOST")\n}\n'
                ),
            },
            "host",
            'start.go:4 `viper.SetDefault("host", "local")`, start.go:5 `viper.BindEnv("host", "SHOP_HOST")`',
        ),
        (
            {
                "draw.c": C.replace("mouse", "mouse-NAME"),
                "table.c": '// { .name = "mouse-NAME" }\nstruct entry table[] = {\n  { .name = "mouse-NAME" },\n};\n',
            },
            "mouse-NAME",
            'table.c:3 `{ .name = "mouse-NAME" },`',
        ),
    ],
    ids=["php", "c", "cpp", "python", "go", "a key that has NAME in it"],
)
def test_where_a_table_has_the_key_is_told(
    tmp_path: Path, files: dict[str, str], key: str, where: str
) -> None:
    assert declared(tmp_path, files, key) == [f"By the text, it is declared at {where}."]


def test_a_case_and_a_comparison_declare_nothing(tmp_path: Path) -> None:
    files = {
        "use.py": "def run(config):\n    return config.get('width')\n",
        "other.py": "def is_width(name):\n    return name == 'width' or tell('width')\n",
    }
    assert declared(tmp_path, files, "width") == []


READS_WIDTH = "def run(config):\n    return config.get('width'), config.get('app.width')\n\n\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("class Draw:\n    table = {\n        'width': 80,\n    }\n", 3),
        (
            "def start():\n    options: dict[str, int] = {\n        'width': 80,\n    }\n    return draw(options)\n",
            3,
        ),
        ("def start():\n    return draw(defaults={'width': 80})\n", 2),
        ("def start():\n    self.settings.update({\n        'width': 80,\n    })\n", 3),
        ("def default_options():\n    return {'width': 80}\n", 2),
        ("def start():\n    define('width', 80)\n", 2),
    ],
    ids=[
        "of a class",
        "named as options",
        "given as defaults",
        "put into settings",
        "of a function",
        "a call",
    ],
)
def test_what_is_named_as_settings_declares_a_plain_word(tmp_path: Path, source: str, line: int) -> None:
    files = {"read.py": READS_WIDTH, "start.py": source}
    text = source.split("\n")[line - 1].strip()
    assert declared(tmp_path, files, "width") == [f"By the text, it is declared at start.py:{line} `{text}`."]


def test_any_dictionary_of_a_function_declares_only_a_key_that_tells_by_itself(tmp_path: Path) -> None:
    answer = "def answer(settings):\n    return {'width': settings.width, 'app.width': 80}\n"
    files = {"read.py": READS_WIDTH, "answer.py": answer}
    line = answer.split("\n")[1].strip()
    assert declared(tmp_path, files, "width") == []
    assert declared(tmp_path, files, "app.width") == [f"By the text, it is declared at answer.py:2 `{line}`."]


@pytest.mark.parametrize(
    ("open_line", "rows"),
    [
        (
            "    return draw([",
            ["        {'width': 80, 'height': 60, 'depth': 40, 'name': 'a box of wood'},"] * 1_500,
        ),
        ("    return [", [f"        {'a' * 3_000}{' ' * 1_000}! ({{'width': 80}}),"]),
    ],
    ids=["many rows", "a long line"],
)
def test_long_tables_and_lines_are_soon_told_from_settings(
    tmp_path: Path, open_line: str, rows: list[str]
) -> None:
    table = "\n".join(["def boxes(draw):", open_line, *rows, "    ]\n"])
    began = time.process_time()
    assert declared(tmp_path, {"read.py": READS_WIDTH, "boxes.py": table}, "width") == []
    assert time.process_time() - began < 20
