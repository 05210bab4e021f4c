// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto
internal import Vault

extension CardLibrary {
    /// The relation of each card of a bundle to the existing ones. It changes nothing.
    package func relations(of bundle: CardBundle) -> [CardShelf.Relation] { bundle.cards.map(shelf.relation) }

    /// Imports the cards of a file by plan, in one transaction: all or nothing.
    ///
    /// A second import of the same file changes nothing. Deleted or overwritten cards can be restored for ``daysKept``
    /// days. A bad card is reported and does not affect the others.
    ///
    /// - Throws: ``CardStoreError`` with code `.duplicate` when the plan cancels at the first duplicate, `.badCard` when
    ///   the plan deletes all cards but no card of the file is valid, `.storageFull`, `.storage`; nothing has changed
    ///   then.
    package func take(_ imported: CardImport, _ plan: ImportPlan = ImportPlan()) throws -> ImportReport {
        try run {
            var intake = Intake(shelf: plan.erase ? CardShelf() : shelf, plan: plan, now: now)
            intake.reserveCapacity(imported.bundle.cards.count)
            intake.report.bad = imported.problems
            if plan.erase { intake.report.erased = shelf.count }
            lazy var here = namedFiles()
            for (index, position) in imported.positions.enumerated() {
                try intake.take(
                    imported.bundle.cards[index], at: position,
                    has: {
                        imported.bundle.files[$0] != nil || here.contains($0)
                    }, former: { self.formerPass(of: $0, in: imported.bundle, plan.language) })
            }
            intake.settle()
            intake.report.bad.sort { $0.position < $1.position }
            if plan.erase, intake.shelf.isEmpty, !shelf.isEmpty { throw Self.nothingToTake(intake.report.bad) }
            guard !intake.report.changedNothing else { return intake.report }
            if intake.hasFiles { try keep(imported.bundle.files, of: intake.changed.map(\.card)) }
            try write(intake, erasing: plan.erase, groups: imported.bundle.groupOrder)
            try sweep()
            return intake.report
        }
    }

    private static func nothingToTake(_ bad: [ImportProblem]) -> CardStoreError {
        let why = bad.first.map { " Card \($0.position): \($0.reason)" } ?? ""
        return CardStoreError(
            .badCard, "No card of the file can be taken, so nothing was erased; all your cards are here.\(why)")
    }

    /// The card that a card's pass was at its import, in the language whose texts are most similar to the card's; nil
    /// where the pass is lost.
    private func formerPass(of card: Card, in bundle: CardBundle, _ language: String) -> Card? {
        // Safe: without the earlier pass, everything that a pass can contain is taken from the new one.
        guard let origin = card.origin, let bytes = bundle.files[origin] ?? (try? photoStore.read(origin)) else {
            return nil
        }
        return CardFormat.card(ofPass: bytes, like: card, language: language)
    }

    private func write(_ intake: Intake, erasing: Bool, groups: [String]) throws {
        var rows = rows
        var removed: [Stored<CardRecord>] = []
        // Without an index, or with one that is faster to rebuild, the changed cards are not collected.
        let isIndexed = index != nil && intake.changed.count <= Self.reindexLimit
        if !isIndexed { index = nil }
        let before = erasing ? Array(shelf.shelved) : []
        try store.transaction {
            if erasing {
                removed = try bury(before, in: &rows)
                try step(.importErased)
            } else if !shelf.isEmpty {
                // Existing cards move to the new sheets.
                try vacate(intake.changed.lazy.map(\.card.id), in: &rows)
            }
            rows.reserveCapacity(intake.shelf.count)
            let sheets = CardRecord.sheets(of: intake.changed)
            // Each card was validated when it was parsed, and a validated card can be parsed again.
            let first = try table.insert(sheets, areChecked: true)
            for (index, sheet) in sheets.enumerated() { rows.put(sheet.cards, in: first + Int64(index)) }
            if !erasing, !intake.replaced.isEmpty {
                let records = intake.replaced.map { CardRecord($0, .replaced, at: now) }
                let first = try table.insert(records)
                removed = records.enumerated().map { Stored(id: first + Int64($0), record: $1) }
            }
            try appendGroups(groups)
            try step(.importing)
        }
        try step(.imported)
        let ids = Set(intake.changed.lazy.map(\.card.id)).union(before.lazy.map(\.card.id))
        shelf = intake.shelf
        self.rows = rows
        former += removed
        try changed(
            ids, removed: before.map(\.card.id), reindexing: isIndexed ? intake.changed.map(\.card) : [])
    }
}

