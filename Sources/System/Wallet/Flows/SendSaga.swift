// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// Sends money from the account to another account of the hub. The order is stored first, and sent when the hub can be
/// reached.
///
///     queued ──the hub's answer──▶ done
///        ├──the hub refuses──▶ refused
///        └──the user, before the hub received it; or the store was rolled back──▶ cancelled
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | queued | the order and its id are durable; the hub may have executed it already | sent again under the same id: the same answer, money moves once |
/// | done | the hub's transaction is known | none |
/// | refused | nothing moved; the reason is in the history | none |
/// | cancelled | never sent | none |
struct SendSaga {
    let context: WalletContext
    let link: HubClient

    private var table: SealedTable<SendRecord> { context.table(SendRecord.self) }

    /// The longest note that the route accepts, in bytes of UTF-8.
    private static let maximumNote = 256

    /// Stores an order durably and returns its row.
    func queue(to recipient: String, _ amount: Amount, note: String?) throws -> Int64 {
        guard amount.minorUnits > 0 else { throw WalletError(.badAmount, "The amount must be above zero.") }
        guard note.map({ $0.utf8.count <= Self.maximumNote }) ?? true else {
            throw WalletError(.badDocument, "The note is longer than \(Self.maximumNote) bytes. Shorten it.")
        }
        guard !recipient.isEmpty, recipient.utf8.count <= 64 else {
            throw WalletError(.badDocument, "Name the recipient as the hub knows them.")
        }
        let row = try context.transaction { () throws -> Int64 in
            let now = try context.now()
            let row = try table.nextID()
            let activity = try context.note(
                Activity(
                    .sent, .open, at: now, amount: amount, counterpart: recipient, note: note,
                    subject: ReferenceID(.transfer, row), .queued))
            let order = SendOrder(
                id: try context.operation(), recipient: recipient, amount: amount, note: note)
            try table.insert(SendRecord(state: .queued, order: order, activity: activity))
            try context.step(.sendQueueing)
            return row
        }
        try context.step(.sendQueued)
        return row
    }

    /// Sends one queued order.
    func drain(_ row: Int64) throws {
        var stored = try table.require(row)
        guard stored.record.state == .queued else { return }
        let isFirst = !stored.record.isTried
        if isFirst {
            stored.record.isTried = true
            try table.update(stored)
        }
        let answer: SendAnswer
        switch try ask(stored, isFirst: isFirst) {
        case .answered(let done): answer = done
        case .refused(let problem):
            if problem.isFinal { try close(stored, .refused, .failed, .refused(HubRefusal(problem))) }
            throw problem
        case .none(let noAnswer): throw noAnswer
        }
        try context.step(.sendAnswered)
        try context.transaction {
            try close(stored, .done, .done, .sent)
            try context.keep(answer.balance)
            try context.step(.sendSettling)
        }
        try context.step(.sendSettled)
    }

    /// Calls the hub. An order that cannot have left this device counts as not tried, so that it can be cancelled
    /// locally.
    private func ask(_ stored: Stored<SendRecord>, isFirst: Bool) throws -> HubAnswer<SendAnswer> {
        let failure: any Error
        do {
            let answer = try link.ask(Routes.send, stored.record.order)
            guard case .none(let noAnswer) = answer else { return answer }
            failure = noAnswer
        } catch {
            failure = error
        }
        if isFirst, !context.isStopped, !DirectOrderSaga.mayBeDone(after: failure) {
            var untried = stored
            untried.record.isTried = false
            try table.update(untried)
        }
        throw failure
    }

    /// Whether an order still waits for the hub.
    func isQueued(_ row: Int64) throws -> Bool { try table.require(row).record.state == .queued }

    /// Rows of the orders that wait for the hub, oldest first.
    func waiting() throws -> [Stored<SendRecord>] { try table.rows(.queued) }

    /// Cancels an order.
    ///
    /// An order that was tried before is cancelled only if the hub answers that it never received it.
    func cancel(_ row: Int64) throws {
        let name = ReferenceID(.transfer, row)
        guard let stored = try table.row(row) else {
            throw WalletError(.notOurs, "There is no transfer \(name) in this wallet.")
        }
        guard stored.record.state == .queued else {
            throw WalletError(.tooLate, "Transfer \(name) is no longer queued.")
        }
        if stored.record.isTried, try isKnownToHub(stored.record.order.id) {
            throw WalletError(.tooLate, "Transfer \(name) has reached the hub already. Sync to see it done.")
        }
        try close(stored, .cancelled, .cancelled, .cancelled)
    }

    private func isKnownToHub(_ id: OperationID) throws -> Bool {
        switch try link.ask(Routes.transaction, Nothing(), values: [id.description]) {
        case .answered: return true
        case .refused(let problem) where problem.code == .notFound: return false
        case .refused(let problem): throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }

    private func close(
        _ stored: Stored<SendRecord>, _ state: SendRecord.State, _ status: Activity.Status, _ event: ActivityEvent
    ) throws {
        try context.transaction {
            var closed = stored
            closed.record.state = state
            try table.update(closed)
            try context.amend(stored.record.activity) {
                $0.status = status
                $0.event = event
            }
        }
    }
}
