// SPDX-License-Identifier: MIT

/// Finds a double spend between two coins, wherever they meet: at a payee, in a wallet's history, at the hub.
package enum FraudDetection {
    /// The proof that somebody spent the same units twice in these two coins, or nil when they are compatible.
    ///
    /// Two chains of one root run together up to some record and part there. If the ranges overlap where they part, that
    /// record's owner signed both. Chains that part on disjoint ranges never overlap later, because every range lies
    /// inside its parent's.
    ///
    /// - Throws: ``TokensError`` as ``FraudProof/verify(by:)`` does, when a coin is not genuine.
    package static func proof(_ a: Coin, _ b: Coin, book: AnnouncementBook) throws -> FraudProof? {
        guard a.root.body == b.root.body else { return nil }
        var parent = a.root.id(hub: book.hub)
        for (index, (left, right)) in zip(a.transfers, b.transfers).enumerated() {
            if left.body == right.body {
                parent = left.id(parent: parent, hub: book.hub)
                continue
            }
            guard left.range.overlaps(right.range) else { return nil }
            guard index > 0 else {
                return try FraudProof.make(parent: parent, left, right, culprit: .rootOwner(a.root), book: book)
            }
            let certificate = a.certificates[index - 1]
            return try FraudProof.make(parent: parent, left, right, culprit: .certified(certificate), book: book)
        }
        return nil
    }
}
