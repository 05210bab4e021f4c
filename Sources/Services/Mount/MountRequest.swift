// SPDX-License-Identifier: MIT
internal import CFUSE
internal import Glibc
internal import Synchronization

/// One request of the kernel, which waits for its answer.
///
/// Any thread may answer, and the first answer counts. A request that nothing refers to any more and that has none
/// answers EIO.
package final class MountRequest: Sendable {
    /// `fuse_req_t`, which is a pointer that libfuse lets any thread answer. fuse_lowlevel.h
    private let pointer: UInt
    private let pending: PendingRequests
    private let isAnswered = Atomic(false)

    init(_ request: fuse_req_t, pending: PendingRequests) {
        pointer = UInt(bitPattern: request)
        self.pending = pending
        pending.add()
    }

    deinit { fail(EIO) }

    private var request: fuse_req_t? { fuse_req_t(bitPattern: pointer) }

    /// Runs `body` unless there is an answer already.
    private func answer(_ body: (fuse_req_t?) -> Int32) {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Safe: the kernel takes no answer to a request that was interrupted, or of a folder that is unmounted.
        _ = body(request)
        pending.remove()
    }

    package func fail(_ number: Int32) { answer { fuse_reply_err($0, number) } }
    package func succeed() { fail(0) }

    /// Answers what `body` throws as an error number, and EIO for any other error.
    package func failing(_ body: () throws -> Void) {
        do {
            try body()
        } catch let error as MountErrno {
            fail(error.number)
        } catch {
            fail(EIO)
        }
    }

    /// How long the kernel may use names and attributes without asking; what changes is told by
    /// ``MountSession/invalidate(entry:in:)``.
    static let validSeconds = 3_600.0

    static func entry(_ node: UInt64, _ attributes: MountAttributes) -> fuse_entry_param {
        var entry = fuse_entry_param()
        entry.ino = node
        entry.generation = 1
        entry.attr = attributes.status
        entry.attr_timeout = validSeconds
        entry.entry_timeout = validSeconds
        return entry
    }

    package func answer(_ node: UInt64, _ attributes: MountAttributes) {
        var entry = Self.entry(node, attributes)
        answer { fuse_reply_entry($0, &entry) }
    }

    package func answer(_ attributes: MountAttributes) {
        var status = attributes.status
        answer { fuse_reply_attr($0, &status, Self.validSeconds) }
    }

    /// - Parameter keepsPages: whether what the kernel has of the file since an earlier opening is still right.
    package func answer(opened handle: UInt64, keepsPages: Bool) {
        var info = fuse_file_info()
        satchel_fuse_set_open(&info, handle, keepsPages ? 1 : 0, 0)
        answer { fuse_reply_open($0, &info) }
    }

    package func answer(created node: UInt64, _ attributes: MountAttributes, opened handle: UInt64) {
        var entry = Self.entry(node, attributes)
        var info = fuse_file_info()
        satchel_fuse_set_open(&info, handle, 1, 0)
        answer { fuse_reply_create($0, &entry, &info) }
    }

    package func answer(_ bytes: UnsafeRawBufferPointer) {
        answer { fuse_reply_buf($0, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) }
    }

    /// Answers bytes of an open file, or as many of them as it has.
    package func answer(file descriptor: Int32, at offset: UInt64, count: Int) {
        answer { satchel_fuse_reply_file($0, descriptor, offset, count) }
    }

    package func answer(written count: Int) { answer { fuse_reply_write($0, count) } }

    /// Answers an extended attribute or the list of them, or its length if the program has asked for that.
    ///
    /// - Parameter room: what the program has room for; 0 to be told the length. man 2 getxattr
    package func answer(extended value: [UInt8], room: Int) {
        guard room > 0 else { return answer { fuse_reply_xattr($0, value.count) } }
        guard value.count <= room else { return fail(ERANGE) }
        value.withUnsafeBytes { answer($0) }
    }

    package func answer(_ room: MountRoom) {
        var status = statvfs()
        status.f_bsize = 4_096
        status.f_frsize = 4_096
        status.f_blocks = UInt(room.total / 4_096)
        status.f_bfree = UInt(room.free / 4_096)
        status.f_bavail = UInt(room.free / 4_096)
        status.f_files = UInt(room.items + 1_000_000_000)
        status.f_ffree = 1_000_000_000
        status.f_favail = 1_000_000_000
        status.f_namemax = 255
        answer { fuse_reply_statfs($0, &status) }
    }

    /// Fills an answer with entries of a folder until one does not fit or `next` gives none.
    ///
    /// - Parameters:
    ///   - room: bytes that the kernel takes.
    ///   - isPlus: whether the kernel takes attributes too, and looks each entry up with it.
    ///   - next: an entry and where the folder goes on behind it.
    /// - Returns: the nodes that the kernel has looked up.
    @discardableResult
    package func answer(
        entriesIn room: Int, isPlus: Bool, next: () throws -> (entry: MountListing, offset: UInt64)?
    ) rethrows -> [UInt64] {
        var bytes = [CChar](repeating: 0, count: room)
        var used = 0
        var lookedUp: [UInt64] = []
        while let (entry, offset) = try next() {
            let taken = entry.name.withUnsafeBufferPointer { name in
                bytes.withUnsafeMutableBufferPointer { buffer -> Int in
                    guard let start = buffer.baseAddress, let name = name.baseAddress else { return 0 }
                    var parameters = Self.entry(entry.node, entry.attributes)
                    let place = start + used
                    return isPlus
                        ? fuse_add_direntry_plus(request, place, room - used, name, &parameters, off_t(offset))
                        : fuse_add_direntry(request, place, room - used, name, &parameters.attr, off_t(offset))
                }
            }
            guard taken > 0, used + taken <= room else { break }
            used += taken
            if isPlus { lookedUp.append(entry.node) }
        }
        answer { fuse_reply_buf($0, bytes, used) }
        return lookedUp
    }
}

/// One name in a folder.
package struct MountListing: Sendable {
    let name: [CChar]
    /// 0 for an entry that does not count as looked up.
    package let node: UInt64
    let attributes: MountAttributes

    /// - Parameter node: 0 for an entry that counts as not looked up, such as `.` and `..`.
    package init(name: [UInt8], node: UInt64, attributes: MountAttributes) {
        self.name = name.map { CChar(bitPattern: $0) } + [0]
        self.node = node
        self.attributes = attributes
    }
}

/// Counts the requests without an answer: their session must outlive them.
final class PendingRequests: Sendable {
    private let count = Atomic(0)

    func add() { count.add(1, ordering: .relaxed) }
    func remove() { count.subtract(1, ordering: .releasing) }
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }
}
