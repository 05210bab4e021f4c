// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import HubAPI

//  One round of the camera backup. What each photo stands at, and what a kill means, says the table of `PhotoMachine`:
//
//  1. What became of the tasks of earlier rounds is written down.
//  2. The queue is executed: what earlier rounds have ordered goes first, so that many short rounds come to an end too.
//  3. Each folder is scanned.
//  4. Photos are taken in their turn, at most 500 at once. They are read; the server is asked which of them it has; the
//     others become tasks of the queue, in one commit with their states; the queue is executed.
//
//  A round visits each photo once, so it ends although files keep changing. It ends early when the server has no room.

/// Executes one round.
struct CameraRound {
    let client: DriveClient
    let isRequested: Bool
    /// Why a camera with such rules waits now; not asked when the user has requested a round.
    let hold: (CameraRules) -> DriveReason?

    /// Photos that are read before the first of them is sent. The queue stays short.
    private static let batchCount = 500
    /// Readings that a kill may cost.
    private static let commitCount = 32
    /// How often a photo may change while it is read in one round.
    private static let maximumReadings = 5
    /// A file that was written within this time may be written still: times of some cards have two seconds.
    private static let quietSeconds: Int64 = 2

    private var context: TaskContext { client.context }
    private var store: DriveStore { client.store }

    /// - Returns: why nothing more could be sent; nil when each photo was tried.
    func run() throws -> DriveError? {
        try settle()
        try retry()
        let cameras = try store.cameras()
        var held: [Int64: DriveReason] = [:]
        if !isRequested { for camera in cameras { held[camera.id] = hold(camera.rules) } }
        // What the queue has of a camera that waits would be sent along.
        let mayDrain = try !held.keys.contains { try store.isSending($0) }
        let stop = mayDrain ? try drain() : nil
        let present = try scan(cameras, held)
        guard mayDrain, stop == nil else { return stop }
        var last: Photo?
        while case let batch = try store.pendingPhotos(after: last, limit: Self.batchCount), !batch.isEmpty {
            last = batch.last
            let photos = batch.filter { present[$0.camera] != nil }
            try read(photos, present)
            try ask(photos, present)
            if let stop = try drain() { return stop }
        }
        return nil
    }

    /// - Returns: the cameras whose photos can be sent now.
    private func scan(_ cameras: [CameraFolder], _ held: [Int64: DriveReason]) throws -> [Int64: CameraFolder] {
        var present: [Int64: CameraFolder] = [:]
        for camera in cameras {
            let isThere = try CameraScan(context: context, camera: camera).run() != .sourceGone
            if let reason = held[camera.id] {
                try store.explainPhotos(reason, of: camera.id)
            } else if isThere {
                present[camera.id] = camera
            }
        }
        return present
    }

    /// Executes the queue.
    private func drain() throws -> DriveError? {
        let report = try client.drain(isRequested: isRequested)
        try settle()
        return try report.stop ?? full()
    }

    /// Further photos would only be refused as well.
    private func full() throws -> DriveError? {
        switch try store.photoWithoutRoom() {
        case .quotaExceeded?:
            DriveError(
                .quotaExceeded, "Your space at the hub is full. Empty its trash, or ask the operator for more.")
        case .some: DriveError(.serverFull, "The disk of the hub is full. Ask its operator.")
        case nil: nil
        }
    }

    private func change(
        _ id: Int64, _ reason: DriveReason? = nil, _ body: (inout PhotoMachine) throws -> Void
    ) throws {
        guard let photo = try store.photo(id) else { return }
        var machine = photo.machine
        try body(&machine)
        try store.keep(machine, reason, of: id)
    }

    private func retry() throws {
        var last: Int64 = 0
        while case let page = try store.failedPhotos(after: last, limit: Self.batchCount), let end = page.last {
            try store.transaction {
                for photo in page { try change(photo.id, photo.reason) { $0.retry(isRequested: isRequested) } }
            }
            last = end.id
        }
    }

    // MARK: - Reading

    private enum Reading {
        case content(ContentHash, FileStamp)
        case refused(DriveReason)
    }

    private func read(_ photos: [Photo], _ cameras: [Int64: CameraFolder]) throws {
        var readings: [(Int64, Reading)] = []
        for photo in photos where photo.machine.state == .found {
            guard let camera = cameras[photo.camera] else { continue }
            readings.append((photo.id, try reading(of: source(photo, camera))))
            if readings.count == Self.commitCount { try keep(&readings) }
        }
        try keep(&readings)
    }

