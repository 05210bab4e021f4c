// SPDX-License-Identifier: MIT
internal import FileIO
package import FileModel
internal import HubAPI
internal import Keys
internal import Tokens

/// What a round of the camera backup has come to.
package struct CameraReport: Sendable {
    /// Why nothing more could be sent; nil when each photo was tried.
    package var stop: DriveError?
    /// Whether another process does a round, so that this one did nothing.
    package var isElsewhere = false
}

/// The camera backup: photos of folders of this device, each kept once at the server.
extension DriveClient {
    /// From the next round on the photos of a folder are kept at the server.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - target: a folder of the space, which is made if it is missing.
    /// - Throws: ``DriveError`` with `.sourceGone` or `.nameTaken`.
    package func addCamera(_ folder: String, to target: FilePath, in space: SpaceID) throws {
        try translated {
            do {
                _ = try DiskFolder(path: folder)
            } catch let error as FileIOError {
                throw DriveError(.sourceGone, "There is no folder '\(folder)' on this device.", cause: error)
            }
            try store.transaction { try store.addCamera(folder, space, target) }
        }
    }

    /// Photos of the folder are not looked for any more. Those at the server stay, and those on this device too.
    ///
    /// - Throws: ``DriveError`` with `.notFound`.
    package func removeCamera(_ folder: String) throws {
        guard try translated({ try store.removeCamera(folder) }) else { throw notBackedUp(folder) }
    }

    /// Replaces the rules of a folder.
    ///
    /// - Throws: ``DriveError`` with `.notFound`.
    package func setCameraRules(_ rules: CameraRules, of folder: String) throws {
        guard try translated({ try store.setRules(rules, of: folder) }) else { throw notBackedUp(folder) }
    }

    private func notBackedUp(_ folder: String) -> DriveError {
        DriveError(.notFound, "'\(folder)' is not backed up. See: satchel drive camera status")
    }

    /// Looks for photos, and sends those that the server does not have. What could not be sent is tried again in the
    /// next round. Call ``refresh()`` before.
    ///
    /// - Parameters:
    ///   - isRequested: whether the user has asked for it: then no rule holds, and what has failed is tried again too.
    ///   - hold: why a camera with such rules waits now.
    package func backUpPhotos(
        isRequested: Bool, hold: @escaping (CameraRules) -> DriveReason? = { _ in nil }
    ) throws -> CameraReport {
        try translated {
            let report = try lockingCamera {
                let stop = try round(CameraRound(client: self, isRequested: isRequested, hold: hold))
                if let stop { try store.explainPhotos(stop.reason) }
                return CameraReport(stop: stop)
            }
            return report ?? CameraReport(isElsewhere: true)
        }
    }

    private func round(_ round: CameraRound) throws -> DriveError? {
        do {
            return try round.run()
        } catch {
            guard let known = DriveError.known(error), known.reason.isPassing else { throw error }
            return known
        }
    }

    /// Writes down what the queue has made of photos since the last round, so that the counts are those of now.
    package func settlePhotos() throws {
        try translated {
            _ = try lockingCamera { try CameraRound(client: self, isRequested: false) { _ in nil }.settle() }
        }
    }

    /// - Returns: nil, with nothing done, while another process does a round.
    private func lockingCamera<Result>(_ body: () throws -> Result) throws -> Result? {
        let lock: StoreLock
        do {
            lock = try StoreLock(path: folder + "/camera.lock")
        } catch let error as KeysError where error.code == .locked {
            return nil
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Writes down the task that sends a photo, and those that make the folders for it; for use in a transaction.
    func orderPhoto(
        _ source: LocalFile, _ stamp: FileStamp, _ content: ContentHash, as name: FileName, to camera: CameraFolder
    ) throws -> Int64 {
        var ids: [Int64] = []
        var parent = camera.space.root
        for name in camera.target.names + [try Self.year(of: stamp)] {
            parent = try folder(name, in: parent, camera.space, makes: true, &ids)
        }
        var job = UploadJob(
            source: source, space: camera.space, parent: parent, name: WireName(name), plainName: WireName(name),
            item: environment.freshItem(), base: nil, followsOwn: false, order: environment.freshOrder())
        job.step = .hashed
        (job.content, job.expected, job.size) = (content, content, stamp.size)
        (job.inode, job.modified, job.changed) = (stamp.inode, stamp.modified, stamp.changed)
        return try store.add(.upload(job), at: environment.clock.now().seconds)
    }

    /// In which the file was changed last, in UTC.
    private static func year(of stamp: FileStamp) throws -> FileName {
        let time = Timestamp(seconds: UInt64(clamping: stamp.modified / 1_000_000_000))
        return try FileName(String(time.iso8601.prefix(4)))
    }
}
