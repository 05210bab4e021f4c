// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HubAPI
import Terminal
import Tokens
import Wallet

/// Opens the drive beside a wallet's folder: its own session, its own store, no passphrase.
struct DriveContext {
    let invocation: Invocation
    let home: WalletHome
    let account: HubAccount
    let client: DriveClient
    private let progress: DriveProgress

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        home = try CommandContext(invocation).home
        let folder = home.folder + "/drive"
        let store = try DriveStore(folder: folder)
        let account = HubAccount(folder: folder, store: store, clock: WalletHome.clock) { _ in }
        let progress = DriveProgress(invocation, store)
        self.account = account
        self.progress = progress
        client = DriveClient(
            folder: folder, store: store, server: HubFileServer(account: account),
            environment: DriveEnvironment(
                clock: WalletHome.clock, random: .system, device: try account.device ?? WalletHome.deviceName,
                onProgress: { progress.show($0, $1, $2) }))
    }

    /// Removes the session of the drive from the disk, and ends it at the hub if that can be reached. Erasing a
    /// wallet leaves no secret behind; the queue and what is known of the files stay.
    static func endSession(besideWallet folder: String) throws {
        let folder = folder + "/drive"
        guard access(folder + "/session", F_OK) == 0 else { return }
        let account = HubAccount(folder: folder, store: try DriveStore(folder: folder), clock: WalletHome.clock) { _ in
        }
        _ = try account.logOut()
    }

    // MARK: - Knowing

    /// Asks the server what has changed; without it, what this device knows has to do.
    ///
    /// - Returns: why it could not be asked.
    /// - Throws: ``DriveError`` when nothing is known either.
    func refresh() throws -> DriveError? {
        do {
            try client.refresh()
            return nil
        } catch let error as DriveError where error.reason.isPassing {
            guard try !client.store.spaces().isEmpty else { throw error }
            return error
        }
    }

    func space() throws -> FileSpace { try client.space(named: invocation.value(.space)) }

    /// The end of an answer that is not the server's of now.
    func age(of space: FileSpace, _ offline: DriveError?) throws -> String? {
        guard let offline else { return nil }
        let time = try client.store.refreshed(space.id).map { "of \(Timestamp(seconds: $0))" } ?? "incomplete"
        return "This is what the device knows (\(time)). \(offline.message)"
    }

    /// A path at the server, such as `/Photos/cat.jpg`.
    static func path(_ text: String) throws -> FilePath {
        try FilePath(text.split(separator: "/").map { try FileName(String($0)) })
    }

    /// What stands in a folder of this device: the folder and the name.
    static func local(_ text: String) throws -> (folder: String, name: FileName) {
        let path = WalletHome.absolute(text)
        guard let slash = path.lastIndex(of: "/") else { throw Failure(.usage, "'\(text)' is no path.") }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), try FileName(String(path[path.index(after: slash)...])))
    }

    // MARK: - Doing

    /// Executes the queue and says what has become of the tasks of this command.
    ///
    /// - Throws: ``Failure`` with `.kept` when one of them waits, with `.failed` when one has failed.
    func execute(_ ids: [Int64], excluded: [FilePath] = []) throws {
        let report = try client.drain(isWish: true)
        progress.clear()
        let tasks = try ids.compactMap { try client.store.task($0) }
        if invocation.wantsJSON {
            invocation.console.print([
                "done": .integer(Int64(tasks.count { $0.state == .done })),
                "waiting": .integer(Int64(tasks.count { $0.state == .waiting })),
                "failed": .integer(Int64(tasks.count { $0.state == .failed })),
                "excluded": .array(excluded.map { .text($0.description) }),
                "tasks": .array(tasks.map(DriveWords.json)),
            ])
        } else {
            for task in tasks { invocation.console.print(try DriveWords.line(task, in: client)) }
            for path in excluded {
                invocation.console.print("left out: \(path) (a link, a device or a mounted folder)")
            }
        }
        try requireDone(tasks, report)
    }

    func requireDone(_ tasks: [DriveTask], _ report: DriveClient.DrainReport) throws {
        let waiting = tasks.filter { $0.state == .waiting }
        let failed = tasks.count { $0.state == .failed }
        if failed > 0 {
            throw Failure(.failed, "\(failed) of \(tasks.count) failed. See: satchel drive status", showsUsage: false)
        }
        guard let first = waiting.first else { return }
        let reason =
            report.isElsewhere
            ? "Another process is working on it." : first.message ?? report.stop?.message ?? "It waits for its turn."
        throw Failure(
            .kept, "\(waiting.count) of \(tasks.count) waiting: \(reason) Try again: satchel drive drain",
            showsUsage: false)
    }
}

/// How far a transfer is, on a terminal; the class is there because the drive calls it from within.
final class DriveProgress {
    private var line: ProgressLine
    private let store: DriveStore
    private var shown: (task: Int64, percent: UInt64) = (0, 0)

    init(_ invocation: Invocation, _ store: DriveStore) {
        line = invocation.console.progress()
        self.store = store
    }

    func show(_ task: Int64, _ done: UInt64, _ total: UInt64) {
        let percent = total == 0 ? 100 : min(100, done * 100 / max(1, total))
        guard shown != (task, percent) else { return }
        shown = (task, percent)
        line.show("\(DriveWords.size(done)) of \(DriveWords.size(total)), \(percent) %")
    }

    func clear() { line.clear() }
}

extension Option {
    static let space = Option(
        "space", value: "name", "Name or id of a space. Default: your own. See: satchel drive spaces")
}
