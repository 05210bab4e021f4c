// SPDX-License-Identifier: MIT
import FileModel
import Glibc
import HTTP
import Synchronization

/// Gives one connection at a time an upload. A new one ends the one before, which may wait for a client that is long
/// gone.
final class AppendTurns: Sendable {
    private let holders = Mutex<[UploadID: TransferLine]>([:])

    private static let waitMilliseconds: UInt64 = 10_000

    /// Calls the body as soon as the upload is free.
    ///
    /// - Throws: ``FileServiceRefusal`` with 503 when the other one does not end.
    func withUpload<Result>(
        _ id: UploadID, on line: TransferLine, cuttingOthers: Bool, _ body: () throws -> Result
    ) throws -> Result {
        let start = FileService.milliseconds
        while let other = take(id, line) {
            if cuttingOthers { other.cut() }
            guard FileService.milliseconds - start < Self.waitMilliseconds else {
                throw FileServiceRefusal(503, .busy, "Another connection is using this upload. Try again later.")
            }
            usleep(5_000)
        }
        defer { holders.withLock { $0[id] = nil } }
        return try body()
    }

    /// Whether no connection has the upload.
    func isFree(_ id: UploadID) -> Bool { holders.withLock { $0[id] == nil } }

    /// - Returns: who has it already.
    private func take(_ id: UploadID, _ line: TransferLine) -> TransferLine? {
        holders.withLock { holders in
            if let holder = holders[id] { return holder }
            holders[id] = line
            return nil
        }
    }
}
