// SPDX-License-Identifier: MIT

extension Coin {
    /// Each spender stayed within the cap of its certificate, the root's owner within the policy's.
    ///
    /// - Parameters:
    ///   - payments: how many of the transfers are payments; one that gives units back to the hub has no cap.
    ///   - lastPayment: the whole payment that the last of them is part of, when it is known; otherwise, as of all earlier
    ///     ones, this coin's part counts.
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
