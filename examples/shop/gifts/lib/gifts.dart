import 'package:shop_gifts/gift_card.dart';

const prefix = String.fromEnvironment('SHOP_GIFT_PREFIX', defaultValue: 'GIFT');

/// Sells gift cards and takes them for money.
class Gifts {
  final Map<String, GiftCard> _cards = {};

  GiftCard sell(String number, int cents) {
    final card = GiftCard('$prefix-$number', cents);
    _cards[card.code] = card;
    return card;
  }

  /// Pays with a card; returns whether it was enough.
  bool pay(String code, int price) {
    final card = _cards[code] ?? GiftCard.empty(code);
    try {
      card.spend(price);
    } on TooLittleLeft {
      return false;
    }
    if (card.isEmpty) {
      _cards.remove(code);
    }
    return true;
  }
}
