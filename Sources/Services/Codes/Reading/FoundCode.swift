// SPDX-License-Identifier: MIT
package import Barcodes

/// A code that was read in a picture, with its position.
package struct FoundCode: Hashable, Sendable {
    /// A point in the upright picture, in pixels; y increases downwards.
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A part of a series of codes that form one text. ISO/IEC 18004, section 8.
    package struct Part: Hashable, Sendable {
        package let index: Int
        package let count: Int
        /// Equal for all parts of a series.
        package let series: UInt32

        package init(index: Int, count: Int, series: UInt32) {
            self.index = index
            self.count = count
            self.series = series
        }
    }

    package let symbol: Symbol
    /// Four corners, from the code's own upper left, clockwise as printed; those of bars may lie on one line.
    package let corners: [Point]
    /// Light on dark.
    package let isInverted: Bool
    /// Nil for a single code, or for a completely read and joined series.
    package let part: Part?

    package init(_ symbol: Symbol, corners: [Point], isInverted: Bool = false, part: Part? = nil) {
        self.symbol = symbol
        self.corners = corners
        self.isInverted = isInverted
        self.part = part
    }
}

extension [FoundCode] {
    /// Replaces the parts of each complete series by the joined code; other codes stay unchanged.
    package func joiningSeries() -> [FoundCode] {
        var joined: [FoundCode] = []
        var done: Set<Series> = []
        for code in self {
            guard let part = code.part else {
                joined.append(code)
                continue
            }
            let series = Series(symbology: code.symbol.symbology, count: part.count, series: part.series)
            guard done.insert(series).inserted else { continue }
            let parts = filter {
                $0.part.map { series.contains($0) } ?? false && $0.symbol.symbology == series.symbology
            }
            let ordered = (0..<part.count).compactMap { index in parts.first { $0.part?.index == index } }
            guard ordered.count == part.count, Set(parts).count == Set(ordered).count else {
                joined += parts
                continue
            }
            let first = ordered[0].symbol
            // Each part declares its own character set.
            let (bytes, eci) = ordered.map { CharacterSection($0.symbol.bytes, eci: $0.symbol.eci) }.joined
            let whole = Symbol(first.symbology, bytes, eci: eci, isGS1: first.isGS1, correction: first.correction)
            joined.append(FoundCode(whole, corners: ordered[0].corners, isInverted: ordered[0].isInverted))
        }
        return joined
    }
}

/// The values that parts of a series share.
private struct Series: Hashable {
    let symbology: Symbology
    let count: Int
    let series: UInt32

    func contains(_ part: FoundCode.Part) -> Bool { part.count == count && part.series == series }
}
