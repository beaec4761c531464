"""By which calls something is sent under a name, and received: `bus.emit("paid")`, `bus.on("paid", f)`.

A row adds a form. Its words are compared without capitals, `_`, `$` and `async`: `do_action` and `doAction` are one.
`@word` is a decorator, an annotation or an attribute, `new word` makes something.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nsccn.regexes import regex

ANY: Final = -1
"""Any argument may be the name."""


class Form(NamedTuple):
    """What a call of a word does with a name."""

    sends: bool
    kinds: frozenset[str]
    """What is sent is received by a form of the same kind."""
    at: int
    """Which argument the name is."""
    is_plain: bool
    """Whether the word means other things too, so that a name of one word tells too little."""
    on: re.Pattern[str] | None
    """What it is called on; None for anything."""
    keys: frozenset[str]
    """By which keys of an object, or keywords, the name may be given."""


_KEYS: Final = (
    "topic topics channel queue queues subject event pattern cmd destination destinations name routing_key"
)


def _sends(kinds: str, words: str, at: int = 0, *, plain: bool = False, on: str = "") -> dict[str, Form]:
    return _forms(kinds, words, at, _KEYS, on, sends=True, plain=plain)


def _receives(
    kinds: str, words: str, at: int = 0, *, plain: bool = False, on: str = "", keys: str = _KEYS
) -> dict[str, Form]:
    return _forms(kinds, words, at, keys, on, sends=False, plain=plain)


def _forms(
    kinds: str, words: str, at: int, keys: str, on: str, *, sends: bool, plain: bool
) -> dict[str, Form]:
    pattern = re.compile(on, re.IGNORECASE) if on else None
    form = Form(sends, frozenset(kinds.split()), at, plain, pattern, frozenset(keys.split()))
    return {word.strip(): form for word in words.split(",")}


FORMS: Final = {
    **_sends(
        "event signal", "emit, emitwithack, emitevent, emitmessage, trigger, triggerhandler, fire", plain=True
    ),
    **_sends("event", "publish, publishevent, dispatch, raiseevent, send, sendsync", plain=True),
    **_sends("event command", "broadcast", plain=True),
    **_sends("event", "emitto, sendto", 1, plain=True),
    **_sends("event", "emitall, fireevent, instrument, new customevent, new producerrecord, sendtoqueue"),
    **_sends("event", "convertandsend, convertsendandreceive, basicpublish", ANY),
    **_sends("event", "dispatchersend, dispatchersendinternal", 1),
    **_sends("signal", "emitsignal"),
    **_sends("ask", "invoke"),
    **_sends("hook", "doaction, applyfilters, doactionrefarray, applyfiltersrefarray, doactiondeprecated"),
    **_sends("hook", "applyfiltersdeprecated, asenqueueaction"),
    **_sends("hook", "wpschedulesingleevent, asschedulesingleaction", 1),
    **_sends("hook", "wpscheduleevent, asschedulerecurringaction, asschedulecronaction", 2),
    **_sends("task", "sendtask, signature"),
    **_sends("job", "add, addjob", on=r"queue|flow|jobs?\Z"),
    **_sends("worker", "new queue, @injectqueue"),
    **_receives(
        "event",
        "on, once, subscribe, listen, consume, addlistener, prependlistener, queuesubscribe",
        plain=True,
    ),
    **_receives("event", "addeventlistener, listenonce", plain=True),
    **_receives("event", "listento, listentoonce", 1, plain=True),
    **_receives("event", "registerevent, basicconsume, streamfrom, @on"),
    **_receives("event", "dispatcherconnect", 1),
    **_receives("signal", "connect", plain=True),
    **_receives(
        "event", "@onevent, @eventpattern, @messagepattern, @subscribemessage, @kafkalistener, @jmslistener"
    ),
    **_receives("event", "@rabbitlistener, @sqslistener, @streamlistener, @aseventlistener, @kafkahandler"),
    **_receives("ask", "handle, handleonce", on=r"ipc"),
    **_receives("hook", "addaction, addfilter"),
    **_receives("task", "@task, @sharedtask", ANY, keys="name"),
    **_receives("command", "@controlcommand, @inspectcommand", ANY, keys="name"),
    **_receives("job", "process", on=r"queue"),
    **_receives("job", "@process"),
    **_receives("worker", "new worker, @processor"),
}
_RUBY: Final = r"instrument|subscribe|publish|broadcast|stream_from"
UNBRACKETED: Final = regex(rf"(?<![\w.])(?:[\w.:]+\.)?(?:{_RUBY})(?=[ \t]+[\"'A-Z])")
"""Calls of Ruby that need no brackets."""
NAMED_TASK: Final = regex(r"(?:[\"']task[\"']\s*:|\btasks\s*\[)\s*[\"']([\w.]+)[\"']")
"""A schedule of Celery, and what its registry of tasks is asked for: `app.tasks["mail.send"].delay()`."""
COMMAND: Final = regex(r"#\[\s*(?:tauri\s*::\s*)?command\b")
"""Above what is invoked by its own name."""
CONTROL: Final = regex(r"@(?:\w+\.)*(?:control|inspect)_command\b")
"""Above what workers of Celery are told to do by its own name."""
TASK: Final = regex(r"@(?:\w+\.)*(?:shared_task|task|periodic_task)\b")
"""Above what is sent for by the path of its module and its name."""

NAME: Final = regex(r"[A-Za-z_@$][\w.:/@{}$-]{1,99}")
"""What may be the name of a channel."""
SEVERAL_WORDS: Final = regex(r"[A-Za-z0-9}][._:/@-]+[\w{$]|[a-z0-9][A-Z]")
PLATFORM: Final = frozenset(
    "abort add blur cancel change clear click close complete connect connection copy cut data disconnect dispose done "
    "drag drain drop end ended enter error event exit finish focus hide input keydown keypress keyup leave listening "
    "load loaded log message mousedown mousemove mouseup move open paste pause ping play pong popstate progress ready "
    "reconnect remove request reset resize response resume save scroll select show start stop storage submit success "
    "test timeout toggle touchend touchstart unload update upgrade warning write".split()
)
"""Names of one word that platforms and libraries send themselves."""


def spelt(word: str) -> str:
    """Return a word as the forms have it."""
    return word.replace("_", "").replace("$", "").lower().replace("async", "")
