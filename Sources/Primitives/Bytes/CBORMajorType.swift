// SPDX-License-Identifier: MIT

/// The major types of this project's CBOR subset. RFC 8949, section 3.1.
///
/// Negative integers (1), maps (5) and tags (6) are absent, because no record needs them, so no reader accepts them.
package enum CBORMajorType: UInt8, Sendable {
    case unsigned = 0
    case bytes = 2
    case text = 3
    case array = 4
    /// `false`, `true` and `null`; nothing else of major type 7.
    case simple = 7
}

/// First bytes and additional information values. RFC 8949, section 3 and Appendix B.
enum CBORHead {
    static let oneByte: UInt8 = 24
    static let twoBytes: UInt8 = 25
    static let fourBytes: UInt8 = 26
    static let eightBytes: UInt8 = 27
    static let no: UInt8 = 0xF4
    static let yes: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
}
