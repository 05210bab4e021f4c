// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Tokens

/// Parses the sentences that stores up to version 6 hold in place of events. Decision 0084
///
/// Frozen: never changed, and kept as long as such stores can be opened. A sentence that is not here stays unchanged.
struct FormerSentence: Sendable {
    private let pieces: [Piece]
    private let event: @Sendable (Values) -> ActivityEvent?

    private enum Piece: Sendable { case fixed(String), place(String) }

    /// The event that a sentence describes.
    ///
    /// - Parameter reason: the hub's code, if the sentence is the hub's message.
    static func event(_ text: String, reason: String?) -> ActivityEvent {
        if let reason { return .refused(HubRefusal(code: reason, message: text)) }
        for sentence in all {
            if let values = sentence.values(in: text), let event = sentence.event(values) { return event }
        }
        return .legacy(text)
    }

    private init(_ template: String, _ event: @escaping @Sendable (Values) -> ActivityEvent?) {
        var pieces: [Piece] = []
        var rest = template[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            pieces += [.fixed(String(rest[..<start])), .place(String(rest[rest.index(after: start)..<end]))]
            rest = rest[rest.index(after: end)...]
        }
        self.pieces = pieces + [.fixed(String(rest))]
        self.event = event
    }

    private init(_ text: String, _ event: ActivityEvent) { self.init(text) { _ in event } }

