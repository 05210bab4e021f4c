// SPDX-License-Identifier: MIT
import Bytes
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

    /// What is weaker there, said once at the log-in.
    static let baluHost =
        "A BaluHost cannot refuse a stale write: what another client writes in the moment of a replacement may be lost there. Trash and earlier contents are in the folder satchel-work, count against your quota, and are known to this device alone. Its operator can read the files."

    // MARK: - Tasks

    /// What a task does, such as "put film.mkv".
    static func deed(_ task: DriveTask, in client: DriveClient) throws -> String {
        switch task.job {
        case .upload(let job):
            // What was written in the mounted folder has a name of its own only there.
            return job.source.shown.hasPrefix(client.folder + "/unsent/")
                ? "send \(job.name.name) of the mounted folder" : "put \(job.source.shown) as \(job.name.name)"
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

    static func json(_ task: DriveTask) -> JSONValue {
        [
            "task": .number(task.id), "state": .string(task.state.word), "action": .string(task.job.word),
            "name": .string(task.job.subject), "reason": .string(task.reason?.rawValue),
            "outcome": .string(task.outcome?.rawValue), "attempts": .number(Int64(clamping: task.attempts)),
            "nextTry": task.nextTry == 0 ? .null : .time(task.nextTry),
        ]
    }

    // MARK: - The mounted folder

    static func lines(_ path: String?, _ health: MountHealth?) -> [String] {
        guard let path else { return [] }
        guard let health else {
            return ["Mounted at \(path), but no process answers. Mount it again: satchel drive mount '\(path)'"]
        }
        let since = "since \(Timestamp(seconds: health.since))"
        var lines: [String] = []
        if let reason = health.hearing {
            lines.append("Mounted at \(path). Nothing is heard of the hub \(since): \(sentence(reason))")
        }
        if let reason = health.sending {
            lines.append("Mounted at \(path). Nothing is sent \(since): \(sentence(reason))")
        }
        guard lines.isEmpty else { return lines }
        return [health.isKnown ? "Mounted at \(path), and connected." : "Mounted at \(path), and connecting."]
    }

    /// Null when nothing is mounted.
    static func json(_ path: String?, _ health: MountHealth?) -> JSONValue {
        guard let path else { return .null }
        return [
            "path": .string(path), "answered": .bool(health != nil), "connected": .bool(health?.isConnected ?? false),
            "hearing": .string(health?.hearing?.rawValue), "sending": .string(health?.sending?.rawValue),
            "since": health.flatMap { $0.since == 0 ? nil : .time($0.since) } ?? .null,
        ]
    }

    /// Why the mounted folder does not hear or send, and what to do.
    private static func sentence(_ reason: DriveReason) -> String {
        switch reason {
        case .unreachable: "the hub cannot be reached. It is tried again."
        case .cutOff, .busy, .serverFault, .serverFull: "the hub does not answer as it should. It is tried again."
        case .foreignAnswer: "another server than the hub answers. Log in to this network, or ask its operator."
        case .insecure: "the hub does not prove that it is yours. Use another network, or ask its operator."
        case .notLoggedIn: "the session has ended. Log in: satchel drive login"
        case .clockOff: "the clock of this device is wrong. Set it."
        case .diskFull: "the disk of this device is full. Free some space."
        case .storage: "the files of the drive on this device cannot be used. Look at the disk."
        default: "\(reason.rawValue). The log of satchel-drive says more."
        }
    }

    // MARK: - Items

    static func json(_ item: FileItem) -> JSONValue {
        [
            "id": .string(item.id.description), "name": .string(item.name?.name.description),
            "kind": .string(item.kind.rawValue), "size": item.file.map { .number(Int64(clamping: $0.size)) } ?? .null,
            "content": .string(item.file?.content.description),
            "version": item.file.map { .number(Int64(clamping: $0.version)) } ?? .null,
            "modified": .milliseconds(item.file?.modified), "trashed": .time(item.trashed),
            "confirmed": .bool(item.rev > 0),
        ]
    }

    static func json(_ space: FileSpace) -> JSONValue {
        [
            "id": .string(space.id.description), "name": .string(space.name), "owner": .string(space.owner),
            "role": .string(space.role.rawValue), "quota": .number(Int64(clamping: space.quota)),
            "used": .number(Int64(clamping: space.used)), "reserved": .number(Int64(clamping: space.reserved)),
            "members": .array(
                space.members.map { ["username": .string($0.username), "role": .string($0.role.rawValue)] }),
        ]
    }

    static func json(_ earlier: EarlierContent) -> JSONValue {
        [
            "version": .number(Int64(clamping: earlier.version)), "content": .string(earlier.content.description),
            "size": .number(Int64(clamping: earlier.size)), "replaced": .time(earlier.replaced),
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
