// SPDX-License-Identifier: MIT
import CPixels

extension GreyImage {
    /// The picture at half the size, each pixel the mean of four, which also halves noise. Nil when a side is a single
    /// pixel.
    var half: GreyImage? {
        guard width > 1, height > 1 else { return nil }
        let count = (width / 2) * (height / 2)
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            pixels_halve(self.pixels, width, height, room.baseAddress)
            initialized = count
        }
        return GreyImage(width: width / 2, height: height / 2, pixels: pixels)
    }
}
