// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Barcodes
import TestSupport

/// One line of modules of printed bars, true for dark; without a quiet zone.
struct Bars {
    var modules: [Bool]

    /// What is light at the end belongs to the paper.
    init(_ modules: [Bool]) { self.modules = Array(modules[...(modules.lastIndex(of: true) ?? -1)]) }

    /// As the library for drawing draws them.
    init(_ symbol: Symbol) throws {
        let matrix = try symbol.drawn()
        self.init((0..<matrix.columns).map { matrix.isDark($0, 0) })
    }

    init(_ symbology: Symbology, _ text: String) throws {
        self = try Bars(Symbol(symbology, Array(text.utf8)))
    }

    /// From widths, a digit each, the first of a bar.
    init(widths: String) {
        self.init(widths.utf8.enumerated().flatMap { [Bool](repeating: $0 % 2 == 0, count: Int($1) - 48) })
    }

    /// Both, with so many light modules between them.
    func followed(by other: Bars, after space: Int) -> Bars {
        Bars(modules + [Bool](repeating: false, count: space) + other.modules)
    }

    /// The widths of its elements, the first of a bar.
    var widths: [Int] {
        var widths: [Int] = []
        for (index, isDark) in modules.enumerated() {
            if index > 0, isDark == modules[index - 1] { widths[widths.count - 1] += 1 } else { widths.append(1) }
        }
        return widths
    }

    /// The edges as an ideal camera sees them.
    func row(quiet: Float = 10, borders: BarRow.Borders = []) -> BarRow? {
        row(lead: quiet, trail: quiet, borders: borders)
    }

    func row(lead: Float, trail: Float, borders: BarRow.Borders) -> BarRow? {
        var edges = [lead]
        for width in widths { edges.append(edges[edges.count - 1] + Float(width)) }
        return BarRow(edges: edges, lead: lead, trail: trail, borders: borders)
    }

    func readings(quiet: Float = 10, _ symbologies: Set<Symbology> = Scan.readable) -> [BarReading] {
        row(quiet: quiet)?.readings(of: symbologies) ?? []
    }
}

/// White paper on which bars are laid at any angle; each pixel is the mean of nine places.
struct Paper {
    let width: Int
    let height: Int
    private(set) var greys: [UInt8]

    init(_ width: Int, _ height: Int, grey: UInt8 = 230) {
        self.width = width
        self.height = height
        greys = [UInt8](repeating: grey, count: width * height)
    }

    /// Lays bars and their quiet zone around a place.
    mutating func lay(
        _ bars: Bars, at centre: (x: Double, y: Double), pitch: Double = 3, length: Double = 120, degrees: Double = 0,
        ink: UInt8 = 30, ground: UInt8 = 230, quiet: Double = 10
    ) {
        let (cosine, sine) = Self.direction(degrees)
        let half = Double(bars.modules.count) / 2
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                var hits = 0
                for tap in 0..<9 {
                    let dx = Double(x) + (Double(tap % 3) + 0.5) / 3 - centre.x
                    let dy = Double(y) + (Double(tap / 3) + 0.5) / 3 - centre.y
                    let along = (dx * cosine + dy * sine) / pitch + half
                    let beside = dy * cosine - dx * sine
                    guard abs(beside) < length / 2 + 3 * pitch, along > -quiet, along < 2 * half + quiet else {
                        continue
                    }
                    hits += 1
                    let isDark = abs(beside) < length / 2 && along >= 0 && along < 2 * half && bars.modules[Int(along)]
                    sum += Int(isDark ? ink : ground)
                }
                if hits > 0 {
                    greys[y * width + x] = UInt8((sum + Int(greys[y * width + x]) * (9 - hits)) / 9)
                }
            }
        }
    }

    /// Adds noise of about this standard deviation.
    mutating func shake(_ deviation: Double, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for index in greys.indices {
            let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
            greys[index] = UInt8(min(max(Double(greys[index]) + sum * deviation * 0.866, 0), 255))
        }
    }

    var image: GreyImage { GreyImage(width: width, height: height, pixels: greys) }

    /// Cosine and sine by turning in small steps: tests load no mathematics library.
    private static func direction(_ degrees: Double) -> (Double, Double) {
        var x = 1.0
        var y = 0.0
        let step = degrees * Double.pi / 180 / 4096
        for _ in 0..<4096 { (x, y) = (x - step * y, y + step * x) }
        let length = (x * x + y * y).squareRoot()
        return (x / length, y / length)
    }
}
