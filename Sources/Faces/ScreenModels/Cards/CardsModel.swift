// SPDX-License-Identifier: MIT
package import Cards
internal import Codes
internal import Keys
internal import Observation
package import Pocket

/// The cards: found as one types, ordered, grouped; deleted ones come back; files in and out.
@Observable @MainActor
package final class CardsModel: BusyModel {
    package private(set) var cards: Content<[Card]> = .loading
    package private(set) var groups: [String] = []
    package var query = CardQuery()
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    /// Whether the last change can be taken back.
    package private(set) var canUndo = false
    /// What the last import did.
    package private(set) var report: ImportReport?
    /// What stands in a file before it is taken, with the number of those that are here already.
    package private(set) var arrived: (cards: CardImport, duplicates: Int)?
    package var duplicates = ImportPlan.Duplicates.skip
    /// Where the last export is, and how many cards it has.
    package private(set) var exported: (count: Int, path: String)?
    /// A file that wants a password, while it does.
    package private(set) var lockedFile: String?
    package var filePassword = ""
    package let session: WalletSession

    @ObservationIgnored private var round = 0

    package init(_ session: WalletSession) { self.session = session }

    /// Reads the cards that the query wants; to be called after each letter.
    package func reload() async {
        round += 1
        let (question, query) = (round, query)
        do {
            let (cards, groups) = try await session.custodian.useCards { desk in
                (try desk.cards(query), desk.groups().map(\.name))
            }
            guard question == round else { return }
            self.cards = Content(cards)
            self.groups = groups
        } catch {
            guard question == round else { return }
            cards = .failed(Refusal(error))
        }
    }

    package var isSearching: Bool { !query.text.trimmed.isEmpty || query.group != nil || query.archive != .without }

    package func delete(_ ids: [CardID]) async {
        await change { try $0.delete(ids) }
        canUndo = refusal == nil
    }

    /// Takes the last change back.
    package func undo() async {
        await change { _ = try $0.undo() }
        canUndo = false
    }

    package func setStarred(_ id: CardID, _ isStarred: Bool) async { await change { try $0.setStarred(id, isStarred) } }

    package func setArchived(_ id: CardID, _ isArchived: Bool) async {
        await change { try $0.setArchived(id, isArchived) }
    }

    // MARK: - Files

    /// Reads a file of cards; nothing is taken before ``takeArrived()``.
    package func read(file path: String) async {
        let password = filePassword.isEmpty ? nil : SecretText.bytes(filePassword)
        let language = session.words.language.rawValue
        await attempt {
            do {
                let arrived = try await self.session.custodian.useCards { desk in
                    let bytes = try AtomicFile.read(path, maximumCount: CardLimits.importBytes)
                    let cards = try CardFormat.parse(bytes, password: password, language: language)
                    return (cards, desk.duplicates(in: cards.bundle).count)
                }
                self.arrived = arrived
                (self.lockedFile, self.filePassword) = (nil, "")
            } catch let error as CardsError where error.code == .passwordNeeded || error.code == .wrongPassword {
                self.lockedFile = path
                throw error
            }
        }
    }

    /// Reads cards that were scanned.
    package func read(_ source: Scanned.CardSource) async {
        await attempt {
            let cards: CardImport =
                switch source {
                case .link(let link):
                    CatimaLink.begins(link) ? try CatimaLink.parse(link) : try GoogleWalletLink.parse(link)
                case .record(let record): CardImport(try HandoverRecord.decode(record, unpack: Inflate.decode))
                }
            self.arrived = (
                cards, try await self.session.custodian.useCards { $0.duplicates(in: cards.bundle).count }
            )
        }
    }

    /// Takes what was read, in one step: all of it is here afterwards, or nothing.
    package func takeArrived() async {
        guard let arrived else { return }
        let plan = ImportPlan(duplicates: duplicates)
        await attempt {
            self.report = try await self.session.custodian.useCards { try $0.take(arrived.cards, plan) }
            self.arrived = nil
        }
        await reload()
    }

    package func dropArrived() { arrived = nil }

    /// Writes all cards with their photos into a file that an import reads again.
    package func export(to path: String) async {
        let format: CardFormat = path.lowercased().hasSuffix(".zip") ? .catima : .json
        await attempt {
            let count = try await self.session.custodian.useCards { desk in
                let (bundle, _) = try desk.export(photos: format == .catima)
                let file = try format.write(bundle, at: self.session.surroundings.cardClock())
                try AtomicFile.write(file.content, to: path)
                return bundle.cards.count
            }
            self.exported = (count, path)
        }
    }

    // MARK: - Inside

    private func change(_ body: @escaping @Sendable (CardCase) throws -> Void) async {
        await attempt { try await self.session.custodian.useCards(body) }
        await reload()
    }
}
