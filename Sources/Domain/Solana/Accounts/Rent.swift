// SPDX-License-Identifier: MIT

/// The deposit that keeps an account on the chain. A transaction fails if it leaves an account between zero and this.
package struct Rent: Hashable, Sendable {
    /// Per byte, for two years.
    package let lamportsPerByte: UInt64

    /// Every account is charged for this many bytes in addition to its data.
    private static let overhead: UInt64 = 128

    /// The rent of all public networks: 890,880 lamports for a wallet, 2,039,280 for a token account.
    package static let standard = Rent(lamportsPerByte: 6960)

    package init(lamportsPerByte: UInt64) {
        self.lamportsPerByte = lamportsPerByte
    }

    /// The deposit for an account with `count` bytes of data.
    ///
    /// - Throws: ``SolanaError`` with `.badAmount` beyond 64 bits.
    package func minimum(for count: Int) throws -> Lamports {
        let (deposit, overflow) = lamportsPerByte.multipliedReportingOverflow(by: Self.overhead + UInt64(max(0, count)))
        guard !overflow else { throw SolanaError(.badAmount, "A rent of \(lamportsPerByte) a byte is impossible.") }
        return Lamports(deposit)
    }
}
