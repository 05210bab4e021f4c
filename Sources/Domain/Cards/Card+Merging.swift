// SPDX-License-Identifier: MIT
internal import Symbols

extension Card {
    /// Both versions of one card as one: nothing that only one of them has is lost.
    ///
    /// Missing fields are filled from the other, codes, groups and photos are joined (the newer one's first, up to the
    /// limits), the card was used as lately as either and made as early; in all else the newer one wins. A version that
    /// does not tell when it was changed is the older one, and this one wins where both are as old. Merging the same
    /// version twice changes nothing. The id stays.
    package func merging(_ other: Card) -> Card {
        let (newer, older) = other.isNewer(than: self) ? (other, self) : (self, other)
        var card = Card(id: id, store: newer.store, number: newer.number)
        card.holder = newer.holder ?? older.holder
        card.note = newer.note.isEmpty ? older.note : newer.note
        card.colour = newer.colour == .standard ? older.colour : newer.colour
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
        return card
    }

    /// The card that comes in, in the place of this one: it keeps this one's id, and what its format does not tell about
    /// time.
    package func overwritten(by other: Card) -> Card {
        var card = other.identified(as: id)
        card.created = other.created ?? created
        card.lastUsed = other.lastUsed ?? lastUsed
        card.modified = other.modified ?? modified
        return card
    }

    /// The same card under another id.
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
        return card
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
