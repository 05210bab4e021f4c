// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Tokens

/// The private halves of the working keys and two secrets of the hub, as they are kept on disk.
///
/// At rest they are protected by the file's mode (0600) alone: a serving hub must be able to start without a person.
/// Whoever reads the file can issue roots and speak for any session until the operator rotates; each root is bounded by its
/// announcement, and the hub refuses what is not in its issuance table.
///
/// Wire: `[version, secrets, keys]`. Version 1 has one secret for everything; in version 2 the secrets are
/// `[lasting, passing]`.
struct WorkingKeys: Sendable {
    var keys: [WorkingKey]
    /// Seals what stays in the books: the secrets of second factors, and what recovery codes are recognised by.
    let lastingSecret: SecretBytes
    /// Authenticates what the hub hands out for a while: access tokens, the keys of sessions, quotes, cursors.
    /// Another one with each rotation, so that nothing can be made up with a stolen one afterwards.
    private(set) var passingSecret: SecretBytes

    /// A file with one secret, from before there were two.
    private static let oneSecret: UInt64 = 1
    private static let version: UInt64 = 2
    private static let scalarCount = 32
    private static let secretCount = 32
    private static let maximumKeys = 1_024
    static let maximumCount = 64 << 10

    /// Keys of every purpose and fresh secrets.
    static func create(random: RandomSource) -> WorkingKeys {
        WorkingKeys(
            keys: fresh(random: random), lastingSecret: SecretBytes(random.bytes(secretCount)),
            passingSecret: SecretBytes(random.bytes(secretCount)))
    }

    /// Adds keys for new work, and forgets the secret by which what was handed out until now is recognised.
    mutating func rotate(adding fresh: [WorkingKey], random: RandomSource) {
        keys += fresh
        passingSecret = SecretBytes(random.bytes(Self.secretCount))
    }

    /// One key for each purpose, in the order of the purposes.
    static func fresh(random: RandomSource) -> [WorkingKey] {
        Announcement.Purpose.allCases.map { _ in WorkingKey(P256.PrivateKey(random: random)) }
    }

    init(keys: [WorkingKey], lastingSecret: SecretBytes, passingSecret: SecretBytes) {
        self.keys = keys
        self.lastingSecret = lastingSecret
        self.passingSecret = passingSecret
    }

    /// - Throws: ``HubError`` with `.keys` when the bytes are not such a file.
    init(decoding bytes: [UInt8]) throws {
        do {
            var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
            try reader.array(of: 3)
            switch try reader.uint() {
            case Self.oneSecret:
                lastingSecret = SecretBytes(try reader.bytes(count: Self.secretCount))
                // Until the next rotation, as before.
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

    var encoded: [UInt8] {
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
