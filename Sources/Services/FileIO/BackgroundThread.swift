// SPDX-License-Identifier: MIT
internal import Glibc

/// One thread that runs one function to its end. POSIX: `pthread_create(3)`.
package final class BackgroundThread {
    private final class Start {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var handle: pthread_t?

    /// - Throws: ``FileIOError`` with `.inputOutput` if the system cannot start a thread.
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
            throw FileIOError(.inputOutput, "No thread can be started (\(code)). Raise the process limit of this user.")
        }
        self.handle = handle
    }

    /// Waits until the function has returned; called again, it does nothing.
    package func join() {
        if let handle { pthread_join(handle, nil) }
        handle = nil
    }
}
