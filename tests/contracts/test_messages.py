"""Who sends and who handles the messages of a type, in a trace of the type, and of another type of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "shop/Till.cs": "namespace Shop;\npublic record Paid(int Id);\npublic record Closed(int Id);\n"
    "public record Priced(int Id);\npublic class Till(IBus bus)\n{\n"
    "    public Task Pay()\n    {\n        return bus.PublishAsync(new Paid(1));\n    }\n"
    "    public Task Close()\n    {\n        return bus.PublishAsync(new Closed(1));\n    }\n"
    "    public Task Lose()\n    {\n        return bus.PublishAsync(new Lost(1));\n    }\n"
    "    public int Price()\n    {\n        return new Priced(1).Id;\n    }\n}\n",
    "shop/Lost.cs": "namespace Shop;\npublic record Lost(int Id);\n",
    "shop/Log.cs": "namespace Shop;\npublic class Log : IEventHandler<Closed>\n{\n"
    "    public Task Handle(Closed closed) { return null; }\n}\n",
    "mail/Mailer.cs": "namespace Mail;\npublic record Paid(int Id);\npublic class Mailer : IEventHandler<Paid>\n{\n"
    "    public Task Handle(Paid @event) { return null; }\n}\n",
    "tests/LogTest.cs": "namespace Shop;\npublic class LogTest\n{\n"
    "    public Task Sends(IBus bus)\n    {\n        return bus.PublishAsync(new Closed(2));\n    }\n}\n",
}
PAY, CLOSE = "method:shop/Till.cs:Till.Pay", "method:shop/Till.cs:Till.Close"
LOG, MAILER = "method:shop/Log.cs:Log.Handle", "method:mail/Mailer.cs:Mailer.Handle"
SENT = f"another declaration of that name (class:shop/Till.cs:Paid) is sent by {PAY} (L9)."
HANDLED = f"another declaration of that name (class:mail/Mailer.cs:Paid) is handled by {MAILER} (L5)."


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("root")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        ("Closed", "upstream", f"As a message it is sent by {CLOSE} (L13), and handled by {LOG} (L4)."),
        ("Closed", "downstream", f"As a message it is sent by {CLOSE} (L13), and handled by {LOG} (L4)."),
        ("Priced", "upstream", ""),
        ("Lost", "upstream", ""),
        # Services that share no code each declare what they tell one another.
        ("shop/Till.cs:Paid", "upstream", f"As a message it is sent by {PAY} (L9); {HANDLED}"),
        ("mail/Mailer.cs:Paid", "downstream", f"As a message it is handled by {MAILER} (L5); {SENT}"),
        ("Mailer.Handle", "upstream", f"It handles Paid; {SENT}"),
        ("Till.Pay", "downstream", f"L9 sends Paid; {HANDLED}"),
        ("Mailer.Handle", "downstream", ""),
        ("Log.Handle", "upstream", ""),
        ("Till.Close", "downstream", ""),
    ],
)
def test_who_sends_and_who_handles(session: DirectSession, entity: str, direction: str, said: str) -> None:
    answer = trace_causal_path(session, entity, direction)
    found = [
        note
        for note in answer.data["notes"]
        if note.startswith(("As a message", "It handles", "L9 sends", "L13 sends"))
    ]
    assert found == ([said] if said else [])
    assert said in answer.text


WRAPPED = {
    "shop/Envelope.cs": "namespace Shop;\npublic class Envelope<T, R> : IRequest<R>\n{\n"
    "    public Envelope(T inner, int id) { }\n}\n"
    "public class Opener<T, R> : IRequestHandler<Envelope<T, R>, R>\n{\n"
    "    public Task<R> Handle(Envelope<T, R> one) { return bus.Send(one.Inner); }\n}\n",
    "shop/Ship.cs": "namespace Shop;\npublic record Ship(int Id) : IRequest<bool>;\n"
    "public class ShipHandler : IRequestHandler<Ship, bool>\n{\n"
    "    public Task<bool> Handle(Ship ship) { return null; }\n}\n",
    "shop/Api.cs": "namespace Shop;\npublic class Api(IMediator bus)\n{\n"
    "    public Task Post(Ship ship)\n    {\n        var one = new Envelope<Ship, bool>(ship, 1);\n"
    "        return bus.Send(one);\n    }\n}\n",
}
HANDLE, POST = "method:shop/Ship.cs:ShipHandler.Handle", "method:shop/Api.cs:Api.Post"


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        ("ShipHandler.Handle", "upstream", f"It handles Ship, which is sent within Envelope by {POST} (L7)."),
        (
            "Ship",
            "upstream",
            f"As a message it is sent within Envelope by {POST} (L7), and handled by {HANDLE} (L5).",
        ),
        ("Api.Post", "downstream", f"L7 sends Ship within Envelope; it is handled by {HANDLE} (L5)."),
    ],
)
def test_a_message_is_sent_within_another_that_is_made_for_its_type(
    tmp_path: Path, entity: str, direction: str, said: str
) -> None:
    session = DirectSession(write(tmp_path, WRAPPED), load_settings())
    answer = trace_causal_path(session, entity, direction)
    assert said in answer.data["notes"]
    assert "No caller" not in answer.text


def test_a_base_of_several_types_is_named_as_it_is_written(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"shop/Ship.cs": WRAPPED["shop/Ship.cs"]}), load_settings())
    text = trace_causal_path(session, "ShipHandler.Handle", "upstream").text
    assert "`IRequestHandler`, not defined here, may call it" in text
    with pytest.raises(UnknownEntity, match=r"1 type inherits from it: shop/: Ship\.cs:ShipHandler"):
        trace_causal_path(session, "IRequestHandler")


def test_a_message_is_handled_by_what_it_inherits_from(tmp_path: Path) -> None:
    files = {
        "app/Job.php": (
            "<?php\nnamespace App;\nabstract class Job implements ShouldQueue\n{\n"
            "    public function handle(): void {}\n}\n"
        ),
        "app/Ship.php": "<?php\nnamespace App;\nclass Ship extends Job {}\nclass Hold extends Job {}\n",
        "app/Shop.php": (
            "<?php\nnamespace App;\nclass Shop\n{\n"
            "    public function pay() {\n        Ship::dispatch(1);\n    }\n}\n"
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = (
        "As a message it is sent by method:app/Shop.php:Shop.pay (L6), and handled by "
        "method:app/Job.php:Job.handle (L5)."
    )

    ship, hold = (trace_causal_path(session, name, "upstream").data["notes"] for name in ("Ship", "Hold"))

    assert said in ship
    assert not [note for note in hold if note.startswith("As a message")]
