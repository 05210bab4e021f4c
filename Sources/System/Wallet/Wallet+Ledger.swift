// SPDX-License-Identifier: MIT
internal import Bytes
package import Tokens

/// Checks of the hub's ledger; see Documentation/Protocols/Ledger-proofs.md.
extension Wallet {
    /// The newest signed head of the hub's ledger that this wallet has seen, and every pair of heads that contradict
    /// each other.
    package func ledger() throws -> (newest: LedgerHead?, forks: [LedgerFork]) {
        try run { (try open.store.get(.ledgerHead), try open.store.get(.ledgerForks) ?? []) }
    }

    /// Asks the hub to prove that its ledger continues the head that this wallet saw last. Each sync does the same.
    ///
    /// - Parameter other: a head that another wallet has seen, in hexadecimal; the ledger must continue that one too.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when it does not; both heads are kept as evidence.
    package func checkLedger(against other: String? = nil) throws {
        try run {
            let watch = LedgerWatch(context: open, link: link)
            guard let other else { return try watch.check() }
            let head: LedgerHead
            do { head = try LedgerHead(decoding: try Hex.decode(other)) } catch {
                throw WalletError(
                    .badDocument,
                    "This is not a signed statement on a ledger: those are long hexadecimal numbers. Copy it again.",
                    cause: error)
            }
            try watch.check(against: head)
        }
    }

    /// Accepts the head that the hub shows now, after its operator has explained why it does not continue the last one.
    /// The evidence is kept.
    package func acceptLedger() throws {
        try run { try LedgerWatch(context: open, link: link).accept() }
    }
}
