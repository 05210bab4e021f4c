// SPDX-License-Identifier: MIT
internal import Bytes

/// Base 58 with a checksum of four bytes of double SHA-256: old addresses, private keys for import, extended keys.
package enum Base58Check {
    private static let checksumCount = 4

    package static func encode(_ payload: [UInt8]) -> String {
        Base58.encode(payload + DoubleSHA256.hash(payload).prefix(checksumCount))
    }

    /// Returns the bytes before the checksum.
    ///
    /// - Throws: `BytesError` as `Base58.decode` does, with `.truncated` without a checksum, `.badChecksum` for a wrong one.
    package static func decode(_ text: String) throws -> [UInt8] {
        let bytes = try Base58.decode(text)
        guard bytes.count >= checksumCount else {
            throw BytesError(.truncated, "The text is too short to hold a checksum.")
        }
        let payload = Array(bytes.dropLast(checksumCount))
        guard DoubleSHA256.hash(payload).prefix(checksumCount).elementsEqual(bytes.suffix(checksumCount)) else {
            throw BytesError(.badChecksum, "The text has a typing mistake: its checksum is wrong.")
        }
        return payload
    }
}
