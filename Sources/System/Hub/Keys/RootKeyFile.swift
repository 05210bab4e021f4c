// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
import HubStorage
import Keys

/// The file of a hub's root key, sealed with a passphrase. The operator may store it off the serving machine.
///
/// Form: a CBOR array `[1, rootPub33, sealed vault key, sealed scalar]`.
package enum RootKeyFile {
    private static let version: UInt64 = 1
    private static let table = "hub root key"
    private static let maximumCount = 4_096

    /// Creates a root key and writes it to a new file.
    ///
    /// - Throws: ``HubError`` with `.system`; `KeysError` for an empty passphrase.
    package static func create(
        at path: String, passphrase: SecretBytes, cost: Argon2id.Cost = .interactive, random: RandomSource = .system
    ) throws -> P256.PrivateKey {
        let key = P256.PrivateKey(random: random)
        let (sealed, vault) = try SealedVaultKey.create(passphrase: passphrase, random: random, cost: cost)
        let scalar = try vault.seal(
            key.scalar.withUnsafeBytes { Array($0) }, table: table, row: key.publicKey.compressed, random: random)
        var writer = CBORWriter()
        writer.array(4)
        writer.uint(version)
        writer.bytes(key.publicKey.compressed)
        writer.bytes(sealed.encoded)
        writer.bytes(scalar)
        do {
            try AtomicFile.write(writer.encoded, to: path)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
        return key
    }

    /// Opens the key.
    ///
    /// - Throws: ``HubError`` with `.wrongPassphrase`, or `.keys` when the file is missing or damaged.
    package static func open(at path: String, passphrase: SecretBytes) throws -> P256.PrivateKey {
        do {
            var reader = try CBORReader(
                try AtomicFile.read(path, maximumCount: maximumCount), maximumCount: maximumCount)
            try reader.array(of: 4)
            guard try reader.uint() == version else {
                throw HubError(.keys, "The root key in '\(path)' was written by a newer program.")
            }
            let publicKey = try reader.bytes(count: P256.PublicKey.count)
            let vault = try SealedVaultKey(decoding: try reader.bytes(maximum: SealedVaultKey.maximumCount))
                .open(passphrase: passphrase)
            let scalar = try vault.open(try reader.bytes(maximum: 256), table: table, row: publicKey)
            try reader.finish()
            return try P256.PrivateKey(scalar: SecretBytes(scalar))
        } catch let error as HubError {
            throw error
        } catch let error as KeysError where error.code == .wrongPassphrase {
            throw HubError(.wrongPassphrase, "The passphrase does not open the root key in '\(path)'.", cause: error)
        } catch let error as KeysError where error.code == .notFound {
            throw HubError(.keys, "There is no root key at '\(path)'. Bring it from where it is kept.", cause: error)
        } catch {
            throw HubError(.keys, "The root key in '\(path)' is damaged. Restore it from a backup.", cause: error)
        }
    }
}
