/// Something that somebody wants to buy later.
public struct Wish: Equatable {
    public let title: String
    public let price: Decimal

    public init(title: String, price: Decimal) {
        self.title = title
        self.price = price
    }
}

public enum WishError: Error {
    case full
}
