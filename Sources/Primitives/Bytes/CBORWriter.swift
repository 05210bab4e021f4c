// SPDX-License-Identifier: MIT

/// Writes the CBOR subset of this project in its deterministic form. RFC 8949, section 4.2.1.
///
/// The caller must write as many items as it declares: two after `array(2)`. This is not checked, because every record
/// has a fixed structure and a test vector.
package struct CBORWriter: Sendable {
    /// The bytes written so far.
    package private(set) var encoded: [UInt8] = []

    package init() {}

    /// Starts with capacity for `capacity` bytes.
    package init(capacity: Int) {
        encoded.reserveCapacity(capacity)
    }

    /// Opens an array of the next `count` items.
    package mutating func array(_ count: Int) {
        precondition(count >= 0, "A CBOR array cannot have \(count) elements.")
        head(.array, UInt64(count))
    }

    package mutating func uint(_ value: UInt64) {
        head(.unsigned, value)
    }

    package mutating func bytes(_ bytes: [UInt8]) {
        head(.bytes, UInt64(bytes.count))
        encoded.append(contentsOf: bytes)
    }

    package mutating func text(_ text: String) {
        // A separate view costs more than most texts.
        var text = text
        text.withUTF8 { utf8 in
            head(.text, UInt64(utf8.count))
            encoded.append(contentsOf: utf8)
        }
    }

    package mutating func bool(_ value: Bool) {
        encoded.append(value ? CBORHead.yes : CBORHead.no)
    }

    package mutating func null() {
        encoded.append(CBORHead.null)
    }

    /// Inserts one encoded item unchanged.
    package mutating func raw(_ item: [UInt8]) {
        encoded.append(contentsOf: item)
    }

    private mutating func head(_ type: CBORMajorType, _ argument: UInt64) {
        let top = type.rawValue << 5
        switch argument {
        case 0..<24:
            encoded.append(top | UInt8(argument))
        case 24...0xFF:
            encoded.append(top | CBORHead.oneByte)
            encoded.append(UInt8(argument))
        case 0x100...0xFFFF:
            encoded.append(top | CBORHead.twoBytes)
            appendBigEndian(argument, count: 2)
        case 0x1_0000...0xFFFF_FFFF:
            encoded.append(top | CBORHead.fourBytes)
            appendBigEndian(argument, count: 4)
        default:
            encoded.append(top | CBORHead.eightBytes)
            appendBigEndian(argument, count: 8)
        }
    }

    private mutating func appendBigEndian(_ value: UInt64, count: Int) {
        for index in (0..<count).reversed() {
            encoded.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }
}
