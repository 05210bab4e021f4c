// SPDX-License-Identifier: MIT

/// The parts of a transaction that a signature covers. BIP-0143 and BIP-0341 keep the original rules.
package struct SignatureHashType: RawRepresentable, Hashable, Sendable {
    /// Four bytes in the legacy digest, one byte at the end of a signature.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Everything, encoded by omitting the byte. BIP-0341 only
    package static let implied = SignatureHashType(rawValue: 0)
    /// Everything: the only type with which this wallet signs, besides ``implied``.
    package static let all = SignatureHashType(rawValue: 1)
    package static let none = SignatureHashType(rawValue: 2)
    package static let single = SignatureHashType(rawValue: 3)
    /// Combined with another type: covers only this input.
    package static let anyoneCanPay: UInt32 = 0x80

    var isAnyoneCanPay: Bool { rawValue & Self.anyoneCanPay != 0 }
    var coversNoOutput: Bool { rawValue & 0x1f == Self.none.rawValue }
    var coversOneOutput: Bool { rawValue & 0x1f == Self.single.rawValue }

    /// The types that a taproot signature may have. BIP-0341
    var isTaproot: Bool { rawValue <= 3 || (0x81...0x83).contains(rawValue) }
}
