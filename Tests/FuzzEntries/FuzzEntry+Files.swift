// SPDX-License-Identifier: MIT
import Backups
import Bytes
import Crypto
import FileModel

/// The journal of an upload as a damaged disk returns it, and names as strangers choose them.
extension FuzzEntry {
    /// Blocks are also given with the right hash, or nothing behind it would ever be reached.
    func uploadJournal(_ input: [UInt8]) {
        for block in [input, Self.sealed(input)] {
            check(FileModelError.self) {
                try UploadHeader(decoding: block)
            } writesBack: {
                $0.encoded == block
            }
            check(FileModelError.self) {
                try UploadCheckpoint(decoding: block)
            } writesBack: {
                $0.encoded == block
            }
        }
        check(CryptoError.self) {
            try ResumableSHA256(resuming: input)
        } writesBack: {
            $0.saved == input
        }
        check(FileModelError.self) {
            try ChunkList(size: UInt64(input.count) << 17, encoded: input)
        } writesBack: {
            $0.encoded == input
        }
    }

    private static func sealed(_ input: [UInt8]) -> [UInt8] {
        let body = Array((input + [UInt8](repeating: 0, count: 480)).prefix(480))
        return body + SHA256.hash(body).bytes
    }

    func fileName(_ input: [UInt8]) {
        check(FileModelError.self) {
            try FileName(input)
        } writesBack: { name in
            let marked = [name.conflicting(device: "\(name)", number: input.count), name.numbered(2)]
            return name.bytes == input && marked.allSatisfy { $0.bytes.count <= FileName.maximumCount && $0 != name }
                && name.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }
        let text = String(decoding: input, as: UTF8.self)
        if let hash = ContentHash(entityTag: text) { precondition(hash.entityTag == text, "fileName: another tag") }
        if let id = UploadID(text) { precondition(id.description == text, "fileName: another upload") }
    }

    /// The page that names what a backup of files holds, from a disk that anyone may have had.
    func backupPage(_ input: [UInt8]) {
        check(BackupError.self) {
            try BackupManifest(parsing: input)
        } writesBack: { page in
            do {
                return try !page.database.contains("/")
                    && BackupManifest(parsing: Array(page.json.prettyText.utf8)) == page
            } catch {
                return false
            }
        }
    }

    static let backupPageSeeds = [
        """
        {"version":1,"made":1795180001,"database":"files-1795180001.sqlite","sha256":\
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","contents":5,"bytes":45,"lacking":0}
        """,
        "{\"version\":1,\"database\":\"files-../x.sqlite\"}",
    ]

    static let fileNameSeeds = [
        "report.pdf", "\u{202E}gnp.exe", "e\u{301}.tar.gz", "..", "a/b", "\u{1F468}\u{200D}\u{1F469}",
        ContentHash.empty.entityTag, "00112233445566778899aabbccddeeff",
    ]

    static let uploadJournalSeeds: [[UInt8]] = {
        do {
            let id = try UploadID([UInt8](repeating: 2, count: 16))
            let header = try UploadHeader(
                id: id, owner: [UInt8](repeating: 3, count: 16), created: 4, length: 5, expected: .empty)
            var hasher = ContentHasher()
            [UInt8](repeating: 5, count: 5 << 20 + 77).withUnsafeBytes { hasher.update($0) }
            let checkpoint = UploadCheckpoint(id: id, sequence: 9, state: .receiving, hasher: hasher)
            return [
                header.encoded, checkpoint.encoded, Array(header.encoded.prefix(480)),
                Array(checkpoint.encoded.prefix(480)), hasher.whole.saved,
            ]
        } catch {
            preconditionFailure("The seeds cannot be made: \(error)")
        }
    }()
}
