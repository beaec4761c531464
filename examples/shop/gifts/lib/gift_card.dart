/// A gift card with what is left on it, in cents.
class GiftCard {
  GiftCard(this.code, this.cents);
  GiftCard.empty(String code) : this(code, 0);

  final String code;
  int cents;

  bool get isEmpty => cents == 0;

  void spend(int price) {
    if (price > cents) {
      throw TooLittleLeft(cents);
    }
    cents -= price;
  }
}

class TooLittleLeft implements Exception {
  const TooLittleLeft(this.cents);

  final int cents;
}
