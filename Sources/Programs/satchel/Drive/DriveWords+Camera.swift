// SPDX-License-Identifier: MIT
import Bytes
import Drive
import FileModel
import HubAPI
import Terminal

/// The camera backup in words and in JSON.
extension DriveWords {
    static func json(_ camera: CameraFolder, _ counts: PhotoCounts, _ photos: [Photo]) -> JSONValue {
        [
            "folder": .string(camera.folder), "target": .string("/\(camera.target)"),
            "space": .string(camera.space.description), "rules": json(camera.rules),
            "reason": .string(camera.reason?.rawValue),
            "found": .number(Int64(counts.found)), "done": .number(Int64(counts.done)),
            "waiting": .number(Int64(counts.waiting)), "failed": .number(Int64(counts.failed)),
            "excluded": .number(Int64(counts.excluded)),
            "photos": .array(
                photos.map { photo in
                    [
                        "name": .string(photo.path.description), "state": .string(photo.word),
                        "reason": .string(photo.why?.rawValue),
                    ]
                }),
        ]
    }

    static func lines(_ camera: CameraFolder, _ counts: PhotoCounts, _ groups: [PhotoGroup]) -> [String] {
        guard camera.scan > 0 else {
            return [
                "\(camera.folder) to /\(camera.target): not looked at yet. Send its photos: satchel drive camera run"
            ]
        }
        var lines = [
            "\(camera.folder) to /\(camera.target): \(counts.done) of \(counts.found) at the hub, \(counts.waiting) waiting, \(counts.failed) failed, \(counts.excluded) left out."
        ]
        if !camera.rules.isEmpty { lines.append("  A timer sends them only \(sentence(of: camera.rules)).") }
        switch camera.reason {
        case .sourceGone?: lines.append("  The folder is not there. If it is on a card, put that in.")
        case .overLimit?: lines.append("  The folder has too many photos. Back up the folders in it one by one.")
        case .some: lines.append("  Not all of the folder can be read. Look at the rights in it, and at the disk.")
        case nil: break
        }
        return lines + groups.flatMap(Self.lines)
    }

    /// Such as "on a network that is not metered, and on power".
    static func sentence(of rules: CameraRules) -> String {
        let parts: [(CameraRules, String)] = [
            (.unmetered, "on a network that is not metered"), (.noMobile, "on a network that is not a mobile one"),
            (.onPower, "on power"),
        ]
        return parts.filter { rules.contains($0.0) }.map(\.1).joined(separator: ", and ")
    }

    static func json(_ rules: CameraRules) -> JSONValue {
        .array(CameraRules.words.filter { rules.contains($0.rule) }.map { .string($0.word) })
    }

    private static func lines(_ group: PhotoGroup) -> [String] {
        let (word, sentence) =
            switch group.kind {
            case .waiting(let why): ("waiting", sentence(of: why))
            case .failed(let why): ("failed", sentence(of: why))
            case .excluded(.removedHere): ("left out", "It was removed from this device before it was sent.")
            case .excluded(.removedThere): ("left out", "It was removed at the hub, so it is not sent again.")
            }
        let rest = group.count - group.paths.count
        return group.paths.map { "  \(word): \($0). \(sentence)" }
            + (rest > 0 ? ["  \(word): \(rest) more, for the same reason."] : [])
    }

    /// Why a photo is not done, and what to do.
    private static func sentence(of why: DriveReason) -> String {
        switch why {
        case .sourceChanging: "It is being written. It is sent once it stays as it is."
        case .sourceChanged: "It has changed. The next run reads it again."
        case .sourceGone: "The file is not there. It waits for its card, or for the next run."
        case .sourceUnreadable: "The file cannot be read. Look at its rights, and at the disk."
        case .unreachable: "The hub cannot be reached."
        case .cutOff: "The connection to the hub broke. The next run goes on."
        case .foreignAnswer: "Another server than the hub answers. Log in to this network, or ask its operator."
        case .insecure: "The hub does not prove that it is yours. Use another network, or ask its operator."
        case .notLoggedIn: "The session has ended. Log in: satchel drive login"
        case .clockOff: "The clock of this device is wrong. Set it."
        case .busy, .serverFault: "The hub could not take it this time. The next run tries again."
        case .uploadLost, .wrongBytes, .contentChanged: "It did not arrive whole. The next run sends it again."
        case .quotaExceeded: "Your space at the hub is full. Empty its trash, or ask the operator for more."
        case .serverFull: "The disk of the hub is full. Ask its operator."
        case .diskFull: "The disk of this device is full. Free some space."
        case .storage: "The files of the drive on this device cannot be used. Look at the disk."
        case .blocked: "The folder for it is made first."
        case .networkMetered: "This network costs by what is sent. To send now: satchel drive camera run"
        case .networkMobile: "This is a mobile network. To send now: satchel drive camera run"
        case .onBattery: "This device is on battery. To send now: satchel drive camera run"
        case .notFound, .inTrash, .folderFailed: "The folder for it is not at the hub. The next run makes it again."
        case .wrongKind: "At the hub a file has the name of the folder for it. Rename that file."
        case .nameTaken, .targetExists: "At the hub another file has its name. Rename that file."
        case .forbidden: "You may not write into the space. Ask its owner."
        case .overLimit: "It goes beyond a limit of the hub. Ask its operator."
        case .folderCycle, .refused: "The hub does not take it. Ask its operator."
        }
    }
}

extension Photo {
    static let words = ["found", "hashed", "sending", "failed"]

    /// The code of its state in answers, which never changes.
    fileprivate var word: String {
        switch machine.state {
        case .found: "found"
        case .hashed: "hashed"
        case .sending: "sending"
        case .done: "done"
        case .excluded: "excluded"
        case .failed: "failed"
        }
    }

    /// Why it is not done.
    fileprivate var why: DriveReason? {
        if case .failed(let reason) = machine.state { return reason }
        return reason
    }
}
