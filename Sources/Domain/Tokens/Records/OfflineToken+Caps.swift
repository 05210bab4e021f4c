// SPDX-License-Identifier: MIT

extension OfflineToken {
    /// Checks that each spender stayed within the cap of its certificate, and the root's owner within the policy's.
    ///
    /// - Parameters:
    ///   - payments: the number of transfers that are payments. A transfer to the hub has no cap.
    ///   - lastPayment: the whole payment that the last one is part of, if known. Otherwise, and for all earlier
    ///     payments, this coin's part counts.
    /// - Throws: ``TokensError`` with code `.overCap`.
    func requireCaps(policy: LimitPolicy, payments: Int, lastPayment: UInt64? = nil) throws {
        for (index, transfer) in transfers.prefix(payments).enumerated() {
            let cap = index == 0 ? policy.perPayment : min(policy.perPayment, certificates[index - 1].cap)
            let part = transfer.range.length
            let spent = index == payments - 1 ? lastPayment ?? part : part
            guard spent <= cap else {
                throw TokensError(
                    .overCap, "A spender paid \(spent) minor units at once, above its cap of \(cap). Refuse it.")
            }
        }
    }
}
