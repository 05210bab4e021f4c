// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
import HubStorage
package import Tokens

/// The private keys of the working keys, and two secrets of the hub, as they are stored.
///
/// They are protected only by the file's mode (0600), because a serving hub must be able to start without a person. An
/// attacker who reads the file can issue roots and act in any session until the operator rotates the keys. Each root
/// is limited by its announcement, and the hub refuses roots that are not in its issuance table.
///
/// Wire: `[version, secrets, keys]`. Version 1 has one secret for everything; in version 2 the secrets are
/// `[lasting, passing]`.
package struct WorkingKeys: Sendable {
    package var keys: [WorkingKey]
    /// Seals data that stays in the database: the secrets of second factors, and the hashes of recovery codes.
    package let lastingSecret: SecretBytes
    /// Authenticates what the hub hands out for a limited time: access tokens, session keys, quotes, cursors. Each
    /// rotation replaces it, so that a stolen one becomes useless.
    package private(set) var passingSecret: SecretBytes

    /// The version of files with one secret.
    private static let oneSecret: UInt64 = 1
    private static let version: UInt64 = 2
    private static let scalarCount = 32
    private static let secretCount = 32
    private static let maximumKeys = 1_024
    package static let maximumCount = 64 << 10

    /// Keys of every purpose and new secrets.
    package static func create(random: RandomSource) -> WorkingKeys {
        WorkingKeys(
            keys: fresh(random: random), lastingSecret: SecretBytes(random.bytes(secretCount)),
            passingSecret: SecretBytes(random.bytes(secretCount)))
    }

    /// Adds keys, and replaces the passing secret, so that everything authenticated with it becomes invalid.
    package mutating func rotate(adding fresh: [WorkingKey], random: RandomSource) {
        keys += fresh
        passingSecret = SecretBytes(random.bytes(Self.secretCount))
    }

    /// One key for each purpose, in the order of the purposes.
    package static func fresh(random: RandomSource) -> [WorkingKey] {
        Announcement.Purpose.allCases.map { _ in WorkingKey(P256.PrivateKey(random: random)) }
    }

    package init(keys: [WorkingKey], lastingSecret: SecretBytes, passingSecret: SecretBytes) {
        self.keys = keys
        self.lastingSecret = lastingSecret
        self.passingSecret = passingSecret
    }

    /// - Throws: ``HubError`` with `.keys` if the bytes are not such a file.
    package init(decoding bytes: [UInt8]) throws {
        do {
            var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
            try reader.array(of: 3)
            switch try reader.uint() {
            case Self.oneSecret:
                lastingSecret = SecretBytes(try reader.bytes(count: Self.secretCount))
                // The same secret serves both purposes until the next rotation.
                passingSecret = lastingSecret
            case Self.version:
                try reader.array(of: 2)
                lastingSecret = SecretBytes(try reader.bytes(count: Self.secretCount))
                passingSecret = SecretBytes(try reader.bytes(count: Self.secretCount))
            default:
                throw HubError(.keys, "The file of working keys was written by a newer program.")
            }
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

    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(3)
        writer.uint(Self.version)
        writer.array(2)
        for secret in [lastingSecret, passingSecret] { writer.bytes(secret.withUnsafeBytes { Array($0) }) }
        writer.array(keys.count)
        for key in keys {
            writer.array(2)
            writer.bytes(key.id.bytes)
            writer.bytes(key.key.scalar.withUnsafeBytes { Array($0) })
        }
        return writer.encoded
    }
}
