"""Objects of the repository that Django and blinker call signals: who sends one, and who handles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.contracts.channels.lines import handled_by
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "shop/__init__.py": "",
    "shop/signals.py": "from django.dispatch import Signal\nfrom blinker import Namespace\n\n"
    "order_paid = Signal()\norder_lost: Signal = Signal()\n"
    'cart_made = Namespace().signal("cart-made")\nmailer = Mailer()\n',
    "shop/orders.py": "from shop import signals\nfrom shop.signals import cart_made, mailer, order_paid\n\n\n"
    "def pay(order):\n    order_paid.send(sender=order.__class__, order=order)\n\n\n"
    "def lose(order):\n    signals.order_lost.send_robust(sender=None, order=order)\n\n\n"
    "def make(cart):\n    cart_made.send(cart)\n\n\ndef write(text):\n    mailer.send(text)\n",
    "shop/handlers.py": "from django.db.models.signals import post_save\nfrom django.dispatch import receiver\n"
    "from shop.signals import cart_made, mailer, order_lost, order_paid\n\n\n"
    "@receiver(order_paid)\ndef on_paid(sender, order, **kwargs): ...\n\n\n"
    "def on_lost(sender, order, **kwargs): ...\n\n\norder_lost.connect(on_lost)\n\n\n"
    "@cart_made.connect\ndef on_cart(sender, **kwargs): ...\n\n\n"
    "@receiver([post_save, order_paid], sender=Order)\ndef on_many(sender, **kwargs): ...\n\n\n"
    "@receiver(post_save, sender=Order)\ndef on_saved(sender, **kwargs): ...\n\n\n"
    "def on_text(text): ...\n\n\nmailer.connect(on_text)\n",
    "shop/apps.py": "class Shop(AppConfig):\n    def ready(self):\n"
    "        from shop.late import on_late\n        from shop.signals import order_lost\n\n"
    "        order_lost.connect(on_late)\n",
    "shop/late.py": "def on_late(sender, **kwargs): ...\n",
    # Another object of the name, of which the shop knows nothing.
    "bank/orders.py": "def settle(order_paid):\n    order_paid.send(1)\n",
}
HANDLERS, ORDERS = "func:shop/handlers.py:", "func:shop/orders.py:"
LOST = f"by func:shop/late.py:on_late (shop/apps.py:6), {HANDLERS}on_lost (L13)."
PAID = f"by {HANDLERS}on_paid (L6), {HANDLERS}on_many (L20)."


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("root")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        ("pay", "downstream", f"L6 sends `order_paid`, which is handled {PAID}"),
        (
            "lose",
            "downstream",
            f"L10 sends `order_lost`, which is handled {LOST}",
        ),
        ("make", "downstream", f"L14 sends `cart_made`, which is handled by {HANDLERS}on_cart (L16)."),
        ("write", "downstream", ""),
        ("settle", "downstream", ""),
        (
            "on_paid",
            "upstream",
            f"It handles `order_paid` (shop/handlers.py:6), which is sent by {ORDERS}pay (L6).",
        ),
        (
            "on_many",
            "upstream",
            f"It handles `order_paid` (shop/handlers.py:20), which is sent by {ORDERS}pay (L6).",
        ),
        (
            "on_lost",
            "upstream",
            f"It handles `order_lost` (shop/handlers.py:13), which is sent by {ORDERS}lose (L10).",
        ),
        (
            "on_cart",
            "upstream",
            f"It handles `cart_made` (shop/handlers.py:16), which is sent by {ORDERS}make (L14).",
        ),
        ("on_saved", "upstream", ""),
        ("on_text", "upstream", ""),
        (
            "on_late",
            "upstream",
            f"It handles `order_lost` (shop/apps.py:6), which is sent by {ORDERS}lose (L10).",
        ),
    ],
)
def test_a_signal_leads_from_who_sends_to_who_handles(
    session: DirectSession, entity: str, direction: str, said: str
) -> None:
    notes = trace_causal_path(session, entity, direction).data["notes"]
    found = [one for one in notes if "`" in one and "Above" not in one]
    assert found == ([said] if said else [])


MISLEADING = {
    "shop/__init__.py": "",
    "shop/signals.py": "from django.dispatch import Signal\n\npaid = Signal()\n",
    "shop/handlers.py": "from shop import signals as news\nfrom shop.signals import *\n\n\n"
    "@receiver(paid)\ndef on_paid(sender): ...\n\n\n@news.paid.connect\ndef on_news(sender): ...\n\n\n"
    "# paid.connect(on_nothing)\n# @receiver(paid)\ndef on_nothing(sender): ...\n",
    "shop/orders.py": "import shop.signals\nfrom shop import signals\nfrom shop.signals import paid\n\n\n"
    "class Order:\n    def pay(self):\n        paid.send(self)\n\n"
    "    def renew(self):\n        shop.signals.paid.send(self)\n        signals.paid.send(self)\n\n"
    "    def mail(self, letter):\n        # paid.send(self)\n        self.paid.send(1)\n        letter.paid.send(1)\n",
    "shop/letters.py": "from shop import signals\n\n\ndef mail():\n    paid = Mailer()\n    paid.send(1)\n",
    "roads.py": "from cables import Signal\n\nred = Signal(3)\n\n\ndef stop(): ...\n\n\nred.connect(stop)\n\n\n"
    "def turn():\n    red.send(1)\n",
    "kinds.py": "from django.dispatch import Signal as Base\n\n\nclass EventSignal(Base): ...\n",
    "events.py": "from kinds import EventSignal\n\nopened = EventSignal()\n\n\n"
    "@opened.connect\ndef on_open(sender): ...\n\n\n"
    "def open_it():\n    opened.send(1)\n",
    "model/user.py": "from blinker import Signal\n\n\nclass User:\n    saved = Signal()\n\n"
    "    def save(self):\n        self.saved.send(self)\n",
    "model/group.py": "from blinker import Signal\n\n\nclass Group:\n    saved = Signal()\n",
    "model/after.py": "from model.group import Group\nfrom model.user import User\n\n\n"
    "@User.saved.connect\ndef on_user(sender): ...\n\n\n@Group.saved.connect\ndef on_group(sender): ...\n",
}


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        (
            "on_paid",
            "upstream",
            "by method:shop/orders.py:Order.pay (L8), method:shop/orders.py:Order.renew (L11,12).",
        ),
        (
            "on_news",
            "upstream",
            "by method:shop/orders.py:Order.pay (L8), method:shop/orders.py:Order.renew (L11,12).",
        ),
        (
            "Order.pay",
            "downstream",
            "by func:shop/handlers.py:on_paid (L5), func:shop/handlers.py:on_news (L9).",
        ),
        ("on_nothing", "upstream", ""),
        ("Order.mail", "downstream", ""),
        ("shop/letters.py:mail", "downstream", ""),
        ("stop", "upstream", ""),
        ("turn", "downstream", ""),
        ("on_open", "upstream", "by func:events.py:open_it (L11)."),
        ("on_user", "upstream", "by method:model/user.py:User.save (L8)."),
        ("on_group", "upstream", ""),
        ("User.save", "downstream", "by func:model/after.py:on_user (L5)."),
    ],
)
def test_what_only_has_the_name_of_a_signal_is_none(
    tmp_path_factory: pytest.TempPathFactory, entity: str, direction: str, said: str
) -> None:
    session = DirectSession(write(tmp_path_factory.mktemp("root"), MISLEADING), load_settings())
    notes = trace_causal_path(session, entity, direction).data["notes"]
    found = [one[one.rindex(" by ") + 1 :] for one in notes if " sends `" in one or " handles `" in one]
    assert found == ([said] if said else [])


def test_a_file_that_became_shorter_since_has_no_signal(tmp_path: Path) -> None:
    index = DirectSession(write(tmp_path, FILES), load_settings()).index("")
    graph = index.snapshot.graph
    pay = next(one for one in graph.named("pay"))
    assert handled_by(index, graph, pay).notes
    write(tmp_path, {"shop/signals.py": "from django.dispatch import Signal\n"})
    assert not handled_by(index, graph, pay).notes
