"""A customer's cart."""

from .catalog import Catalog
from .pricing import NoDiscount, PricingRule
from .settings import MAX_LINES


class Cart:
    """Products and how many of each."""

    def __init__(self, catalog: Catalog, rule: PricingRule | None = None) -> None:
        self.catalog = catalog
        self.rule = rule or NoDiscount()
        self.lines: dict[str, int] = {}

    def add(self, code: str, count: int = 1) -> None:
        """Put `count` pieces of a product into the cart."""
        product = self.catalog.find(code)
        if len(self.lines) >= MAX_LINES:
            raise ValueError("the cart is full")
        self.lines[product.code] = self.lines.get(product.code, 0) + count

    def remove(self, code: str) -> None:
        """Take a product out again."""
        del self.lines[code]

    def total(self) -> int:
        """Return what the cart costs, in cents."""
        return sum(self._price(code, count) for code, count in self.lines.items())

    def _price(self, code: str, count: int) -> int:
        return self.rule.apply(self.catalog.find(code).cents, count)
