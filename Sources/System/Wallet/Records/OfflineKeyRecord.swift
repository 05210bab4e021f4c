// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Tokens
internal import Vault

/// A coin key, derived from its row number and its generation's seed.
///
///     made ──certified by the hub──▶ pooled ──shown in a request──▶ used
///       └──────owns a purchased root──────────────────────────────▶ used
struct OfflineKeyRecord: SealedRecord {
    enum State: Int64 { case made = 0, pooled = 1, used = 2, retired = 3 }

    static let table = "coin_key"
    var state: State
    /// The number of the seed. Keys of an older generation than the wallet's never sign again.
    var generation: UInt64
    var publicKey: P256.PublicKey
    var certificate: Certificate?

    init(state: State, generation: UInt64, publicKey: P256.PublicKey, certificate: Certificate?) {
        self.state = state
        self.generation = generation
        self.publicKey = publicKey
        self.certificate = certificate
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        generation = try reader.uint()
        publicKey = try P256.PublicKey(compressed: try reader.bytes(count: P256.PublicKey.count))
        certificate = try reader.optionalBlob().map { try Certificate(decoding: $0) }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.uint(generation)
        writer.bytes(publicKey.compressed)
        writer.optional(certificate?.encoded)
    }
}
