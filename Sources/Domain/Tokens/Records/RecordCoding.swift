// SPDX-License-Identifier: MIT

import Bytes
import Crypto

/// The largest counts and sizes that any decoder of this module reads.
enum Bound {
    /// A signed body other than a revocation list.
    static let body = 512
    /// One certificate, announcement, receipt or decline.
    static let record = 1_024
    /// A merchant's name in UTF-8 bytes.
    static let name = 64
    /// Keys in a revocation list.
    static let revocations = 4_096
    /// Bytes of a revocation list.
    static let revocationList = 40_960
    /// Announcements attached to one payment.
    static let announcements = 16
    /// Announcements in one ``AnnouncementSet``.
    static let announcementSet = 1_024
    /// Bytes of a machine's persisted state.
    static let state = 1 << 20
    /// Units: what a signed 64-bit amount can hold.
    static let units = UInt64(Int64.max)
}

/// Reads one encoded item that must fill `bytes`, translating the reader's errors at the module's boundary.
func decoding<T>(
    _ what: String, _ bytes: [UInt8], maximum: Int, _ read: (inout CBORReader) throws -> T
) throws -> T {
    do {
        var reader = try CBORReader(bytes, maximumCount: maximum)
        let value = try read(&reader)
        try reader.finish()
        return value
    } catch let error as BytesError {
        throw TokensError(
            code(for: error), "This \(what) cannot be read: \(error.message) Ask for it again.", cause: error)
    }
}

private func code(for error: BytesError) -> TokensError.Code {
    switch error.code {
    case .notCanonical: .notCanonical
    case .tooLarge: .tooLarge
    default: .malformed
    }
}

/// Refuses every version but the one that this program writes. The message says which side must update.
func requireVersion(_ version: UInt64, _ expected: UInt64 = 1, of what: String) throws {
    if version > expected {
        throw TokensError(
            .newerVersion, "This \(what) was made by a newer Satchel (version \(version)). Update this one to read it.")
    }
    if version < expected {
        throw TokensError(
            .oldVersion,
            "This \(what) has version \(version), which is no longer accepted. The other side must update its Satchel.")
    }
}

extension CBORReader {
    mutating func timestamp() throws -> Timestamp { Timestamp(seconds: try uint(maximum: Timestamp.maximum.seconds)) }

    mutating func fixed<T: FixedBytes>(_: T.Type) throws -> T { T(known: try bytes(count: T.byteCount)) }

    mutating func publicKey() throws -> P256.PublicKey {
        let bytes = try bytes(count: 33)
        do { return try P256.PublicKey(compressed: bytes) } catch {
            throw TokensError(.malformed, "A public key in this record is not a point of P-256.", cause: error)
        }
    }

    mutating func signature() throws -> P256.Signature {
        let bytes = try bytes(count: 64)
        do { return try P256.Signature(raw: bytes) } catch {
            throw TokensError(
                .badSignature, "A signature is not in its one allowed form (low s, both numbers in range).",
                cause: error)
        }
    }
}

/// Writes an array item by item and returns its bytes.
func encoding(_ count: Int, _ write: (inout CBORWriter) -> Void) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(count)
    write(&writer)
    return writer.encoded
}
