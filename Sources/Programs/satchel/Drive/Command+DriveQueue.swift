// SPDX-License-Identifier: MIT
import Drive
import HubAPI
import Terminal

extension Option {
    fileprivate static let clear = Option("clear", "Forget what has failed.")
}

extension Command {
    static let driveQueue: [Command] = [
        Command(
            "status", "Show what waits and what has failed, and why.", options: [.clear]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let store = drive.client.store
            let (waiting, failed) = (try store.tasks(.waiting), try store.tasks(.failed))
            let (allWaiting, allFailed) = (try store.count(.waiting), try store.count(.failed))
            if invocation.has(.clear) {
                for task in failed { _ = try store.forget(task.id) }
            }
            if invocation.wantsJSON {
                return invocation.console.print([
                    "loggedIn": .bool(drive.account.isLoggedIn), "username": .text(try drive.account.username),
                    "hub": .text(try drive.account.hub?.url), "waiting": .integer(Int64(allWaiting)),
                    "failed": .integer(Int64(allFailed)),
                    "tasks": .array((waiting + failed).map(DriveWords.json)),
                ])
            }
            let who = try drive.account.username.map { "\($0) at \(try drive.account.hub?.url ?? "")" }
            invocation.console.print(
                drive.account.isLoggedIn
                    ? "Logged in as \(who ?? "")." : "Not logged in. Log in: satchel drive login")
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
    fileprivate func allWaiting() throws -> [Int64] {
        var ids: [Int64] = []
        while case let page = try client.store.tasks(.waiting, after: ids.last ?? 0), !page.isEmpty {
            ids += page.map(\.id)
        }
        return ids
    }
}
