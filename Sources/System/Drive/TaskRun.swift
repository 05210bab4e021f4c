// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import Tokens

/// Executes one task, and writes down why it is not done.
struct TaskRun {
    private let context: TaskContext
    private var store: DriveStore { context.store }
    private var environment: DriveEnvironment { context.environment }

    init(_ context: TaskContext) { self.context = context }

    /// - Returns: why the task is not done; nil when it is.
    func attempt(_ task: DriveTask) throws -> DriveError? {
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
}
