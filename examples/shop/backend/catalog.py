"""The products that are for sale."""

from dataclasses import dataclass

from .errors import UnknownProduct


@dataclass(frozen=True)
class Product:
    """Something that is for sale."""

    code: str
    name: str
    cents: int


class Catalog:
    """All products, by code."""

    def __init__(self, products: list[Product]) -> None:
        self._products = {product.code: product for product in products}

    def find(self, code: str) -> Product:
        """Return the product with that code."""
        try:
            return self._products[code]
        except KeyError as error:
            raise UnknownProduct(code) from error

    def add(self, product: Product) -> None:
        """Put a product on sale."""
        self._products[product.code] = product
