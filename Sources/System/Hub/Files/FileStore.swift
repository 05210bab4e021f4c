// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HubFiles
import HubStorage
import Keys
import SQL
import Synchronization
import Tokens

/// The store of files, with a writer of its own, so that no payment waits for them. It is opened at its first use: most hubs of
/// tests and most commands never ask for it.
final class FileStore: Sendable {
    let place: StorePlace
    private let open: @Sendable () throws -> HubStore
    private let opened = Mutex<HubStore?>(nil)

    init(
        place: StorePlace, in directory: HubDirectory?, configuration: HubConfiguration, clock: Clock,
        random: RandomSource
    ) {
        self.place = place
        var own = configuration.store
        own.onStep = configuration.onFileStep
        own.maximumPages = nil
        own.logPages = min(own.logPages, Self.logPages)
        open = { [own] in
            let locking = directory.map { $0.lock }
            try Self.create(place, locking: locking)
            return try HubStore(place: place, schema: .files, clock: clock, options: own, locking: locking) {
                database in
                try database.transaction { try FileSchema.prepare(database, random: random) }
            }
        }
    }

    /// Makes the file if it is not there, and gives what root has made to whom the folder belongs.
    private static func create(_ place: StorePlace, locking: (() throws -> StoreLock)?) throws {
        guard case .file(let path) = place, access(path, F_OK) != 0 else { return }
        _ = try place.open(schema: .files, locking: locking)
        do {
            try FolderOwner.adopt(path)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Pages of its log after which they are moved into the file: 64 MB.
    private static let logPages = 16_384

    /// - Throws: `SQLError` or ``HubError`` when it cannot be opened; it is tried again at the next use.
    func store() throws -> HubStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store = try open()
            opened = store
            return store
        }
    }

    /// Whether anything was ever kept in it.
    var isUsed: Bool {
        guard opened.withLock({ $0 == nil }), case .file(let path) = place else { return true }
        return access(path, F_OK) == 0
    }

    /// See ``HubStore/reasonToEnd``.
    var reasonToEnd: String? { opened.withLock { $0?.reasonToEnd } }

    func close() { opened.withLock { $0?.close() } }
}
