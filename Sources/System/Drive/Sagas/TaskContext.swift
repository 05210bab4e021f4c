// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import Tokens

/// The process ends; the task stays as it is written down, and goes on in the next process.
struct EndOfProcess: Error {}

/// What the sagas stand on.
struct TaskContext {
    let store: DriveStore
    let server: any FileServer
    let environment: DriveEnvironment

    func step(_ step: DriveStep) throws {
        if environment.isEnding() { throw EndOfProcess() }
        try environment.onStep(step)
    }

    var now: UInt64 { environment.clock.now().seconds }

    func freshItem() -> ItemID { environment.freshItem() }
    func freshOrder() -> OperationID { environment.freshOrder() }

    /// Ends a task: what the server has answered is known, and the order is done, in one commit.
    func finish(_ task: Int64, _ job: DriveJob, with answer: FileItem?, ordered: ItemID? = nil) throws {
        try step(.orderSent)
        try store.transaction {
            if let answer {
                if let ordered { try store.setMeaning(of: ordered, to: answer.id) }
                try store.keep(answer, generation: store.feed(of: answer.space).generation)
            }
            if case .upload(let job) = job, let answer, let content = job.content {
                try store.keepOrigin(of: job.source, answer.id, content)
            }
            try store.finish(task, job)
        }
        try step(.orderKept)
    }
}
