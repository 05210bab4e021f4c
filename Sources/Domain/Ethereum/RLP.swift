// SPDX-License-Identifier: MIT

/// The encoding of transactions: byte strings and nested lists. Ethereum yellow paper, appendix B.
package enum RLP {
    /// A byte string or a list.
    package enum Item: Hashable, Sendable {
        case bytes([UInt8])
        case list([Item])
    }

    /// The largest item accepted, in bytes.
    package static let maximumCount = 1 << 20
    /// The deepest nesting of lists.
    package static let maximumDepth = 32
    /// The most items of one input, so that a small input cannot use much memory.
    package static let maximumItems = 1 << 16

    private static let stringMark: UInt8 = 0x80
    private static let listMark: UInt8 = 0xC0
    /// The longest content whose length is in the first byte.
    private static let shortCount = 55
}

// MARK: - Encoding

extension RLP {
    /// The canonical encoding of an item. All lengths are computed first, so there is one allocation.
    package static func encode(_ item: Item) -> [UInt8] { encode(item, prefix: nil) }

    /// The encoding after a byte that names the transaction type. EIP-2718
    static func encode(_ item: Item, prefix: UInt8?) -> [UInt8] {
        let total = count(of: item) + (prefix == nil ? 0 : 1)
        return [UInt8](unsafeUninitializedCapacity: total) { buffer, filled in
            var position = 0
            if let prefix {
                buffer[0] = prefix
                position = 1
            }
            write(item, to: buffer, at: &position)
            filled = position
        }
    }

    private static func count(of item: Item) -> Int {
        switch item {
        case .bytes(let bytes) where bytes.count == 1 && bytes[0] < stringMark: 1
        case .bytes(let bytes): headCount(for: bytes.count) + bytes.count
        case .list(let items): listCount(of: items)
        }
    }

    private static func listCount(of items: [Item]) -> Int {
        let content = contentCount(of: items)
        return headCount(for: content) + content
    }

    private static func contentCount(of items: [Item]) -> Int {
        var sum = 0
        for item in items { sum += count(of: item) }
        return sum
    }

    private static func headCount(for count: Int) -> Int {
        count <= shortCount ? 1 : 1 + widthOfLength(count)
    }

    private static func widthOfLength(_ count: Int) -> Int {
        (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
    }

    private static func write(_ item: Item, to buffer: UnsafeMutableBufferPointer<UInt8>, at position: inout Int) {
        switch item {
        case .bytes(let bytes):
            if bytes.count != 1 || bytes[0] >= stringMark {
                writeHead(stringMark, bytes.count, to: buffer, at: &position)
            }
            bytes.withUnsafeBufferPointer { bytes in
                for index in 0..<bytes.count { buffer[position + index] = bytes[index] }
            }
            position += bytes.count
        case .list(let items):
            writeHead(listMark, contentCount(of: items), to: buffer, at: &position)
            for item in items { write(item, to: buffer, at: &position) }
        }
    }

    private static func writeHead(
        _ mark: UInt8, _ count: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at position: inout Int
    ) {
        guard count > shortCount else {
            buffer[position] = mark + UInt8(count)
            position += 1
            return
        }
        let width = widthOfLength(count)
        buffer[position] = mark + UInt8(shortCount + width)
        position += 1
        for index in (0..<width).reversed() {
            buffer[position] = UInt8(truncatingIfNeeded: count >> (8 * index))
            position += 1
        }
    }
}

// MARK: - Decoding

extension RLP {
    /// Decodes exactly one item in its canonical encoding.
    ///
    /// It refuses trailing bytes, a length that is not minimal or past the end, a single byte below 0x80 with a header,
    /// and everything beyond ``maximumCount``, ``maximumDepth`` and ``maximumItems``.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` or `.tooLarge`.
    package static func decode(_ bytes: [UInt8]) throws -> Item {
        try decode(bytes[...])
    }

    /// Decodes a slice of an input; indices stay those of the whole.
    static func decode(_ bytes: ArraySlice<UInt8>) throws -> Item {
        guard bytes.count <= maximumCount else {
            throw EthereumError(
                .tooLarge, "The RLP has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        var decoder = Decoder(input: bytes)
        let item = try decoder.item(end: bytes.endIndex, depth: 0)
        guard decoder.position == bytes.endIndex else {
            throw EthereumError(.malformed, "\(bytes.endIndex - decoder.position) bytes follow the RLP item.")
        }
        return item
    }

    private struct Decoder {
        let input: ArraySlice<UInt8>
        var position: Int
        var items = 0

        init(input: ArraySlice<UInt8>) {
            self.input = input
            position = input.startIndex
        }

        mutating func item(end: Int, depth: Int) throws -> Item {
            items += 1
            guard depth <= maximumDepth, items <= maximumItems else {
                throw EthereumError(
                    .tooLarge, "The RLP has more than \(maximumItems) items or is nested deeper than \(maximumDepth).")
            }
            guard position < end else { throw truncated() }
            let first = input[position]
            if first < stringMark {
                position += 1
                return .bytes([first])
            }
            let isList = first >= listMark
            let count = try length(first - (isList ? listMark : stringMark), end: end)
            let start = position
            guard isList else {
                position += count
                if count == 1, input[start] < stringMark {
                    throw EthereumError(.malformed, "The RLP has a head before a single small byte at \(start).")
                }
                return .bytes(Array(input[start..<position]))
            }
            var elements: [Item] = []
            while position < start + count { elements.append(try item(end: start + count, depth: depth + 1)) }
            return .list(elements)
        }

        /// Reads a header; afterwards that many bytes really remain.
        private mutating func length(_ short: UInt8, end: Int) throws -> Int {
            let start = position
            position += 1
            var count = Int(short)
            if count > shortCount {
                let width = count - shortCount
                guard width <= end - position else { throw truncated() }
                // A length of more than four bytes exceeds the limits.
                guard width <= 4, input[position] != 0 else {
                    throw EthereumError(.malformed, "The RLP has a length that is not the shortest, at \(start).")
                }
                count = input[position..<position + width].reduce(0) { $0 << 8 | Int($1) }
                position += width
                guard count > shortCount else {
                    throw EthereumError(.malformed, "The RLP has a length that is not the shortest, at \(start).")
                }
            }
            guard count <= end - position else { throw truncated() }
            return count
        }

        private func truncated() -> EthereumError {
            EthereumError(.malformed, "The RLP ends inside an item, at byte \(position).")
        }
    }
}
