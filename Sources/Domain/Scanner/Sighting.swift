// SPDX-License-Identifier: MIT
package import Symbols

/// A code that was found in a picture, and where.
package struct Sighting: Hashable, Sendable {
    /// A place in the picture; whole numbers are the corners of pixels, y grows downwards.
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package let symbol: Symbol
    /// The corners of the code without its quiet zone: from its own upper left, clockwise as it was printed.
    package let corners: [Point]
    /// Light on dark.
    package let isInverted: Bool
    /// Its place in a series of codes that belong together (QR's structured append); nil when it stands alone.
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