/// The effects of importing one file, before anything is written.
private struct Intake {
    var shelf: CardShelf
    let plan: ImportPlan
    let now: Moment
    var report = ImportReport()
    /// The new and changed cards in their final state, in the order of the file.
    private(set) var changed: [ShelvedCard] = []
    /// The earlier versions of replaced cards.
    private(set) var replaced: [ShelvedCard] = []
    /// Whether any incoming card has a photo or an original pass.
    private(set) var hasFiles = false
    /// The position of each changed card in the file; 0 for a card that existed before.
    private var origins: [Int] = []
    /// The index of the first changed card of each id; computed when a card meets another.
    private var places: [CardID: Int] = [:]
    /// How often a card replaced another of its id.
    private var overwritten: [CardID: Int] = [:]
    /// How often a card's pass was imported again.
    private var updated: [CardID: Int] = [:]

    init(shelf: CardShelf, plan: ImportPlan, now: Moment) {
        self.shelf = shelf
        self.plan = plan
        self.now = now
    }

    mutating func reserveCapacity(_ count: Int) {
        shelf.reserveCapacity(shelf.count + count)
        changed.reserveCapacity(count)
        origins.reserveCapacity(count)
    }

    /// Passes a card to ``CardShelf``.
    ///
    /// - Parameters:
    ///   - has: whether the bytes of a file exist.
    ///   - former: the card that a card's pass was at its import.
    mutating func take(
        _ card: Card, at position: Int, has: (Digest) -> Bool, former: (Card) -> Card?
    ) throws {
        guard card.photos.isEmpty, card.origin == nil else {
            hasFiles = true
            return try takeAlone(completed(card, at: position, has), at: position, former)
        }
        try takeAlone(card, at: position, former)
    }

    /// The card without references to missing files.
    private mutating func completed(_ card: Card, at position: Int, _ has: (Digest) -> Bool) -> Card {
        guard !card.files.allSatisfy(has) else { return card }
        var card = card
        card.photos.removeAll { !has($0.hash) }
        if let origin = card.origin, !has(origin) { card.origin = nil }
        report.bad.append(ImportProblem(position, .photoMissing))
        return card
    }

    private mutating func takeAlone(_ card: Card, at position: Int, _ former: (Card) -> Card?) throws {
        switch shelf.take(card, plan.duplicates, now: now, former: former) {
        case .insert(let fresh):
            report.inserted += 1
            changed.append(fresh)
            origins.append(position)
        case .overwrite(let card, let before):
            report.overwritten += 1
            overwritten[card.card.id, default: 0] += 1
            note(position, meeting: before) { .tookPlace(of: $0) }
            put(card, insteadOf: before)
        case .merge(let card, let before):
            report.merged += 1
            note(position, meeting: before) { .merged(into: $0) }
            put(card, insteadOf: before)
        case .update(let card, let before):
            report.updated += 1
            updated[card.card.id, default: 0] += 1
            note(position, meeting: before) { .newerCopy(of: $0) }
            put(card, insteadOf: before)
        case .skip(let here):
            report.skipped += 1
            note(position, meeting: here) { .leftOut(for: $0) }
        case .cancel:
            throw CardStoreError(
                .duplicate,
                "Card \(position) of the file is here already, so nothing was imported. Skip, overwrite or merge duplicates."
            )
        case .refuse(let remark): report.bad.append(ImportProblem(position, remark))
        }
    }

    private mutating func note(
        _ position: Int, meeting here: ShelvedCard, _ remark: (_ other: Int) -> CardRemark
    ) {
        guard let place = place(of: here.card.id), origins[place] > 0 else { return }
        report.repeated.append(ImportProblem(position, remark(origins[place])))
    }

    /// A card that the file changed and then changed back counts as unchanged.
    mutating func settle() {
        var same: Set<CardID> = []
        for before in replaced {
            let id = before.card.id
            guard let place = place(of: id) else { continue }
            var after = changed[place].card
            after.modified = before.card.modified
            guard after == before.card, shelf.put(before) else { continue }
            same.insert(id)
            report.overwritten -= overwritten[id] ?? 0
            report.updated -= updated[id] ?? 0
            report.skipped += (overwritten[id] ?? 0) + (updated[id] ?? 0)
        }
        guard !same.isEmpty else { return }
        changed.removeAll { same.contains($0.card.id) }
        replaced.removeAll { same.contains($0.card.id) }
    }

    private mutating func put(_ card: ShelvedCard, insteadOf before: ShelvedCard) {
        guard let place = place(of: card.card.id) else {
            changed.append(card)
            origins.append(0)
            replaced.append(before)
            return
        }
        changed[place] = card
    }

    /// The index of a card among the changed ones; in most files no card meets another.
    private mutating func place(of id: CardID) -> Int? {
        for index in changed.indices.dropFirst(places.count) { places[changed[index].card.id] = index }
        return places[id]
    }
}
