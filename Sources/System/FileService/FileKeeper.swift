// SPDX-License-Identifier: MIT
import FileIO
import Glibc
import Synchronization

/// What a file service does at its own pace, on a thread of its own: removes what the hub gives up, and uploads that have
/// ended.
///
/// It begins a minute after the start and then works every hour. What fails is tried again the next time.
package final class FileKeeper: Sendable {
    private let service: FileService
    private let isStopping = Atomic(false)
    private let thread = Mutex<pthread_t?>(nil)

    private static let firstSeconds = 60
    private static let roundSeconds = 3_600

    /// Starts the thread.
    ///
    /// - Throws: ``FileServiceRefusal`` when the system cannot start one.
    package init(of service: FileService) throws {
        self.service = service
        var handle = pthread_t()
        let start = Unmanaged.passRetained(self)
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<FileKeeper>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw FileServiceRefusal(503, .busy, "No thread can be started. Raise the process limit of this user.")
        }
        thread.withLock { $0 = handle }
    }

    /// Ends the thread after the step under way.
    package func stop() {
        isStopping.store(true, ordering: .relaxed)
        let handle = thread.withLock { handle in
            defer { handle = nil }
            return handle
        }
        if let handle { pthread_join(handle, nil) }
    }

    private var isWanted: Bool { !isStopping.load(ordering: .relaxed) }

    private func run() {
        // Linux: of this thread alone. man 2 setpriority
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        var seconds = Self.firstSeconds
        while wait(seconds: seconds) {
            seconds = Self.roundSeconds
            attempt("Uploads that have ended could not be removed") {
                let count = try service.removeEndedUploads { isWanted }
                if count > 0 { service.log("Removed \(count) uploads that have ended.") }
            }
            attempt("Contents that nothing refers to could not be removed") {
                let count = try service.removeGarbage { isWanted }
                if count > 0 { service.log("Removed \(count) contents that nothing refers to.") }
            }
        }
    }

    /// - Returns: whether the work goes on.
    private func wait(seconds: Int) -> Bool {
        for _ in 0..<(seconds * 4) where isWanted { usleep(250_000) }
        return isWanted
    }

    private func attempt(_ failure: String, _ work: () throws -> Void) {
        do {
            try work()
        } catch let refusal as FileServiceRefusal {
            service.log("\(failure), and will be later: \(refusal.message)")
        } catch {
            service.log("\(failure), and will be later: \(error)")
        }
    }
}
