// SPDX-License-Identifier: MIT
package import Bitcoin

/// What a server relays: nothing below a rate, and no replacement that adds less than another one.
package struct RelayTerms: Hashable, Sendable {
    /// Nil where the server does not say. One that says less than ``FeeRate/lowestRelay`` is not believed.
    package let least: FeeRate?
    /// What a replacement pays on top for its own size; nil where the server does not say.
    package let increment: FeeRate?

    package init(least: FeeRate?, increment: FeeRate?) {
        self.least = least.map { max($0, .lowestRelay) }
        self.increment = increment.map { max($0, .lowestRelay) }
    }

    /// A server that says nothing of it.
    package static let unknown = RelayTerms(least: nil, increment: nil)
}
