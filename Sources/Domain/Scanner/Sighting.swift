// SPDX-License-Identifier: MIT
package import Barcodes

/// A code found in a picture, with its position.
package struct Sighting: Hashable, Sendable {
    /// A point in the picture; integers are the corners of pixels, y increases downwards.
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package let symbol: Symbol
    /// The corners of the code without its quiet zone: from its own upper left, clockwise as printed.
    package let corners: [Point]
    /// Light on dark.
    package let isInverted: Bool
    /// Its position in a series of codes (QR's structured append); nil for a single code.
    package let part: Part?

    /// ISO/IEC 18004, section 8.
    package struct Part: Hashable, Sendable {
        package let index: Int
        package let count: Int
        package let parity: UInt8

        package init(index: Int, count: Int, parity: UInt8) {
            self.index = index
            self.count = count
            self.parity = parity
        }
    }

    package init(_ symbol: Symbol, corners: [Point], isInverted: Bool = false, part: Part? = nil) {
        self.symbol = symbol
        self.corners = corners
        self.isInverted = isInverted
        self.part = part
    }
}
