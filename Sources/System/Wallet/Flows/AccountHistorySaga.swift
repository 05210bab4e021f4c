// SPDX-License-Identifier: MIT
internal import Crypto
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Brings the account's transactions at the hub into the wallet's history, whichever device caused them.
///
///     unseen ──the hub's page──▶ seen
///        └──the answer to an order──▶ answered ──the hub's page──▶ seen
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | unseen | the hub has transactions that this wallet has no row for | each sync asks again |
/// | answered | the transaction's id is durable with its line; older ones may be unseen | each sync reads on behind it |
/// | seen | the transaction's id is durable together with its line, and so are all older ones | none |
///
/// A transaction that this wallet ordered gets no second line: its id is the order's. The hub makes the ids of
/// redemptions and refunds, so each of them belongs to the oldest line of this wallet about the same amount. Decision
/// 0095
struct AccountHistorySaga {
    let context: WalletContext
    let link: HubClient

    /// The most transactions of a currency that a wallet reads at once. Older ones stay at the hub.
    private static let longest = 5_000

    private var entries: SealedTable<AccountEntryRecord> { context.table(AccountEntryRecord.self) }

    /// Reads what is new in the history of each currency.
    func follow(_ currencies: [Currency]) throws {
        for currency in currencies {
            let (unseen, answered) = try unseen(in: currency)
            guard !unseen.isEmpty || !answered.isEmpty else { continue }
            // Read outside the transaction, whose lines the order by time must not see before they are committed.
            var known = try OwnLines(context: context)
            try context.transaction {
                for transaction in unseen.reversed() { try keep(transaction, &known) }
                for var entry in answered {
                    entry.record.state = .kept
                    try entries.update(entry)
                }
                try context.step(.accountHistoryKeeping)
            }
        }
    }

    /// The transactions after the newest one that is seen, newest first, and the entries of those that are answered.
    private func unseen(
        in currency: Currency
    ) throws -> (unseen: [AccountTransaction], answered: [Stored<AccountEntryRecord>]) {
        var found: [AccountTransaction] = []
        var answered: [Stored<AccountEntryRecord>] = []
        var before: String?
        repeat {
            let query =
                [("currency", currency.code), ("limit", "\(context.pageSize)")]
                + (before.map { [("before", $0)] } ?? [])
            let page = try link.call(Routes.transactions, Nothing(), query: query)
            for transaction in page.items {
                switch try entries.row(reference: Self.reference(transaction)) {
                case nil: found.append(transaction)
                case let known? where known.record.state == .answered: answered.append(known)
                case _?: return (found, answered)
                }
            }
            before = page.next
        } while before != nil && found.count < Self.longest
        return (found, answered)
    }

    /// The halves of a conversion may share an id. The store keeps references in clear, so they are hashes: the id would
    /// lead to the account.
    private static func reference(_ transaction: AccountTransaction) throws -> [UInt8] {
        guard let id = OperationID(text: transaction.id) else {
            throw WalletError(.hubRefused, "The hub sent a transaction without a proper id. Tell its operator.")
        }
        return SHA256.hash(id.bytes + [UInt8](transaction.amount.currency.code.utf8)).bytes
    }

    /// Stores the transaction that the hub answered an order with, and the line that shows it. Call inside a transaction.
    func keepAnswer(_ transaction: AccountTransaction, of activity: Int64) throws {
        try keep(transaction, .answered, of: activity)
    }

    private func keep(_ transaction: AccountTransaction, _ state: AccountEntryRecord.State, of activity: Int64) throws {
        let reference = try Self.reference(transaction)
        guard try entries.row(reference: reference) == nil else { return }
        try entries.insert(AccountEntryRecord(state, activity: activity), reference: reference)
    }

    private func keep(_ transaction: AccountTransaction, _ known: inout OwnLines) throws {
        if let line = try known.take(transaction) { return try keep(transaction, .kept, of: line) }
        let line = try context.note(
            Activity(
                transaction.kind.lineKind, .done, at: Timestamp(seconds: transaction.time),
                amount: try transaction.amount.isNegative ? transaction.amount.negated : transaction.amount,
                counterpart: transaction.counterpart, note: transaction.note,
                .inAccount(
                    transaction.kind, transaction.amount.isNegative ? .outgoing : .incoming, id: transaction.id)))
        try keep(transaction, .kept, of: line)
    }
}

/// The lines of this wallet's own orders that no transaction of the account belongs to yet.
private struct OwnLines {
    private var orders: [OperationID: Int64] = [:]
    private var redemptions: [(line: Int64, amount: Amount)] = []
    private var refunds: [(line: Int64, amount: Amount)] = []

    init(context: WalletContext) throws {
        for stored in try context.table(SendRecord.self).rows(.queued, .done) {
            orders[stored.record.order.id] = stored.record.activity
        }
        for stored in try context.table(PurchaseRecord.self).rows(.ordered, .done) {
            orders[stored.record.id] = stored.record.activity
        }
        for stored in try context.table(OrderRecord.self).rows(.waiting, .done) {
            orders[stored.record.id] = stored.record.activity
        }
        let taken = Set(try context.table(AccountEntryRecord.self).rows(.kept, .answered).map(\.record.activity))
        for line in try context.order.lines() where !taken.contains(line.id) {
            guard let amount = line.amount else { continue }
            switch (line.kind, line.event) {
            case (.redeemed, .credited), (.redeemed, .creditedExcept): redemptions.append((line.id, amount))
            case (.refunded, .released), (.refunded, .releasedExcept), (.redeemed, .refundWasQuicker),
                (.paid, .returned), (.paid, .returnedAfterDecline), (.paid, .returnedInSpiteOfReceipt):
                refunds.append((line.id, amount))
            default: break
            }
        }
    }

    /// The line that shows a transaction; nil when another device, or another person, caused it.
    mutating func take(_ transaction: AccountTransaction) throws -> Int64? {
        if let id = OperationID(text: transaction.id), let line = orders[id] { return line }
        switch transaction.kind {
        case .redemption: return Self.take(transaction.amount, from: &redemptions)
        case .refund: return Self.take(transaction.amount, from: &refunds)
        default: return nil
        }
    }

    private static func take(_ amount: Amount, from lines: inout [(line: Int64, amount: Amount)]) -> Int64? {
        guard let index = lines.firstIndex(where: { $0.amount == amount }) else { return nil }
        return lines.remove(at: index).line
    }
}

extension AccountTransaction.Kind {
    /// The kind of a line that shows such a transaction.
    fileprivate var lineKind: Activity.Kind {
        switch self {
        case .topUp, .received, .deposit: .received
        case .sent: .sent
        case .purchase: .bought
        case .redemption: .redeemed
        case .refund, .compensation, .recovery, .payoutReturned: .refunded
        case .converted: .converted
        case .payout: .paidOut
        }
    }
}
