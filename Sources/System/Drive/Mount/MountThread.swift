// SPDX-License-Identifier: MIT
internal import Glibc

/// One thread of the mounted folder. POSIX: `pthread_create(3)`.
final class MountThread: Sendable {
    private final class Start: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: UInt

    /// - Throws: ``DriveError`` with `.storage` if the system cannot start a thread.
    init(_ run: @escaping @Sendable () -> Void) throws {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(run))
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw DriveError(.storage, "No thread can be started (\(code)). Raise the process limit of this user.")
        }
        handle = UInt(thread)
    }

    /// Waits until the function has returned; called once.
    func join() { pthread_join(pthread_t(handle), nil) }

    /// Lets the thread end by itself; not to be joined then.
    func detach() { pthread_detach(pthread_t(handle)) }

    /// Milliseconds of a clock that never goes back. man 3 clock_gettime
    static var milliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }
}

/// Work that waits for a disk, done by a few threads in the order in which it came.
// Safe: `waiting` and `isClosed` are used inside `monitor` alone, and `threads` by `init` and `close`.
final class WorkQueue: @unchecked Sendable {
    private let monitor = MountMonitor()
    private var waiting: [@Sendable () -> Void] = []
    private var isClosed = false
    private var threads: [MountThread] = []

    init(threads count: Int) throws {
        for _ in 0..<count { threads.append(try MountThread { [self] in run() }) }
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        monitor.synchronized {
            waiting.append(work)
            monitor.signal()
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        monitor.synchronized {
            while waiting.isEmpty && !isClosed { monitor.wait() }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    /// Ends the threads when all that was added is done.
    func close() {
        monitor.synchronized {
            isClosed = true
            monitor.signal()
        }
        for thread in threads { thread.join() }
        threads = []
    }
}
