// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import HubAPI

extension LocalFile {
    /// Opens the file for reading; neither its name nor a folder beneath the named one may be a link.
    ///
    /// - Throws: ``DriveError`` with `.sourceGone` or `.sourceUnreadable`.
    func open() throws -> DiskFile {
        do {
            return try DiskFolder(path: folder).file(FilePath(names.map(\.name)))
        } catch let error as FileIOError where error.code == .notFound {
            throw DriveError(
                .sourceGone, "'\(shown)' is not there any more, so it was not sent.", cause: error)
        } catch let error as FileIOError {
            throw DriveError(.sourceUnreadable, error.message, cause: error)
        }
    }

    /// The folder that the file is in.
    func openFolder() throws -> DiskFolder {
        do {
            var open = try DiskFolder(path: folder)
            for name in names.dropLast() { open = try open.folder(name.name) }
            return open
        } catch let error as FileIOError where error.code == .notFound {
            throw DriveError(
                .sourceGone, "The folder of '\(shown)' is not there any more. Make it again, and repeat the command.",
                cause: error)
        } catch {
            throw DriveError.translating(error)
        }
    }
}

extension DiskFile {
    private static let pieceBytes = 256 << 10

    /// Reads a range, or as much of it as the file has, in pieces.
    ///
    /// - Returns: where the reading ended.
    @discardableResult
    func forEachPiece(in range: Range<UInt64>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> UInt64 {
        try withUnsafeTemporaryAllocation(byteCount: Self.pieceBytes, alignment: 64) { buffer in
            var position = range.lowerBound
            while position < range.upperBound {
                let room = Int(min(UInt64(buffer.count), range.upperBound - position))
                let count = try read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: position)
                guard count > 0 else { break }
                try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                position += UInt64(count)
            }
            return position
        }
    }
}
