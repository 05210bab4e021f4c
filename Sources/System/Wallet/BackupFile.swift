// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import SQLite

/// The encrypted copy of a whole wallet under a passphrase of its own.
///
/// Bytes: `SATCHELBACKUP`, version 1, the count of the sealed vault key (2 bytes), the vault key sealed by the backup's
/// passphrase (Argon2id, AES-256-GCM), then the database sealed by the vault key as row 0 of the table `backup`.
enum BackupFile {
    struct Content {
        let vaultKey: VaultKey
        let image: [UInt8]
    }

    private static let magic = Array("SATCHELBACKUP".utf8)
    private static let version: UInt8 = 1
    private static let headCount = magic.count + 3
    private static let table = "backup"

    /// Writes the file; one that was there is replaced only when the new one is complete.
    static func write(_ wallet: OpenStore, vaultKey: VaultKey, to path: String, passphrase: SecretBytes) throws {
        let key = try SealedVaultKey(
            sealing: vaultKey, passphrase: passphrase, random: wallet.random, cost: wallet.environment.passphraseCost
        ).encoded
        let image = try vaultKey.seal(
            try wallet.database.serialize(), table: table, row: 0, random: wallet.random)
        try AtomicFile.write(
            magic + [version, UInt8(key.count >> 8), UInt8(key.count & 0xff)] + key + image, to: path)
    }

    /// Reads and opens a file.
    ///
    /// - Throws: ``WalletError`` with code `.badBackup` or `.newerVersion`; `KeysError` with `.wrongPassphrase`.
    static func read(_ path: String, passphrase: SecretBytes) throws -> Content {
        guard let size = WalletFolder.size(of: path) else {
            throw WalletError(.badBackup, "There is no backup at '\(path)', or it may not be read.")
        }
        let file = try AtomicFile.read(path, maximumCount: size)
        guard file.count > headCount, Array(file.prefix(magic.count)) == magic else {
            throw WalletError(.badBackup, "'\(path)' is not a Satchel backup, or it was cut short.")
        }
        guard file[magic.count] == version else {
            throw WalletError(.newerVersion, "'\(path)' was written by a newer Satchel. Install that to restore it.")
        }
        let keyCount = Int(file[magic.count + 1]) << 8 | Int(file[magic.count + 2])
        guard file.count > headCount + keyCount else {
            throw WalletError(.badBackup, "'\(path)' was cut short. Use another copy.")
        }
        let sealed = try opened(path) { try SealedVaultKey(decoding: Array(file[headCount..<headCount + keyCount])) }
        let vaultKey = try sealed.open(passphrase: passphrase)
        let image = try opened(path) { try vaultKey.open(Array(file[(headCount + keyCount)...]), table: table, row: 0) }
        return Content(vaultKey: vaultKey, image: image)
    }

    private static func opened<R>(_ path: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as KeysError where error.code == .malformed || error.code == .brokenSeal {
            throw WalletError(.badBackup, "'\(path)' is damaged. Use another copy of the backup.", cause: error)
        }
    }
}
