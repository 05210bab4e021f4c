// SPDX-License-Identifier: MIT

/// Light modules that must surround a code, so that a scanner sees where it begins and ends.
package struct QuietZone: Hashable, Sendable {
    package let left: Int
    package let right: Int
    /// Above and below each.
    package let vertical: Int

    package init(left: Int, right: Int, vertical: Int) {
        self.left = left
        self.right = right
        self.vertical = vertical
    }

    package init(_ allAround: Int) { self.init(left: allAround, right: allAround, vertical: allAround) }
}

extension Symbology {
    /// The light modules around a code, at least what its standard asks for.
    ///
    /// | Symbology | Modules | Source |
    /// |---|---|---|
    /// | QR | 4 | ISO/IEC 18004, section 9.1 |
    /// | EAN-13 | 11 left, 7 right | ISO/IEC 15420, section 4.5.2 |
    /// | EAN-8 | 7 | the same |
    /// | UPC-A | 9 | the same |
    /// | UPC-E | 9 left, 7 right | the same |
    /// | Code 128 | 10 | ISO/IEC 15417, section 4.5 |
    /// | Code 39 | 10 | ISO/IEC 16388, section 4.4 |
    /// | ITF | 10 | ISO/IEC 16390, section 4.4 |
    /// | Codabar, Code 93 | 10 | EN 798, AIM USS-93 |
    /// | PDF417 | 2 | ISO/IEC 15438, section 5.8 |
    /// | Data Matrix | 2; the standard asks for 1 | ISO/IEC 16022, section 5.9 |
    /// | Aztec | 2; the standard asks for none | ISO/IEC 24778 |
    /// | MaxiCode | 1, drawn as 10 tenths | ISO/IEC 16023 |
    /// | DataBar | 2; the standard asks for none | ISO/IEC 24724, section 5.2 |
    ///
    /// Nothing is asked for above and below bars; two modules keep them off what is printed there.
    package var quietZone: QuietZone {
        switch self {
        case .qr: QuietZone(4)
        case .ean13: QuietZone(left: 11, right: 7, vertical: 2)
        case .ean8: QuietZone(left: 7, right: 7, vertical: 2)
        case .upcA: QuietZone(left: 9, right: 9, vertical: 2)
        case .upcE: QuietZone(left: 9, right: 7, vertical: 2)
        case .codabar, .code39, .code93, .code128, .itf: QuietZone(left: 10, right: 10, vertical: 2)
        case .maxiCode: QuietZone(10)
        case .aztec, .dataBar, .dataBarExpanded, .dataMatrix, .pdf417: QuietZone(2)
        }
    }
}
