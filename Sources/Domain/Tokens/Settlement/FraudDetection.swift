// SPDX-License-Identifier: MIT

/// Detects a double spend in two coins. Payees, wallets and the hub use it.
package enum FraudDetection {
    /// The proof that an owner spent the same units twice in these two coins; nil if they are compatible.
    ///
    /// Two chains of one root share their records up to some point and then part. If the ranges overlap there, the
    /// owner of the last shared record signed both. Chains that part on disjoint ranges never overlap later, because
    /// every range lies inside its parent's.
    ///
    /// - Throws: ``TokensError`` as ``FraudProof/verify(by:)`` does, when a coin is not genuine.
    package static func proof(_ a: OfflineToken, _ b: OfflineToken, announced: AnnouncementSet) throws -> FraudProof? {
        guard a.root.body == b.root.body else { return nil }
        var parent = a.root.id(hub: announced.hub)
        for (index, (left, right)) in zip(a.transfers, b.transfers).enumerated() {
            if left.body == right.body {
                parent = left.id(parent: parent, hub: announced.hub)
                continue
            }
            guard left.range.overlaps(right.range) else { return nil }
            guard index > 0 else {
                return try FraudProof.make(
                    parent: parent, left, right, culprit: .rootOwner(a.root), announced: announced)
            }
            let certificate = a.certificates[index - 1]
            return try FraudProof.make(
                parent: parent, left, right, culprit: .certified(certificate), announced: announced)
        }
        return nil
    }
}
