// SPDX-License-Identifier: MIT
internal import HTTP

/// The ledger as a hash tree, see Documentation/Protocols/Ledger-proofs.md.
extension Routes {
    /// Query: `since`, the size of a head that the caller knows.
    package static let ledgerState = Route(
        .get, "/v1/ledger/head", .account, in: Nothing.self, out: LedgerState.self)
    /// Query: `since` as above.
    package static let entryProof = Route(
        .get, "/v1/transactions/{id}/proof", .account, in: Nothing.self, out: EntryProof.self)
}