    /// The values in the sentence's places; nil if another sentence. No value but the hub's message contains the end of
    /// a sentence.
    private func values(in text: String) -> Values? {
        var values: [String: String] = [:]
        var rest = text[...]
        var place: String?
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .place(let name): place = name
            case .fixed(let fixed):
                guard let name = place else {
                    guard rest.hasPrefix(fixed) else { return nil }
                    rest = rest.dropFirst(fixed.count)
                    continue
                }
                guard let end = Self.end(of: rest, before: fixed, isLast: index == pieces.count - 1) else { return nil }
                values[name] = String(rest[..<end])
                rest = rest[end...].dropFirst(fixed.count)
                place = nil
            }
        }
        guard rest.isEmpty else { return nil }
        return Values(texts: values)
    }

    private static func end(of text: Substring, before fixed: String, isLast: Bool) -> Substring.Index? {
        guard isLast else { return text.firstRange(of: fixed)?.lowerBound }
        guard text.hasSuffix(fixed) else { return nil }
        return text.index(text.endIndex, offsetBy: -fixed.count)
    }

    private struct Values {
        let texts: [String: String]

        func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty || $0.contains(". ") ? nil : $0 } }

        /// The hub's message: any text.
        func words(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

        func number(_ name: String) -> UInt64? { text(name).flatMap { UInt64($0) } }

        /// `12.50 USD`.
        func amount(_ name: String) -> Amount? {
            let parts = (text(name) ?? "").split(separator: " ")
            guard parts.count == 2 else { return nil }
            // Safe: without a valid amount it is another sentence.
            return try? Amount(decimalText: String(parts[0]), currency: Currency(code: String(parts[1])))
        }

        /// `2026-11-20T17:08:00Z`.
        func time(_ name: String) -> Timestamp? {
            // In 20 bytes no part can be too large.
            guard let text = text(name), text.utf8.count == 20, let day = CalendarDay(text: String(text.prefix(10)))
            else { return nil }
            let parts = text.dropFirst(11).dropLast().split(separator: ":").compactMap { UInt64($0) }
            guard parts.count == 3 else { return nil }
            let time = day.start.adding(seconds: parts[0] * 3_600 + parts[1] * 60 + parts[2])
            return time.iso8601 == text ? time : nil
        }
    }

    private static let all: [FormerSentence] = [
        FormerSentence("Not paid yet.", .notPaidYet),
        FormerSentence("Paid.", .requestPaid),
        FormerSentence("A payment for this request was declined.", .declinedPayment),
        FormerSentence("Received; in this wallet.", .received),
        FormerSentence("Received, although the request had been paid already.", .receivedAgain),
        FormerSentence(
            "Received for a request from before the wallet was restored: held until the hub returns it.", .receivedHeld),
        FormerSentence("Decided; not shown yet.", .decided),
        FormerSentence("Handed over; waiting for the payee's receipt.", .handedOver),
        FormerSentence("The payee has it and has signed for it.", .acknowledged),
        FormerSentence(
            "Declined by the payee; its value returns to the account at the next sync.", .declinedByPayee),
        FormerSentence(
            "Taken back. The hub returns its value from {time} on, unless the payee has redeemed it."
        ) { $0.time("time").map { .takenBack(until: $0) } },
        FormerSentence(
            """
            Not known to be received when the wallet was rolled back; the hub returns it from {time} on unless the \
            payee has it.
            """
        ) { $0.time("time").map { .heldPayment(until: $0) } },
        FormerSentence("The hub knows of it; nothing is left to do.", .settled),
        FormerSentence("The hub did not take note of it: {reason}") {
            $0.words("reason").map { .notNoted(HubRefusal(code: nil, message: $0)) }
        },
        FormerSentence("Declined by the payee; the hub paid it back into the account.", .returnedAfterDecline),
        FormerSentence(
            """
            Declined by the payee, who took {amount} of it all the same; the hub paid back the rest and has the decline.
            """
        ) { $0.amount("amount").map { .takenInSpiteOfDecline($0) } },
        FormerSentence("The payee had it after all and has redeemed it.", .redeemedByPayee),
        FormerSentence("Nobody redeemed it; the hub returned it to the account.", .returned),
        FormerSentence("Queued; it leaves at the next sync.", .queued),
        FormerSentence("Done at the hub.", .sent),
        FormerSentence("Taken back before it was sent.", .cancelled),
        FormerSentence(
            """
            Queued when the wallet was rolled back; not sent from here. Look at the account, and send it anew if it is \
            missing.
            """, .cancelledByRollback),
        FormerSentence("Paid the request {id}.") { $0.text("id").map { .paidRequest(id: $0) } },
        FormerSentence("For {amount} at {pair} {rate}.") { values in
            guard let amount = values.amount("amount"), let pair = values.text("pair"), let rate = values.text("rate")
            else { return nil }
            return .converting(to: amount, pair: pair, rate: rate)
        },
        FormerSentence("Converted to {amount}.") { $0.amount("amount").map { .converted(to: $0) } },
        FormerSentence("To {iban}.") {
            // Safe: without a valid IBAN it is another sentence.
            $0.text("iban").flatMap { try? IBAN($0) }.map { .payingOut(to: $0) }
        },
        FormerSentence("Ordered from the hub as payout {id}; the list of payouts shows what became of it.") {
            $0.text("id").flatMap { OperationID(text: $0) }.map { .payoutOrdered(id: $0) }
        },
        FormerSentence("Ordered from the hub.", .ordered),
        FormerSentence("In this wallet, to be spent offline.", .bought),
        FormerSentence(
            "Open when the wallet was rolled back; if the hub has issued it, it refunds it later.", .droppedOrder),
        FormerSentence("On its way to the account.", .redeeming),
        FormerSentence("Credited to the account.", .credited),
        FormerSentence(
            "Credited, except {amount} that somebody before you had spent twice. The hub has the proof and your claim."
        ) { $0.amount("amount").map { .creditedExcept($0) } },
        FormerSentence(
            """
            Credited, except {amount} that somebody before you had spent twice. Of this claim {paid} was paid; the \
            guarantee fund pays what it can of the rest from {time} on.
            """
        ) { values in
            guard let owed = values.amount("amount"), let paid = values.amount("paid"), let time = values.time("time")
            else { return nil }
            return .claimPartlyPaid(owed: owed, paid: paid, fundFrom: time)
        },
        FormerSentence(
            "Credited, except {amount} that somebody before you had spent twice. Of this claim {paid} was paid."
        ) { values in
            guard let owed = values.amount("amount"), let paid = values.amount("paid") else { return nil }
            return .claimPartlyPaid(owed: owed, paid: paid, fundFrom: nil)
        },
        FormerSentence(
            "Credited to the account; {amount} of it that somebody had spent twice was paid on your claim."
        ) { $0.amount("amount").map { .claimPaid($0) } },
        FormerSentence(
            "Credited, except what had been paid out before; this wallet has no claim to the rest.", .withoutClaim),
        FormerSentence(
            "The hub's refund was quicker: it is in its last owner's account.", .refundWasQuicker),
        FormerSentence("Too old to redeem; the hub returns it from {time} on.") {
            $0.time("time").map { .tooOld(until: $0) }
        },
        FormerSentence("Held since the wallet was rolled back; the hub returns it from {time} on.") {
            $0.time("time").map { .heldCoin(until: $0) }
        },
        FormerSentence("No longer held: the hub has returned what nobody redeemed of it.", .released),
        FormerSentence(
            """
            No longer held: somebody before you had spent {amount} of it twice. Of your claim {paid} was paid; the \
            guarantee fund pays what it can of it from {time} on.
            """
        ) { values in
            guard let owed = values.amount("amount"), let paid = values.amount("paid"), let time = values.time("time")
            else { return nil }
            return .releasedExcept(owed: owed, paid: paid, fundFrom: time)
        },
        FormerSentence(
            """
            No longer held: somebody before you had spent {amount} of it twice. Of your claim {paid} was paid; the hub \
            has returned the rest.
            """
        ) { values in
            guard let owed = values.amount("amount"), let paid = values.amount("paid") else { return nil }
            return .releasedExcept(owed: owed, paid: paid, fundFrom: nil)
        },
        FormerSentence("This device was logged out.", .loggedOut),
        FormerSentence("All devices were logged out.", .loggedOutEverywhere),
        FormerSentence("Logged out: not used for {number} minutes or more.") {
            $0.number("number").map { .loggedOutUnused(minutes: $0) }
        },
        FormerSentence(
            """
            This copy of the wallet is out of date: old files were copied back, or another copy has paid since. Sync \
            before paying again.
            """, .rolledBack),
        FormerSentence("This wallet was restored from a backup. Log in and sync before paying.", .restored),
        FormerSentence("Somebody spent the same units twice; the proof is kept. Its pseudonym is {key}.") {
            $0.text("key").map { .doubleSpent(pseudonym: $0) }
        },
        FormerSentence("A payee sent a decline and a receipt for the same payment {name}. Keep both texts.") {
            $0.text("name").flatMap { ReferenceID($0) }.map { .contradiction(payment: $0) }
        },
        FormerSentence(
            "{number} photos of cards were damaged in the backup; everything else is here. Try another copy."
        ) { $0.number("number").map { .damagedPhotos(count: $0) } },
    ]
}
