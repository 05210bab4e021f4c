// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money
internal import Observation
internal import Tokens
internal import Wallet

/// Recurring payments that the hub makes: the existing ones, and a new one.
@Observable @MainActor
package final class RecurringModel: BusyModel {
    package enum End: String, CaseIterable, Sendable { case never, count, day }

    package private(set) var payments: LoadState<[RecurringPayment]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The shown payment, with the results of its days.
    package private(set) var looked: RecurringPayment?

    // The form
    package var recipient = ""
    package var amount: AmountEntry
    package var note = ""
    package var unit = Rhythm.Unit.monthly
    package var every = 1
    /// Such as 2026-12-01.
    package var first: String
    package var end = End.never
    /// The number of payments, while ``end`` is by number.
    package var count = ""
    /// The last day, while ``end`` is by day.
    package var last = ""
    package private(set) var names = NameTable()
    package let session: WalletSession

    private static let mostPayments = 1_200

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
        first = session.words.typedForm(of: Self.today(session))
    }

    private static func today(_ session: WalletSession) -> CalendarDay {
        CalendarDay(of: session.dependencies.clock.now())
    }

    package func load() async {
        do {
            payments = LoadState(try await session.walletService.ask { try $0.recurringPayments(limit: 100).items })
        } catch {
            payments = .failed(UserMessage(error))
        }
        names = await session.nameTable()
    }

    // MARK: - The form

    /// The order in the form.
    private struct Order {
        var amount: Amount
        var rhythm: Rhythm
        var first: CalendarDay
        var count: Int?
        var last: CalendarDay?
    }

    /// Why the form cannot be ordered; nil while it is incomplete.
    package var objection: UserMessage? {
        if let objection = amount.objection { return objection }
        if note.utf8.count > SendModel.maximumNote { return UserMessage(.refusedLongNote) }
        if session.account.username == names.username(of: recipient), !recipient.trimmed.isEmpty {
            return UserMessage(.refusedToOneself)
        }
        do {
            _ = try order()
            return nil
        } catch {
            return UserMessage(error)
        }
    }

    package var canOrder: Bool {
        // Safe: `objection` reports what is wrong.
        !isBusy && !recipient.trimmed.isEmpty && objection == nil && ((try? order()) ?? nil) != nil
    }

    private func order() throws -> Order? {
        guard let amount = amount.value, !first.trimmed.isEmpty else { return nil }
        guard let day = session.words.typedDay(first) else { throw UserMessage(.refusedDate) }
        guard day >= Self.today(session) else { throw UserMessage(.refusedPastDay) }
        var order = Order(amount: amount, rhythm: try Rhythm(unit, every: every), first: day)
        switch end {
        case .never: break
        case .count:
            guard !count.trimmed.isEmpty else { return nil }
            guard let number = Int(count.trimmed), 1...Self.mostPayments ~= number else {
                throw UserMessage(.refusedCount, ["most": session.words.number(Self.mostPayments)])
            }
            order.count = number
        case .day:
            guard !last.trimmed.isEmpty else { return nil }
            guard let end = session.words.typedDay(last) else { throw UserMessage(.refusedDate) }
            guard end >= day else { throw UserMessage(.refusedEndBeforeStart) }
            order.last = end
        }
        return order
    }

    /// The first payment days, so that the user can check the order.
    package var nextDays: [CalendarDay] {
        // Safe: without a complete order there is nothing to show.
        guard let order = (try? order()) ?? nil else { return [] }
        return (0..<min(order.count ?? 3, 3)).map { order.rhythm.day($0, from: order.first) }
            .filter { day in order.last.map { day <= $0 } ?? true }
    }

    package func give() async {
        guard canOrder else { return }
        let (to, words) = (names.username(of: recipient), note.trimmed)
        await attempt {
            guard let order = try self.order() else { return }
            self.looked = try await self.session.walletService.use {
                try $0.payRegularly(
                    order.amount, to: to, order.rhythm, from: order.first, note: words.isEmpty ? nil : words,
                    count: order.count, until: order.last)
            }
            (self.recipient, self.amount.text, self.note, self.count, self.last) = ("", "", "", "", "")
        }
        await load()
    }

    // MARK: - A payment

    package func look(at payment: RecurringPayment) async {
        looked = payment
        await attempt {
            self.looked = try await self.session.walletService.ask { try $0.recurringPayment(named: payment.id) }
        }
    }

    package func lookAway() {
        refusal = nil
        looked = nil
    }

    package func pause(_ payment: RecurringPayment) async { await change { try $0.pauseRecurring(named: payment.id) } }
    package func resume(_ payment: RecurringPayment) async {
        await change { try $0.resumeRecurring(named: payment.id) }
    }
    /// Cancels it for good.
    package func cancel(_ payment: RecurringPayment) async {
        await change { try $0.cancelRecurring(named: payment.id) }
    }

    private func change(_ body: @escaping @Sendable (Wallet) throws -> RecurringPayment) async {
        await attempt { self.looked = try await self.session.walletService.use(body) }
        await load()
    }
}

extension Localizer {
    /// The interval, such as "every month" or "every 2 weeks".
    package func rhythm(_ rhythm: Rhythm) -> String {
        switch rhythm.unit {
        case .daily where rhythm.every == 1: self(.everyDay)
        case .weekly where rhythm.every == 1: self(.everyWeek)
        case .monthly where rhythm.every == 1: self(.everyMonth)
        case .daily: self(.everyDays, count: rhythm.every)
        case .weekly: self(.everyWeeks, count: rhythm.every)
        case .monthly: self(.everyMonths, count: rhythm.every)
        }
    }
}
