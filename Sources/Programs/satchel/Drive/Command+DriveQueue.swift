// SPDX-License-Identifier: MIT
import Bytes
import Drive
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let clear = Option("clear", "Forget what has failed.")
}

extension Command {
    static let driveQueue: [Command] = [
        Command(
            "status", "Show whether the folder works, what waits and what has failed, and why.", options: [.clear]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let store = drive.client.store
            let (waiting, failed) = (try store.tasks(.waiting), try store.tasks(.failed))
            let (allWaiting, allFailed) = (try store.count(.waiting), try store.count(.failed))
            if invocation.has(.clear) {
                for task in failed { _ = try store.forget(task.id) }
            }
            let (path, health) = try drive.mount()
            if invocation.wantsJSON {
                return invocation.console.print([
                    "mount": DriveWords.json(path, health),
                    "loggedIn": .bool(drive.account.isLoggedIn), "username": .string(try drive.account.username),
                    "hub": .string(try drive.account.url), "waiting": .number(Int64(allWaiting)),
                    "failed": .number(Int64(allFailed)),
                    "tasks": .array((waiting + failed).map(DriveWords.json)),
                ])
            }
            let who = try drive.account.username.map { "\($0) at \(try drive.account.url ?? "")" }
            invocation.console.print(
                drive.account.isLoggedIn
                    ? "Logged in as \(who ?? "")." : "Not logged in. Log in: satchel drive login")
            for line in DriveWords.lines(path, health) { invocation.console.print(line) }
            for task in waiting + failed { invocation.console.print(try DriveWords.line(task, in: drive.client)) }
            invocation.console.print("\(allWaiting) waiting, \(allFailed) failed.")
        },
        Command(
            "drain", "Do all that waits.",
            discussion: "Tries also what would be tried again later. Run it after a break, or from a timer."
        ) { invocation in
            let drive = try DriveContext(invocation)
            let waiting = try drive.allWaiting()
            try drive.execute(waiting)
            if waiting.isEmpty, !invocation.wantsJSON { invocation.console.print("Nothing waits.") }
        },
    ]
}

extension DriveContext {
    /// Where the drive is mounted, and whether that works; nil when no process answers for it.
    fileprivate func mount() throws -> (path: String?, health: MountHealth?) {
        let folder = home.folder + "/drive"
        let path = DriveMount.place(of: folder)
        return (path, try path == nil ? nil : DriveMount.health(of: folder))
    }

    fileprivate func allWaiting() throws -> [Int64] {
        var ids: [Int64] = []
        while case let page = try client.store.tasks(.waiting, after: ids.last ?? 0), !page.isEmpty {
            ids += page.map(\.id)
        }
        return ids
    }
}
