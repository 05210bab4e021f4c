// SPDX-License-Identifier: MIT
#if canImport(CTSS)
    internal import CTSS
    internal import Glibc

    /// The line to a chip: whole commands go out and whole answers come in, each within ``ChipPipe/timeout``.
    ///
    /// The library's own lines wait without end for an answer, and its loader runs libraries that the environment names.
    ///
    /// C: man 7 unix, man 2 poll, flock; TCG TSS 2.0 TPM Command Transmission Interface
    final class ChipPipe {
        /// Milliseconds for one answer.
        static let timeout: Int32 = 5_000
        /// Milliseconds for the wait while another program uses the chip.
        static let lockTimeout: Int32 = 10_000
        /// The largest answer of a TPM.
        private static let maximumCount = 4_096
        /// An answer's tag, its length in bytes and its code.
        private static let headerCount = 10

        /// What the library takes for its own line.
        private struct Context {
            var common: TSS2_TCTI_CONTEXT_COMMON_V1
            var pipe: Unmanaged<ChipPipe>
        }

        /// Whether more than one program can have the chip open, as with the kernel's resource manager.
        let isShared: Bool
        /// Whether an answer did not come. After that the line is of no use.
        private(set) var isSilent = false
        private let descriptor: Int32
        private let context: UnsafeMutablePointer<Context>
        private var deadline: Int64 = 0

        /// Connects to a device such as `/dev/tpmrm0`, or to the socket of a software chip.
        ///
        /// - Throws: ``ChipError`` with `.missing`, `.notAllowed` or `.busy`.
        init(_ place: String) throws {
            var status = stat()
            guard stat(place, &status) == 0 else { throw Self.failure(place) }
            switch status.st_mode & S_IFMT {
            case S_IFCHR:
                isShared = true
                descriptor = open(place, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            case S_IFSOCK:
                isShared = false
                descriptor = Self.connected(place)
            default:
                throw ChipError(.missing, "'\(place)' is not a security chip. Name its device, such as /dev/tpmrm0.")
            }
            guard descriptor >= 0 else { throw Self.failure(place) }
            context = .allocate(capacity: 1)
            context.initialize(to: Context(common: TSS2_TCTI_CONTEXT_COMMON_V1(), pipe: .passUnretained(self)))
            context.pointee.common.magic = 0x5341_5443_4849_5021
            context.pointee.common.version = 1
            context.pointee.common.transmit = { context, count, bytes in
                ChipPipe.of(context).send(UnsafeBufferPointer(start: bytes, count: count))
            }
            context.pointee.common.receive = { context, count, bytes, _ in ChipPipe.of(context).receive(count, bytes) }
            context.pointee.common.finalize = { _ in }
        }

        deinit {
            close(descriptor)
            context.deinitialize(count: 1)
            context.deallocate()
        }

        /// The line as the library names it. It is valid as long as this object.
        var line: OpaquePointer { OpaquePointer(context) }

        private static func of(_ context: OpaquePointer?) -> ChipPipe {
            guard let context else { preconditionFailure("The library called a line that it was not given.") }
            return UnsafeMutableRawPointer(context).assumingMemoryBound(to: Context.self).pointee.pipe
                .takeUnretainedValue()
        }

        private static func connected(_ path: String) -> Int32 {
            let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { return socket }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let fits = withUnsafeMutableBytes(of: &address.sun_path) { target in
                guard path.utf8.count < target.count else { return false }
                target.copyBytes(from: path.utf8)
                return true
            }
            let connected =
                fits
                && withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    }
                }
            guard connected, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else {
                let reason = errno
                close(socket)
                errno = fits ? reason : ENAMETOOLONG
                return -1
            }
            return socket
        }

        /// Reads errno, so no call may come in between.
        private static func failure(_ place: String) -> ChipError {
            let number = errno
            switch number {
            case EACCES, EPERM:
                return ChipError(
                    .notAllowed,
                    "This user may not use the security chip '\(place)'. On Debian an administrator adds the user to the group tss, which can then use everything in the chip that has no password."
                )
            case EBUSY, EAGAIN:
                return ChipError(.busy, "Another program uses the security chip '\(place)'. Try again when it is done.")
            case ENOENT, ENOTDIR, ENODEV, ENXIO:
                return ChipError(
                    .missing,
                    "There is no security chip at '\(place)'. Look whether the machine's firmware turns it on.")
            default:
                let reason = String(cString: strerror(number))
                return ChipError(.silent, "The security chip '\(place)' cannot be opened: \(reason).")
            }
        }

        // MARK: - Lock

        /// Runs `body` while no other program of this machine does so with the same device. A software chip's socket
        /// has one program at a time anyway.
        ///
        /// - Throws: ``ChipError`` with `.busy` if another program does not finish in time.
        func alone<R>(_ body: () throws -> R) throws -> R {
            guard isShared else { return try body() }
            var waited: Int32 = 0
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                if errno == EINTR { continue }
                guard errno == EWOULDBLOCK, waited < Self.lockTimeout else {
                    throw ChipError(
                        .busy, "Another program uses the security chip and does not finish. Close it, then try again.")
                }
                usleep(2_000)
                waited += 2
            }
            defer { _ = flock(descriptor, LOCK_UN) }
            return try body()
        }

        // MARK: - Commands

        private func send(_ command: UnsafeBufferPointer<UInt8>) -> TSS2_RC {
            deadline = Self.now + Int64(Self.timeout)
            var sent = 0
            while sent < command.count {
                guard wait(for: POLLOUT) else { return silence() }
                let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(command)[sent...])
                let count =
                    isShared
                    ? write(descriptor, rest.baseAddress, rest.count)
                    : Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else { return silence() }
                sent += count
            }
            return 0
        }

        private func receive(_ count: UnsafeMutablePointer<Int>?, _ target: UnsafeMutablePointer<UInt8>?) -> TSS2_RC {
            guard let count else { return silence() }
            guard let target else {
                count.pointee = Self.maximumCount
                return 0
            }
            var bytes = [UInt8](repeating: 0, count: Self.maximumCount)
            var got = 0
            var whole = Self.headerCount
            while got < whole {
                guard wait(for: POLLIN) else { return silence() }
                // A device gives its whole answer to one read.
                let end = isShared ? Self.maximumCount : whole
                let read = bytes.withUnsafeMutableBytes { all in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: all[got..<end])
                    return Glibc.read(descriptor, rest.baseAddress, rest.count)
                }
                if read < 0, errno == EINTR || errno == EAGAIN { continue }
                guard read > 0 else { return silence() }
                got += read
                if got >= Self.headerCount { whole = bytes[2..<6].reduce(0) { $0 << 8 | Int($1) } }
                guard whole >= Self.headerCount, whole <= Self.maximumCount else { return silence() }
            }
            guard got <= count.pointee else { return TSS2_RC(truncatingIfNeeded: SATCHEL_TSS_TOO_SMALL) }
            target.update(from: bytes, count: got)
            count.pointee = got
            return 0
        }

        private func silence() -> TSS2_RC {
            isSilent = true
            return TSS2_RC(truncatingIfNeeded: SATCHEL_TSS_IO_ERROR)
        }

        /// Whether the line is ready before the deadline.
        private func wait(for event: Int32) -> Bool {
            while !isSilent {
                var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
                let left = deadline - Self.now
                guard left > 0 else { return false }
                let count = poll(&entry, 1, Int32(left))
                if count < 0, errno == EINTR { continue }
                return count > 0
            }
            return false
        }

        /// Milliseconds of a clock that cannot be set.
        private static var now: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        }
    }
#endif
