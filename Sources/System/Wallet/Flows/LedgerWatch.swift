// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Money
package import Tokens
internal import Vault

/// A proved entry of this account in the hub's ledger.
package struct ProvedEntry: Sendable, Equatable {
    /// The transaction's id at the hub.
    package let id: String
    /// Decimal numbers with sign, as in the ledger, and the code of their currency.
    package let amount: String
    package let balanceAfter: String
    package let currency: String
    package let counterpart: String?
    package let note: String?
    package let time: Timestamp
    /// The position of the entry, from 0, and the number of entries in the ledger.
    package let position: UInt64
    package let size: UInt64
    /// The root hash of the tree over all entries, in hexadecimal.
    package let root: String
    /// The number of entries when this wallet last checked; zero the first time.
    package let sizeBefore: UInt64
}

/// Checks that the hub's ledger contains the expected entries and is append-only.
///
/// The wallet stores the newest signed head. Every later head must begin with the same entries, proved by hashes. A hub
/// that removes or changes an entry can no longer prove this to any wallet that has seen a head since.
struct LedgerWatch {
    let context: WalletContext
    let link: HubClient

    /// Proves that a transaction is in the ledger, under a head that continues the last one.
    ///
    /// - Parameter id: the transaction's id at the hub.
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when the hub's proof fails.
    func prove(_ id: OperationID, expecting order: SendOrder?) throws -> ProvedEntry {
        let known = try context.store.get(.ledgerHead)
        let proof = try link.call(
            Routes.entryProof, Nothing(), values: [id.description],
            query: known.map { [("since", String($0.size))] } ?? [])
        let head = try follow(proof.state, from: known)
        let posting = try LedgerPosting(decoding: proof.posting.bytes)
        let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
        guard head.covers(posting, in: leaf, at: proof.position, path: proof.path.map(\.bytes)) else {
            throw unproven("It says that transaction \(id) is in its ledger, but the hashes do not lead there.")
        }
        guard try isOwn(posting), posting.id == id.bytes else {
            throw unproven("It proved an entry of the ledger that is not transaction \(id) of this account.")
        }
        if let order { try compare(posting, order) }
        try keep(head, known)
        return ProvedEntry(
            id: id.description, amount: posting.amount, balanceAfter: posting.balanceAfter,
            currency: posting.currency, counterpart: posting.counterpart,
            note: posting.note, time: posting.time, position: proof.position, size: head.size,
            root: Hex.encode(head.root), sizeBefore: known?.size ?? 0)
    }

    /// As ``check()``, but over a slow connection only if the last head is older than an hour. A call takes about a
    /// second there, and a rewritten ledger is still detected an hour later.
    func follow() throws {
        let isSlow = [.good, .poor].contains(context.environment.meter.quality)
        if isSlow, let known = try context.store.get(.ledgerHead),
            try context.now() < known.time.adding(seconds: Self.slowCheckInterval)
        {
            return
        }
        try check()
    }

    private static let slowCheckInterval: UInt64 = 3_600

    /// Checks that the ledger continues the head that was seen last, and stores the newest head.
    ///
    /// - Throws: ``WalletError`` with `.rewrittenLedger` when it does not; both heads are stored then.
    func check() throws {
        let known = try context.store.get(.ledgerHead)
        try keep(try newest(since: known), known)
    }

    /// Checks that the ledger continues a head that another wallet has seen.
    ///
    /// - Throws: as ``check()``; ``TokensError`` when the hub did not sign that head.
    func check(against other: LedgerHead) throws {
        try other.verify(by: try context.announced())
        try check()
        _ = try newest(since: other)
    }

    /// Stores the hub's current head without comparing it with the last one. Stored forks stay.
    func accept() throws {
        try context.store.set(.ledgerHead, try newest(since: nil))
    }

    /// Fetches the newest head and checks that it continues `known`.
    private func newest(since known: LedgerHead?) throws -> LedgerHead {
        let state = try link.call(
            Routes.ledgerState, Nothing(), query: known.map { [("since", String($0.size))] } ?? [])
        return try follow(state, from: known)
    }

    private func follow(_ state: LedgerState, from known: LedgerHead?) throws -> LedgerHead {
        let head = try LedgerHead(decoding: state.head.bytes)
        try head.verify(by: try context.announced())
        guard let known else { return head }
        guard
            MerkleTree.isConsistent(
                old: known.size, known.root, new: head.size, head.root, path: state.consistency.map(\.bytes))
        else {
            try note(LedgerFork(before: known, after: head))
            throw broken(
                "Its ledger of \(head.size) entries, signed \(head.time), does not continue the one of \(known.size) "
                    + "entries that it signed \(known.time): entries were changed or removed.")
        }
        return head
    }

    /// Stores two heads that contradict each other, if no stored pair has the same earlier head.
    private func note(_ fork: LedgerFork) throws {
        let known = try context.store.get(.ledgerForks) ?? []
        guard !known.contains(where: { $0.before == fork.before }), known.count < LedgerFork.maximumKept else { return }
        try context.store.set(.ledgerForks, known + [fork])
    }

    /// Whether the posting belongs to this account. The ledger names the account by its id. Money in a currency other
    /// than the hub's first has a name made of the id and the currency.
    private func isOwn(_ posting: LedgerPosting) throws -> Bool {
        guard let id = try context.store.get(.account)?.id else { return false }
        return posting.account == id || posting.account == Array("user:\(Hex.encode(id)):\(posting.currency)".utf8)
    }

    private func compare(_ posting: LedgerPosting, _ order: SendOrder) throws {
        let amount = try order.amount.negated
        guard posting.amount == amount.decimalText, posting.currency == amount.currency.code,
            posting.counterpart == order.recipient, posting.note == order.note
        else {
            throw unproven(
                "Its ledger has the transfer as \(posting.amount) \(posting.currency) to "
                    + "\(posting.counterpart ?? "no account"); this wallet ordered \(order.amount.formatted) to "
                    + "\(order.recipient).")
        }
    }

    private func keep(_ head: LedgerHead, _ known: LedgerHead?) throws {
        // A later signature of the same ledger is stored too: it says when this wallet last checked.
        guard known.map({ ($0.size, $0.time) < (head.size, head.time) }) ?? true else { return }
        try context.store.set(.ledgerHead, head)
    }

    /// The error for one invalid proof, without a second statement that contradicts it.
    private func unproven(_ what: String) -> WalletError {
        WalletError(
            .rewrittenLedger, "The hub's ledger failed verification. \(what) Show this to the operator of the hub.")
    }

    private func broken(_ what: String) -> WalletError {
        WalletError(
            .rewrittenLedger,
            "The hub's ledger failed verification. \(what) Both signed statements are kept as evidence: `satchel ledger show`."
        )
    }
}
