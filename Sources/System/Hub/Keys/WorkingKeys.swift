// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Tokens

/// The private halves of the working keys and the secret behind access tokens, as they are kept on disk.
///
/// At rest they are protected by the file's mode (0600) alone: a serving hub must be able to start without a person.
/// Whoever reads the file can issue roots until the operator announces other keys; each root is bounded by its
/// announcement, and the hub refuses what is not in its issuance table.
struct WorkingKeys: Sendable {
    var keys: [WorkingKey]
    var accessSecret: SecretBytes

    private static let version: UInt64 = 1
    private static let scalarCount = 32
    private static let secretCount = 32
    private static let maximumKeys = 1_024
    static let maximumCount = 64 << 10

    /// Keys of every purpose and a fresh secret.
    static func create(random: RandomSource) -> WorkingKeys {
        WorkingKeys(keys: fresh(random: random), accessSecret: SecretBytes(random.bytes(secretCount)))
    }

    /// One key for each purpose, in the order of the purposes.
    static func fresh(random: RandomSource) -> [WorkingKey] {
        Announcement.Purpose.allCases.map { _ in WorkingKey(P256.PrivateKey(random: random)) }
    }

    init(keys: [WorkingKey], accessSecret: SecretBytes) {
        self.keys = keys
        self.accessSecret = accessSecret
    }

    /// - Throws: ``HubError`` with `.keys` when the bytes are not such a file.
    init(decoding bytes: [UInt8]) throws {
        do {
            var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
            try reader.array(of: 3)
            guard try reader.uint() == Self.version else {
                throw HubError(.keys, "The file of working keys was written by a newer program.")
            }
            accessSecret = SecretBytes(try reader.bytes(count: Self.secretCount))
            keys = []
            for _ in 0..<(try reader.array(maximum: Self.maximumKeys)) {
                try reader.array(of: 2)
                let id = try KeyID(try reader.bytes(count: KeyID.byteCount))
                let scalar = SecretBytes(try reader.bytes(count: Self.scalarCount))
                keys.append(WorkingKey(id: id, key: try P256.PrivateKey(scalar: scalar)))
            }
            try reader.finish()
        } catch let error as HubError {
            throw error
        } catch {
            throw HubError(.keys, "The file of working keys is damaged. Restore it from a backup.", cause: error)
        }
    }

    var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(3)
        writer.uint(Self.version)
        writer.bytes(accessSecret.withUnsafeBytes { Array($0) })
        writer.array(keys.count)
        for key in keys {
            writer.array(2)
            writer.bytes(key.id.bytes)
            writer.bytes(key.key.scalar.withUnsafeBytes { Array($0) })
        }
        return writer.encoded
    }
}
