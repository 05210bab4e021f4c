// SPDX-License-Identifier: MIT

/// An IP address and the length of its network's prefix, such as `192.168.1.0/24` or `fd00::2/128`.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes or sixteen, in network order. Bits behind the prefix are kept: they name a host in the network.
    package let bytes: [UInt8]
    /// In bits.
    package let prefixLength: Int

    /// - Throws: ``WireGuardError`` with `.malformed` unless there are 4 or 16 bytes and the prefix fits.
    package init(_ bytes: [UInt8], prefixLength: Int) throws {
        guard bytes.count == 4 || bytes.count == 16, 0...bytes.count * 8 ~= prefixLength else {
            throw WireGuardError(.malformed, "An address has 32 or 128 bits, and a prefix has at most as many.")
        }
        self.bytes = bytes
        self.prefixLength = prefixLength
    }

    /// Parses an address with or without a prefix; without one the block is this one address.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = Self.address(parts[0]) else {
            throw WireGuardError(
                .malformed, "This is not an address. Write it such as 192.168.1.0/24 or fd00::2/128.")
        }
        guard parts.count == 2 else {
            try self.init(bytes, prefixLength: bytes.count * 8)
            return
        }
        guard parts[1].count <= 3, let length = Self.decimal(parts[1]), length <= bytes.count * 8 else {
            throw WireGuardError(
                .malformed, "The number behind the / of an address is from 0 to \(bytes.count * 8).")
        }
        try self.init(bytes, prefixLength: length)
    }

    package var isIPv6: Bool { bytes.count == 16 }

    /// The block as one host of it: the address with the longest prefix.
    package var host: AddressBlock { AddressBlock(unchecked: bytes, bytes.count * 8) }

    /// The block with zeros behind the prefix, as routes are written.
    package var network: AddressBlock {
        let masked = bytes.enumerated().map { index, byte in
            let kept = min(max(prefixLength - index * 8, 0), 8)
            return byte & ~UInt8(truncatingIfNeeded: 0xff >> kept)
        }
        return AddressBlock(unchecked: masked, prefixLength)
    }

    /// Whether each address of the other block is one of this.
    package func contains(_ other: AddressBlock) -> Bool {
        bytes.count == other.bytes.count && prefixLength <= other.prefixLength
            && AddressBlock(unchecked: other.bytes, prefixLength).network.bytes == network.bytes
    }

    /// Whether all of it is in networks that the internet does not reach. RFC 1918; RFC 4193
    package var isPrivate: Bool { Self.privateNetworks.contains { $0.contains(self) } }

    private static let privateNetworks = [
        AddressBlock(unchecked: [10, 0, 0, 0], 8), AddressBlock(unchecked: [172, 16, 0, 0], 12),
        AddressBlock(unchecked: [192, 168, 0, 0], 16),
        AddressBlock(unchecked: [0xfc] + [UInt8](repeating: 0, count: 15), 7),
    ]

    private init(unchecked bytes: [UInt8], _ prefixLength: Int) {
        self.bytes = bytes
        self.prefixLength = prefixLength
    }

    /// Such as `10.0.0.0/8`; the prefix is always written.
    package var description: String { "\(addressText)/\(prefixLength)" }

    /// The address alone. IPv6 as in RFC 5952.
    package var addressText: String {
        guard isIPv6 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let words = groups.map { String($0, radix: 16) }
        guard let gap = Self.longestZeros(groups) else { return words.joined(separator: ":") }
        return words[..<gap.lowerBound].joined(separator: ":") + "::" + words[gap.upperBound...].joined(separator: ":")
    }

    /// The longest run of at least two zero groups; the first of equal ones. RFC 5952, section 4.2
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var best = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        return best.count >= 2 ? best : nil
    }
}

extension AddressBlock {
    /// The bytes of an address in digits; nil for any other text. Names are not looked up.
    package static func address(_ text: some StringProtocol) -> [UInt8]? {
        text.contains(":") ? addressV6(text) : addressV4(text)
    }

    private static func addressV4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part in
            part.utf8.count <= 3 ? decimal(part).flatMap { UInt8(exactly: $0) } : nil
        }
        return bytes.count == 4 ? bytes : nil
    }

    /// RFC 4291, section 2.2, without the form that ends in an IPv4 address, which no private address has.
    private static func addressV6(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count <= 39 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
        // An empty part is where `::` stands: one within, two at an end, three for `::` alone.
        let gaps = parts.indices.filter { parts[$0].isEmpty }
        guard let first = gaps.first else { return parts.count == 8 ? groups(parts) : nil }
        let last = gaps[gaps.count - 1]
        let isAtStart = first == 0
        let isAtEnd = last == parts.count - 1
        guard gaps == Array(first...last), gaps.count == 1 + (isAtStart ? 1 : 0) + (isAtEnd ? 1 : 0),
            let head = groups(Array(parts[..<first])), let tail = groups(Array(parts[(last + 1)...])),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ parts: [String]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for part in parts {
            guard 1...4 ~= part.utf8.count, part.utf8.allSatisfy(isHexadecimal), let group = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
        }
        return bytes
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Digits without a leading zero, which some programs read as octal.
    static func decimal(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            text.utf8.count == 1 || text.utf8.first != 0x30
        else { return nil }
        return Int(text)
    }
}
