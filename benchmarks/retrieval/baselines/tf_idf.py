"""Files by the cosine of TF-IDF vectors."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from texts import tokens


def rank(query: str, texts: Mapping[str, str]) -> list[str]:
    """Return paths, best first."""
    counted = {path: Counter(tokens(text)) for path, text in texts.items()}
    held = Counter(word for counts in counted.values() for word in counts)
    rarity = {word: math.log(len(texts) / number) for word, number in held.items()}
    asked = {word: (1 + math.log(n)) * rarity.get(word, 0.0) for word, n in Counter(tokens(query)).items()}
    scored = {}
    for path, counts in counted.items():
        vector = {word: (1 + math.log(n)) * rarity[word] for word, n in counts.items()}
        length = math.sqrt(sum(value * value for value in vector.values())) or 1.0
        scored[path] = (-sum(asked[word] * vector.get(word, 0.0) for word in asked) / length, path)
    return sorted(scored, key=scored.__getitem__)
