// SPDX-License-Identifier: MIT

/// Base 32 in capital letters without padding, the form of secrets in authenticator apps. RFC 4648, section 6.
package enum Base32 {
    /// Writes no `=`, because the length implies the padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(pending >> bits & 31)])
            }
            pending &= 31
        }
        if bits > 0 { text.append(alphabet[Int(pending << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
