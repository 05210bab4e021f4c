// SPDX-License-Identifier: MIT
internal import Bytes

extension UInt256 {
    package static let byteCount = 32

    /// The most digits of a number: 2^256 - 1 has 78.
    package static let maximumDigits = 78

    /// Reads at most 32 bytes, big-endian; no bytes give zero.
    ///
    /// - Throws: ``ChainsError`` with `.overflow` for more bytes.
    package init(bigEndian bytes: some Collection<UInt8>) throws {
        guard bytes.count <= Self.byteCount else {
            throw ChainsError(.overflow, "A number of \(bytes.count) bytes does not fit 256 bits.")
        }
        var words = [0, 0, 0, 0] as [UInt64]
        var place = bytes.count
        for byte in bytes {
            place -= 1
            words[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8)
        }
        self.init(words: (words[0], words[1], words[2], words[3]))
    }

    /// Parses `0x` and one to 64 hexadecimal digits.
    ///
    /// - Throws: ``ChainsError`` with `.malformed`, or `.overflow` for more digits.
    package init(hex text: String) throws {
        guard text.hasPrefix("0x"), text.utf8.count > 2 else {
            throw ChainsError(.malformed, "A hexadecimal number begins with 0x and has a digit.")
        }
        guard text.utf8.count <= 2 + 64 else {
            throw ChainsError(.overflow, "A number of \(text.utf8.count - 2) hexadecimal digits does not fit 256 bits.")
        }
        var digits = String(text.dropFirst(2))
        if !digits.utf8.count.isMultiple(of: 2) { digits = "0" + digits }
        do {
            try self.init(bigEndian: Hex.decode(digits))
        } catch let error as BytesError {
            throw ChainsError(.malformed, "A hexadecimal number has the digits 0-9 and a-f.", cause: error)
        }
    }

    /// Parses one to 78 digits 0-9 and nothing else.
    ///
    /// - Throws: ``ChainsError`` with `.malformed`, or `.overflow` above 2^256 - 1.
    package init(decimal text: some StringProtocol) throws {
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw ChainsError(.malformed, "A number is written with the digits 0-9.")
        }
        guard text.utf8.count <= Self.maximumDigits else {
            throw ChainsError(.overflow, "A number of \(text.utf8.count) digits does not fit 256 bits.")
        }
        var value = UInt256.zero
        for digit in text.utf8 {
            value = try value.multiplied(by: 10).adding(UInt256(UInt64(digit - UInt8(ascii: "0"))))
        }
        self = value
    }

    /// 32 bytes, big-endian.
    package var bigEndian32: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in [words.3, words.2, words.1, words.0] {
            withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Big-endian without leading zeros; empty for zero. The form of RLP.
    package var minimalBigEndian: [UInt8] { Array(bigEndian32.suffix((bitCount + 7) / 8)) }

    /// Digits 0-9, no leading zeros.
    package var decimal: String {
        if let uint64 { return String(uint64) }
        var groups: [String] = []
        var rest = self
        // 10^19 is the largest power of ten in a word.
        while !rest.isZero {
            let (quotient, group) = rest.divided(byWord: 10_000_000_000_000_000_000)
            rest = quotient
            let digits = String(group)
            groups.append(rest.isZero ? digits : String(repeating: "0", count: 19 - digits.utf8.count) + digits)
        }
        return groups.reversed().joined()
    }

    /// `0x` and lower-case hexadecimal digits without leading zeros, the form of quantities in Ethereum's JSON-RPC.
    package var hex: String {
        if isZero { return "0x0" }
        let digits = Hex.encode(minimalBigEndian)
        return "0x" + (digits.hasPrefix("0") ? digits.dropFirst() : digits[...])
    }
}
