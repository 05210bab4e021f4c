// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
import FileModel
import Keys

/// The page of a backup of files. It is written last, so a backup without one is not finished.
package struct BackupManifest: Equatable, Sendable {
    static let name = "files.json"
    private static let version: Int64 = 1
    private static let maximumCount = 64 << 10

    /// When the backup began; seconds since 1970. It has everything that was acknowledged before.
    package var made: UInt64
    /// The copy of `files.sqlite`, a name in the backup's folder.
    package var database: String
    /// Of that file.
    package var hash: Digest
    package var contents: Int64
    /// Of the contents, together.
    package var bytes: Int64
    /// Contents that the hub does not have whole, so that the backup lacks them.
    package var lacking: Int64

    package var json: JSONValue {
        [
            "version": .number(Self.version), "made": .number(made), "database": .string(database),
            "sha256": .string(hash.description), "contents": .number(contents), "bytes": .number(bytes),
            "lacking": .number(lacking),
        ]
    }

    func write(to folder: String) throws {
        try AtomicFile.write(Array((json.prettyText + "\n").utf8), to: folder + "/" + Self.name)
    }

    /// - Returns: nil when there is none.
    /// - Throws: ``BackupError`` with `.damaged`.
    static func read(in folder: String) throws -> BackupManifest? {
        let bytes: [UInt8]
        do {
            bytes = try AtomicFile.read(folder + "/" + name, maximumCount: maximumCount)
        } catch let error as KeysError where error.code == .notFound {
            return nil
        } catch let error as KeysError {
            throw BackupError(.system, error.message, cause: error)
        }
        do {
            return try BackupManifest(parsing: bytes)
        } catch {
            throw BackupError(.damaged, "'\(folder)/\(name)': \(error.message)", cause: error)
        }
    }

    /// - Throws: ``BackupError`` with `.damaged`.
    package init(parsing bytes: [UInt8]) throws(BackupError) {
        let page: JSONValue
        do {
            page = try JSONValue(parsing: bytes)
        } catch {
            throw BackupError(.damaged, "The page of the backup cannot be read. Take another backup.", cause: error)
        }
        guard page["version"]?.int64 == Self.version, let made = page["made"]?.uint64,
            let database = page["database"]?.string, Self.isName(database),
            let hash = page["sha256"]?.string.flatMap({ ContentHash(hex: $0) }),
            let contents = page["contents"]?.int64, let count = page["bytes"]?.int64,
            let lacking = page["lacking"]?.int64, contents >= 0, count >= 0, lacking >= 0
        else { throw BackupError(.damaged, "The page of the backup is of another version of this program.") }
        self.init(
            made: made, database: database, hash: hash.digest, contents: contents, bytes: count, lacking: lacking)
    }

    init(made: UInt64, database: String, hash: Digest, contents: Int64, bytes: Int64, lacking: Int64) {
        self.made = made
        self.database = database
        self.hash = hash
        self.contents = contents
        self.bytes = bytes
        self.lacking = lacking
    }

    /// The page is no place to name files elsewhere.
    private static func isName(_ text: String) -> Bool {
        text.hasPrefix("files-") && text.hasSuffix(".sqlite")
            && text.dropFirst(6).dropLast(7).allSatisfy { $0.isASCII && $0.isNumber }
    }
}
