// SPDX-License-Identifier: MIT

/// Why nobody but the operator can say what a movement is; the numbers are kept for ever.
enum MovementDoubt: Int64 {
    /// An equal movement stands in another statement, and one of the two has no reference, or one of another kind.
    case repetition = 1
    /// Its reference belongs to another movement already.
    case otherReference = 2
    /// The bank takes back what it did with a payout, and does not say that it came back.
    case reversal = 3

    /// Whether it can be struck.
    var mayBeToldBefore: Bool { self != .reversal }

    /// - Parameter payout: of a reversal: which one, and whose.
    func sentence(_ payout: String?) -> String {
        switch self {
        case .repetition:
            "Perhaps told before: another statement has an equal movement, and the bank gives no reference that tells them apart. "
                + "Strike it if the bank has moved this money once."
        case .otherReference:
            "The bank has given its reference to a movement of another day, amount, account or text before. "
                + "Strike it if that was this one."
        case .reversal:
            "The bank takes a booking back and names \(payout ?? "a payout"), but gives no reason of a return. "
                + "Settle the payout by it if it did not reach its payee; absorb it if the bank corrects a booking of its own."
        }
    }
}
