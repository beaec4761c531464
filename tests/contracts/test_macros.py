"""Methods that a class of PHP takes in from another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "app/Support/SlugMacros.php": (
        "<?php\nnamespace App\\Support;\n\nclass SlugMacros\n{\n"
        "    public function slugged()\n    {\n        return fn ($text) => $text;\n    }\n}\n"
    ),
    "app/Support/Others.php": (
        "<?php\nnamespace App\\Support;\n\nclass Others\n{\n    public function turned() {}\n}\n"
    ),
    "app/Providers/MacroProvider.php": (
        "<?php\nnamespace App\\Providers;\n\nuse App\\Support\\SlugMacros;\nuse Illuminate\\Support\\Str;\n\n"
        "class MacroProvider\n{\n    public function boot()\n    {\n        Str::mixin(new SlugMacros);\n    }\n}\n"
    ),
    "app/Models/Post.php": (
        "<?php\nnamespace App\\Models;\n\nuse Illuminate\\Support\\Str;\n\nclass Post\n{\n"
        "    public function slug($title)\n    {\n        return Str::slugged(Str::turned($title));\n    }\n}\n"
    ),
}


def test_who_asks_the_class_that_takes_a_method_in_is_told(session_of: SessionOf) -> None:
    text = trace_causal_path(session_of(FILES), "SlugMacros.slugged", "upstream").text
    said = "`Str` takes in its class; by the text, that is asked for it at app/Models/Post.php:10 in `Post.slug`."
    assert said in text.splitlines()
    assert "No caller" not in text


def test_a_class_that_nothing_takes_in_is_not_told(session_of: SessionOf) -> None:
    assert "takes in" not in trace_causal_path(session_of(FILES), "Others.turned", "upstream").text
