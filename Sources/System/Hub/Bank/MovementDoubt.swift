// SPDX-License-Identifier: MIT

/// Why nobody but the operator can say what a movement is; the numbers are kept for ever.
enum MovementDoubt: Int64 {
    /// An equal movement stands in another statement, and one of the two has no reference.
    case repetition = 1
    /// Its reference belongs to another movement already.
    case otherReference = 2

    var sentence: String {
        switch self {
        case .repetition:
            "Perhaps told before: another statement has an equal movement, and the bank gives no reference that tells them apart. "
                + "Strike it if the bank has moved this money once."
        case .otherReference:
            "The bank has given its reference to a movement of another day, amount or account before. Strike it if that was this one."
        }
    }
}
