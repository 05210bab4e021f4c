// SPDX-License-Identifier: MIT

/// Reads bits of codewords, the most significant first.
struct BitReader {
    private let codewords: [UInt8]
    private(set) var position = 0

    init(_ codewords: [UInt8]) {
        self.codewords = codewords
    }

    var remaining: Int { codewords.count * 8 - position }

    /// Nil when fewer are left.
    mutating func read(_ count: Int) -> Int? {
        guard count <= remaining else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(codewords[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }
}
