// SPDX-License-Identifier: MIT
package import Crypto
internal import Symbols

/// A card of a store, a library or a club: what is printed on it, and what its owner keeps with it.
///
/// A card without a code is legal. What comes from outside goes through ``checked()`` before it is kept.
package struct Card: Hashable, Sendable {
    package let id: CardID
    /// Who gave the card; never empty.
    package var store: String
    /// What is shown as the card's number; never empty. Not always what its code holds.
    package var number: String
    package var holder: String?
    package var note: String
    /// Nil when nobody gave it one; it is then shown in ``CardColour/standard``.
    package var colour: CardColour?
    /// The first one is shown first.
    package var codes: [CardCode]
    package var validFrom: Moment?
    /// From then on the card is of no use.
    package var expiry: Moment?
    package var balance: CardBalance?
    /// Sorted, without repetitions.
    package var groups: [String]
    package var isStarred: Bool
    package var isArchived: Bool
    package var lastUsed: Moment?
    /// Nil in formats that do not tell; the store then fills in when it took the card.
    package var created: Moment?
    /// When a person last changed it; nil in formats that do not tell.
    package var modified: Moment?
    /// At most ``CardLimits/photos``, each hash once.
    package var photos: [CardPhoto]
    /// SHA-256 of the original pkpass that the card came from; its bytes travel beside the card like photos.
    package var origin: Digest?
    /// The number that Catima's file gave it, so that Catima knows its own card again; stays within this wallet.
    package var catimaNumber: Int?

    package init(
        id: CardID, store: String, number: String, holder: String? = nil, note: String = "",
        colour: CardColour? = nil, codes: [CardCode] = [], validFrom: Moment? = nil, expiry: Moment? = nil,
        balance: CardBalance? = nil, groups: [String] = [], isStarred: Bool = false, isArchived: Bool = false,
        lastUsed: Moment? = nil, created: Moment? = nil, modified: Moment? = nil, photos: [CardPhoto] = [],
        origin: Digest? = nil, catimaNumber: Int? = nil
    ) {
        self.id = id
        self.store = store
        self.number = number
        self.holder = holder
        self.note = note
        self.colour = colour
        self.codes = codes
        self.validFrom = validFrom
        self.expiry = expiry
        self.balance = balance
        self.groups = groups
        self.isStarred = isStarred
        self.isArchived = isArchived
        self.lastUsed = lastUsed
        self.created = created
        self.modified = modified
        self.photos = photos
        self.origin = origin
        self.catimaNumber = catimaNumber
    }

    /// Whether the first code is a QR code: what version 1 of the JSON file can say.
    package var usesQRCode: Bool { codes.first?.symbol.symbology == .qr }

    /// The hashes of everything that travels beside the card.
    package var files: [Digest] { photos.map(\.hash) + (origin.map { [$0] } ?? []) }

    /// Whether the card is of no use any more at an instant.
    package func isExpired(at now: Moment) -> Bool { expiry.map { $0 <= now } ?? false }
}
