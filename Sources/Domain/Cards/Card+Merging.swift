// SPDX-License-Identifier: MIT
internal import Barcodes

extension Card {
    /// Merges two versions of one card. Nothing that only one of them has is lost.
    ///
    /// Missing fields are filled from the other, codes, groups and photos are united (the newer one's first, up to the
    /// limits), and the latest use and earliest creation are kept. In everything else the newer one wins. A version
    /// without a modification time is the older one, and this one wins where both are equally old. Merging the same
    /// version twice changes nothing. The id stays.
    package func merging(_ other: Card) -> Card {
        let (newer, older) = other.isNewer(than: self) ? (other, self) : (self, other)
        var card = Card(id: id, store: newer.store, number: newer.number)
        card.holder = newer.holder ?? older.holder
        card.note = newer.note.isEmpty ? older.note : newer.note
        card.colour = newer.colour ?? older.colour
        card.codes = Self.joined(newer.codes, older.codes, limit: CardLimits.codes) { ours, theirs in
            ours.symbol.symbology == theirs.symbol.symbology && ours.symbol.bytes == theirs.symbol.bytes
                && ours.symbol.isGS1 == theirs.symbol.isGS1
        }
        card.validFrom = newer.validFrom ?? older.validFrom
        card.expiry = newer.expiry ?? older.expiry
        card.balance = newer.balance ?? older.balance
        card.groups = Self.joined(newer.groups, older.groups, limit: CardLimits.groups, ==).sorted()
        card.isStarred = newer.isStarred
        card.isArchived = newer.isArchived
        card.lastUsed = Self.chosen(lastUsed, other.lastUsed, max)
        card.created = Self.chosen(created, other.created, min)
        card.modified = Self.chosen(modified, other.modified, max)
        card.photos = Self.joined(newer.photos, older.photos, limit: CardLimits.photos) { $0.hash == $1.hash }
        card.origin = newer.origin ?? older.origin
        card.catimaNumber = newer.catimaNumber ?? older.catimaNumber
        return card
    }

    /// The incoming card as a replacement of this one. It keeps this card's id, and the times that the incoming format
    /// does not record.
    package func overwritten(by other: Card) -> Card {
        var card = other.identified(as: id)
        card.created = other.created ?? created
        card.lastUsed = other.lastUsed ?? lastUsed
        card.modified = other.modified ?? modified
        card.catimaNumber = other.catimaNumber ?? catimaNumber
        return card
    }

    /// The same card with another id.
    package func identified(as id: CardID) -> Card {
        var card = Card(
            id: id, store: store, number: number, holder: holder, note: note, colour: colour, codes: codes,
            validFrom: validFrom, expiry: expiry, balance: balance, groups: groups, isStarred: isStarred,
            isArchived: isArchived)
        card.lastUsed = lastUsed
        card.created = created
        card.modified = modified
        card.photos = photos
        card.origin = origin
        card.catimaNumber = catimaNumber
        return card
    }

    /// Whether this is a newer copy of the pass that a card came from, for example with another gate.
    func updates(_ other: Card) -> Bool {
        guard let origin, let former = other.origin else { return false }
        return id == other.id && origin != former
    }

    /// The card after its pass was imported again. It takes the issuer's changes and keeps the user's changes.
    ///
    /// Lines of the note, codes and photos are compared one by one, every other field as a whole. Without the earlier
    /// pass, every field that a pass can contain is taken from the new one.
    ///
    /// - Parameter former: the card that the pass was when it came before.
    package func updated(by pass: Card, from former: Card?) -> Card {
        func chosen<Value: Equatable>(_ field: KeyPath<Card, Value>) -> Value {
            guard let former else { return pass[keyPath: field] }
            return self[keyPath: field] == former[keyPath: field] ? pass[keyPath: field] : self[keyPath: field]
        }
        var card = self
        (card.store, card.number, card.holder) = (chosen(\.store), chosen(\.number), chosen(\.holder))
        (card.colour, card.balance) = (chosen(\.colour), chosen(\.balance))
        (card.validFrom, card.expiry) = (chosen(\.validFrom), chosen(\.expiry))
        let own = { (code: CardCode) in former.map { !$0.codes.contains(code) } ?? false }
        card.codes = Self.joined(pass.codes, codes.filter(own), limit: CardLimits.codes, ==)
        let ownPhotos = photos.filter { photo in former.map { !$0.photos.contains { $0.hash == photo.hash } } ?? false }
        card.photos = Self.joined(pass.photos, ownPhotos, limit: CardLimits.photos) { $0.hash == $1.hash }
        card.note = Self.joinedNote(pass.note, note, former: former?.note)
        card.origin = pass.origin
        return card
    }

    /// The pass's lines, then the user's lines: those that no version of the pass has, by line or by label.
    private static func joinedNote(_ new: String, _ here: String, former: String?) -> String {
        guard let former, here != former else { return new }
        let lines = { (text: String) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
        let passLines = lines(former) + lines(new)
        let label = { (line: Substring) in line.firstRange(of: ": ").map { line[..<$0.upperBound] } }
        let labels = Set(passLines.compactMap(label))
        let own = lines(here).filter { line in
            !passLines.contains(line) && !(label(line).map(labels.contains) ?? false)
        }
        return own.isEmpty ? new : ([new] + own.map(String.init)).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func isNewer(than other: Card) -> Bool {
        guard let ours = modified ?? created else { return false }
        guard let theirs = other.modified ?? other.created else { return true }
        return ours > theirs
    }

    private static func joined<Item>(
        _ first: [Item], _ second: [Item], limit: Int, _ areSame: (Item, Item) -> Bool
    ) -> [Item] {
        Array((first + second.filter { item in !first.contains { areSame($0, item) } }).prefix(limit))
    }

    private static func chosen(_ first: Moment?, _ second: Moment?, _ choose: (Moment, Moment) -> Moment) -> Moment? {
        guard let first, let second else { return first ?? second }
        return choose(first, second)
    }
}
