// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Crypto
internal import Glibc
internal import Keys

/// The photos and original passes of the cards: one encrypted file each, named by a keyed hash that needs the vault
/// key.
///
/// A file is complete and durable before a row references it. All cards with the same bytes share it, and it is deleted
/// when no card references it. Each file has its own key, bound to its hash, so that no file can be substituted for
/// another.
final class PhotoStore {
    private static let table = "photo"
    /// Version, nonce and tag.
    private static let sealCount = 1 + 12 + 16
    private let place: CardLibrary.PhotoPlace
    private let vaultKey: VaultKey
    private let random: RandomSource
    /// The files of a wallet in memory.
    private var memory: [String: [UInt8]] = [:]

    init(_ place: CardLibrary.PhotoPlace, vaultKey: VaultKey, random: RandomSource) {
        self.place = place
        self.vaultKey = vaultKey
        self.random = random
    }

    /// Stores bytes with this hash. An existing intact file stays.
    ///
    /// - Returns: whether a file was written.
    func keep(_ bytes: [UInt8], _ hash: Digest) throws -> Bool {
        // Safe: an unreadable file is written again.
        if let here = try? read(hash), here == bytes { return false }
        let sealed = try vaultKey.seal(bytes, table: Self.table, row: hash.bytes, random: random)
        switch place {
        case .memory: memory[name(hash)] = sealed
        case .folder(let folder):
            try PrivateFolder.create(folder)
            try AtomicFile.write(sealed, to: folder + "/" + name(hash))
        }
        return true
    }

    /// - Throws: ``CardStoreError`` with `.noPhoto` when the file is missing or damaged.
    func read(_ hash: Digest) throws -> [UInt8] {
        do {
            let bytes = try vaultKey.open(try sealed(hash), table: Self.table, row: hash.bytes)
            guard SHA256.hash(bytes) == hash else {
                throw KeysError(.brokenSeal, "A photo is not the one that its card names.")
            }
            return bytes
        } catch let error as KeysError where error.code == .notFound {
            throw CardStoreError(
                .noPhoto, "A photo of this card is missing. Restore a backup, or add the photo again.", cause: error)
        } catch let error as KeysError where error.code == .brokenSeal || error.code == .malformed {
            throw CardStoreError(
                .noPhoto, "A photo of this card is damaged. Restore a backup, or add the photo again.", cause: error)
        }
    }

    /// The names of all files.
    func names() -> [String] {
        switch place {
        case .memory: return Array(memory.keys)
        case .folder(let folder):
            guard let listing = opendir(folder) else { return [] }
            defer { closedir(listing) }
            var names: [String] = []
            while let entry = readdir(listing) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if Self.isOurs(name) { names.append(name) }
            }
            return names
        }
    }

    /// Deletes a file that no card references.
    func remove(_ name: String) {
        switch place {
        case .memory: memory[name] = nil
        case .folder(let folder): unlink(folder + "/" + name)
        }
    }

    /// The file name of a hash. A person who has the picture cannot tell from it that the picture is stored here.
    func name(_ hash: Digest) -> String {
        Hex.encode(HMACSHA256.code(hash.bytes, key: vaultKey.tableKey("\(Self.table)/names")))
    }

    private func sealed(_ hash: Digest) throws -> [UInt8] {
        switch place {
        case .memory:
            guard let sealed = memory[name(hash)] else { throw KeysError(.notFound, "There is no such photo.") }
            return sealed
        case .folder(let folder):
            let path = folder + "/" + name(hash)
            var status = stat()
            // The read reports a missing file.
            let size = stat(path, &status) == 0 ? Int(status.st_size) : 0
            return try AtomicFile.read(path, maximumCount: min(size, CardLimits.fileBytes + Self.sealCount))
        }
    }

    /// Recognizes this store's files: 64 hexadecimal digits, and the remains of an interrupted write.
    private static func isOurs(_ name: String) -> Bool {
        let digits = name.hasSuffix(".partial") ? name.dropLast(8) : name[...]
        return digits.utf8.count == 64 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}
