// SPDX-License-Identifier: MIT
package import Bitcoin

/// A server's relay policy: its lowest fee rate, and the fee rate that a replacement must add.
package struct RelayTerms: Hashable, Sendable {
    /// Nil where the server does not say. A value below ``FeeRate/lowestRelay`` is not believed.
    package let least: FeeRate?
    /// The additional fee rate of a replacement, for its own size; nil where the server does not say.
    package let increment: FeeRate?

    package init(least: FeeRate?, increment: FeeRate?) {
        self.least = least.map { max($0, .lowestRelay) }
        self.increment = increment.map { max($0, .lowestRelay) }
    }

    /// The policy of a server that does not report one.
    package static let unknown = RelayTerms(least: nil, increment: nil)
}
