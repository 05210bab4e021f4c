// SPDX-License-Identifier: MIT

/// Why only the operator can decide on a movement. The raw values are stored and never change.
enum MovementDoubt: Int64 {
    /// Another statement has an equal movement, and one of the two has no reference, or their references differ in
    /// kind.
    case repetition = 1
    /// Its reference belongs to another movement already.
    case otherReference = 2
    /// The bank reversed a movement of a payout without saying that the payout came back.
    case reversal = 3

    /// Its name for programs, which never changes.
    var code: String {
        switch self {
        case .repetition: "repetition"
        case .otherReference: "otherReference"
        case .reversal: "reversal"
        }
    }

    /// Whether the operator can strike it.
    var mayBeToldBefore: Bool { self != .reversal }

    /// - Parameter payout: for a reversal, the payout and its owner.
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
