package shop.loyalty

/** Gives points for what is bought, and takes them for presents. */
class Loyalty(pointsForEuro: Int) {

  def buy(card: Card, cents: Long): Card = card.add(points(cents))

  def redeem(card: Card, price: Int): Card = {
    if (card.points < price) {
      throw new TooFewPoints(price)
    }
    card.add(-price)
  }

  private def points(cents: Long): Int = (cents / 100).toInt * pointsForEuro
}

object Loyalty {
  def fromEnvironment(): Loyalty =
    new Loyalty(sys.env.get("SHOP_POINTS").map(_.toInt).getOrElse(1))
}
