// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

/// One thread that runs one function to its end. POSIX: `pthread_create(3)`.
package final class WorkerThread: @unchecked Sendable {  // the handle is written once, before anybody can see it
    private final class Start {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: pthread_t
    private let isJoined = Atomic(false)

    /// - Throws: ``HubError`` with `.system` if the system cannot start a thread.
    package init(_ run: @escaping @Sendable () -> Void) throws {
        var handle = pthread_t()
        let start = Unmanaged.passRetained(Start(run))
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw HubError(.system, "No thread can be started (\(code)). Raise the process limit of this user.")
        }
        self.handle = handle
    }

    /// Waits until the function has returned. Only the first call waits: a handle may be joined once. pthread_join(3)
    package func join() {
        guard !isJoined.exchange(true, ordering: .relaxed) else { return }
        pthread_join(handle, nil)
    }
}
