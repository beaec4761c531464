import Foundation

/// The wishes of one customer, on a phone.
public final class WishList {
    public private(set) var wishes: [Wish] = []
    private let most: Int

    public init(most: Int = 100) {
        self.most = most
    }

    /// Keep a wish once.
    public func keep(_ wish: Wish) throws {
        guard wishes.count < most else {
            throw WishError.full
        }
        if !has(wish) {
            wishes.append(wish)
        }
    }

    public func has(_ wish: Wish) -> Bool {
        wishes.contains(wish)
    }

    public var total: Decimal {
        wishes.reduce(0) { $0 + $1.price }
    }
}
