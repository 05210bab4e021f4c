// SPDX-License-Identifier: MIT

/// A grey picture: one byte per pixel, 0 is black, in row order.
package struct GreyImage: Equatable, Sendable {
    package let width: Int
    package let height: Int
    package var pixels: [UInt8]

    /// - Precondition: both sides are positive and `pixels` fills them exactly.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "An image is a rectangle of pixels.")
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
