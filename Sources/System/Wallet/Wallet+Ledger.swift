// SPDX-License-Identifier: MIT
internal import Bytes
package import Tokens

/// What this wallet knows of the hub's ledger; see Documentation/Protocols/Ledger-proofs.md.
extension Wallet {
    /// The newest signed state of the hub's ledger that this wallet has seen, and every pair of states that do not fit.
    package func ledger() throws -> (newest: LedgerHead?, forks: [LedgerFork]) {
        try run { (try open.store.get(.ledgerHead), try open.store.get(.ledgerForks) ?? []) }
    }

    /// Asks the hub whether its ledger continues the state that this wallet saw last, as each sync does.
    ///
    /// - Parameter other: a state that another wallet was shown, in hexadecimal: the ledger must continue that one too.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when it does not; both states are kept as evidence.
    package func checkLedger(against other: String? = nil) throws {
        try run {
            let watch = LedgerWatch(wallet: open, link: link)
            guard let other else { return try watch.check() }
            let head: LedgerHead
            do { head = try LedgerHead(decoding: try Hex.decode(other)) } catch {
                throw WalletError(
                    .badDocument,
                    "This is no signed statement on a ledger: those are long hexadecimal numbers. Copy it again.",
                    cause: error)
            }
            try watch.check(against: head)
        }
    }

    /// Begins anew with the state that the hub shows now, after its operator has explained why it does not continue the
    /// last one; the evidence stays.
    package func acceptLedger() throws {
        try run { try LedgerWatch(wallet: open, link: link).accept() }
    }
}
