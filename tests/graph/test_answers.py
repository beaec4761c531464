"""Answers that were cut short, because a question was nested too deep."""

from __future__ import annotations

from collections.abc import Hashable

from nsccn.graph.meaning.answers import DEEPEST, Answers, Asking


class Chain:
    """Links that are known by those before them, the first one by itself."""

    def __init__(self) -> None:
        self._asking = Asking()
        self._answers: Answers[Hashable, str] = self._asking.answers("")

    def ask(self, link: int) -> str:
        return self._answers.get(link, self._nested, link)

    def _nested(self, link: int) -> str:
        return self._asking.nested("", self._find, link)

    def _find(self, link: int) -> str:
        return self.ask(link - 1) if link else "found"


def test_what_lies_too_deep_is_not_known() -> None:
    assert Chain().ask(DEEPEST * 2) == ""


def test_what_was_too_deep_for_one_question_is_known_to_another() -> None:
    chain = Chain()
    chain.ask(DEEPEST * 2)
    assert [chain.ask(link) for link in range(DEEPEST)] == ["found"] * DEEPEST


def test_what_was_cut_short_is_asked_again_at_half_the_depth() -> None:
    chain = Chain()
    chain.ask(DEEPEST + 2)
    assert chain.ask(DEEPEST // 2) == "found"
