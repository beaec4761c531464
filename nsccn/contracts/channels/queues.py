"""Queues that variables hold: what is added to one goes to its worker, whatever the job is called.

constructor(@InjectQueue("mail") private mailQueue: Queue) {}      this.mailQueue.add("welcome", message)
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.channels.texts import ChannelFile, Site

_WORKER: Final = "worker"
_JOB: Final = "job"
METHOD: Final = "process"
"""The method of a worker's type that is given the jobs."""
_BEHIND: Final = regex(r"[^()]{0,200}\)\s*(?:(?:private|protected|public|readonly)\s+)*([\w$]+)")
_BEFORE: Final = regex(r"([\w$]+)\s*(?::\s*[\w<>.]+\s*)?=\s*(?:new\s+)?\s*(?:[\w.]+\s*)?(?:<[^<>]*>)?\(\s*\Z")
_LAST: Final = regex(r"([\w$]+)[\s?.]*\Z")
_MOST_ADDING: Final = 40


def is_of_worker(site: Site) -> bool:
    """Whether a place makes or takes a queue, or what works on it."""
    return _WORKER in site.form.kinds


def lines_that_add(file: ChannelFile, site: Site) -> list[int]:
    """Return the lines of a file that add a job to the queue that a place gives a variable."""
    if (name := _variable(file, site)) is None:
        return []
    adding = re.compile(rf"(?<![\w$]){re.escape(name)}\s*(?:\?\.|\.)\s*(?:add|addBulk)\s*\(")
    return [file.line(one.start()) for one in islice(adding.finditer(file.text), _MOST_ADDING)]


def queues_added_to(file: ChannelFile, sites: list[Site]) -> Iterator[Site]:
    """Yield the queues to which places add jobs, as if they were asked for there."""
    for site in sites:
        held = _LAST.search(site.receiver) if _JOB in site.form.kinds else None
        if held is None:
            continue
        name = re.compile(
            rf"@InjectQueue\([^()]{{0,200}}\)\s*(?:(?:private|protected|public|readonly)\s+)*{re.escape(held[1])}(?![\w$])"
            rf"|(?<![\w$]){re.escape(held[1])}\s*(?::\s*[\w<>.]+\s*)?=\s*new\s+(?:\w+\.)?Queue\b"
        )
        if (given := name.search(file.text)) is not None:
            first, last = file.line(given.start()), file.line(given.end())
            for one in file.between(first, last):
                if is_of_worker(one) and _variable(file, one) == held[1]:
                    yield one._replace(line=site.line, last=site.last)


def _variable(file: ChannelFile, site: Site) -> str | None:
    """Return the name of what holds the queue that a place makes or takes."""
    behind = _BEHIND.match(file.text, site.given.place) if site.is_mark else None
    before = None
    if not site.is_mark:
        start = max(site.given.place - 160, 0)
        before = _BEFORE.search(file.text[start : site.given.place])
    found = behind or before
    return found[1] if found is not None else None
