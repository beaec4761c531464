"""How far the estimate of tokens is from a real vocabulary, on whole source files and on packs.

tiktoken downloads its vocabularies; litellm has them in its package, and tiktoken takes them from there.
"""

from __future__ import annotations

import os
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from solving import documentation

from nsccn.graph.languages import detect
from nsccn.graph.walk.files import decode, walk
from nsccn.index import RepoIndex
from nsccn.select.api import select_context
from nsccn.select.forms import FORMS, form_named
from nsccn.select.pack import render
from nsccn.settings import Settings
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from argparse import Namespace

_LEAST_BYTES: Final = 200
_BUDGET: Final = 8_000


def run(options: Namespace) -> None:
    """Print estimate / real for the files of each language, and for packs in each form."""
    count = _counter(options.vocabulary)
    ratios: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for root in options.repositories:
        for found in walk(root).files:
            text = decode((root / found.path).read_bytes())
            language = detect(found.path, text.encode())
            if language is not None and len(text) >= _LEAST_BYTES:
                ratios[language.name].append((count_tokens(text), count(text)))
        index = RepoIndex.build(root, settings=Settings(cache_dir=options.cache))
        for task in documentation(index.snapshot.graph):
            for name in FORMS:
                text = render(select_context(index, task, budget=_BUDGET, form=form_named(name)))
                ratios[f"packs, {name}"].append((count_tokens(text), count(text)))
        index.close()
    print(
        f"{options.vocabulary}: estimate / real\n{'':16s}  texts  of all  median  lowest  1 % below   under"
    )
    for name, pairs in sorted(ratios.items()):
        print(f"{name:16s} {_figures(pairs)}")


def _figures(pairs: list[tuple[int, int]]) -> str:
    each = sorted(estimate / real for estimate, real in pairs)
    overall = sum(estimate for estimate, _ in pairs) / sum(real for _, real in pairs)
    under = sum(ratio < 1 for ratio in each)
    lowest, low = each[0], each[len(each) // 100]
    return f"{len(pairs):6d} {overall:7.2f} {median(each):7.2f} {lowest:7.2f} {low:10.2f} {under:7d}"


def _counter(vocabulary: str):  # noqa: ANN202
    found = find_spec("litellm")
    if found and found.origin:
        tokenizers = Path(found.origin).parent / "litellm_core_utils" / "tokenizers"
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(tokenizers))
    import tiktoken

    encoding = tiktoken.get_encoding(vocabulary)
    return lambda text: len(encoding.encode(text, disallowed_special=()))
