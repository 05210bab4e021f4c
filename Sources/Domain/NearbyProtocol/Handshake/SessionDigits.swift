// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Six digits of one session, which two people compare on their screens.
///
/// A device in between has two sessions with different digits, up to one case in a million.
package struct SessionDigits: Hashable, Sendable, CustomStringConvertible {
    /// Six digits without a space.
    package let text: String

    /// - Parameter hash: of the handshake.
    package init(hash: [UInt8]) {
        let bytes = HKDF.derive(
            from: SecretBytes(hash), salt: [], info: Array("satchel/near/digits".utf8), count: 4)
        let number = bytes.withUnsafeBytes { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } } % 1_000_000
        let digits = String(number)
        text = String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// As screens show them: `472 913`.
    package var description: String { text.prefix(3) + " " + text.suffix(3) }
}
