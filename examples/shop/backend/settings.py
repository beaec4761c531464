"""Settings, from the environment and from config/shop.json."""

import json
import os

CURRENCY = os.environ.get("SHOP_CURRENCY", "EUR")
MAX_LINES = 50


def load_settings() -> dict:
    """Read the settings file."""
    with open("config/shop.json") as file:
        return json.load(file)


def payment_key() -> str:
    """Return the key of the payment provider; it has no default."""
    return os.environ["SHOP_PAYMENT_KEY"]
