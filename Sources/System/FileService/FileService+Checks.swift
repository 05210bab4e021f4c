// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import Logging

//  Reading all contents again and again finds what a disk has lost while the same bytes can still be had elsewhere:
//
//  | killed after | on the disk        | at the hub | what the next round does                               |
//  | ------------ | ------------------ | ---------- | ------------------------------------------------------ |
//  | reading      | the damaged file   | whole      | reads it again                                         |
//  | putAside     | in the quarantine  | whole      | finds no file, and tells the hub                       |
//  | damageTold   | in the quarantine  | damaged    | nothing; an upload of the same bytes repairs it        |

extension FileService {
    /// What a round of reading has found.
    package struct CheckReport: Equatable, Sendable {
        package internal(set) var whole = 0
        package internal(set) var damaged = 0
    }

    /// Reads the contents that the hub wants read. What does not hold its bytes goes to the quarantine, and the hub tells
    /// of it.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: at most; nil for as fast as possible.
    ///   - isWanted: asked before each content and each piece of one.
    /// - Throws: ``FileServiceRefusal`` when the hub does not answer, `FileIOError`. The next call goes on.
    package func checkContents(
        bytesPerSecond: Int? = nil, while isWanted: () -> Bool = { true }
    ) throws -> CheckReport {
        var report = CheckReport()
        while isWanted() {
            let due = try authority.due()
            guard !due.isEmpty else { break }
            var whole: [ContentHash] = []
            for hash in due where isWanted() {
                switch try state(of: hash, bytesPerSecond, isWanted) {
                case .whole: whole.append(hash)
                case .damaged where try putAside(hash, isWanted): report.damaged += 1
                case .damaged, .unknown: break
                }
            }
            try authority.checked(whole)
            report.whole += whole.count
        }
        return report
    }

    private enum ContentState { case whole, damaged, unknown }

    /// - Returns: unknown when the reading was given up.
    private func state(
        of hash: ContentHash, _ bytesPerSecond: Int?, _ isWanted: () -> Bool
    ) throws -> ContentState {
        let file: DiskFile
        do {
            file = try store.contents.file(hash)
        } catch let error as FileIOError where error.code == .notFound || error.code == .outside {
            return .damaged
        }
        // From the disk, and not from memory, which may hold what the disk has lost.
        file.dropCache()
        defer { file.dropCache() }
        do {
            let read = try file.contentHash { bytes, _ in
                guard isWanted() else { throw GivenUp() }
                if let bytesPerSecond { usleep(useconds_t(bytes.count * 1_000_000 / max(1, bytesPerSecond))) }
            }
            return read == hash ? .whole : .damaged
        } catch is GivenUp {
            return .unknown
        } catch let error as FileIOError where error.code == .inputOutput {
            log.error("A content cannot be read", .content(hash.digest.bytes), .error(error))
            return .damaged
        }
    }

    private struct GivenUp: Error {}

    /// Reads the content again while no one publishes it: by now it may be there whole.
    ///
    /// - Returns: whether it was damaged.
    private func putAside(_ hash: ContentHash, _ isWanted: () -> Bool) throws -> Bool {
        try claims.withContent(hash) {
            guard try state(of: hash, nil, isWanted) == .damaged else { return false }
            try store.putAside(hash)
            try onStep(.putAside)
            try authority.damaged(hash)
            try onStep(.damageTold)
            log.error("A content is damaged. An upload of the same bytes repairs it", .content(hash.digest.bytes))
            return true
        }
    }

    /// Tells the hub which contents are on the disk: those that it does not know are removed in time.
    package func tellContents(while isWanted: () -> Bool = { true }) throws {
        for number in 0..<256 {
            var rest = try store.contents.list(number)[...]
            while !rest.isEmpty, isWanted() {
                try authority.found(rest.prefix(Authority.maximumContents))
                rest = rest.dropFirst(Authority.maximumContents)
            }
        }
    }
}
