// SPDX-License-Identifier: MIT

/// A camera picture in grey: one byte per pixel, 0 is black, in row order.
package struct GreyFrame: Equatable, Sendable {
    /// Larger than any camera's picture.
    package static let maximumPixels = 50_000_000

    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    /// - Precondition: both sides are positive, `pixels` fills them exactly, and there are not too many.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(
            width > 0 && height > 0 && pixels.count == width * height && pixels.count <= Self.maximumPixels,
            "A frame is a rectangle of pixels.")
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
