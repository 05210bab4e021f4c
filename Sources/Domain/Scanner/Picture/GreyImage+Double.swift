// SPDX-License-Identifier: MIT

extension GreyImage {
    /// The picture at twice the size, for bars as fine as pixels: new pixels are interpolated from four old ones.
    ///
    /// Catmull-Rom, a quarter of the way to the neighbour on either side.
    var doubled: GreyImage {
        let across = GreyImage.doubled(pixels, lines: height, length: width, step: 1)
        return GreyImage(
            width: 2 * width, height: 2 * height,
            pixels: GreyImage.doubled(across, lines: 2 * width, length: height, step: 2 * width))
    }

    /// - Parameter step: from one pixel of a line to the next; lines lie beside each other, or else one behind the other.
    private static func doubled(_ old: [UInt8], lines: Int, length: Int, step: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2 * old.count) { new, count in
            old.withUnsafeBufferPointer { old in
                for line in 0..<lines {
                    let (from, to) = step == 1 ? (line * length, 2 * line * length) : (line, line)
                    func grey(_ place: Int) -> Int32 { Int32(old[from + max(0, min(length - 1, place)) * step]) }
                    for place in 0..<length {
                        let (a, b, c) = (grey(place - 2), grey(place - 1), grey(place))
                        let (d, e) = (grey(place + 1), grey(place + 2))
                        // In parts of 128, which 64 rounds.
                        let before = (-3 * a + 29 * b + 111 * c - 9 * d + 64) >> 7
                        let behind = (-9 * b + 111 * c + 29 * d - 3 * e + 64) >> 7
                        new[to + 2 * place * step] = UInt8(max(0, min(255, before)))
                        new[to + (2 * place + 1) * step] = UInt8(max(0, min(255, behind)))
                    }
                }
            }
            count = 2 * old.count
        }
    }
}
