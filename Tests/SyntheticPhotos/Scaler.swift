// SPDX-License-Identifier: MIT
import Glibc
import Scanner

/// Brings pictures to another size.
struct Scaler {
    let scaling: Setting.Scaling
    /// New pixels for each old one.
    let factor: Double

    /// What an old pixel gives to a new one.
    private struct Share {
        let index: Int
        let weight: Float
    }

    func scaled(_ image: GreyImage) -> GreyImage {
        let (width, height) = (length(image.width), length(image.height))
        let (across, down) = (shares(width, of: image.width), shares(height, of: image.height))
        var lines = [Float](repeating: 0, count: width * image.height)
        for y in 0..<image.height {
            for x in 0..<width {
                lines[y * width + x] = across[x].reduce(0) {
                    $0 + $1.weight * Float(image.pixels[y * image.width + $1.index])
                }
            }
        }
        var pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let grey = down[y].reduce(Float(0.5)) { $0 + $1.weight * lines[$1.index * width + x] }
                pixels[y * width + x] = UInt8(max(0, min(255, grey)))
            }
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }

    private func length(_ count: Int) -> Int { max(1, Int((Double(count) * factor).rounded())) }

    private func shares(_ count: Int, of old: Int) -> [[Share]] {
        (0..<count).map { place in
            let (from, to) = (Double(place) / factor, Double(place + 1) / factor)
            let middle = (from + to) / 2
            switch scaling {
            case .nearest: return [Share(index: min(old - 1, Int(middle)), weight: 1)]
            case .linear:
                let left = floor(middle - 0.5)
                let rest = Float(middle - 0.5 - left)
                return [(Int(left), 1 - rest), (Int(left) + 1, rest)].map {
                    Share(index: max(0, min(old - 1, $0.0)), weight: $0.1)
                }
            case .mean:
                return (Int(from)...max(Int(from), min(old - 1, Int(to)))).map { index in
                    let part = min(Double(index + 1), to) - max(Double(index), from)
                    return Share(index: min(index, old - 1), weight: Float(max(0, part) * factor))
                }
            }
        }
    }
}
