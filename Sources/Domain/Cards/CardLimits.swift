// SPDX-License-Identifier: MIT

/// The limits of a card, and of a file of cards. Text is counted in bytes of UTF-8.
package enum CardLimits {
    package static let store = 512
    package static let number = 4096
    package static let holder = 512
    package static let note = 64 << 10
    package static let caption = 1024
    package static let group = 256
    /// Groups of one card.
    package static let groups = 64
    /// Codes of one card.
    package static let codes = 16
    /// Bytes in one code: more than the largest QR code can hold.
    package static let codeBytes = 8192
    /// Photos of one card.
    package static let photos = 10
    /// Bytes of one photo, or of one original pass.
    package static let fileBytes = 16 << 20
    /// Characters of a balance.
    package static let balance = 64
    /// Cards in one wallet, and in one imported file.
    package static let cards = 100_000
    /// Bytes of one imported file of cards.
    package static let importBytes = 512 << 20
    /// The most bad cards that a report lists.
    package static let problems = 1000
}
