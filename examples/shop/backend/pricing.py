"""Rules that make a cart cheaper."""

from abc import ABC, abstractmethod


class PricingRule(ABC):
    """One reason for a discount."""

    def apply(self, cents: int, count: int) -> int:
        """Return the price of `count` pieces after the discount."""
        return max(0, cents * count - self.discount(cents, count))

    @abstractmethod
    def discount(self, cents: int, count: int) -> int:
        """Return what is taken off."""


class NoDiscount(PricingRule):
    """The full price."""

    def discount(self, cents: int, count: int) -> int:
        return 0


class PercentOff(PricingRule):
    """A share of the price."""

    def __init__(self, percent: int) -> None:
        self.percent = percent

    def discount(self, cents: int, count: int) -> int:
        return cents * count * self.percent // 100


class ThirdFree(PricingRule):
    """Every third piece costs nothing."""

    def discount(self, cents: int, count: int) -> int:
        return cents * (count // 3)
