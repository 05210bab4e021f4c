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
    /// What the line above the cards tells: the last change, and what can be done about it.
    package enum Change: Hashable, Sendable {
        case none
        /// A change that can be taken back.
        case done
        /// A change that was taken back, and can be made again.
        case undone
    }

    package private(set) var lastChange = Change.none
    /// Whether any change of the last days can be taken back, and whether one that was can be made again.
    package private(set) var offersUndo = false
    package private(set) var offersRedo = false
    /// What the last undo brought back.
    @ObservationIgnored private var undone: CardCase.Former?
    /// Whether the last change can be taken back.
    package var canUndo: Bool { lastChange == .done }
    /// Whether what was taken back last can be done again.
    package var canRedo: Bool { lastChange == .undone }
    /// What the last import did.
    package private(set) var report: ImportReport?
    /// What stands in a file before it is taken, with the number of those that are here and different.
    package private(set) var arrived: (cards: CardImport, duplicates: Int)?
    package var duplicates = ImportPlan.Duplicates.update
    /// Whether the cards that are here go first; it is asked for each file anew.
    package var erases = false
    /// Where the last export is, and how many cards it has.
    package private(set) var exported: (count: Int, path: String)?
    /// Photos that are missing in the last export, by the place of their card.
    package private(set) var exportProblems: [ImportProblem] = []
    @ObservationIgnored private var preparedCount = 0
    /// The format of the next export.
    package var exportFormat = CardFormat.json {
        didSet { if exportsOneCard, exportedCard == nil { exportedCard = cards.items.first?.id } }
    }
    /// The card of an export that holds one; all cards without it.
    package var exportedCard: CardID?
    package var exportsPhotos = true
    /// Locks a Catima zip; empty for none.
    package var exportPassword = ""
    /// A file that wants a password, while it does.
    package private(set) var lockedFile: String?
    package var filePassword = ""
    package let session: WalletSession

    @ObservationIgnored private var round = 0
    @ObservationIgnored private let desk = PhotoDesk()

    package init(_ session: WalletSession) { self.session = session }

    /// Reads the cards that the query wants; to be called after each letter.
    package func reload() async {
        round += 1
        let (question, query) = (round, query)
        do {
            let (cards, groups, undos, redos) = try await session.custodian.useCards { desk in
                let former = desk.deleted()
                return (
                    try desk.cards(query), try desk.groups().map(\.name), former.contains { !$0.wasUndone },
                    former.contains(where: \.wasUndone)
                )
            }
            guard question == round else { return }
            self.cards = Content(cards)
            self.groups = groups
            (offersUndo, offersRedo) = (undos, redos)
        } catch {
            guard question == round else { return }
            cards = .failed(Refusal(error))
        }
    }

    package var isSearching: Bool { !query.text.trimmed.isEmpty || query.group != nil || query.archive != .without }

    package func delete(_ ids: [CardID]) async {
        await change { try $0.delete(ids) }
        lastChange = refusal == nil ? .done : .none
    }

    /// Takes the last change back: a deletion, an edit, an import.
    package func undo() async {
        undone = nil
        await change {
            try Self.checked(try $0.undo())
        } then: {
            self.undone = $0
        }
        lastChange = refusal == nil && undone != nil ? .undone : .none
    }

    /// Makes the change again that was taken back last.
    package func redo() async {
        if let undone, !undone.wasReplaced {
            // A card that came back from the bin took nobody's place, so nothing waits there to come back for it.
            await change { try $0.delete([undone.card.id]) }
        } else {
            await change { _ = try Self.checked(try $0.redo()) }
        }
        undone = nil
        lastChange = refusal == nil ? .done : .none
    }

    /// What came back.
    ///
    /// - Throws: ``Refusal`` when another card has its store and number by now.
    private nonisolated static func checked(_ undoing: CardCase.Undoing) throws -> CardCase.Former? {
        if undoing.version == nil, !undoing.stayed.isEmpty { throw Refusal(.refusedDuplicateCard) }
        return undoing.version
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
                    return (cards, desk.relations(of: cards.bundle).count { $0 == .different })
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
                cards,
                try await self.session.custodian.useCards { desk in
                    desk.relations(of: cards.bundle).count { $0 == .different }
                }
            )
        }
    }

    /// Takes what was read, in one step: all of it is here afterwards, or nothing.
    package func takeArrived() async {
        guard let arrived else { return }
        let plan = ImportPlan(
            erase: erases, duplicates: duplicates, language: session.words.language.rawValue)
        await attempt {
            self.report = try await self.session.custodian.useCards { try $0.take(arrived.cards, plan) }
            self.arrived = nil
            self.erases = false
        }
        await reload()
    }

    package func dropArrived() { (arrived, erases) = (nil, false) }

    /// The formats that cards are written in.
    package static let exportFormats = CardFormat.allCases.filter(\.canBeWritten)

    /// Whether the chosen format holds one card alone.
    package var exportsOneCard: Bool { exportFormat == .shareLink || exportFormat == .pass }
    package var canLockExport: Bool { exportFormat == .catima }
    package var canExport: Bool { !isBusy && (!exportsOneCard || exportedCard != nil) }
    /// What the file is called unless a person names it otherwise.
    package var exportName: String { "cards." + exportFormat.fileExtension }

    /// Makes the file of the chosen cards, which an import reads again where the format holds all.
    ///
    /// - Returns: the file's content; nil when it was refused.
    package func prepareExport() async -> [UInt8]? {
        guard canExport else { return nil }
        exported = nil
        var content: [UInt8]?
        let (format, photos) = (exportFormat, exportsPhotos)
        let ids = exportsOneCard ? exportedCard.map { [$0] } : nil
        let password = canLockExport && !exportPassword.isEmpty ? SecretText.bytes(exportPassword) : nil
        let clock = session.surroundings.cardClock
        await attempt {
            let (bundle, missing) = try await self.session.custodian.useCards { try $0.export(ids, photos: photos) }
            let file = try await self.desk.write(bundle, as: format, at: clock(), password: password)
            self.exportProblems = missing + file.problems
            // A file of passes holds those cards alone that came from one.
            self.preparedCount = bundle.cards.count { card in
                format != .passes || card.origin.map { bundle.files[$0] != nil } == true
            }
            self.exportPassword = ""
            content = file.content
        }
        return content
    }

    /// Learns where what was prepared is now, or that it could not be written.
    package func noteExport(_ path: String?) {
        if let path { exported = (preparedCount, path) } else { refusal = Refusal(.refusedCannotWrite) }
    }

    // MARK: - Inside

    private func change<R: Sendable>(
        _ body: @escaping @Sendable (CardCase) throws -> R, then: (R) -> Void = { (_: R) in }
    ) async {
        await attempt { then(try await self.session.custodian.useCards(body)) }
        await reload()
    }
}
