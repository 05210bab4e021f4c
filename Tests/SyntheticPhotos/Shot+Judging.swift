// SPDX-License-Identifier: MIT
package import Symbols

extension Shot {
    /// Whether a reader that reports this symbol has read the photo: the same symbology and bytes.
    ///
    /// An EAN-13 code that begins with 0 and a UPC-A code are the same bars; either name is right.
    package func isShown(_ other: Symbol) -> Bool { Shot.plain(symbol) == Shot.plain(other) }

    /// Symbology and bytes with UPC-A under its name as EAN-13.
    private static func plain(_ symbol: Symbol) -> Symbol {
        symbol.symbology == .upcA ? Symbol(.ean13, [0x30] + symbol.bytes) : Symbol(symbol.symbology, symbol.bytes)
    }
}
