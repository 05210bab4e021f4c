// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Tokens

/// Decides transfers one after another from what the books said before them; performs nothing.
///
/// Each sees what those before it did. What is to be written is collected: an entry with two postings for each transfer that
/// moves money, an operation for each that is answered, and the sum of all movements for each account.
struct TransferSheet {
    typealias Outcome = Result<Operations.Answer, any Error>

    /// What the books said of an account, and what became of it here.
    struct Account {
        let isFrozen: Bool
        /// What its owner is told while the operator has locked it.
        let lock: HubProblem?
        /// Minor units of one transfer at most; nil for any.
        let perTransfer: UInt64?
        let before: Int64
        var balance: Int64
        /// Where its postings end in the books.
        let chain: PostingChain.End
    }

    /// A movement that is to be written.
    struct Movement {
        let transfer: QueuedTransfer
        let recipient: AccountNames.Named
        let senderAfter: Int64
        let recipientAfter: Int64
    }

    /// An answer that is to be kept.
    struct Kept {
        let transfer: QueuedTransfer
        let answer: Operations.Answer
        /// Which movement it is about; none for a refusal.
        let movement: Int?
    }

    let currency: Currency
    let now: Timestamp
    private let recipients: [String: AccountNames.Named]
    private(set) var accounts: [Int64: Account]
    /// The answers that ids have, with the request that each was given to.
    private var answers: [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)]
    private(set) var movements: [Movement] = []
    private(set) var kept: [Kept] = []

    /// - Parameters:
    ///   - recipients: what is behind each name that exists.
    ///   - accounts: every account that a transfer of this sheet may touch.
    ///   - answers: those that were given under ids of this sheet before.
    init(
        currency: Currency, now: Timestamp, recipients: [String: AccountNames.Named], accounts: [Int64: Account],
        answers: [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)]
    ) {
        self.currency = currency
        self.now = now
        self.recipients = recipients
        self.accounts = accounts
        self.answers = answers
    }

    /// Decides the next transfer. A refusal that depends on the books is an answer, as in ``Operations``.
    mutating func decide(_ transfer: QueuedTransfer) throws -> Outcome {
        let key = transfer.key
        if let known = answers[key] {
            return Operations.repeated(known.answer, for: known.request, asked: transfer.request, id: key.id)
        }
        let count = movements.count
        let answer: Operations.Answer
        do {
            answer = Operations.Answer(status: 200, body: try move(transfer), isReplay: false)
        } catch let problem as HubProblem {
            answer = Operations.Answer(status: problem.status, body: try Wire.encode(problem), isReplay: false)
        }
        kept.append(Kept(transfer: transfer, answer: answer, movement: movements.count > count ? count : nil))
        answers[key] = (transfer.request, answer)
        return .success(answer)
    }

    /// What throws has moved nothing.
    private mutating func move(_ transfer: QueuedTransfer) throws -> [UInt8] {
        let (order, caller) = (transfer.order, transfer.caller)
        guard let recipient = recipients[order.recipient] else {
            throw Accounts.unknownRecipient
        }
        guard let sender = accounts[caller.id], let payee = accounts[recipient.id], recipient.id != caller.id else {
            throw HubError(.internalFault, "A transfer names an account that has no ledger account of its own.")
        }
        if let lock = sender.lock { throw lock }
        guard !sender.isFrozen else { throw AccountBalance.frozen }
        try AccountLimits.check(order.amount, atMost: sender.perTransfer)
        let balance = Amount(minorUnits: sender.balance, currency: currency)
        guard try balance.isAtLeast(order.amount) else { throw AccountBalance.insufficient(balance, for: order.amount) }
        let left = try balance.subtracting(order.amount)
        let grown = try Amount(minorUnits: payee.balance, currency: currency).adding(order.amount)
        let answer = SendAnswer(
            transaction: Transaction(
                id: order.id.description, kind: .sent, amount: try order.amount.negated, balanceAfter: left,
                counterpart: order.recipient, note: order.note, time: now.seconds),
            balance: Balance(balance: left, available: left, frozen: .zero(currency)))
        let body = try Wire.encode(answer)
        accounts[caller.id]?.balance = left.minorUnits
        accounts[recipient.id]?.balance = grown.minorUnits
        movements.append(
            Movement(
                transfer: transfer, recipient: recipient, senderAfter: left.minorUnits,
                recipientAfter: grown.minorUnits))
        return body
    }
}
