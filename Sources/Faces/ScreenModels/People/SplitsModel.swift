// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money
internal import Observation
internal import Wallet

/// Shared bills: their payments, and a new one.
@Observable @MainActor
package final class SplitsModel: BusyModel {
    /// How a bill is divided.
    package enum Mode: String, CaseIterable, Sendable { case evenly, weights, amounts }

    /// A participant in the form.
    package struct Person: Identifiable, Hashable, Sendable {
        package let id: Int
        package var name = ""
        /// A weight or an amount, as typed.
        package var part = ""
    }

    package private(set) var splits: LoadState<[Split]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The shown bill.
    package private(set) var looked: Split?

    // The form
    package var total: AmountEntry
    package var note = ""
    package var mode = Mode.evenly
    package private(set) var people: [Person]
    /// Whether the user who paid also bears a share.
    package var includesMe = true
    /// The user's own weight or amount.
    package var myPart = ""
    package private(set) var names = NameTable()
    package let session: WalletSession

    @ObservationIgnored private var lastID = 1

    /// Including the user who paid.
    private static let mostPeople = 50
    private static let weights = 1...1_000

    package init(_ session: WalletSession) {
        self.session = session
        total = AmountEntry(in: session.currency, language: session.words.language)
        people = [Person(id: 0), Person(id: 1)]
    }

    package func load() async {
        do {
            splits = LoadState(try await session.walletService.ask { try $0.splits(limit: 50).items })
        } catch {
            splits = .failed(UserMessage(error))
        }
        names = await session.nameTable()
    }

    // MARK: - The form

    package func addPerson() {
        guard people.count < Self.mostPeople - 1 else { return }
        lastID += 1
        people.append(Person(id: lastID))
    }

    package func remove(_ id: Int) { people.removeAll { $0.id == id } }

    package func setName(_ id: Int, _ name: String) { change(id) { $0.name = name } }
    package func setPart(_ id: Int, _ part: String) { change(id) { $0.part = part } }

    private func change(_ id: Int, _ body: (inout Person) -> Void) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        body(&people[index])
    }

    /// Why the bill cannot be shared as entered; nil while the form is incomplete.
    package var objection: UserMessage? {
        if let objection = total.objection { return objection }
        if note.utf8.count > SendModel.maximumNote { return UserMessage(.refusedLongNote) }
        guard total.value != nil else { return nil }
        do {
            _ = try shares()
            return nil
        } catch {
            return UserMessage(error)
        }
    }

    package var canShare: Bool {
        // Safe: `objection` reports what is wrong.
        !isBusy && total.value != nil && objection == nil && ((try? shares()) ?? nil) != nil
    }

    /// The shares; nil while the form is incomplete.
    private func shares() throws -> [SplitOrder.Share]? {
        var parts = people.filter { !$0.name.trimmed.isEmpty }.map { (names.username(of: $0.name), $0.part) }
        if includesMe, let me = session.account.username { parts.insert((me, myPart), at: 0) }
        guard Set(parts.map(\.0)).count == parts.count else { throw UserMessage(.refusedSamePerson) }
        if let me = session.account.username, !includesMe, parts.contains(where: { $0.0 == me }) {
            throw UserMessage(.refusedToOneself)
        }
        guard parts.count >= 2 else { return nil }
        switch mode {
        case .evenly: return parts.map { SplitOrder.Share(person: $0.0, weight: 1) }
        case .weights:
            return try parts.map { name, part in
                guard let weight = part.trimmed.isEmpty ? 1 : Int(part.trimmed), Self.weights.contains(weight) else {
                    throw UserMessage(.refusedWeight)
                }
                return SplitOrder.Share(person: name, weight: weight)
            }
        case .amounts: return try amounts(parts)
        }
    }

    private func amounts(_ parts: [(String, String)]) throws -> [SplitOrder.Share]? {
        guard let whole = total.value else { return nil }
        var sum = Amount.zero(whole.currency)
        var shares: [SplitOrder.Share] = []
        for (name, part) in parts {
            let entry = AmountEntry(part, in: whole.currency, language: session.words.language)
            guard let amount = try entry.amount() else { return nil }
            sum = try sum.adding(amount)
            shares.append(SplitOrder.Share(person: name, amount: amount))
        }
        guard sum == whole else {
            throw UserMessage(
                .refusedSharesDiffer, ["sum": session.words.amount(sum), "total": session.words.amount(whole)])
        }
        return shares
    }

    /// Shares the bill: every other participant gets a request, which is shown afterwards.
    package func share() async {
        guard canShare, let total = total.value else { return }
        let words = note.trimmed
        await attempt {
            guard let shares = try self.shares() else { return }
            self.looked = try await self.session.walletService.use {
                try $0.split(total, among: shares, note: words.isEmpty ? nil : words)
            }
            (self.total.text, self.note, self.myPart) = ("", "", "")
            self.people = [Person(id: 0), Person(id: 1)]
            self.lastID = 1
        }
        await load()
    }

    // MARK: - A bill

    package func look(at split: Split) {
        refusal = nil
        looked = split
    }

    package func lookAway() { looked = nil }

    /// Cancels the unpaid requests.
    package func cancel(_ split: Split) async {
        await attempt { self.looked = try await self.session.walletService.use { try $0.cancelSplit(named: split.id) } }
        await load()
    }
}
