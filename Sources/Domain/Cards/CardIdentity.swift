// SPDX-License-Identifier: MIT
internal import Crypto

/// What makes two cards the same where they have different ids: the store and the number, however they were typed.
///
/// Case and white space do not count, nor hyphens in the number: "6035-1234" and "6035 1234" are one number.
package struct CardIdentity: Hashable, Sendable {
    private let store: String
    private let number: String

    package init(store: String, number: String) {
        self.store = Self.folded(store)
        let bare = number.filter { !$0.isWhitespace && $0 != "-" }
        self.number = (bare.isEmpty ? number : bare).lowercased()
    }

    /// An id that the same card gets whenever it is read from a file without ids, so that reading it twice finds itself.
    package var derivedID: CardID {
        let hash = SHA256.hash(
            Array("satchel/card/id".utf8), [0], Array(store.utf8), [0], Array(number.utf8))
        return CardID(Array(hash.bytes.prefix(CardID.count)))
    }

    private static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}

extension Card {
    package var identity: CardIdentity { CardIdentity(store: store, number: number) }
}
