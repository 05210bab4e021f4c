// SPDX-License-Identifier: MIT

/// The light modules that must surround a code, so that a scanner finds where it begins and ends.
package struct QuietZone: Hashable, Sendable {
    package let left: Int
    package let right: Int
    /// Above and below.
    package let vertical: Int

    package init(left: Int, right: Int, vertical: Int) {
        self.left = left
        self.right = right
        self.vertical = vertical
    }

    package init(_ allAround: Int) { self.init(left: allAround, right: allAround, vertical: allAround) }
}

extension Symbology {
    /// The light modules around a code, at least as many as its standard requires.
    ///
    /// | Symbology | Modules | Source |
    /// |---|---|---|
    /// | QR | 4 | ISO/IEC 18004:2015, section 9.1 |
    /// | EAN-13 | 11 left, 7 right | GS1 General Specifications 20, section 5.2.3.4, as ISO/IEC 15420 |
    /// | EAN-8 | 7 | the same |
    /// | UPC-A | 9 | the same |
    /// | UPC-E | 9 left, 7 right | the same |
    /// | Code 128 | 10 | ISO/IEC 15417:2007, section 4.4.2 |
    /// | Code 39 | 10 | ISO/IEC 16388:2007, section 4.4 (d) |
    /// | ITF | 10 | GS1 General Specifications 20, section 5.3.2.2, as ISO/IEC 16390 |
    /// | Codabar | 10 | EN 798:1995, section 4.4.1 (d) |
    /// | Code 93 | 10 | as Code 39, whose successor it is |
    /// | PDF417 | 2 | ISO/IEC 15438:2015, section 5.8.3 |
    /// | Data Matrix | 2; the standard asks for 1 | ISO/IEC 16022:2006, section 7.1 |
    /// | Aztec | 2; the standard asks for none | ISO/IEC 24778:2008, section 4.1 (c) |
    /// | MaxiCode | 1, drawn as 10 tenths | ISO/IEC 16023:2000, section 4.11.5 |
    /// | DataBar | 2; the standard asks for none | GS1 General Specifications 20, section 5.5.1.1 |
    ///
    /// No space is required above and below bars; two modules separate them from other print.
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

extension Symbology {
    /// The module widths that scanners and cameras read, in millimetres.
    ///
    /// | Symbology | Millimetres | Source |
    /// |---|---|---|
    /// | EAN, UPC | 0.264 to 0.660, made for 0.330 | 80 to 200 % of 0.330: GS1 General Specifications, section 5.12.3 |
    /// | DataBar | 0.264 to 0.660 | GS1 General Specifications, section 5.12.3 |
    /// | ITF | 0.250 to 1.016 | GS1 General Specifications, section 5.12.3 |
    /// | Code 128, Code 39, Code 93, Codabar | 0.191 to 1.016 | 7.5 mil, the least that scanners at tills promise |
    /// | QR, Data Matrix, Aztec | 0.250 to 2 | GS1 General Specifications, section 5.12.3, and cameras |
    /// | PDF417 | 0.170 to 1.016 | ISO/IEC 15438, section 5.8.1, leaves it open; 6.6 mil as on licences |
    /// | MaxiCode | 0.083 to 0.093, a tenth of a hexagon | ISO/IEC 16023: one size |
    package var moduleMillimetres: ClosedRange<Double> {
        switch self {
        case .ean8, .ean13, .upcA, .upcE, .dataBar, .dataBarExpanded: 0.264...0.660
        case .itf: 0.250...1.016
        case .codabar, .code39, .code93, .code128: 0.191...1.016
        case .aztec, .dataMatrix, .qr: 0.250...2
        case .pdf417: 0.170...1.016
        case .maxiCode: 0.083...0.093
        }
    }
}
