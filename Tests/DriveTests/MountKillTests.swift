// SPDX-License-Identifier: MIT
import Drive
import Glibc
import TestSupport
import Testing

/// `kill -9` of the process behind the folder, at each named step: what was confirmed to a program is there afterwards,
/// and arrives at the hub.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountKillTests {
    /// Saves as an editor does. Each call that succeeded is a promise.
    private static func save(_ content: [UInt8], as name: String, in folder: String) -> Bool {
        let temporary = "\(folder)/.\(name).tmp"
        let file = open(temporary, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return write(file, content, content.count) == content.count && fsync(file) == 0
            && rename(temporary, "\(folder)/\(name)") == 0
    }

    @Test(arguments: [
        (DriveStep.mountedFileMade, 1), (.mountedFileMade, 3), (.mountedFileReplaced, 1), (.mountedFileFlushed, 2),
        (.mountedFileFrozen, 1), (.mountedFileFrozen, 2), (.mountedFilesSettled, 4), (.uploadBegun, 1),
        (.placeKept, 1), (.appended, 1), (.contentStored, 1), (.orderSent, 1), (.orderKept, 2),
    ])
    func whatWasConfirmedIsThereAfterAKill(step: DriveStep, occurrence: Int) throws {
        let home = try DriveHome()
        let device = try home.device("laptop")
        try device.client().refresh()
        let path = device.folder + "-mounted"
        mkdir(path, 0o700)
        let child = try Child(
            "MountCrashDriver", [device.folder, path, "\(home.port)", step.rawValue, "\(occurrence)"])
        #expect(child.firstLine() == path)
        var confirmed: [String: [UInt8]] = [:]
        var attempted: [String: [UInt8]] = [:]
        var random = SeededRandom(seed: UInt64(occurrence))
        for round in 0..<40 where !child.isDead {
            let (name, content) = ("file \(round % 2)", random.block(10_000 + round))
            attempted[name] = content
            guard Self.save(content, as: name, in: path) else { break }
            confirmed[name] = content
            usleep(200_000)
        }
        #expect(child.end() == .killed(shown: nil))
        let mounted = try MountedDevice(device, hubPort: home.port)
        for (name, content) in confirmed {
            let found = try File.read(mounted.file(name))
            #expect(found == content || found == attempted[name], "\(step): \(name)")
        }
        let reader = try home.device("desk")
        for name in confirmed.keys {
            let last = try File.read(mounted.file(name))
            try mounted.eventually("\(step): \(name) is at the hub") {
                try reader.listed().contains(name) && (try? reader.received(name)) == last
            }
        }
        #expect(Set(Folder.names(in: mounted.path)).isSuperset(of: confirmed.keys))
        #expect(Folder.names(in: mounted.path).allSatisfy { !$0.contains("conflict") })
    }
}
