// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import Terminal
import Tokens

/// The drive in words and in JSON.
enum DriveWords {
    static func size(_ bytes: UInt64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (whole, rest, unit) = (bytes, UInt64(0), 0)
        while whole >= 1_024, unit < units.count - 1 {
            (whole, rest) = (whole / 1_024, whole % 1_024)
            unit += 1
        }
        return unit == 0 ? "\(whole) bytes" : "\(whole).\(rest * 10 / 1_024) \(units[unit])"
    }

    // MARK: - Tasks

    /// What a task does, such as "put film.mkv".
    static func deed(_ task: DriveTask, in client: DriveClient) throws -> String {
        switch task.job {
        case .upload(let job): return "put \(job.source.shown) as \(job.name.name)"
        case .download(let job): return "get \(job.target.shown)"
        case .order(let job):
            let item = try client.store.item(job.order.item)
            let known = try item.flatMap { try client.path(of: $0) }.map { "/\($0)" } ?? job.order.item.description
            switch job.order {
            case .folder(let order): return "mkdir \(order.name.name)"
            case .link(let order): return "link \(order.name.name)"
            case .replace: return "change \(known)"
            case .move(let order): return "mv \(known) to \(order.name.name)"
            case .copy(let order): return "copy to \(order.name.name)"
            case .trash: return "rm \(known)"
            case .restore: return "restore \(known)"
            }
        }
    }

    /// Something that the user should know of a task that is done.
    private static func note(_ task: DriveTask) -> String? {
        guard case .upload(let job) = task.job, let outcome = task.outcome else { return nil }
        return switch outcome {
        case .bothKept: "Both versions are kept: another device had changed \(job.plainName.name) meanwhile."
        case .createdAgain: "It was created again: another device had deleted it meanwhile."
        case .renamed: "The name \(job.plainName.name) was taken."
        }
    }

    static func line(_ task: DriveTask, in client: DriveClient) throws -> String {
        let deed = try deed(task, in: client)
        switch task.state {
        case .done: return "done: \(deed)" + (note(task).map { ". \($0)" } ?? "")
        case .waiting: return "waiting: \(deed). \(task.message ?? "It waits for its turn.")"
        case .failed: return "failed: \(deed). \(task.message ?? "")"
        }
    }

    static func json(_ task: DriveTask) -> JSON {
        [
            "task": .integer(task.id), "state": .text(task.state.word), "action": .text(task.job.word),
            "name": .text(task.job.subject), "reason": .text(task.reason?.rawValue),
            "outcome": .text(task.outcome?.rawValue), "attempts": .integer(Int64(clamping: task.attempts)),
            "nextTry": task.nextTry == 0 ? .null : .time(task.nextTry),
        ]
    }

    // MARK: - Items

    static func json(_ item: FileItem) -> JSON {
        [
            "id": .text(item.id.description), "name": .text(item.name?.name.description),
            "kind": .text(item.kind.rawValue), "size": item.file.map { .integer(Int64(clamping: $0.size)) } ?? .null,
            "content": .text(item.file?.content.description),
            "version": item.file.map { .integer(Int64(clamping: $0.version)) } ?? .null,
            "modified": .milliseconds(item.file?.modified), "trashed": .time(item.trashed),
            "confirmed": .bool(item.rev > 0),
        ]
    }

    static func json(_ space: FileSpace) -> JSON {
        [
            "id": .text(space.id.description), "name": .text(space.name), "owner": .text(space.owner),
            "role": .text(space.role.rawValue), "quota": .integer(Int64(clamping: space.quota)),
            "used": .integer(Int64(clamping: space.used)), "reserved": .integer(Int64(clamping: space.reserved)),
            "members": .array(
                space.members.map { ["username": .text($0.username), "role": .text($0.role.rawValue)] }),
        ]
    }

    static func json(_ earlier: EarlierContent) -> JSON {
        [
            "version": .integer(Int64(clamping: earlier.version)), "content": .text(earlier.content.description),
            "size": .integer(Int64(clamping: earlier.size)), "replaced": .time(earlier.replaced),
        ]
    }

    static func row(_ item: FileItem) -> [String] {
        let name = (item.name?.name.description ?? "/") + (item.kind == .folder ? "/" : "")
        let size = item.kind == .folder ? "" : item.file.map { Self.size($0.size) } ?? "waiting"
        return [name, size, item.rev == 0 ? "waiting" : "\(Timestamp(seconds: item.changed))"]
    }
}

/// How an upload ended where it did not end as it was ordered.
enum UploadOutcome: String, CaseIterable {
    case bothKept
    case createdAgain
    case renamed
}

extension DriveTask {
    /// Nil for a task that is not done, or is done as it was ordered.
    var outcome: UploadOutcome? {
        guard case .upload(let job) = job, state == .done else { return nil }
        if job.isConflict { return .bothKept }
        if job.wasCreatedAgain { return .createdAgain }
        return job.number > 0 ? .renamed : nil
    }
}

extension DriveTask.State {
    static let words = ["waiting", "done", "failed"]

    /// Its code in answers, which never changes.
    var word: String {
        switch self {
        case .waiting: "waiting"
        case .done: "done"
        case .failed: "failed"
        }
    }
}

extension DriveJob {
    static let words = ["put", "get", "mkdir", "link", "change", "mv", "copy", "rm", "restore"]

    /// Its code in answers, which never changes.
    var word: String {
        switch self {
        case .upload: return "put"
        case .download: return "get"
        case .order(let job):
            switch job.order {
            case .folder: return "mkdir"
            case .link: return "link"
            case .replace: return "change"
            case .move: return "mv"
            case .copy: return "copy"
            case .trash: return "rm"
            case .restore: return "restore"
            }
        }
    }

    /// The file of this device, or the id of the item at the hub.
    var subject: String {
        switch self {
        case .upload(let job): job.source.shown
        case .download(let job): job.target.shown
        case .order(let job): job.order.item.description
        }
    }
}
