// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Money
package import Tokens
internal import Vault

/// What a proof has shown: an entry of this account is in the hub's ledger.
package struct ProvedEntry: Sendable, Equatable {
    /// The transaction's id at the hub.
    package let id: String
    /// Signed decimals with the currency, as the ledger has them.
    package let amount: String
    package let balanceAfter: String
    package let counterpart: String?
    package let note: String?
    package let time: Timestamp
    /// Which entry of the ledger it is, from 0, and of how many.
    package let position: UInt64
    package let size: UInt64
    /// The root of the tree over all of them, in hexadecimal.
    package let root: String
    /// How many entries the ledger had when this wallet last looked; zero the first time.
    package let sizeBefore: UInt64
}

/// Checks that the hub's ledger holds what it should, and that it only ever grows.
///
/// The newest signed head is kept. Every later one must begin with the same entries, proved by hashes; a hub that takes back
/// or changes an entry can no longer show that, to this wallet or to any other that has seen a head since.
struct LedgerWatch {
    let wallet: OpenStore
    let link: HubLink

    /// Proves that a transaction is in the ledger, under a head that continues the last one.
    ///
    /// - Parameter id: the transaction's id at the hub.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when the hub's word does not hold.
    func prove(_ id: OperationID, expecting order: SendOrder?) throws -> ProvedEntry {
        let known = try wallet.store.get(.ledgerHead)
        let proof = try link.call(
            Routes.entryProof, Nothing(), values: [id.description],
            query: known.map { [("since", String($0.size))] } ?? [])
        let head = try follow(proof.state, from: known)
        let posting = try LedgerPosting(decoding: proof.posting.bytes)
        let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
        guard leaf.commitments.contains(posting.commitment),
            MerkleTree.root(
                leafHash: leaf.hash, index: proof.position, size: head.size, path: proof.path.map(\.bytes)) == head.root
        else { throw broken("It says that transaction \(id) is in its ledger, but the hashes do not lead there.") }
        guard posting.account == (try wallet.store.get(.account)?.id), posting.id == id.bytes else {
            throw broken("It proved an entry of the ledger that is not transaction \(id) of this account.")
        }
        if let order { try compare(posting, order) }
        try keep(head, known)
        return ProvedEntry(
            id: id.description, amount: "\(posting.amount) \(posting.currency)",
            balanceAfter: "\(posting.balanceAfter) \(posting.currency)", counterpart: posting.counterpart,
            note: posting.note, time: posting.time, position: proof.position, size: head.size,
            root: Hex.encode(head.root), sizeBefore: known?.size ?? 0)
    }

    /// Looks whether the ledger still continues the one that was seen last; notes the newest head.
    func check() throws {
        let known = try wallet.store.get(.ledgerHead)
        let state = try link.call(
            Routes.ledgerState, Nothing(), query: known.map { [("since", String($0.size))] } ?? [])
        try keep(try follow(state, from: known), known)
    }

    private func follow(_ state: LedgerState, from known: LedgerHead?) throws -> LedgerHead {
        let head = try LedgerHead(decoding: state.head.bytes)
        try head.verify(by: try wallet.book())
        guard let known else { return head }
        guard
            MerkleTree.isConsistent(
                old: known.size, known.root, new: head.size, head.root, path: state.consistency.map(\.bytes))
        else {
            throw broken(
                "Its ledger of \(head.size) entries, signed \(head.time), does not continue the one of \(known.size) "
                    + "entries that it signed \(known.time): entries were changed or taken back.")
        }
        return head
    }

    private func compare(_ posting: LedgerPosting, _ order: SendOrder) throws {
        let amount = try order.amount.negated
        guard posting.amount == amount.decimalText, posting.currency == amount.currency.code,
            posting.counterpart == order.recipient, posting.note == order.note
        else {
            throw broken(
                "Its ledger has the transfer as \(posting.amount) \(posting.currency) to "
                    + "\(posting.counterpart ?? "nobody"); this wallet ordered \(order.amount.formatted) to "
                    + "\(order.recipient).")
        }
    }

    private func keep(_ head: LedgerHead, _ known: LedgerHead?) throws {
        guard known.map({ $0.size < head.size }) ?? true else { return }
        try wallet.store.set(.ledgerHead, head)
    }

    /// Both signed heads stay: the one that is kept, and the hub's answer in whoever asks again.
    private func broken(_ what: String) -> WalletError {
        WalletError(.rewrittenLedger, "The hub's books do not hold. \(what) Keep this wallet's backup as evidence.")
    }
}
