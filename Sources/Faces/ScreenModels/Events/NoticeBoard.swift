// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money

/// What happened since somebody looked at the app last, and the sentences for it; decides, and does nothing.
package struct NoticeBoard: Equatable, Sendable {
    /// What notices are about, so far.
    package private(set) var subjects: Set<Notice.Subject> = []
    /// Payments that came in, their sum in each currency, and who made the only one.
    private var payments = 0
    private var sums: [Amount] = []
    private var payer: String?
    /// Requests of this account that were paid; the payment itself is told of as any other.
    private var paidRequests = 0
    private var isMissed = false

    package init() {}

    /// Notes an event.
    ///
    /// - Returns: what there is to say about; nil for what the account's owner did or ordered.
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
        // Safe: a sum beyond all money is not told; the wallet itself adds nothing up from events.
        if let sum = try? sums[index].adding(amount) { sums[index] = sum }
    }

    /// What the desktop says now. Without amounts it names nobody either: a locked screen shows it to anyone.
    package func notice(of subject: Notice.Subject, _ words: Words, showsAmounts: Bool) -> Notice {
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

    private func moneyTitle(_ words: Words) -> String {
        if payments > 1 { return words(.noticePayments, count: payments) }
        return words(paidRequests > 0 ? .noticeRequestPaid : .noticeMoney)
    }

    private func moneyBody(_ words: Words) -> String? {
        guard !sums.isEmpty else { return nil }
        let amounts = sums.map { words.amount($0) }.joined(separator: " · ")
        guard let payer, payer.isPlainName else { return amounts }
        return words(.noticeFrom, ["amount": amounts, "name": payer])
    }
}

extension Transaction.Kind {
    /// Whether what comes in so is not what the account's owner has just moved themselves.
    fileprivate var isFromOthers: Bool {
        switch self {
        case .received, .topUp, .deposit, .compensation, .payoutReturned: true
        case .sent, .purchase, .redemption, .refund, .recovery, .converted, .payout: false
        }
    }
}

extension String {
    /// Whether it is a name as hubs give them: some desktops read signs in what they are told, and a hub may lie.
    fileprivate var isPlainName: Bool {
        utf8.count <= 32 && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }
}
