// SPDX-License-Identifier: MIT
package import Symbols

/// One printed code of a card: what a scanner must get again, and what stands below it.
package struct CardCode: Hashable, Sendable {
    package var symbol: Symbol
    /// The text shown with the code, where it is not the card's number.
    package var caption: String?

    package init(_ symbol: Symbol, caption: String? = nil) {
        self.symbol = symbol
        self.caption = caption
    }
}
