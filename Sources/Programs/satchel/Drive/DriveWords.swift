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
        guard case .upload(let job) = task.job, task.state == .done else { return nil }
        if job.isConflict {
            return "Both versions are kept: another device had changed \(job.plainName.name) meanwhile."
        }
        if job.wasCreatedAgain {
            return "It was created again: another device had deleted it meanwhile."
        }
        return job.number > 0 ? "The name \(job.plainName.name) was taken." : nil
    }

    static func line(_ task: DriveTask, in client: DriveClient) throws -> String {
        let deed = try deed(task, in: client)
        switch task.state {
        case .done: return "done: \(deed)" + (note(task).map { ". \($0)" } ?? "")
        case .waiting: return "waiting: \(deed). \(task.message ?? "It waits for its turn.")"
        case .failed: return "failed: \(deed). \(task.message ?? "")"
        }
    }

    static func json(_ task: DriveTask, in client: DriveClient) throws -> JSON {
        [
            "task": .integer(task.id), "state": .text("\(task.state)"), "what": .text(try deed(task, in: client)),
            "reason": .text(task.reason?.rawValue), "message": .text(task.message), "note": .text(note(task)),
            "attempts": .integer(Int64(clamping: task.attempts)),
            "nextTry": task.nextTry == 0 ? .null : .integer(Int64(clamping: task.nextTry)),
        ]
    }

    // MARK: - Items

    static func json(_ item: FileItem) -> JSON {
        [
            "id": .text(item.id.description), "name": .text(item.name?.name.description),
            "kind": .text(item.kind.rawValue), "size": item.file.map { .integer(Int64(clamping: $0.size)) } ?? .null,
            "content": .text(item.file?.content.description),
            "version": item.file.map { .integer(Int64(clamping: $0.version)) } ?? .null,
            "modified": item.file?.modified.map { .integer($0) } ?? .null,
            "trashed": item.trashed.map { .integer(Int64(clamping: $0)) } ?? .null,
            "confirmed": .bool(item.rev > 0),
        ]
    }

    static func row(_ item: FileItem) -> [String] {
        let name = (item.name?.name.description ?? "/") + (item.kind == .folder ? "/" : "")
        let size = item.kind == .folder ? "" : item.file.map { Self.size($0.size) } ?? "waiting"
        return [name, size, item.rev == 0 ? "waiting" : "\(Timestamp(seconds: item.changed))"]
    }
}
