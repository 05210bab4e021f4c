// SPDX-License-Identifier: MIT
package import Crypto
internal import Barcodes

/// A card of a store, a library or a club: the printed data, and the owner's additions.
///
/// A card without a code is valid. Untrusted cards must pass ``checked()`` before they are stored.
package struct Card: Hashable, Sendable {
    package let id: CardID
    /// The issuer of the card; never empty.
    package var store: String
    /// The displayed number of the card; never empty. It may differ from the content of its code.
    package var number: String
    package var holder: String?
    package var note: String
    /// Nil when none was chosen; the card is then shown in ``CardColour/standard``.
    package var colour: CardColour?
    /// The first one is shown first.
    package var codes: [CardCode]
    package var validFrom: Moment?
    /// From this time on the card is expired.
    package var expiry: Moment?
    package var balance: CardBalance?
    /// Sorted, without repetitions.
    package var groups: [String]
    package var isStarred: Bool
    package var isArchived: Bool
    package var lastUsed: Moment?
    /// Nil for formats without it; the store then records when it received the card.
    package var created: Moment?
    /// When the user last changed it; nil for formats without it.
    package var modified: Moment?
    /// At most ``CardLimits/photos``, each hash once.
    package var photos: [CardPhoto]
    /// SHA-256 of the original pkpass that the card came from. Its bytes are stored and shared like photos.
    package var origin: Digest?
    /// The number in Catima's file, by which Catima recognizes its own card; it is not shared with other wallets.
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

    /// Whether the first code is a QR code, as version 1 of the JSON file states it.
    package var usesQRCode: Bool { codes.first?.symbol.symbology == .qr }

    /// The hashes of all files of the card.
    package var files: [Digest] { photos.map(\.hash) + (origin.map { [$0] } ?? []) }

    /// Whether the card is expired at a time.
    package func isExpired(at now: Moment) -> Bool { expiry.map { $0 <= now } ?? false }

    /// Lists remind of a card this many days before it expires, unless the user has chosen another number.
    package static let reminderDays = 14

    /// What a list says of a card that has expired, or expires soon.
    package enum Reminder: Hashable, Sendable { case expired, soon }

    /// The reminder at a time; nil for a card that is valid for more than these days.
    package func reminder(at now: Moment, days: Int) -> Reminder? {
        if isExpired(at: now) { return .expired }
        return isExpired(at: now.advanced(byMilliseconds: Int64(days) * 86_400_000)) ? .soon : nil
    }
}
