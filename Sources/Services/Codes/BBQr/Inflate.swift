// SPDX-License-Identifier: MIT

/// Unpacks a raw deflate stream within a bound, so that a small code cannot ask for much memory. RFC 1951
struct Inflate {
    private let input: [UInt8]
    private let maximumCount: Int
    private var position = 0
    private var held: UInt32 = 0
    private var heldCount = 0
    private var output: [UInt8] = []

    /// - Throws: ``CodesError`` with `.malformedResource` for what is no deflate stream or is followed by more,
    ///   `.resourceTooLarge` beyond `maximumCount`.
    static func decode(_ input: [UInt8], maximumCount: Int) throws(CodesError) -> [UInt8] {
        var inflate = Inflate(input: input, maximumCount: maximumCount)
        while try !inflate.block() {}
        guard inflate.position == input.count else {
            throw CodesError(.malformedResource, "Bytes follow the end of the packed data.")
        }
        return inflate.output
    }

    private init(input: [UInt8], maximumCount: Int) {
        self.input = input
        self.maximumCount = maximumCount
    }

    /// Takes one block; true after the last.
    private mutating func block() throws(CodesError) -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0: try stored()
        case 1: try packed(lengths: Self.fixedLengths, distances: Self.fixedDistances)
        case 2:
            let (lengths, distances) = try codes()
            try packed(lengths: lengths, distances: distances)
        default: throw damaged()
        }
        return isLast
    }

    private mutating func stored() throws(CodesError) {
        held = 0
        heldCount = 0
        guard input.count - position >= 4 else { throw damaged() }
        let count = Int(input[position]) | Int(input[position + 1]) << 8
        let inverted = Int(input[position + 2]) | Int(input[position + 3]) << 8
        position += 4
        guard count == ~inverted & 0xFFFF, input.count - position >= count else { throw damaged() }
        try room(count)
        output += input[position..<position + count]
        position += count
    }

    private mutating func packed(lengths: HuffmanCode, distances: HuffmanCode) throws(CodesError) {
        while true {
            let symbol = try symbol(lengths)
            if symbol < 256 {
                try room(1)
                output.append(UInt8(symbol))
                continue
            }
            guard symbol > 256 else { return }
            guard symbol - 257 < Self.lengthStarts.count else { throw damaged() }
            let count = Self.lengthStarts[symbol - 257] + (try bits(Self.lengthBits[symbol - 257]))
            let far = try self.symbol(distances)
            guard far < Self.distanceStarts.count else { throw damaged() }
            let distance = Self.distanceStarts[far] + (try bits(Self.distanceBits[far]))
            guard distance <= output.count else { throw damaged() }
            try room(count)
            // Byte by byte: what is copied may begin with what this very copy writes.
            for _ in 0..<count { output.append(output[output.count - distance]) }
        }
    }

    /// The code of a block that brings its own. RFC 1951, section 3.2.7
    private mutating func codes() throws(CodesError) -> (HuffmanCode, HuffmanCode) {
        let lengthCount = try bits(5) + 257
        let distanceCount = try bits(5) + 1
        let orderCount = try bits(4) + 4
        guard lengthCount <= 286, distanceCount <= 30 else { throw damaged() }
        var widths = [Int](repeating: 0, count: 19)
        for index in 0..<orderCount { widths[Self.order[index]] = try bits(3) }
        let code = HuffmanCode(widths: widths)
        guard code.missing == 0 else { throw damaged() }
        var all: [Int] = []
        while all.count < lengthCount + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 0..<16: all.append(symbol)
            case 16:
                guard let last = all.last else { throw damaged() }
                all += [Int](repeating: last, count: 3 + (try bits(2)))
            case 17: all += [Int](repeating: 0, count: 3 + (try bits(3)))
            default: all += [Int](repeating: 0, count: 11 + (try bits(7)))
            }
        }
        guard all.count == lengthCount + distanceCount, all[256] > 0 else { throw damaged() }
        let lengths = HuffmanCode(widths: Array(all[..<lengthCount]))
        let distances = HuffmanCode(widths: Array(all[lengthCount...]))
        // Only a code of a single symbol may leave combinations unused.
        guard lengths.missing == 0 || lengths.missing > 0 && lengths.symbols.count == 1,
            distances.missing == 0
                || distances.missing > 0 && distances.symbols.count <= 1
        else { throw damaged() }
        return (lengths, distances)
    }

    private mutating func symbol(_ code: HuffmanCode) throws(CodesError) -> Int {
        var value = 0
        var first = 0
        var index = 0
        for count in code.counts.dropFirst() {
            value |= try bits(1)
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw damaged()
    }

    private mutating func bits(_ count: Int) throws(CodesError) -> Int {
        while heldCount < count {
            guard position < input.count else { throw damaged() }
            held |= UInt32(input[position]) << UInt32(heldCount)
            position += 1
            heldCount += 8
        }
        let value = held & (1 << UInt32(count) - 1)
        held >>= UInt32(count)
        heldCount -= count
        return Int(value)
    }

    private func room(_ count: Int) throws(CodesError) {
        guard output.count + count <= maximumCount else {
            throw CodesError(.resourceTooLarge, "The packed data has more than \(maximumCount) bytes.")
        }
    }

    private func damaged() -> CodesError {
        CodesError(.malformedResource, "The packed data is damaged at byte \(position).")
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthStarts = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceStarts = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    private static let fixedLengths = HuffmanCode(
        widths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = HuffmanCode(widths: [Int](repeating: 5, count: 30))
}

/// A code by the widths of its symbols. RFC 1951, section 3.2.2
private struct HuffmanCode {
    /// How many symbols have each width, 0 to 15.
    let counts: [Int]
    /// By width, then by number.
    let symbols: [Int]
    /// How many combinations of 15 bits stand for nothing; negative when some stand for two things.
    let missing: Int

    init(widths: [Int]) {
        var counts = [Int](repeating: 0, count: 16)
        for width in widths { counts[width] += 1 }
        counts[0] = 0
        self.counts = counts
        symbols = (1...15).flatMap { width in widths.indices.filter { widths[$0] == width } }
        missing = (1...15).reduce(1 << 15) { $0 - counts[$1] << (15 - $1) }
    }
}
