// SPDX-License-Identifier: MIT
import FileModel
import Glibc
import Synchronization

/// Gives one thread at a time the file of a content: who publishes it, who removes it, who puts a damaged one aside.
final class ContentClaims: Sendable {
    private let claimed = Mutex<Set<ContentHash>>([])

    private static let waitMilliseconds: UInt64 = 30_000

    /// Calls the body as soon as the content is free.
    ///
    /// - Throws: ``FileServiceRefusal`` with 503 when it does not become free; nothing has changed then.
    func withContent<Result>(_ hash: ContentHash, _ body: () throws -> Result) throws -> Result {
        let start = FileService.milliseconds
        while take([hash]).isEmpty {
            guard FileService.milliseconds - start < Self.waitMilliseconds else {
                throw FileServiceRefusal(503, .busy, "The server is busy with this content. Try again later.")
            }
            usleep(5_000)
        }
        defer { free([hash]) }
        return try body()
    }

    /// Calls the body at once with those of some contents that are free, and frees them afterwards.
    func withFree<Result>(among hashes: [ContentHash], _ body: ([ContentHash]) throws -> Result) rethrows -> Result {
        let taken = take(hashes)
        defer { free(taken) }
        return try body(taken)
    }

    /// - Returns: those that are taken now.
    private func take(_ hashes: [ContentHash]) -> [ContentHash] {
        claimed.withLock { claimed in hashes.filter { claimed.insert($0).inserted } }
    }

    private func free(_ hashes: [ContentHash]) { claimed.withLock { $0.subtract(hashes) } }
}
