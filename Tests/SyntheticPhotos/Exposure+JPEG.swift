// SPDX-License-Identifier: MIT
import Glibc
import Scanner

extension Exposure {
    /// What is left of an image after a JPEG file of this quality: its rounded coefficients, turned back into greys.
    ///
    /// ITU-T T.81, annexes A.3.3 and K.1; quality in the scale of the Independent JPEG Group.
    static func compressed(_ image: GreyImage, quality: Int) -> GreyImage {
        let scale = quality < 50 ? 5_000 / quality : 200 - 2 * quality
        let steps = luminance.map { Float(max(1, min(255, ($0 * scale + 50) / 100))) }
        var pixels = image.pixels
        var block = [Float](repeating: 0, count: 64)
        var turned = block
        let (width, height) = (image.width, image.height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for top in stride(from: 0, to: height - 7, by: 8) {
                for left in stride(from: 0, to: width - 7, by: 8) {
                    for place in 0..<64 {
                        block[place] = Float(pixels[(top + place / 8) * width + left + place % 8]) - 128
                    }
                    multiply(cosines, block, into: &turned)
                    multiply(turned, cosinesTurned, into: &block)
                    for place in 0..<64 { block[place] = (block[place] / steps[place]).rounded() * steps[place] }
                    multiply(cosinesTurned, block, into: &turned)
                    multiply(turned, cosines, into: &block)
                    for place in 0..<64 {
                        pixels[(top + place / 8) * width + left + place % 8] =
                            UInt8(max(0, min(255, block[place] + 128.5)))
                    }
                }
            }
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }

    /// The product of two matrices of 8 x 8.
    private static func multiply(_ a: [Float], _ b: [Float], into product: inout [Float]) {
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                product.withUnsafeMutableBufferPointer { product in
                    for row in 0..<8 {
                        var line = SIMD8<Float>(repeating: 0)
                        for term in 0..<8 {
                            let other = UnsafeRawPointer(b.baseAddress! + term * 8).loadUnaligned(as: SIMD8<Float>.self)
                            line += a[row * 8 + term] * other
                        }
                        for column in 0..<8 { product[row * 8 + column] = line[column] }
                    }
                }
            }
        }
    }

    private static let cosines: [Float] = (0..<64).map { place in
        let (u, x) = (place / 8, place % 8)
        let factor = u == 0 ? (1 / 8.0).squareRoot() : 0.5
        return Float(factor * cos(Double((2 * x + 1) * u) * Double.pi / 16))
    }
    private static let cosinesTurned: [Float] = (0..<64).map { cosines[$0 % 8 * 8 + $0 / 8] }

    private static let luminance = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29,
        51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121,
        120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
}
