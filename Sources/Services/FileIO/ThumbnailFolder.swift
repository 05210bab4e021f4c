// SPDX-License-Identifier: MIT
package import FileModel

/// Small pictures of contents: `thumbnails/<first two digits>/<SHA-256>-<longest side>.jpg`.
///
/// Nothing here is worth a flush: what a power cut spoils is made again.
package final class ThumbnailFolder: Sendable {
    private let folder: DiskFolder

    /// The most bytes that one picture may have.
    private static let maximumBytes = 4 << 20

    /// The folder `thumbnails` beneath a root, which is made if it is missing.
    init(in root: DiskFolder) throws { folder = try root.folder(making: FileName("thumbnails")) }

    /// A whole JPEG file; nil when it was not made yet.
    package func picture(of hash: ContentHash, longestSide: Int) throws -> [UInt8]? {
        do {
            let file = try inner(of: hash).file(Self.name(of: hash, longestSide))
            let size = try file.size()
            guard size <= Self.maximumBytes else { return nil }
            let bytes = try file.read(Int(size), at: 0)
            // Start and end of a JPEG: a power cut may have left the rest. ITU-T T.81, B.1.1.3
            return bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9] ? bytes : nil
        } catch let error as FileIOError where error.code == .notFound {
            return nil
        }
    }

    /// Keeps a picture; another thread may do the same at the same time.
    ///
    /// - Parameter token: an ending that no other thread uses now.
    package func keep(_ picture: [UInt8], of hash: ContentHash, longestSide: Int, token: String) throws {
        let inner = try folder.folder(making: Self.fileName("\(hash)".prefix(2)))
        let part = Self.fileName("\(hash)-\(token).part")
        let file = try inner.file(making: part)
        do {
            try file.write(picture, at: 0)
            try inner.rename(part, to: inner, as: Self.name(of: hash, longestSide))
        } catch {
            try inner.remove(part)
            throw error
        }
    }

    /// Removes all pictures of a content.
    package func remove(_ hash: ContentHash, sides: [Int]) throws {
        do {
            let inner = try inner(of: hash)
            for side in sides { try inner.remove(Self.name(of: hash, side)) }
        } catch let error as FileIOError where error.code == .notFound {
            return
        }
    }

    /// Removes the pictures that were made longest ago, until the rest has at most so many bytes.
    package func trim(to limit: UInt64) throws {
        var all: [(folder: FileName, item: DiskItem)] = []
        for entry in try folder.entries() where entry.kind == .folder {
            all += try folder.folder(entry.name).entries().map { (entry.name, $0) }
        }
        var sum = all.reduce(0) { $0 + $1.item.size }
        for (name, item) in all.sorted(by: { $0.item.changed < $1.item.changed }) {
            guard sum > limit else { return }
            try folder.folder(name).remove(item.name)
            sum -= item.size
        }
    }

    private func inner(of hash: ContentHash) throws -> DiskFolder {
        try folder.folder(Self.fileName("\(hash)".prefix(2)))
    }

    private static func name(of hash: ContentHash, _ side: Int) -> FileName { fileName("\(hash)-\(side).jpg") }

    /// Of digits and an ending.
    private static func fileName(_ text: some StringProtocol) -> FileName {
        do {
            return try FileName(Array(text.utf8))
        } catch {
            preconditionFailure("'\(text)' is not a name: \(error)")
        }
    }
}
