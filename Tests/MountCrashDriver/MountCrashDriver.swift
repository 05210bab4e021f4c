// SPDX-License-Identifier: MIT
import Crypto
import Drive
import Glibc
import HubAPI
import Synchronization
import Tokens

/// Mounts a drive as `satchel-drive` does, and kills itself at a named step: `MountCrashDriver FOLDER PATH PORT STEP N`.
enum MountCrashDriver {
    private static let seen = Atomic(0)

    static func run(_ words: [String]) {
        guard words.count == 6, let step = DriveStep(rawValue: words[4]), let occurrence = Int(words[5]) else {
            return print("refused usage")
        }
        let (folder, port) = (words[1], words[3])
        let onStep: @Sendable (DriveStep) -> Void = { reached in
            guard reached == step, seen.add(1, ordering: .relaxed).newValue == occurrence else { return }
            kill(getpid(), SIGKILL)
        }
        let clock = Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }
        var settings = MountSettings()
        settings.quietMilliseconds = 50
        settings.feedMilliseconds = 200
        settings.keptBytes = 0
        do {
            let mount = try DriveMount(
                folder: folder, at: words[2], space: nil, settings: settings, address: { ("127.0.0.1", port) },
                makeClient: {
                    let store = try DriveStore(folder: folder)
                    let account = HubAccount(folder: folder, store: store, clock: clock) { onStep($0) }
                    return DriveClient(
                        folder: folder, store: store, server: HubFileServer(account: account),
                        environment: DriveEnvironment(
                            clock: clock, random: .system, device: "laptop", onStep: { onStep($0) }))
                })
            print("ready \(words[2])")
            fflush(nil)
            try mount.run()
            print("shown ended")
        } catch {
            print("refused \(error)")
        }
    }
}
