// SPDX-License-Identifier: MIT
internal import Drive

/// A drive as one thread uses it.
struct OpenDrive {
    let account: DriveAccount
    let client: DriveClient
    /// Reports commits of other connections; nil without a listener.
    var watch: DriveWatch?
}

/// One connection to the drive's store on its own thread, where calls may block.
actor DriveThread {
    private nonisolated let thread: SerialThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let open: @Sendable () throws -> OpenDrive
    private var opened: OpenDrive?

    init(_ name: String, open: @escaping @Sendable () throws -> OpenDrive) {
        thread = SerialThread(name)
        self.open = open
    }

    /// Performs work with the drive. The first call opens it.
    func use<R: Sendable>(_ body: @Sendable (OpenDrive) throws -> R) throws -> R {
        let drive = try opened ?? open()
        opened = drive
        return try body(drive)
    }

    /// Performs work only if the drive is open.
    func useIfOpen(_ body: @Sendable (OpenDrive) throws -> Void) rethrows {
        if let opened { try body(opened) }
    }

    /// The next call opens the drive again, perhaps with another account.
    func close() { opened = nil }
}
