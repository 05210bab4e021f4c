// SPDX-License-Identifier: MIT

/// The gas that a transaction needs before execution, and the margin above an estimate.
package enum Gas {
    /// The gas of a payment to an account on Ethereum itself.
    package static let payment: UInt64 = 21_000
    /// Higher estimates are not believed; the largest block of any supported network is far below.
    package static let maximum: UInt64 = 1 << 32

    /// The longest code that creates a contract, in bytes. EIP-3860
    package static let maximumCodeCount = 49_152

    /// The gas charged before the first step of execution. Yellow paper, g0; EIP-2028, EIP-2930, EIP-3860
    package static func intrinsic(_ transaction: Transaction) -> UInt64 {
        var gas = payment
        for byte in transaction.data { gas += byte == 0 ? 4 : 16 }
        if transaction.to == nil { gas += 32_000 + 2 * UInt64((transaction.data.count + 31) / 32) }
        for entry in transaction.accessList { gas += 2_400 + 1_900 * UInt64(entry.slots.count) }
        return gas
    }

    /// The lowest limit that Ethereum's own nodes accept. EIP-7623 sets a floor for data.
    package static func minimum(_ transaction: Transaction) -> UInt64 {
        var floor = payment
        for byte in transaction.data { floor += byte == 0 ? 10 : 40 }
        return max(intrinsic(transaction), floor)
    }

    /// The gas limit for a node's estimate: a fifth more, because the state may change until the transaction runs.
    ///
    /// An estimate of exactly a payment's cost stays, because that cost cannot grow. Layer-2 networks need more even
    /// for a payment, and get the margin.
    ///
    /// - Throws: ``EthereumError`` with `.absurdFee` for an estimate below a payment's or above ``maximum``.
    package static func limit(forEstimate estimate: UInt64) throws -> UInt64 {
        guard payment...maximum ~= estimate else {
            throw EthereumError(
                .absurdFee, "The server estimates \(estimate) units of gas, which cannot be; ask another server.")
        }
        return estimate == payment ? payment : estimate + (estimate + 4) / 5
    }
}
