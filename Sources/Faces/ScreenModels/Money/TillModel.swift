// SPDX-License-Identifier: MIT
internal import HubAPI
package import Money
internal import Observation
internal import Tokens
package import Wallet

/// A till: the amount is typed in digits, each sale is a request by code, and the day's sales are added up.
@Observable @MainActor
package final class TillModel {
    /// The digits of the amount in the currency's smallest unit, as card terminals take them: 1250 is 12.50.
    package private(set) var digits = ""
    /// The sale that is asked for; nil while an amount is typed.
    package private(set) var sale: ReceiveModel?
    /// Today's payments, the newest first.
    package private(set) var today: LoadState<[Activity]> = .loading
    package let session: WalletSession

    @ObservationIgnored private let reads = NewestRead()

    /// The most digits: less than the largest amount of any currency.
    package static let maximumDigits = 10
    /// The most sales of a day that are added up.
    private nonisolated static let maximumSales = 1_000

    package init(_ session: WalletSession) { self.session = session }

    /// Reads the day's payments, and follows them from now on.
    package func load() async {
        session.feed.follow([.history], by: self) { await $0.read() }
        await read()
    }

    private func read() async {
        let read = reads.begin()
        let start = session.startOfToday
        do {
            let lines = try await session.walletService.use { wallet in
                try wallet.activity(limit: Self.maximumSales) { line in
                    line.kind == .received && line.time >= start && !line.isPartOfAnother
                        && (line.status == .done || line.status == .held)
                }
            }
            guard reads.isNewest(read) else { return await reads.newest() }
            if today.value != lines || today.isLoading { today = LoadState(lines) }
        } catch {
            guard reads.isNewest(read) else { return await reads.newest() }
            today = .failed(UserMessage(error))
        }
        reads.end(read)
    }

    /// The sum of today's payments in the till's currency; nil without a currency.
    package var total: Amount? {
        guard let currency = session.currency else { return nil }
        return today.items.compactMap(\.amount).filter { $0.currency == currency }
            .reduce(Amount.zero(currency)) { sum, amount in
                // Safe: a sum above the limit is not shown; the ledger itself is the hub's.
                (try? sum.adding(amount)) ?? sum
            }
    }

    // MARK: - Typing

    /// The typed amount; nil while it is nothing.
    package var amount: Amount? {
        guard let currency = session.currency, let units = Int64(digits), units > 0 else { return nil }
        return Amount(minorUnits: units, currency: currency)
    }

    /// The amount as the display shows it; zero while nothing is typed.
    package var display: String? {
        session.currency.map { session.words.amount(amount ?? .zero($0)) }
    }

    /// Adds digits, such as those of a key `00`; too many are left out.
    package func type(_ more: String) {
        guard sale == nil, more.allSatisfy({ $0.isASCII && $0.isNumber }) else { return }
        let next = (digits + more).drop { $0 == "0" }
        if next.count <= Self.maximumDigits { digits = String(next) }
    }

    package func eraseLast() { digits = String(digits.dropLast()) }
    package func eraseAll() { digits = "" }

    // MARK: - Selling

    /// Asks for the typed amount. Afterwards the request is durable and on the screen.
    package func charge() async {
        guard sale == nil, let amount else { return }
        let sale = ReceiveModel(session)
        sale.amount.text = session.words.typedForm(of: amount.decimalText)
        self.sale = sale
        await sale.ask()
    }

    /// Goes on to the next sale. A request that was not paid stays in the activity.
    package func next() {
        sale = nil
        digits = ""
    }

    /// Goes back to the amount of a sale that could not be asked for.
    package func back() { sale = nil }
}

extension WalletSession {
    /// The beginning of the present day, in the user's time zone.
    var startOfToday: Timestamp {
        let (day, now) = (now.day.number, dependencies.clock.now())
        // The day's first second is at most a day ago.
        var (low, high) = (now.seconds < 86_400 ? 0 : now.seconds - 86_400, now.seconds)
        while low < high {
            let middle = low + (high - low) / 2
            if local(Timestamp(seconds: middle)).day.number < day { low = middle + 1 } else { high = middle }
        }
        return Timestamp(seconds: low)
    }
}
