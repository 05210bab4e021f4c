// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import Money
import Tokens

/// Decides transfers one after another from the state of the database before them. Performs no I/O.
///
/// Each transfer sees the effect of those before it. The sheet collects what is to be written: an entry with two
/// postings for each transfer that moves money, an operation for each that is answered, and the sum of all movements
/// of each account.
package struct TransferBatch {
    package typealias Outcome = Result<Operations.Answer, any Error>

    /// An account in the database, and its changes in the sheet. Only numbers, because there are two for each transfer.
    package struct Account {
        let id: Int64
        let before: Int64
        fileprivate(set) var balance: Int64
        /// The end of its chain of postings in the database.
        let chain: PostingChain.End
        fileprivate(set) var isMoved = false

        init(id: Int64, balance: Int64, chain: PostingChain.End) {
            self.id = id
            self.chain = chain
            before = balance
            self.balance = balance
        }
    }

    /// What restricts accounts from sending. Most accounts have no restriction.
    package struct Restrictions {
        var frozen: Set<Int64> = []
        /// The refusal for the owner of a locked account.
        var locks: [Int64: HubProblem] = [:]
        /// The largest transfer, in minor units.
        var perTransfer: [Int64: UInt64] = [:]
    }

    /// A movement to be written.
    package struct Movement {
        let transfer: QueuedTransfer
        let recipient: AccountNames.Named
        let senderAfter: Int64
        let recipientAfter: Int64
        /// The indices of the two accounts in the sheet.
        let places: (sender: Int, recipient: Int)
    }

    /// An answer to be stored.
    package struct Kept {
        let transfer: QueuedTransfer
        let answer: Operations.Answer
        /// The index of its movement; nil for a refusal.
        let movement: Int?
    }

    let currency: Currency
    let now: Timestamp
    /// Ordered by id.
    private(set) var accounts: [Account]
    private let places: [Int64: Int]
    private let restrictions: Restrictions
    /// The stored answers of ids, with the request that each answered. Nil if the database refuses ids that have an
    /// answer.
    private var answers: [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)]?
    private(set) var movements: [Movement] = []
    private(set) var kept: [Kept] = []

    /// - Parameters:
    ///   - accounts: every account that a transfer of this sheet may affect, ordered by id.
    ///   - answers: the stored answers of ids in this sheet; nil if the database refuses such ids.
    init(
        currency: Currency, now: Timestamp, accounts: [Account], restrictions: Restrictions,
        answers: [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)]?
    ) {
        self.currency = currency
        self.now = now
        self.accounts = accounts
        self.restrictions = restrictions
        self.answers = answers
        var places: [Int64: Int] = [:]
        places.reserveCapacity(accounts.count)
        for (place, account) in accounts.enumerated() { places[account.id] = place }
        self.places = places
    }

    /// Decides the next transfer. A refusal that depends on the database is an answer, as in ``Operations``.
    ///
    /// - Parameter recipient: the account that the order names; nil if there is none.
    mutating func decide(_ transfer: QueuedTransfer, to recipient: AccountNames.Named?) throws -> Outcome {
        let key = transfer.key
        if let known = answers?[key] {
            return Operations.repeated(known.answer, for: known.request, asked: transfer.request, id: key.id)
        }
        let count = movements.count
        let answer: Operations.Answer
        do {
            answer = Operations.Answer(status: 200, body: try move(transfer, to: recipient), isReplay: false)
        } catch let problem as HubProblem {
            answer = Operations.Answer(status: problem.status, body: try Wire.encode(problem), isReplay: false)
        }
        kept.append(Kept(transfer: transfer, answer: answer, movement: movements.count > count ? count : nil))
        answers?[key] = (transfer.request, answer)
        return .success(answer)
    }

    /// Moves the money. If this throws, nothing has moved.
    private mutating func move(_ transfer: QueuedTransfer, to recipient: AccountNames.Named?) throws -> [UInt8] {
        let (order, caller) = (transfer.order, transfer.caller)
        guard let recipient else { throw Accounts.unknownRecipient }
        guard let sender = places[caller.id], let payee = places[recipient.id], recipient.id != caller.id else {
            throw HubError(.internalFault, "A transfer names an account that has no ledger account of its own.")
        }
        if !restrictions.locks.isEmpty, let lock = restrictions.locks[caller.id] { throw lock }
        guard restrictions.frozen.isEmpty || !restrictions.frozen.contains(caller.id) else {
            throw AccountBalance.frozen
        }
        if !restrictions.perTransfer.isEmpty {
            try AccountLimits.check(order.amount, atMost: restrictions.perTransfer[caller.id])
        }
        let balance = Amount(minorUnits: accounts[sender].balance, currency: currency)
        guard try balance.isAtLeast(order.amount) else { throw AccountBalance.insufficient(balance, for: order.amount) }
        let left = try balance.subtracting(order.amount)
        let grown = try Amount(minorUnits: accounts[payee].balance, currency: currency).adding(order.amount)
        let answer = SendAnswer(
            transaction: AccountTransaction(
                id: order.id.description, kind: .sent, amount: try order.amount.negated, balanceAfter: left,
                counterpart: order.recipient, note: order.note, time: now.seconds),
            balance: Balance(balance: left, available: left, frozen: .zero(currency)))
        let body = try Wire.encode(answer)
        (accounts[sender].balance, accounts[sender].isMoved) = (left.minorUnits, true)
        (accounts[payee].balance, accounts[payee].isMoved) = (grown.minorUnits, true)
        movements.append(
            Movement(
                transfer: transfer, recipient: recipient, senderAfter: left.minorUnits,
                recipientAfter: grown.minorUnits, places: (sender, payee)))
        return body
    }
}
