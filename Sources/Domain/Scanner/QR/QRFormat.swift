// SPDX-License-Identifier: MIT
import Barcodes

/// The 15 bits beside the finder patterns: error correction level and mask. ISO/IEC 18004, section 7.9.
struct QRFormat: Hashable {
    let correction: QRCorrection
    /// Which of the eight masks.
    let mask: Int

    static let all: [QRFormat] = QRCorrection.allCases.flatMap { level in
        (0..<8).map { QRFormat(correction: level, mask: $0) }
    }

    /// As printed: level, mask, ten bits of BCH check, and the fixed pattern over them. Annex C.
    var bits: UInt32 {
        // The standard's own order of levels: M, L, H, Q.
        let level: UInt32 =
            switch correction {
            case .low: 1
            case .medium: 0
            case .quartile: 3
            case .high: 2
            }
        let data = level << 3 | UInt32(mask)
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9 & 1) * 0x537 }
        return (data << 10 | rest) ^ 0x5412
    }

    /// Whether the mask turns a module round. ISO/IEC 18004, table 10.
    static func flips(_ mask: Int, x: Int, y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (y / 2 + x / 3) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// A format and how well it agrees with both copies, from -1 to 1.
    struct Match {
        let format: QRFormat
        let isMirrored: Bool
        let agreement: Float
    }

    /// All 64 readings, straight and mirrored, best first.
    static func matches(_ grid: ModuleGrid) -> [Match] {
        let side = grid.side
        // Bit 14 first, as (x, y). ISO/IEC 18004, figure 25.
        var places: [(Int, Int)] = (0..<6).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)]
        places += (0..<6).reversed().map { (8, $0) }
        places += (0..<7).map { (8, side - 1 - $0) } + (0..<8).map { (side - 8 + $0, 8) }
        var matches: [Match] = []
        matches.reserveCapacity(64)
        for isMirrored in [false, true] {
            let seen = places.map { x, y in grid.darkness[isMirrored ? x * side + y : y * side + x] }
            let scale = max(seen.reduce(0) { $0 + $1.magnitude }, 0.001)
            for format in all {
                let bits = format.bits
                var sum: Float = 0
                for index in 0..<15 {
                    let both = seen[index] + seen[index + 15]
                    sum += bits >> UInt32(14 - index) & 1 == 1 ? both : -both
                }
                matches.append(Match(format: format, isMirrored: isMirrored, agreement: sum / scale))
            }
        }
        return matches.sorted { $0.agreement > $1.agreement }
    }
}
