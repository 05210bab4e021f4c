// SPDX-License-Identifier: MIT
package import Cards
internal import Codes
internal import Keys
internal import Observation
package import CardStore

/// The cards: search, order, groups, restoring deleted ones, import and export.
@Observable @MainActor
package final class CardsModel: BusyModel {
    package private(set) var cards: LoadState<[Card]> = .loading
    package private(set) var groups: [String] = []
    /// Cards that expire within these days carry a reminder.
    @ObservationIgnored private var reminderDays = Card.reminderDays
    package var query = CardQuery()
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The state of the line above the cards: the last change, and whether it can be undone.
    package enum Change: Hashable, Sendable {
        case none
        /// A change that can be undone.
        case done
        /// A change that was undone and can be redone.
        case undone
    }

    package private(set) var lastChange = Change.none
    /// Whether any change of the last days can be undone, and whether an undone one can be redone.
    package private(set) var offersUndo = false
    package private(set) var offersRedo = false
    /// The version that the last undo restored.
    @ObservationIgnored private var undone: CardLibrary.Former?
    /// Whether the last change can be undone.
    package var canUndo: Bool { lastChange == .done }
    /// Whether the last undo can be redone.
    package var canRedo: Bool { lastChange == .undone }
    /// The result of the last import.
    package private(set) var report: ImportReport?
    /// The contents of a file before its import, with the number of cards that already exist with other data.
    package private(set) var arrived: (cards: CardImport, duplicates: Int)?
    package var duplicates = ImportPlan.Duplicates.update
    /// Whether an import deletes the existing cards first; asked for each file.
    package var erases = false
    /// The path of the last export, and its number of cards.
    package private(set) var exported: (count: Int, path: String)?
    /// Photos that are missing in the last export, by the position of their card.
    package private(set) var exportProblems: [ImportProblem] = []
    @ObservationIgnored private var preparedCount = 0
    /// The format of the next export.
    package var exportFormat = CardFormat.json {
        didSet { if exportsOneCard, exportedCard == nil { exportedCard = cards.items.first?.id } }
    }
    /// The card for an export of one card; nil for all cards.
    package var exportedCard: CardID?
    package var exportsPhotos = true
    /// Encrypts a Catima zip; empty for none.
    package var exportPassword = ""
    /// A file that waits for its password.
    package private(set) var lockedFile: String?
    package var filePassword = ""
    package let session: WalletSession

    @ObservationIgnored private let reads = NewestRead()
    @ObservationIgnored private let photoWorker = PhotoWorker()

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.cards], by: self) { await $0.reload() }
    }

    /// Reads the cards that match the query. Call it after each letter.
    package func reload() async {
        let (question, query) = (reads.begin(), query)
        do {
            let (cards, groups, undos, redos, days) = try await session.walletService.useCards { library in
                let former = library.deleted()
                return (
                    try library.cards(query), try library.groups().map(\.name), former.contains { !$0.wasUndone },
                    former.contains(where: \.wasUndone), try library.reminderDays
                )
            }
            guard reads.isNewest(question) else { return await reads.newest() }
            reminderDays = days
            self.cards = LoadState(cards)
            self.groups = groups
            (offersUndo, offersRedo) = (undos, redos)
        } catch {
            guard reads.isNewest(question) else { return await reads.newest() }
            cards = .failed(UserMessage(error))
        }
        reads.end(question)
    }

    /// What a list says of a card that has expired, or expires within the days that the user has chosen.
    package func reminder(of card: Card) -> String? {
        switch card.reminder(at: session.dependencies.cardClock(), days: reminderDays) {
        case .expired: session.words(.expired)
        case .soon: card.expiry.map { "\(session.words(.expiry)) \(session.words.day($0))" }
        case nil: nil
        }
    }

    package var isSearching: Bool { !query.text.trimmed.isEmpty || query.group != nil || query.archive != .without }

    package func delete(_ ids: [CardID]) async {
        await change { try $0.delete(ids) }
        lastChange = refusal == nil ? .done : .none
    }

    /// Undoes the last change: a deletion, an edit, an import.
    package func undo() async {
        undone = nil
        await change {
            try Self.checked(try $0.undo())
        } then: {
            self.undone = $0
        }
        lastChange = refusal == nil && undone != nil ? .undone : .none
    }

    /// Redoes the last undone change.
    package func redo() async {
        if let undone, !undone.wasReplaced {
            // A restored card replaced no version, so there is none to restore; it is deleted again.
            await change { try $0.delete([undone.card.id]) }
        } else {
            await change { _ = try Self.checked(try $0.redo()) }
        }
        undone = nil
        lastChange = refusal == nil ? .done : .none
    }

    /// The restored version.
    ///
    /// - Throws: ``UserMessage`` when another card has its store and number by now.
    private nonisolated static func checked(_ undoing: CardLibrary.Undoing) throws -> CardLibrary.Former? {
        if undoing.version == nil, !undoing.stayed.isEmpty { throw UserMessage(.refusedDuplicateCard) }
        return undoing.version
    }

    package func setStarred(_ id: CardID, _ isStarred: Bool) async { await change { try $0.setStarred(id, isStarred) } }

    package func setArchived(_ id: CardID, _ isArchived: Bool) async {
        await change { try $0.setArchived(id, isArchived) }
    }

    // MARK: - Files

    /// Reads a file of cards. Nothing is imported before ``takeArrived()``.
    package func read(file path: String) async {
        let password = filePassword.isEmpty ? nil : SecretText.bytes(filePassword)
        let language = session.words.language.rawValue
        await attempt {
            do {
                let arrived = try await self.session.walletService.useCards { library in
                    let bytes = try AtomicFile.read(path, maximumCount: CardLimits.importBytes)
                    let cards = try CardFormat.parse(bytes, password: password, language: language)
                    return (cards, library.relations(of: cards.bundle).count { $0 == .different })
                }
                (self.arrived, self.erases, self.report) = (arrived, false, nil)
                (self.lockedFile, self.filePassword) = (nil, "")
            } catch let error as CardsError where error.code == .passwordNeeded || error.code == .wrongPassword {
                self.lockedFile = path
                throw error
            }
        }
    }

    /// Reads scanned cards.
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
                try await self.session.walletService.useCards { library in
                    library.relations(of: cards.bundle).count { $0 == .different }
                }
            )
        }
    }

    /// Imports the cards that were read, in one step: all or nothing.
    package func takeArrived() async {
        guard let arrived else { return }
        let plan = ImportPlan(
            erase: erases, duplicates: duplicates, language: session.words.language.rawValue)
        await attempt {
            self.report = try await self.session.walletService.useCards { try $0.take(arrived.cards, plan) }
            self.arrived = nil
            self.erases = false
        }
        await session.caughtUp()
    }

    package func dropArrived() { (arrived, erases) = (nil, false) }

    /// The formats for an export.
    package static let exportFormats = CardFormat.allCases.filter(\.canBeWritten)

    /// Whether the chosen format holds a single card.
    package var exportsOneCard: Bool { exportFormat == .shareLink || exportFormat == .pass }
    package var canLockExport: Bool { exportFormat == .catima }
    package var canExport: Bool { !isBusy && (!exportsOneCard || exportedCard != nil) }
    /// The default name of the file.
    package var exportName: String { "cards." + exportFormat.fileExtension }

    /// Makes the export file of the chosen cards. An import restores them as far as the format can represent them.
    ///
    /// - Returns: the file's content; nil when the export was refused.
    package func prepareExport() async -> [UInt8]? {
        guard canExport else { return nil }
        exported = nil
        var content: [UInt8]?
        let (format, photos) = (exportFormat, exportsPhotos)
        let ids = exportsOneCard ? exportedCard.map { [$0] } : nil
        let password = canLockExport && !exportPassword.isEmpty ? SecretText.bytes(exportPassword) : nil
        let clock = session.dependencies.cardClock
        await attempt {
            let (bundle, missing) = try await self.session.walletService.useCards { try $0.export(ids, photos: photos) }
            let file = try await self.photoWorker.write(bundle, as: format, at: clock(), password: password)
            self.exportProblems = missing + file.problems
            // A file of passes holds only cards that came from a pass.
            self.preparedCount = bundle.cards.count { card in
                format != .passes || card.origin.map { bundle.files[$0] != nil } == true
            }
            self.exportPassword = ""
            content = file.content
        }
        return content
    }

    /// Records the path of the prepared export, or that it could not be written.
    package func noteExport(_ path: String?) {
        if let path { exported = (preparedCount, path) } else { refusal = UserMessage(.refusedCannotWrite) }
    }

    // MARK: - Inside

    private func change<R: Sendable>(
        _ body: @escaping @Sendable (CardLibrary) throws -> R, then: (R) -> Void = { (_: R) in }
    ) async {
        await attempt { then(try await self.session.walletService.useCards(body)) }
        await session.caughtUp()
    }
}
