// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Keys
internal import SQLite

/// An encrypted copy of a whole wallet under its own passphrase.
///
/// Bytes: `SATCHELBACKUP`, the version, the length of the sealed vault key (2 bytes), the vault key sealed by the
/// backup's passphrase (Argon2id, AES-256-GCM), then the database sealed by the vault key as row 0 of the table
/// `backup`.
///
/// Version 2 is for wallets with photos. The length of the sealed database stands before it (8 bytes). After it come
/// the length of a list (8 bytes), the list of names, sizes and hashes sealed as row 1, and the files of the list one
/// after another, unchanged, since each is already sealed by the vault key.
enum BackupFile {
    struct Content {
        let vaultKey: VaultKey
        let image: [UInt8]
        let photos: [Photo]
    }

    /// The position of a photo in a backup.
    struct Photo {
        let backup: String
        let offset: Int
        let name: String
        let count: Int
        let hash: [UInt8]
    }

    private static let magic = Array("SATCHELBACKUP".utf8)
    private static let plainVersion: UInt8 = 1
    private static let photoVersion: UInt8 = 2
    private static let headCount = magic.count + 3
    private static let table = "backup"
    /// The most bytes of one sealed photo; cards allow fewer.
    private static let maximumPhotoCount = 32 << 20

    /// Writes the file. An existing file is replaced only when the new one is complete.
    static func write(_ context: WalletContext, vaultKey: VaultKey, to path: String, passphrase: SecretBytes) throws {
        let key = try SealedVaultKey(
            sealing: vaultKey, passphrase: passphrase, random: context.random, cost: context.environment.passphraseCost
        ).encoded
        let image = try vaultKey.seal(
            try context.database.serialize(), table: table, row: 0, random: context.random)
        let photos = try photos(of: context)
        let version = photos.isEmpty ? plainVersion : photoVersion
        try AtomicFile.write(to: path) { append in
            try append(magic + [version, UInt8(key.count >> 8), UInt8(key.count & 0xff)] + key)
            guard !photos.isEmpty else { return try append(image) }
            let list = try vaultKey.seal(encoded(photos), table: table, row: 1, random: context.random)
            try append(eightBytes(image.count) + image + eightBytes(list.count) + list)
            for photo in photos {
                let bytes = try AtomicFile.read(photo.path, maximumCount: photo.count)
                guard SHA256.hash(bytes).bytes == photo.hash else {
                    throw WalletError(.storage, "'\(photo.path)' changed meanwhile. Make the backup again.")
                }
                try append(bytes)
            }
        }
    }

    /// Reads and decrypts a file.
    ///
    /// - Throws: ``WalletError`` with code `.badBackup` or `.newerVersion`; `KeysError` with `.wrongPassphrase`.
    static func read(_ path: String, passphrase: SecretBytes) throws -> Content {
        guard let size = WalletFolder.size(of: path) else {
            throw WalletError(.badBackup, "There is no backup at '\(path)', or it may not be read.")
        }
        let head = try AtomicFile.read(path, at: 0, count: headCount)
        guard size > headCount, Array(head.prefix(magic.count)) == magic else {
            throw WalletError(.badBackup, "'\(path)' is not a Satchel backup, or it was cut short.")
        }
        let version = head[magic.count]
        guard version == plainVersion || version == photoVersion else {
            throw WalletError(.newerVersion, "'\(path)' was written by a newer Satchel. Install that to restore it.")
        }
        var reader = PieceReader(path: path, position: headCount, size: size)
        let key = try reader.piece(Int(head[magic.count + 1]) << 8 | Int(head[magic.count + 2]))
        let imageCount = version == plainVersion ? reader.left : try reader.count()
        guard imageCount > 0 else { throw reader.cutShort }
        let sealed = try opened(path) { try SealedVaultKey(decoding: key) }
        let vaultKey = try sealed.open(passphrase: passphrase)
        let sealedImage = try reader.piece(imageCount)
        let image = try opened(path) { try vaultKey.open(sealedImage, table: table, row: 0) }
        guard version == photoVersion else { return Content(vaultKey: vaultKey, image: image, photos: []) }
        let sealedList = try reader.piece(try reader.count())
        let list = try opened(path) { try vaultKey.open(sealedList, table: table, row: 1) }
        let photos = try opened(path) { try decoded(list, in: path, from: reader.position) }
        return Content(vaultKey: vaultKey, image: image, photos: photos)
    }

    /// The sealed bytes of a photo; nil if they are damaged or cut off.
    static func bytes(of photo: Photo) throws -> [UInt8]? {
        let bytes = try AtomicFile.read(photo.backup, at: photo.offset, count: photo.count)
        return SHA256.hash(bytes).bytes == photo.hash ? bytes : nil
    }

    private static func opened<R>(_ path: String, _ body: () throws -> R) throws -> R {
        func damaged(_ error: any Error) -> WalletError {
            WalletError(.badBackup, "'\(path)' is damaged. Use another copy of the backup.", cause: error)
        }
        do {
            return try body()
        } catch let error as KeysError where error.code == .malformed || error.code == .brokenSeal {
            throw damaged(error)
        } catch let error as BytesError {
            throw damaged(error)
        }
    }

    // MARK: - Photos

    private typealias Source = (path: String, name: String, count: Int, hash: [UInt8])

    private static func photos(of context: WalletContext) throws -> [Source] {
        guard case .folder(let path) = context.environment.place else { return [] }
        let folder = WalletFolder(path: path)
        return try folder.photoNames.compactMap { name in
            let path = folder.photos + "/" + name
            guard let count = WalletFolder.size(of: path), count <= maximumPhotoCount else { return nil }
            let bytes = try AtomicFile.read(path, maximumCount: count)
            return (path, name, bytes.count, SHA256.hash(bytes).bytes)
        }
    }

    private static func encoded(_ photos: [Source]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(photos.count)
        for photo in photos {
            writer.array(3)
            writer.text(photo.name)
            writer.uint(UInt64(photo.count))
            writer.bytes(photo.hash)
        }
        return writer.encoded
    }

    private static func decoded(_ list: [UInt8], in path: String, from start: Int) throws -> [Photo] {
        var reader = try CBORReader(list, maximumCount: list.count)
        var offset = start
        let photos = try (0..<reader.array(maximum: list.count)).map { _ in
            try reader.array(of: 3)
            let name = try reader.text(maximum: 64)
            let count = Int(try reader.uint(maximum: UInt64(maximumPhotoCount)))
            let photo = Photo(
                backup: path, offset: offset, name: name, count: count, hash: try reader.bytes(count: Digest.count))
            offset += count
            return photo
        }
        try reader.finish()
        // The list is sealed, so only a bug could put a path into it.
        return photos.filter { WalletFolder.isPhoto($0.name) }
    }

    private static func eightBytes(_ count: Int) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    /// Reads the parts of a backup in order.
    private struct PieceReader {
        let path: String
        var position: Int
        let size: Int

        var left: Int { size - position }
        var cutShort: WalletError { WalletError(.badBackup, "'\(path)' was cut short. Use another copy.") }

        mutating func piece(_ count: Int) throws -> [UInt8] {
            guard count <= left else { throw cutShort }
            let bytes = try AtomicFile.read(path, at: position, count: count)
            guard bytes.count == count else { throw cutShort }
            position += count
            return bytes
        }

        mutating func count() throws -> Int {
            let value = try piece(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let count = Int(exactly: value), count <= left else { throw cutShort }
            return count
        }
    }
}
