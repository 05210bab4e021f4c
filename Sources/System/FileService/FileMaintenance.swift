// SPDX-License-Identifier: MIT
import FileIO
import Glibc
import Logging
import Synchronization

/// What a file service does at its own pace, on a thread of its own: every hour it removes what the hub gives up, and uploads
/// that have ended; every week it reads each content, no faster than 16 MiB a second and only when the disk is free.
///
/// It begins a minute after the start, and looks every minute whether contents are to be read. What fails is tried again
/// the next time.
package final class FileMaintenance: Sendable {
    private let service: FileService
    private let isStopping = Atomic(false)
    private let thread = Mutex<pthread_t?>(nil)

    private static let waitSeconds = 60
    private static let roundMilliseconds: UInt64 = 3_600_000
    private static let roundsPerWeek = 7 * 24
    private static let bytesPerSecond = 16 << 20

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
                Unmanaged<FileMaintenance>.fromOpaque(argument).takeRetainedValue().run()
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
        DiskFile.beIdle()
        var round = 0
        var nextRound: UInt64 = 0
        while wait(seconds: Self.waitSeconds) {
            let isNewRound = FileService.milliseconds >= nextRound
            if isNewRound {
                remove(tellsContents: round % Self.roundsPerWeek == 0)
                round += 1
                nextRound = FileService.milliseconds + Self.roundMilliseconds
            }
            check(until: nextRound)
        }
    }

    /// - Parameter tellsContents: whether the hub is told of all contents before, so that it finds strays.
    private func remove(tellsContents: Bool) {
        if tellsContents {
            attempt("The hub could not be told which contents are on the disk, and will be later") {
                try service.tellContents { isWanted }
            }
        }
        attempt("Thumbnails could not be looked at, and will be later") { try service.trimThumbnails() }
        attempt("Uploads that have ended could not be removed, and will be later") {
            let count = try service.removeEndedUploads { isWanted }
            if count > 0 { service.log.info("Removed uploads that have ended", .count(count)) }
        }
        attempt("Contents that nothing refers to could not be removed, and will be later") {
            let count = try service.removeGarbage { isWanted }
            if count > 0 { service.log.info("Removed contents that nothing refers to", .count(count)) }
        }
    }

    private func check(until end: UInt64) {
        attempt("Contents could not be read to check them, and will be later") {
            let report = try service.checkContents(bytesPerSecond: Self.bytesPerSecond) {
                isWanted && FileService.milliseconds < end
            }
            if report.damaged > 0 {
                service.log.error("Contents are damaged. See `satchel-hub files check`", .count(report.damaged))
            }
        }
    }

    /// - Returns: whether the work goes on.
    private func wait(seconds: Int) -> Bool {
        for _ in 0..<(seconds * 4) where isWanted { usleep(250_000) }
        return isWanted
    }

    private func attempt(_ failure: StaticString, _ work: () throws -> Void) {
        do {
            try work()
        } catch let refusal as FileServiceRefusal {
            service.log.warning(failure, .status(refusal.status), .error(refusal))
        } catch {
            service.log.warning(failure, .error(error))
        }
    }
}
