package shop.loyalty

/** A customer's card, with the points on it. */
final case class Card(customer: String, points: Int = 0) {
  def add(more: Int): Card = copy(points = points + more)
}

class TooFewPoints(needed: Int) extends RuntimeException(s"needs $needed points")
