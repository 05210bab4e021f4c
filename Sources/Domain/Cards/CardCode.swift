// SPDX-License-Identifier: MIT
package import Barcodes

/// One printed barcode of a card: the content that a scanner must read, and the text below it.
package struct CardCode: Hashable, Sendable {
    package var symbol: Symbol
    /// The text below the code, where it is not the card's number.
    package var caption: String?

    package init(_ symbol: Symbol, caption: String? = nil) {
        self.symbol = symbol
        self.caption = caption
    }
}
