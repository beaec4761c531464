"""What can go wrong in the shop."""


class ShopError(Exception):
    """Base of the shop's errors."""


class UnknownProduct(ShopError):
    """No product has that code."""


class PaymentDeclined(ShopError):
    """The bank said no."""
