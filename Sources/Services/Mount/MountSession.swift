// SPDX-License-Identifier: MIT
internal import CFUSE
internal import Glibc
internal import Synchronization

/// One mounted folder, from the mount to its end.
///
/// libfuse: `fuse_session_new(3)`, <https://libfuse.github.io/doxygen/fuse__lowlevel_8h.html>
// Safe: the pointers are written by `init` alone, and libfuse lets any thread answer, notify and exit.
package final class MountSession: @unchecked Sendable {
    private let session: OpaquePointer
    private let operations: any MountOperations
    private let context: Unmanaged<MountContext>
    private let pending: PendingRequests
    /// A pipe, which becomes readable when the session is to end.
    private let stop: (reading: Int32, writing: Int32)
    private let isMounted = Atomic(false)

    /// The largest write that the kernel sends at once, in bytes.
    static let maximumWrite: UInt32 = 1 << 20

    /// Mounts a folder; its requests wait until ``run()`` is called.
    ///
    /// - Parameters:
    ///   - path: an absolute path of an empty folder.
    ///   - source: what the table of mounts names as its source, without commas.
    ///   - kind: its file system there is `fuse.` and this.
    /// - Throws: ``MountError``.
    package init(
        at path: String, source: String, kind: String, isReadOnly: Bool = false, operations: any MountOperations
    ) throws {
        guard access("/dev/fuse", R_OK | W_OK) == 0 else {
            throw MountError(
                .unavailable,
                "This user cannot use /dev/fuse. Install the package fuse3, and load the kernel's module fuse."
            )
        }
        pending = PendingRequests()
        self.operations = operations
        stop = try Self.pipe()
        context = Unmanaged.passRetained(MountContext(operations, pending))
        let options = [
            "fsname=\(source)", "subtype=\(kind)", "nosuid", "nodev", "default_permissions", "auto_unmount",
            isReadOnly ? "ro" : "rw",
        ]
        guard let session = Self.session(options, context) else {
            context.release()
            Self.close(stop)
            throw MountError(.system, "libfuse did not make a session.")
        }
        self.session = session
        // From here on `deinit` releases everything, also when this throws.
        guard fuse_session_mount(session, path) == 0 else {
            throw MountError(
                .unavailable,
                "The folder '\(path)' could not be mounted. It must be an empty folder of this user, and the package "
                    + "fuse3 must be installed.")
        }
        isMounted.store(true, ordering: .relaxed)
    }

    deinit {
        unmount()
        fuse_session_destroy(session)
        context.release()
        Self.close(stop)
    }

    private static func session(_ options: [String], _ context: Unmanaged<MountContext>) -> OpaquePointer? {
        // libfuse changes the arguments, so they are its own.
        var arguments = fuse_args()
        defer { fuse_opt_free_args(&arguments) }
        for argument in ["satchel", "-o", options.joined(separator: ",")] {
            guard fuse_opt_add_arg(&arguments, argument) == 0 else { return nil }
        }
        var callbacks = MountCallbacks.all
        return fuse_session_new(&arguments, &callbacks, MemoryLayout<fuse_lowlevel_ops>.size, context.toOpaque())
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw MountError(.system, "No pipe can be made: \(String(cString: strerror(errno))).")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    private static func close(_ pipe: (reading: Int32, writing: Int32)) {
        Glibc.close(pipe.reading)
        Glibc.close(pipe.writing)
    }

    /// Hands requests to the operations until ``end()`` is called or the folder is unmounted from outside.
    ///
    /// - Returns: whether it was unmounted from outside.
    package func run() -> Bool {
        var buffer = fuse_buf()
        defer { free(buffer.mem) }
        while fuse_session_exited(session) == 0 {
            var files = [
                pollfd(fd: fuse_session_fd(session), events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.reading, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&files, 2, -1) >= 0 else {
                if errno == EINTR { continue }
                return false
            }
            if files[1].revents != 0 { return false }
            let count = fuse_session_receive_buf(session, &buffer)
            if count == -EINTR || count == -EAGAIN { continue }
            guard count > 0 else { return true }
            fuse_session_process_buf(session, &buffer)
        }
        return true
    }

    /// Ends ``run()``.
    package func end() {
        var one: UInt8 = 1
        // Safe: a byte that is there already ends the loop too.
        _ = write(stop.writing, &one, 1)
    }

    /// Takes the folder away, also from programs that use it. Requests without an answer get none.
    package func unmount() {
        guard isMounted.exchange(false, ordering: .relaxed) else { return }
        fuse_session_unmount(session)
        // A thread that still holds a request must not answer into freed memory.
        var waited = 0
        while !pending.isEmpty && waited < Self.pendingMilliseconds {
            usleep(1_000)
            waited += 1
        }
        precondition(pending.isEmpty, "Requests of a folder are still being answered after it was unmounted.")
    }

    private static let pendingMilliseconds = 60_000

    // MARK: - What is no longer right

    /// A name in a folder leads elsewhere, or to nothing. Waits for the kernel's locks.
    package func invalidate(entry name: [UInt8], in folder: UInt64) {
        let characters = name.map { CChar(bitPattern: $0) }
        // Safe: the kernel does not know the name, or the folder is unmounted.
        _ = fuse_lowlevel_notify_inval_entry(session, folder, characters, characters.count)
    }

    /// The attributes of a node, and with `pages` its bytes, are other ones. Waits for the kernel's locks.
    package func invalidate(node: UInt64, pages: Bool) {
        // Safe: the kernel does not know the node, or the folder is unmounted.
        _ = fuse_lowlevel_notify_inval_inode(session, node, pages ? 0 : -1, 0)
    }
}

/// What libfuse hands to each callback.
final class MountContext: Sendable {
    let operations: any MountOperations
    let pending: PendingRequests

    init(_ operations: any MountOperations, _ pending: PendingRequests) {
        self.operations = operations
        self.pending = pending
    }
}
