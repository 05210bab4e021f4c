// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import HubAPI
internal import Keys
internal import Tokens

/// The files of a server on this device: what is known of them, and what is yet to be done.
///
/// Whatever changes something is written into the queue first, with the ids under which it will be sent. ``drain(_:)``
/// executes the queue, in this process or in another one. Not for two threads at once.
package final class DriveClient {
    package let store: DriveStore
    package let server: any FileServer
    let environment: DriveEnvironment
    private let folder: String

    /// - Parameter folder: the folder of `store`; its `worker.lock` lets one process at a time execute the queue.
    package init(folder: String, store: DriveStore, server: any FileServer, environment: DriveEnvironment) {
        self.folder = folder
        self.store = store
        self.server = server
        self.environment = environment
    }

    var context: TaskContext { TaskContext(store: store, server: server, environment: environment) }

    // MARK: - Knowing

    /// Asks the server for its spaces, and for all that has changed in each.
    ///
    /// - Throws: ``DriveError``; what was known before is known still.
    package func refresh() throws {
        try translated {
            try store.keep(try checked(server.spaces()))
            for space in try store.spaces() { try TreeSync(context: context).run(space.id) }
        }
    }

    private func checked(_ spaces: [FileSpace]) throws -> [FileSpace] {
        guard !spaces.isEmpty, spaces.count <= 10_000, Set(spaces.map(\.id)).count == spaces.count else {
            throw DriveError(.foreignAnswer, "The server's list of spaces contradicts itself. Ask its operator.")
        }
        return spaces
    }

    /// The account's own space, or the one with this name or id.
    package func space(named word: String?) throws -> FileSpace {
        let spaces = try store.spaces()
        guard let word else {
            guard let own = spaces.first else {
                throw DriveError(.unreachable, "This drive has not reached its hub yet, so it knows no files.")
            }
            return own
        }
        if let named = spaces.first(where: { $0.id.description == word }) { return named }
        let named = spaces.filter { $0.name == word }
        guard let first = named.first else {
            throw DriveError(.notFound, "There is no space '\(word)'. List the spaces: satchel drive spaces")
        }
        guard named.count == 1 else {
            throw DriveError(.refused, "'\(word)' names \(named.count) spaces. Use the id of the space.")
        }
        return first
    }

    /// The root of a space as an item: the feed does not tell of it.
    package func root(of space: SpaceID) -> FileItem {
        FileItem(
            id: space.root, space: space, parent: nil, name: nil, kind: .folder, state: .live, rev: 0, changed: 0,
            trashed: nil, file: nil)
    }

    /// What a path leads to; nil when there is no such item.
    package func item(at path: FilePath, in space: SpaceID) throws -> FileItem? {
        var item = root(of: space)
        for name in path.names {
            guard let child = try store.child(of: item.id, named: name) else { return nil }
            item = child
        }
        return item
    }

    /// - Throws: ``DriveError`` with `.notFound`.
    package func requireItem(at path: FilePath, in space: SpaceID) throws -> FileItem {
        guard let item = try item(at: path, in: space) else {
            throw DriveError(.notFound, "There is no '/\(path)'. List the files: satchel drive ls")
        }
        return item
    }

    /// The names that lead to an item, for people; nil when it is beneath something that is not known.
    package func path(of item: FileItem) throws -> FilePath? {
        var names: [FileName] = []
        var next = item
        while let parent = next.parent {
            guard let name = next.name?.name, names.count < FilePath.maximumDepth else { return nil }
            names.append(name)
            if parent == next.space.root { break }
            guard let above = try store.item(parent) else { return nil }
            next = above
        }
        return try FilePath(names.reversed())
    }

    // MARK: - Doing

    /// What became of an execution of the queue.
    package struct DrainReport: Sendable {
        package var done = 0
        package var failed = 0
        package var waiting = 0
        /// Why nothing more could be done; nil when each task was tried.
        package var stop: DriveError?
        /// Whether another process executes the queue, so that this one did nothing.
        package var isElsewhere = false
    }

    /// Tasks that are done are shown for a week.
    private static let keptSeconds: UInt64 = 7 * 86_400

    /// Executes what waits, in the order in which it was written down.
    ///
    /// - Parameter isWish: whether the user has asked for it: then tasks are tried whose next try is later.
    package func drain(isWish: Bool) throws -> DrainReport {
        try translated {
            let lock: StoreLock
            do {
                lock = try StoreLock(path: folder + "/worker.lock")
            } catch let error as KeysError where error.code == .locked {
                return DrainReport(waiting: try store.count(.waiting), isElsewhere: true)
            }
            defer { withExtendedLifetime(lock) {} }
            let now = environment.clock.now().seconds
            try store.forgetDone(before: now > Self.keptSeconds ? now - Self.keptSeconds : 0)
            var report = DrainReport()
            var last: Int64 = 0
            while let task = try store.nextTask(
                after: last, now: isWish ? nil : now)
            {
                last = task.id
                guard let error = try attempt(task) else {
                    report.done += 1
                    continue
                }
                if !error.reason.isPassing { report.failed += 1 }
                guard error.reason.isOfServer else { continue }
                try store.explainWaiting(after: last, error)
                report.stop = error
                break
            }
            report.waiting = try store.count(.waiting)
            return report
        }
    }

    /// - Returns: why the task is not done; nil when it is.
    private func attempt(_ task: DriveTask) throws -> DriveError? {
        do {
            switch task.job {
            case .upload(let job):
                var saga = FileUpload(context, task: task.id, job: job)
                try saga.run()
            case .download(let job):
                var saga = FileDownload(context, task: task.id, job: job)
                try saga.run()
            case .order(let job): try ItemOrder(context: context, task: task.id, job: job).run()
            }
            return nil
        } catch {
            guard let known = DriveError.known(error) else { throw error }
            if known.reason.isPassing {
                try postpone(task, known)
            } else {
                try fail(task.id, known)
            }
            return known
        }
    }

    private func postpone(_ task: DriveTask, _ error: DriveError) throws {
        let attempts = task.attempts + 1
        let pause = BackOff.seconds(afterAttempts: attempts, random: environment.random.bytes(1)[0])
        try store.postpone(
            task.id, attempts: attempts, until: environment.clock.now().seconds + pause, because: error)
    }

    /// What was to go into a folder that could not be made fails with it.
    private func fail(_ id: Int64, _ error: DriveError) throws {
        try store.transaction {
            var failing: [(Int64, DriveError)] = [(id, error)]
            while let (id, error) = failing.popLast() {
                guard let task = try store.task(id), task.state == .waiting else { continue }
                try store.fail(id, because: error)
                guard try store.item(task.job.item)?.rev == 0 else { continue }
                try store.stopExpecting(task.job.item)
                let reason = DriveError(
                    .folderFailed, "What it needs could not be made. \(error.message)", cause: error)
                failing += try store.waitingTasks(on: task.job.item).map { ($0.id, reason) }
            }
        }
    }

    func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw DriveError.known(error) ?? error
        }
    }
}
