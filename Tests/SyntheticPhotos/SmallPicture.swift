// SPDX-License-Identifier: MIT
import Scanner
import TestSupport

/// What can happen to pixels.
enum PixelAccident: CaseIterable {
    case noise, cut, scratch, blotch, fade, tearLines, smear, crush, invert, overlay
}

/// A picture of modules, some pixels each and paper around them.
struct SmallPicture {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var pixels: [UInt8]

    private static let ink: UInt8 = 30
    private static let paper: UInt8 = 220

    init(_ grid: ModuleGrid, using random: inout SeededRandom) {
        let scale = grid.columns < 60 ? Int.random(in: 2...4, using: &random) : Int.random(in: 1...3, using: &random)
        (width, height) = (grid.columns * scale, grid.rows * scale)
        var pixels = [UInt8](repeating: SmallPicture.paper, count: width * height)
        for y in 0..<height {
            for x in 0..<width where grid[x / scale, y / scale] { pixels[y * width + x] = SmallPicture.ink }
        }
        self.pixels = pixels
        switch Int.random(in: 0..<8, using: &random) {
        case 0: turn()
        case 1: pixels.reverse()
        default: break
        }
    }

    var image: GreyImage { GreyImage(width: width, height: height, pixels: pixels) }

    mutating func suffer(_ accident: PixelAccident, using random: inout SeededRandom) {
        switch accident {
        case .noise: addNoise(Int.random(in: 5...200, using: &random), using: &random)
        case .cut: cut(using: &random)
        case .scratch: scratch(using: &random)
        case .blotch: blotch(using: &random)
        case .fade: fade(using: &random)
        case .tearLines: tearLines(using: &random)
        case .smear: smear(Int.random(in: 2...6, using: &random))
        case .crush:
            let level = UInt8.random(in: 60...200, using: &random)
            for index in pixels.indices { pixels[index] = pixels[index] < level ? 0 : 255 }
        case .invert: for index in pixels.indices { pixels[index] = 255 - pixels[index] }
        case .overlay: overlay(using: &random)
        }
    }

    private mutating func turn() {
        let (wide, high, old) = (width, height, pixels)
        for y in 0..<high {
            for x in 0..<wide { pixels[x * high + high - 1 - y] = old[y * wide + x] }
        }
        (width, height) = (high, wide)
    }

    private mutating func addNoise(_ reach: Int, using random: inout SeededRandom) {
        var state = random.next() | 1
        for index in pixels.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            // Two throws: small changes are more frequent than large ones.
            let change = Int(state & 0xFFFF) * reach >> 16 + Int(state >> 16 & 0xFFFF) * reach >> 16 - reach
            pixels[index] = UInt8(max(0, min(255, Int(pixels[index]) + change)))
        }
    }

    /// Keeps a part of at least a third of each side.
    private mutating func cut(using random: inout SeededRandom) {
        let wide = Int.random(in: width / 3 + 1...width, using: &random)
        let high = Int.random(in: height / 3 + 1...height, using: &random)
        let left = Int.random(in: 0...width - wide, using: &random)
        let top = Int.random(in: 0...height - high, using: &random)
        pixels = (top..<top + high).flatMap { pixels[$0 * width + left..<$0 * width + left + wide] }
        (width, height) = (wide, high)
    }

    private mutating func scratch(using random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let grey = UInt8.random(in: .min ... .max, using: &random)
            let thickness = Int.random(in: 1...4, using: &random)
            let (fromX, toX) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<width, using: &random))
            let (fromY, toY) = (Int.random(in: 0..<height, using: &random), Int.random(in: 0..<height, using: &random))
            let steps = max(1, abs(toX - fromX), abs(toY - fromY))
            for step in 0...steps {
                let (x, y) = (fromX + (toX - fromX) * step / steps, fromY + (toY - fromY) * step / steps)
                for dy in 0..<thickness {
                    for dx in 0..<thickness where x + dx < width && y + dy < height {
                        pixels[(y + dy) * width + x + dx] = grey
                    }
                }
            }
        }
    }

    private mutating func blotch(using random: inout SeededRandom) {
        let grey: UInt8 = [0, 128, 255].randomElement(using: &random) ?? 255
        let reach = Int.random(in: 3...max(4, min(width, height) / 2), using: &random)
        let (middleX, middleY) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        for y in max(0, middleY - reach)..<min(height, middleY + reach) {
            for x in max(0, middleX - reach)..<min(width, middleX + reach) {
                let (dx, dy) = (x - middleX, y - middleY)
                if dx * dx + dy * dy < reach * reach { pixels[y * width + x] = grey }
            }
        }
    }

    private mutating func fade(using random: inout SeededRandom) {
        let share = Int.random(in: 5...80, using: &random)
        let level = Int.random(in: 0...(255 - 255 * share / 100), using: &random)
        for index in pixels.indices { pixels[index] = UInt8(level + Int(pixels[index]) * share / 100) }
    }

    /// Every line from some place on is moved sideways, as when the picture changed during the exposure.
    private mutating func tearLines(using random: inout SeededRandom) {
        let shift = Int.random(in: 1..<max(2, width / 3), using: &random)
        for y in Int.random(in: 0..<height, using: &random)..<height {
            let line = Array(pixels[y * width..<(y + 1) * width])
            for x in 0..<width { pixels[y * width + x] = line[(x + shift) % width] }
        }
    }

    /// A mean over some pixels of the line.
    private mutating func smear(_ reach: Int) {
        for y in 0..<height {
            let line = pixels[y * width..<(y + 1) * width].map(Int.init)
            for x in 0..<width {
                let part = line[max(0, x - reach / 2)..<min(width, x + reach - reach / 2)]
                pixels[y * width + x] = UInt8(part.reduce(0, +) / part.count)
            }
        }
    }

    /// The picture over itself, moved: two half-transparent prints.
    private mutating func overlay(using random: inout SeededRandom) {
        let (dx, dy) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let old = pixels
        for y in 0..<height {
            for x in 0..<width {
                let other = old[(y + dy) % height * width + (x + dx) % width]
                pixels[y * width + x] = UInt8((Int(old[y * width + x]) + Int(other)) / 2)
            }
        }
    }
}
