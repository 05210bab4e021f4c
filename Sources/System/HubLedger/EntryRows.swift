// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import SQL
import Tokens

/// The rows of entries. Nothing else writes `entry`, `posting`, `posting_mark` and `holding`.
///
/// All three calls of one entry or run are in one transaction, which the caller rolls back if any of them throws.
struct EntryRows {
    let database: any SQLConnection

    /// An entry without its postings.
    struct Head {
        let id: Int64
        let publicID: OperationID
        let kind: EntryKind
        let note: String?
        let sender: Int64?
        let recipient: Int64?
        /// The id that the client gave the operation, and the client's account.
        let operation: OperationID?
        let operatedBy: Int64?
    }

    /// A posting with the balance that it leaves.
    struct PostingRow {
        let account: Int64
        let entry: Int64
        let amount: Int64
        let after: Int64
        let place: (number: Int64, previous: Int64)
    }

    /// What the postings of one account change in its row.
    struct Sum {
        let account: Int64
        /// Added to the balance.
        let change: Int64
        /// The end of its chain afterwards.
        let chain: PostingChain.End
    }

    /// Inserts entries. Their ids are from `reserveIDs(_:of:)`.
    ///
    /// Row by row, here and below, so that each is freed before the next one is made; a list of values would be an
    /// array for each row.
    func insert(_ count: Int, at time: Timestamp, _ head: (Int) -> Head) throws {
        let time = try Value.unsigned(time.seconds)
        try database.insert(
            into: "entry",
            ["id", "public_id", "kind", "time", "note", "sender", "recipient", "operation", "operator"], count: count
        ) { index, row in
            let head = head(index)
            row.append(.integer(head.id))
            row.append(.blob(head.publicID.bytes))
            row.append(.integer(head.kind.rawValue))
            row.append(time)
            row.append(.optional(head.note))
            row.append(.optional(head.sender))
            row.append(.optional(head.recipient))
            row.append(.optional(head.operation?.bytes))
            row.append(.optional(head.operatedBy))
        }
    }

    /// Inserts postings, and marks those that ``PostingChain`` wants marked.
    ///
    /// - Parameter postings: in the order of the table, by entry, then by account.
    func insert(_ postings: [PostingRow]) throws {
        try database.insert(
            into: "posting", ["entry", "account", "amount", "balance_after", "number", "previous"],
            count: postings.count
        ) {
            let posting = postings[$0]
            $1.append(.integer(posting.entry))
            $1.append(.integer(posting.account))
            $1.append(.integer(posting.amount))
            $1.append(.integer(posting.after))
            $1.append(.integer(posting.place.number))
            $1.append(.integer(posting.place.previous))
        }
        let marks = postings.filter { PostingChain.isMarked($0.place.number) }
        try database.insert(into: "posting_mark", ["account", "entry"], count: marks.count) {
            $1 = [.integer(marks[$0].account), .integer(marks[$0].entry)]
        }
    }

    /// Changes the balances of accounts, each named once, in ascending order: two writers on one server that lock rows
    /// in the same order cannot deadlock.
    ///
    /// - Throws: ``HubError`` with `.internalFault` if an account does not exist, `SQLError` with `.constraint` if one
    ///   would fall below its minimum balance.
    func change(_ count: Int, _ sum: (Int) throws -> Sum) throws {
        let changed = try database.update(
            "holding", key: "account", adding: ["balance"], setting: ["postings", "newest"], count: count
        ) {
            let sum = try sum($0)
            $1.append(.integer(sum.account))
            $1.append(.integer(sum.change))
            $1.append(.integer(sum.chain.postings))
            $1.append(.integer(sum.chain.newest))
        }
        guard changed == count else {
            throw HubError(.internalFault, "An account of an entry has vanished from the ledger.")
        }
    }
}
