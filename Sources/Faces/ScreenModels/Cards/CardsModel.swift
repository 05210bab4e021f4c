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
    /// Whether the cards that are here go first; it is asked for each file anew.
    package var erases = false
    /// Where the last export is, and how many cards it has.
    package private(set) var exported: (count: Int, path: String)?
    /// Photos that are missing in the last export, by the place of their card.
    package private(set) var exportProblems: [ImportProblem] = []
    @ObservationIgnored private var preparedCount = 0
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
                (self.arrived, self.erases, self.report) = (arrived, false, nil)
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
        let plan = ImportPlan(erase: erases, duplicates: duplicates)
        await attempt {
            self.report = try await self.session.custodian.useCards { try $0.take(arrived.cards, plan) }
            self.arrived = nil
            self.erases = false
        }
        await reload()
    }

    package func dropArrived() { (arrived, erases) = (nil, false) }

    /// Makes the file of all cards with their photos, which an import reads again.
    ///
    /// - Returns: the file's content; nil when it was refused.
    package func prepareExport(as format: CardFormat) async -> [UInt8]? {
        exported = nil
        var content: [UInt8]?
        await attempt {
            let (bytes, count, problems) = try await self.session.custodian.useCards { desk in
                let (bundle, problems) = try desk.export()
                let file = try format.write(bundle, at: self.session.surroundings.cardClock())
                return (file.content, bundle.cards.count, problems)
            }
            self.exportProblems = problems
            self.preparedCount = count
            content = bytes
        }
        return content
    }

    /// Learns where what was prepared is now, or that it could not be written.
    package func noteExport(_ path: String?) {
        if let path { exported = (preparedCount, path) } else { refusal = Refusal(.refusedCannotWrite) }
    }

    // MARK: - Inside

    private func change(_ body: @escaping @Sendable (CardCase) throws -> Void) async {
        await attempt { try await self.session.custodian.useCards(body) }
        await reload()
    }
}
