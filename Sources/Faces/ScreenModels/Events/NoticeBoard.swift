// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money

/// The events since the user last looked at the app, and their notifications. It decides, and performs nothing.
package struct NoticeBoard: Equatable, Sendable {
    /// The subjects of notifications so far.
    package private(set) var subjects: Set<Notice.Subject> = []
    /// Incoming payments, their sum in each currency, and the payer of a single one.
    private var payments = 0
    private var sums: [Amount] = []
    private var payer: String?
    /// Paid requests of this account; the payment itself is counted like any other.
    private var paidRequests = 0
    private var isMissed = false

    package init() {}

    /// Records an event.
    ///
    /// - Returns: the subject to notify of; nil for an event that the account's owner caused.
    package mutating func take(_ event: HubEvent) -> Notice.Subject? {
        guard let subject = note(event) else { return nil }
        subjects.insert(subject)
        return subject
    }

    private mutating func note(_ event: HubEvent) -> Notice.Subject? {
        switch HubEvent.Kind(rawValue: event.kind) {
        case .transaction:
            guard let transaction = event.transaction, transaction.amount.isPositive, transaction.kind.isFromOthers
            else { return nil }
            payments += 1
            payer = payments == 1 ? transaction.counterpart : nil
            add(transaction.amount)
            return .money
        case .requestPaid:
            paidRequests += 1
            return .money
        case .requestReceived: return .request
        case .requestDeclined: return .declined
        case .recurringFailed, .recurringMissed:
            isMissed = event.kind == HubEvent.Kind.recurringMissed.rawValue
            return .recurring
        case .webhookGivenUp: return .webhook
        case .requestCancelled, .recurringPaid, nil: return nil
        }
    }

    private mutating func add(_ amount: Amount) {
        guard let index = sums.firstIndex(where: { $0.currency == amount.currency }) else { return sums.append(amount) }
        // Safe: a sum above the limit is not shown; the wallet itself never adds up events.
        if let sum = try? sums[index].adding(amount) { sums[index] = sum }
    }

    /// The current notification. Without amounts it also omits names, because a locked screen shows it to anyone.
    package func notice(of subject: Notice.Subject, _ words: Localizer, showsAmounts: Bool) -> Notice {
        switch subject {
        case .money:
            return Notice(subject: subject, title: moneyTitle(words), body: showsAmounts ? moneyBody(words) : nil)
        case .request: return Notice(subject: subject, title: words(.noticeRequest), body: nil)
        case .declined: return Notice(subject: subject, title: words(.noticeDeclined), body: nil)
        case .recurring:
            return Notice(
                subject: subject, title: words(isMissed ? .noticeRecurringMissed : .noticeRecurringFailed), body: nil)
        case .webhook: return Notice(subject: subject, title: words(.noticeWebhook), body: nil)
        }
    }

    private func moneyTitle(_ words: Localizer) -> String {
        if payments > 1 { return words(.noticePayments, count: payments) }
        return words(paidRequests > 0 ? .noticeRequestPaid : .noticeMoney)
    }

    private func moneyBody(_ words: Localizer) -> String? {
        guard !sums.isEmpty else { return nil }
        let amounts = sums.map { words.amount($0) }.joined(separator: " · ")
        guard let payer, payer.isPlainName else { return amounts }
        return words(.noticeFrom, ["amount": amounts, "name": payer])
    }
}

extension AccountTransaction.Kind {
    /// Whether the payment does not come from the account's owner.
    fileprivate var isFromOthers: Bool {
        switch self {
        case .received, .topUp, .deposit, .compensation, .payoutReturned: true
        case .sent, .purchase, .redemption, .refund, .recovery, .converted, .payout: false
        }
    }
}

extension String {
    /// Whether it has the form of a hub's account name. Some desktops interpret markup in notifications, and a hub may
    /// lie.
    fileprivate var isPlainName: Bool {
        utf8.count <= 32 && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }
}
