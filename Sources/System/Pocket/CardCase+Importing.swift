// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto
internal import Vault

extension CardCase {
    /// The cards of a bundle that are here already, by their places in it; nothing changes.
    package func duplicates(in bundle: CardBundle) -> [(index: Int, here: Card)] {
        bundle.cards.enumerated().compactMap { index, card in shelf.duplicate(of: card).map { (index, $0) } }
    }

    /// Takes what was read from a file, by plan, in one transaction: afterwards all of it is here or nothing.
    ///
    /// The second import of the same file changes nothing. What is erased or overwritten can come back for ``daysKept``
    /// days. A bad card is named in the report and does not hold up the others.
    ///
    /// - Throws: ``PocketError`` with code `.duplicate` when the plan cancels at the first duplicate, `.badCard` when it would
    ///   erase all cards for a file of which none can be taken, `.storageFull`, `.storage`; nothing has changed then.
    package func take(_ imported: CardImport, _ plan: ImportPlan = ImportPlan()) throws -> ImportReport {
        try run {
            var intake = Intake(shelf: plan.erase ? CardShelf() : shelf, plan: plan, now: now)
            intake.shelf.reserveCapacity(intake.shelf.count + imported.bundle.cards.count)
            intake.report.bad = imported.problems
            if plan.erase { intake.report.erased = shelf.count }
            lazy var here = namedFiles()
            for (card, position) in zip(imported.bundle.cards, imported.positions) {
                try intake.take(card, at: position) { imported.bundle.files[$0] != nil || here.contains($0) }
            }
            intake.settle()
            intake.report.bad.sort { $0.position < $1.position }
            if plan.erase, intake.shelf.count == 0, shelf.count > 0 { throw Self.nothingToTake(intake.report.bad) }
            guard !intake.report.changedNothing else { return intake.report }
            try keep(imported.bundle.files, of: intake.changed)
            try write(intake, erasing: plan.erase)
            try sweep()
            return intake.report
        }
    }

    private static func nothingToTake(_ bad: [ImportProblem]) -> PocketError {
        let why = bad.first.map { " Card \($0.position): \($0.reason)" } ?? ""
        return PocketError(
            .badCard, "No card of the file can be taken, so nothing was erased; all your cards are here.\(why)")
    }

    private func write(_ intake: Intake, erasing: Bool) throws {
        var rows = erasing ? [:] : self.rows
        var removed: [Stored<CardRecord>] = []
        var written: [(row: Int64, card: Card)] = []
        // Without an index, or with one that is quicker made again, nobody asks what was written.
        let isIndexed = index != nil && intake.changed.count <= Self.reindexLimit
        if !isIndexed { index = nil }
        rows.reserveCapacity(rows.count + intake.changed.count)
        try store.transaction {
            if erasing {
                for card in shelf.all {
                    let stored = Stored(id: try row(of: card.id), record: CardRecord(card, .deleted, at: now))
                    try table.update(stored)
                    removed.append(stored)
                }
                try step(.importErased)
            }
            var fresh: [Card] = []
            for card in intake.changed {
                guard let row = rows[card.id] else {
                    fresh.append(card)
                    continue
                }
                try table.update(Stored(id: row, record: CardRecord(card)))
                if isIndexed { written.append((row, card)) }
            }
            let first = try table.insert(fresh.lazy.map(CardRecord.init))
            for (index, card) in fresh.enumerated() {
                rows[card.id] = first + Int64(index)
                if isIndexed { written.append((first + Int64(index), card)) }
            }
            if !erasing {
                let records = intake.replaced.map { CardRecord($0, .replaced, at: now) }
                let first = try table.insert(records)
                removed = records.enumerated().map { Stored(id: first + Int64($0), record: $1) }
            }
            try step(.importing)
        }
        try step(.imported)
        let gone = erasing ? Array(self.rows.values) : []
        let ids = Set(intake.changed.map(\.id)).union(erasing ? Set(self.rows.keys) : [])
        shelf = intake.shelf
        self.rows = rows
        former += removed
        try changed(ids, removed: gone, reindexing: written)
    }
}

/// What becomes of the cards of one file, before anything is written.
private struct Intake {
    var shelf: CardShelf
    let plan: ImportPlan
    let now: Moment
    var report = ImportReport()
    /// The cards that are new or different, each as it ends up, in the order in which they came.
    var changed: [Card] = []
    private var places: [CardID: Int] = [:]
    /// What was here before, where something else takes its place.
    var replaced: [Card] = []
    /// How often a card took the place of another of its id.
    private var overwritten: [CardID: Int] = [:]
    /// Where in the file the cards stood that were not here before.
    private var origins: [CardID: Int] = [:]

    init(shelf: CardShelf, plan: ImportPlan, now: Moment) {
        self.shelf = shelf
        self.plan = plan
        self.now = now
    }

    mutating func take(_ card: Card, at position: Int, has: (Digest) -> Bool) throws {
        var card: Card = card
        do {
            card = try card.checked()
        } catch {
            return report.bad.append(ImportProblem(position, error.message))
        }
        if !card.files.allSatisfy(has) {
            card.photos.removeAll { !has($0.hash) }
            if let origin = card.origin, !has(origin) { card.origin = nil }
            report.bad.append(ImportProblem(position, "A photo of this card is missing; the rest was read."))
        }
        switch shelf.take(card, plan.duplicates, now: now) {
        case .insert(let fresh):
            report.inserted += 1
            origins[fresh.id] = position
            put(fresh)
        case .overwrite(let card, let before):
            report.overwritten += 1
            overwritten[card.id, default: 0] += 1
            note(position, meeting: before, "It took the place of")
            put(card, insteadOf: before)
        case .merge(let card, let before):
            report.merged += 1
            note(position, meeting: before, "It was merged into")
            put(card, insteadOf: before)
        case .skip:
            report.skipped += 1
            if let here = shelf.duplicate(of: card) { note(position, meeting: here, "It was left out for") }
        case .cancel:
            throw PocketError(
                .duplicate,
                "Card \(position) of the file is here already, so nothing was imported. Skip, overwrite or merge duplicates."
            )
        case .refuse(let reason): report.bad.append(ImportProblem(position, reason))
        }
    }

    private mutating func note(_ position: Int, meeting here: Card, _ what: String) {
        guard let origin = origins[here.id] else { return }
        report.repeated.append(
            ImportProblem(
                position, "\(what) card \(origin) of the same file, which has its id or its store and number."))
    }

    /// A card that the file changed, and changed back by a later one, is as it was.
    mutating func settle() {
        var same: Set<CardID> = []
        for before in replaced {
            guard let place = places[before.id] else { continue }
            var after = changed[place]
            after.modified = before.modified
            guard after == before, shelf.put(before) else { continue }
            same.insert(before.id)
            report.overwritten -= overwritten[before.id] ?? 0
            report.skipped += overwritten[before.id] ?? 0
        }
        guard !same.isEmpty else { return }
        changed.removeAll { same.contains($0.id) }
        places = [:]
        replaced.removeAll { same.contains($0.id) }
    }

    private mutating func put(_ card: Card, insteadOf before: Card? = nil) {
        guard let place = places[card.id] else {
            places[card.id] = changed.count
            changed.append(card)
            if let before { replaced.append(before) }
            return
        }
        changed[place] = card
    }
}
