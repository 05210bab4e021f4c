// SPDX-License-Identifier: MIT
internal import Drive
package import FileModel
internal import HubAPI

/// What was ordered about one item, and how far it is.
package struct FileTransfer: Identifiable, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case upload, download, folder, change, deletion, restoration
    }

    package enum State: Hashable, Sendable {
        /// Bytes are moving; whole percentages.
        case running(Int)
        /// It will be done; with the reason why not yet, once it was tried.
        case waiting(UserMessage?)
        /// It can't be done as it was ordered. Nothing has happened.
        case failed(UserMessage)
        case done(Outcome)
    }

    package enum Outcome: Hashable, Sendable {
        case asOrdered
        /// Another device had changed the file meanwhile.
        case bothKept
        /// Another device had deleted the file meanwhile.
        case createdAgain
        /// The name was taken.
        case renamed
    }

    package let id: Int64
    package let item: ItemID
    package let kind: Kind
    package let state: State
    /// What it is about, for people.
    package let name: String
    /// Where a received file is on this device.
    package let path: String?

    /// - Parameters:
    ///   - name: of the item, as far as it is known.
    ///   - percent: how far the task is; nil while it is not being executed.
    init(_ task: DriveTask, name: String?, percent: Int?) {
        id = task.id
        item = task.job.item
        (kind, path) =
            switch task.job {
            case .upload: (.upload, nil)
            case .download(let job): (.download, job.target.shown)
            case .order(let job): (Kind(job.order), nil)
            }
        self.name = Self.name(of: task.job) ?? name ?? ""
        state =
            switch task.state {
            case .waiting:
                percent.map(State.running) ?? .waiting(task.reason.map { UserMessage($0, detail: task.message) })
            case .failed: .failed(UserMessage(task.reason ?? .refused, detail: task.message))
            case .done: .done(Outcome(task.job))
            }
    }

    package var isOver: Bool {
        switch state {
        case .running, .waiting: false
        case .failed, .done: true
        }
    }

    private static func name(of job: DriveJob) -> String? {
        switch job {
        case .upload(let job): job.plainName.name.description
        case .download(let job): job.target.names.last?.name.description
        case .order(let job):
            if case .folder(let order) = job.order { order.name.name.description } else { nil }
        }
    }
}

extension FileTransfer.Kind {
    fileprivate init(_ order: FileOrder) {
        self =
            switch order {
            case .folder: .folder
            case .trash: .deletion
            case .restore: .restoration
            case .link, .replace, .move, .copy: .change
            }
    }
}

extension FileTransfer.Outcome {
    fileprivate init(_ job: DriveJob) {
        guard case .upload(let job) = job else {
            self = .asOrdered
            return
        }
        self = job.isConflict ? .bothKept : job.wasCreatedAgain ? .createdAgain : job.number > 0 ? .renamed : .asOrdered
    }
}