    private func keep(_ readings: inout [(Int64, Reading)]) throws {
        guard !readings.isEmpty else { return }
        try store.transaction {
            for (id, reading) in readings {
                switch reading {
                case .content(let content, let stamp): try change(id) { $0.read(content, stamp) }
                case .refused(let reason): try change(id, reason) { _ in }
                }
            }
        }
        readings = []
        try context.step(.photosHashed)
    }

    private func source(_ photo: Photo, _ camera: CameraFolder) -> LocalFile {
        LocalFile(folder: camera.folder, names: photo.path.names)
    }

    private func reading(of source: LocalFile) throws -> Reading {
        do {
            let file = try source.open()
            for _ in 0..<Self.maximumReadings {
                let before = try file.stamp()
                guard before.size > 0, !isFresh(before) else { break }
                var hasher = ResumableSHA256()
                try file.forEachPiece(in: 0..<UInt64.max) { bytes in
                    if context.environment.isEnding() { throw EndOfProcess() }
                    hasher.update(bytes)
                }
                if try file.stamp() == before, hasher.count == before.size {
                    return .content(ContentHash(hasher.digest), before)
                }
            }
            return .refused(.sourceChanging)
        } catch let error as DriveError {
            return .refused(error.reason)
        } catch is FileIOError {
            return .refused(.sourceUnreadable)
        }
    }

    /// A time in the future, of a camera whose clock is wrong, says nothing.
    private func isFresh(_ stamp: FileStamp) -> Bool {
        let age = Int64(clamping: context.now) - stamp.modified / 1_000_000_000
        return 0..<Self.quietSeconds ~= age
    }

    // MARK: - Asking and ordering

    private func ask(_ photos: [Photo], _ cameras: [Int64: CameraFolder]) throws {
        let hashed = try photos.compactMap { photo -> (Photo, CameraFolder, ContentHash)? in
            guard let camera = cameras[photo.camera], let now = try store.photo(photo.id),
                case .hashed(let content) = now.machine.state
            else { return nil }
            return (now, camera, content)
        }
        guard !hashed.isEmpty else { return }
        var answers: [SpaceID: [ContentHash: HaveState.State]] = [:]
        for space in Set(hashed.map(\.1.space)) {
            let contents = Array(Set(hashed.filter { $0.1.space == space }.map(\.2)))
            let states = try client.server.have(contents, in: space)
            guard states.count == contents.count else {
                throw DriveError(.foreignAnswer, "The server has answered something else than it was asked.")
            }
            answers[space] = Dictionary(uniqueKeysWithValues: zip(contents, states))
        }
        try context.step(.photosAsked)
        try store.transaction {
            for (photo, camera, content) in hashed {
                guard let answer = answers[camera.space]?[content] else { continue }
                let wasKept = try store.wasKept(content, of: camera.id)
                try change(photo.id) { machine in
                    guard machine.hear(answer, wasKept: wasKept) else { return }
                    machine.order(task: try task(for: photo, camera, content))
                }
            }
        }
        try context.step(.photosOrdered)
    }

    /// The task that sends the content: one for all files that hold it.
    private func task(for photo: Photo, _ camera: CameraFolder, _ content: ContentHash) throws -> Int64 {
        if let task = try store.task(sending: content, into: camera.space) { return task }
        guard let name = photo.path.names.last else {
            throw DriveError(.storage, "The store of the drive is damaged: a photo has no name.")
        }
        return try client.orderPhoto(
            source(photo, camera), photo.machine.stamp, content, as: name.photo(of: content), to: camera)
    }

    // MARK: - Settling

    /// Writes down what became of the tasks that send photos.
    func settle() throws {
        var last: Int64 = 0
        while case let tasks = try store.photoTasks(after: last, limit: Self.batchCount), let end = tasks.last {
            try store.transaction { for task in tasks { try settle(task) } }
            last = end
        }
        try context.step(.photosSettled)
    }

    private func settle(_ id: Int64) throws {
        let task = try store.task(id)
        let ending: PhotoMachine.Ending
        switch task?.state {
        case .done: ending = .done
        case .failed: ending = .failed(task?.reason ?? .refused)
        case nil: ending = .forgotten
        case .waiting:
            for photo in try store.photos(sentBy: id) where photo.reason != task?.reason {
                try store.keep(photo.machine, task?.reason, of: photo.id)
            }
            return
        }
        for photo in try store.photos(sentBy: id) {
            try change(photo.id, ending == .done ? nil : task?.reason) { $0.settle(ending) }
        }
        // The photo says by now why it failed.
        if ending != .done { _ = try store.forget(id) }
    }
}
