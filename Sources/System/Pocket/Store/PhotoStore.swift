// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Crypto
internal import Glibc
internal import Keys

/// The photos and original passes of the cards: one sealed file each, named by a code that only holders of the vault key
/// can make of its hash.
///
/// A file is whole and durable before a row names it, is shared by all cards with the same bytes, and goes when no card
/// names it any more. It is sealed by a key of its own, for its hash alone: no file stands in for another.
final class PhotoStore {
    private static let table = "photo"
    /// Version, nonce and tag.
    private static let sealCount = 1 + 12 + 16
    private let place: CardCase.PhotoPlace
    private let vaultKey: VaultKey
    private let random: RandomSource
    /// What stands in for files when the wallet is in memory.
    private var memory: [String: [UInt8]] = [:]

    init(_ place: CardCase.PhotoPlace, vaultKey: VaultKey, random: RandomSource) {
        self.place = place
        self.vaultKey = vaultKey
        self.random = random
    }

    /// Keeps bytes that have this hash; a file that is there and whole stays.
    ///
    /// - Returns: whether a file was written.
    func keep(_ bytes: [UInt8], _ hash: Digest) throws -> Bool {
        // Safe: what cannot be read is written anew.
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

    /// - Throws: ``PocketError`` with `.noPhoto` when the file is missing or damaged.
    func read(_ hash: Digest) throws -> [UInt8] {
        do {
            let bytes = try vaultKey.open(try sealed(hash), table: Self.table, row: hash.bytes)
            guard SHA256.hash(bytes) == hash else {
                throw KeysError(.brokenSeal, "A photo is not the one that its card names.")
            }
            return bytes
        } catch let error as KeysError where error.code == .notFound {
            throw PocketError(
                .noPhoto, "A photo of this card is missing. Restore a backup, or add the photo again.", cause: error)
        } catch let error as KeysError where error.code == .brokenSeal || error.code == .malformed {
            throw PocketError(
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

    /// Removes a file that no card names.
    func remove(_ name: String) {
        switch place {
        case .memory: memory[name] = nil
        case .folder(let folder): unlink(folder + "/" + name)
        }
    }

    /// What stands in the folder for a hash: whoever has the picture cannot tell that it is here.
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
            // A file that is not there is named by the read.
            let size = stat(path, &status) == 0 ? Int(status.st_size) : 0
            return try AtomicFile.read(path, maximumCount: min(size, CardLimits.fileBytes + Self.sealCount))
        }
    }

    /// Ours are 64 hexadecimal digits, and what a write that was interrupted left beside them.
    private static func isOurs(_ name: String) -> Bool {
        let digits = name.hasSuffix(".partial") ? name.dropLast(8) : name[...]
        return digits.utf8.count == 64 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}
