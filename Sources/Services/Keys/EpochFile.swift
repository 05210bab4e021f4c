// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Glibc

/// The value of a wallet's count of spends, and the tag of the commit that set it.
package struct EpochMark: Hashable, Sendable {
    package static let tagCount = 16
    /// The tag in files and stores of versions without tags.
    package static let noTag = [UInt8](repeating: 0, count: tagCount)

    package let number: UInt64
    /// Random bytes of the commit. Two copies of a store that reach the same number have different tags.
    package let tag: [UInt8]

    package init(number: UInt64, tag: [UInt8]) {
        precondition(tag.count == Self.tagCount, "A tag has 16 bytes.")
        self.number = number
        self.tag = tag
    }

    package var isTagged: Bool { tag != Self.noTag }
}

/// A mark that only advances, stored outside the wallet's store, so that an older store or a second copy of it is
/// detected.
///
///     0     slot A: "SATEPOC2", number (8 bytes, big-endian), tag (16), first 16 bytes of SHA-256 over all of these
///     4096  slot B: the same
///
/// A write goes to the slot that does not hold the highest number, so a torn write leaves the other one intact. The
/// file has its full length from the start, so a full disk does not stop a write. Older slots have no tag and begin
/// with "SATEPOC1". They are read, and the next write makes a tagged one. C: man 2 flock
package final class EpochFile: Sendable {
    private static let magic = Array("SATEPOC2".utf8)
    private static let untaggedMagic = Array("SATEPOC1".utf8)
    private static let slotBytes = 48
    private static let untaggedBytes = 32
    private static let slotOffsets = [0, 4_096]
    /// The pause between two attempts to lock the file.
    private static let pauseMilliseconds = 2

    private let path: String
    private let timeout: Int

    /// Opens no file.
    ///
    /// - Parameter timeout: how long to wait for another holder of the file, in milliseconds.
    package init(path: String, timeout milliseconds: Int = 10_000) {
        self.path = path
        timeout = milliseconds
    }

    /// Creates the file. It is durable when this returns.
    ///
    /// - Returns: the file's identity; nil if the file system has no permanent one.
    /// - Throws: ``KeysError`` with code `.stale` when the file exists; it is not changed.
    @discardableResult
    package func create(_ mark: EpochMark) throws -> FileIdentity? {
        guard access(path, F_OK) != 0 else {
            throw KeysError(.stale, "The epoch file '\(path)' exists already. Try again.")
        }
        var bytes = [UInt8](repeating: 0, count: Self.slotOffsets[1] + Self.slotBytes)
        bytes.replaceSubrange(..<Self.slotBytes, with: Self.encode(mark))
        try AtomicFile.write(bytes, to: path)
        return FileIdentity(of: try OpenFile(path, O_RDONLY))
    }

    /// Runs `body` while only this caller may read or advance the file, among all processes.
    ///
    /// The system releases the lock when the process dies.
    ///
    /// - Parameter body: gets nil when there is no file, or neither of its slots is intact.
    /// - Throws: ``KeysError`` with code `.locked` when another holder does not release the file in time; `body` did
    ///   not run then.
    package func hold<R>(_ body: (Held?) throws -> R) throws -> R {
        guard let file = try locked() else { return try body(nil) }
        // Explicitly: a forked child that has not yet called exec still has a copy of the descriptor.
        defer { _ = flock(file.number, LOCK_UN) }
        guard let mark = try Self.newest(in: file) else { return try body(nil) }
        return try body(Held(file, mark))
    }

    /// The file while the caller holds its lock.
    package final class Held {
        private let file: OpenFile
        /// The mark in the file.
        package private(set) var mark: EpochMark
        /// The file's identity; nil if the file system has no permanent one.
        package var identity: FileIdentity? { FileIdentity(of: file) }

        fileprivate init(_ file: OpenFile, _ mark: EpochMark) {
            self.file = file
            self.mark = mark
        }

        /// Advances the mark to `next`. The file is durable when this returns.
        ///
        /// - Throws: ``KeysError`` with code `.stale` when `next` is not after ``mark``, or a program that does not
        ///   take the lock changed or replaced the file; nothing is written then.
        package func advance(to next: EpochMark) throws {
            guard next.number > mark.number, try EpochFile.newest(in: file) == mark, file.isStillInPlace else {
                throw KeysError(
                    .stale, "The epoch file '\(file.path)' does not say \(mark.number) any more. Open the wallet again."
                )
            }
            let writable = try OpenFile(file.path, O_RDWR)
            let target = try EpochFile.slots(of: file)[0] == mark ? 1 : 0
            try writable.write(EpochFile.encode(next), at: EpochFile.slotOffsets[target])
            try writable.synchronise()
            mark = next
        }
    }

    /// The locked file; nil if there is none.
    private func locked() throws -> OpenFile? {
        var waited = 0
        while true {
            let file: OpenFile
            do { file = try open() } catch let error as KeysError where error.code == .notFound { return nil }
            while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
                if errno == EINTR { continue }
                guard errno == EWOULDBLOCK else { throw KeysError.system("lock", path) }
                guard waited < timeout else {
                    throw KeysError(
                        .locked,
                        "A program that has a copy of this wallet is in the middle of a payment and does not finish it. Close that program, then try again; nothing was paid here."
                    )
                }
                usleep(UInt32(Self.pauseMilliseconds) * 1_000)
                waited += Self.pauseMilliseconds
            }
            // During the wait, another process may have replaced the file.
            if file.isStillInPlace { return file }
        }
    }

    /// Some file systems lock only files opened for writing. On a read-only file system, reading is enough.
    private func open() throws -> OpenFile {
        do {
            return try OpenFile(path, O_RDWR)
        } catch let error as KeysError where error.code == .inputOutput {
            return try OpenFile(path, O_RDONLY)
        }
    }

    fileprivate static func newest(in file: OpenFile) throws -> EpochMark? {
        try slots(of: file).compactMap(\.self).max { $0.number < $1.number }
    }

    fileprivate static func slots(of file: OpenFile) throws -> [EpochMark?] {
        try slotOffsets.map { decode(try file.read(slotBytes, at: $0)) }
    }

    fileprivate static func encode(_ mark: EpochMark) -> [UInt8] {
        sealed(magic + (0..<8).reversed().map { UInt8(truncatingIfNeeded: mark.number >> ($0 * 8)) } + mark.tag)
    }

    private static func sealed(_ body: [UInt8]) -> [UInt8] { body + SHA256.hash(body).bytes.prefix(16) }

    private static func decode(_ slot: [UInt8]) -> EpochMark? {
        let isTagged = slot.starts(with: magic)
        let count = isTagged ? slotBytes : untaggedBytes
        guard isTagged || slot.starts(with: untaggedMagic), slot.count >= count,
            sealed(Array(slot[..<(count - 16)])) == Array(slot[..<count])
        else { return nil }
        let number = slot[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return EpochMark(number: number, tag: isTagged ? Array(slot[16..<32]) : EpochMark.noTag)
    }
}
