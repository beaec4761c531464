"""A small repository with something to choose from, and its index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from written_files import write

from nsccn.index import RepoIndex

_STORE = '''"""Keeps orders on disk."""

from __future__ import annotations

import json

from app.clock import now

LIMIT = 100


class StoreError(Exception):
    """The store is broken."""


class Store:
    """All orders of one customer."""

    def __init__(self, path):
        self.path = path
        self.orders = []

    def load_orders(self):
        """Read the orders.

        The file holds one JSON document a line.
        A line that is broken ends the reading.
        Nothing is cached.
        Nothing is locked either.
        """
        with open(self.path) as file:
            for line in file:
                try:
                    self.orders.append(json.loads(line))
                except ValueError as error:
                    raise StoreError("the order line is broken") from error
        return self.orders

    def save_order(self, order):
        """Append an order."""
        if len(self.orders) >= LIMIT:
            raise StoreError("there are too many orders")
        order["time"] = now()
        with open(self.path, "a") as file:
            file.write(json.dumps(order) + "\\n")
'''
_FILES = {
    "app/__init__.py": "",
    "app/store.py": _STORE,
    "app/clock.py": '"""Time."""\n\nimport time\n\n\ndef now():\n    return time.time()\n',
    "app/web.py": (
        '"""Answers requests."""\n\nfrom app.store import Store\n\n\n'
        "def show_orders(customer):\n    store = Store(customer)\n    return store.load_orders()\n\n\n"
        "def add_order(customer, order):\n    Store(customer).save_order(order)\n"
    ),
    "tests/test_store.py": (
        "from app.store import Store\n\n\ndef test_load_orders(tmp_path):\n"
        "    assert Store(tmp_path / 'none').load_orders() == []\n"
    ),
    "README.md": "# Shop\n\nKeeps orders and shows them.\n",
    "app/rates.py": "".join(
        f"def rate_{number}(amount):\n    part = round(amount, {number % 4})\n    return part * {number}\n\n"
        for number in range(300)
    )
    + "def convert_currency(amount, currency):\n    return amount * rate_7(amount)\n",
}


@pytest.fixture(scope="session")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of a few files; not to be written to."""
    return write(tmp_path_factory.mktemp("orders"), _FILES)


@pytest.fixture(scope="session")
def orders_index(orders: Path) -> Iterator[RepoIndex]:
    """Its index."""
    index = RepoIndex.build(orders)
    yield index
    index.close()
