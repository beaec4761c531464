"""From a cart to an order."""

from .cart import Cart
from .errors import PaymentDeclined, ShopError
from .settings import CURRENCY, load_settings, payment_key

ORDERS: list[dict] = []
failures = 0


def place_order(cart: Cart, card: str) -> dict:
    """Charge the card and keep the order; raises PaymentDeclined when the bank says no."""
    cents = cart.total() + shipping_cost(cart)
    charge(card, cents)
    order = {"lines": dict(cart.lines), "cents": cents, "currency": CURRENCY}
    ORDERS.append(order)
    return order


def try_order(cart: Cart, card: str) -> bool:
    """Like place_order, but says in its result whether it worked."""
    global failures
    try:
        place_order(cart, card)
    except ShopError:
        failures += 1
        return False
    return True


def shipping_cost(cart: Cart) -> int:
    """Return what sending the cart costs; nothing from a certain total on."""
    settings = load_settings()
    return 0 if cart.total() >= settings["free_shipping_from"] else settings["shipping_cents"]


def charge(card: str, cents: int) -> None:
    """Ask the payment provider for the money."""
    if not payment_key() or not card.isdigit():
        raise PaymentDeclined(f"{cents} cents on {card}")
