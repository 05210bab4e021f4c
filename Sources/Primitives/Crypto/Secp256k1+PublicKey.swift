// SPDX-License-Identifier: MIT
internal import Bytes
internal import CSecp256k1

extension Secp256k1 {
    /// A verification key for ECDSA. It is always a point of the curve.
    ///
    /// The parsed point is stored, so that deriving and verifying compute no square root again.
    package struct PublicKey: Hashable, Sendable, CustomStringConvertible {
        /// 2 or 3 for the sign of y, then x, big-endian. SEC 1, section 2.3.3
        package let compressed: [UInt8]
        let point: secp256k1_pubkey

        package static let count = 33
        package static let uncompressedCount = 65

        /// Parses 33 bytes that begin with 2 or 3, or 65 that begin with 4.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` for another length or first byte (the hybrid form 6 or 7
        ///   included), `.invalidKey` when the bytes are not a point of the curve.
        package init(_ serialized: [UInt8]) throws {
            switch (serialized.count, serialized.first) {
            case (Self.count, 2), (Self.count, 3), (Self.uncompressedCount, 4): break
            default:
                throw CryptoError(
                    .malformed, "A secp256k1 key has 33 bytes that begin with 2 or 3, or 65 that begin with 4.")
            }
            var point = secp256k1_pubkey()
            guard secp256k1_ec_pubkey_parse(SecpContext.verifying, &point, serialized, serialized.count) == 1 else {
                throw CryptoError(.invalidKey, "The \(serialized.count) bytes of the key name no point of secp256k1.")
            }
            self.point = point
            compressed = serialized.count == Self.count ? serialized : Self.serialize(point, isCompressed: true)
        }

        /// For a point that the library produced.
        init(_ point: secp256k1_pubkey) {
            self.point = point
            compressed = Self.serialize(point, isCompressed: true)
        }

        /// 4, then x and y, big-endian; 65 bytes.
        package var uncompressed: [UInt8] { Self.serialize(point, isCompressed: false) }

        /// Passes x and y, 64 bytes without the leading 4, on the stack: an Ethereum address is their hash.
        package func withCoordinates<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try withUnsafeTemporaryAllocation(byteCount: Self.uncompressedCount, alignment: 8) { bytes in
                Self.serialize(point, isCompressed: false, into: bytes)
                return try body(UnsafeRawBufferPointer(rebasing: bytes[1...]))
            }
        }

        /// The key plus the tweak times the base point, as BIP-0032 derives children.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the tweak has 32 bytes, `.invalidKey` when the tweak is not
        ///   below the group order or the sum is the point at infinity.
        package func adding(tweak: [UInt8]) throws -> PublicKey {
            try tweak.withUnsafeBytes { try adding(tweak: $0) }
        }

        /// Adds a tweak in the caller's storage.
        package func adding(tweak: UnsafeRawBufferPointer) throws -> PublicKey {
            PublicKey(try Secp256k1.sum(of: point, andTweak: tweak))
        }

        /// The key without the sign of y, as BIP-0340 uses it.
        package var xOnly: XOnlyKey { XOnlyKey(self) }

        /// Whether y is odd: the compressed form begins with 3.
        package var isOdd: Bool { compressed[0] == 3 }

        /// Whether this key's owner signed the digest of 32 bytes.
        package func isValid(_ signature: Signature, forDigest digest: [UInt8]) -> Bool {
            guard digest.count == scalarCount else { return false }
            var parsed = secp256k1_ecdsa_signature()
            var point = point
            return secp256k1_ecdsa_signature_parse_compact(SecpContext.verifying, &parsed, signature.raw) == 1
                && secp256k1_ecdsa_verify(SecpContext.verifying, &parsed, digest, &point) == 1
        }

        package static func == (left: PublicKey, right: PublicKey) -> Bool { left.compressed == right.compressed }

        package func hash(into hasher: inout Hasher) { hasher.combine(compressed) }

        package var description: String { Hex.encode(compressed) }

        private static func serialize(_ point: secp256k1_pubkey, isCompressed: Bool) -> [UInt8] {
            let count = isCompressed ? Self.count : uncompressedCount
            return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                let bytes = UnsafeMutableRawBufferPointer(bytes)
                serialize(
                    point, isCompressed: isCompressed,
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
                filled = count
            }
        }

        private static func serialize(
            _ point: secp256k1_pubkey, isCompressed: Bool, into bytes: UnsafeMutableRawBufferPointer
        ) {
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
                preconditionFailure("A key's storage has no address.")
            }
            var point = point
            var count = bytes.count
            let form = isCompressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED
            let result = secp256k1_ec_pubkey_serialize(SecpContext.verifying, start, &count, &point, UInt32(form))
            precondition(result == 1 && count == bytes.count, "libsecp256k1 wrote a key of \(count) bytes.")
        }
    }
}
