// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Drive
import FileModel
import Glibc
import HubAPI
import Logging
import Synchronization
import Terminal
import Tokens
import Wallet

/// Opens the drive beside a wallet's folder: its own session, its own store, no passphrase.
struct DriveContext {
    let invocation: Invocation
    let home: WalletHome
    let account: DriveAccount
    let client: DriveClient
    private let progress: DriveProgress

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let context = try CommandContext(invocation)
        // The demo's hub has no file service, and a mounted folder would outlive the demo.
        try context.refuseInDemo()
        home = context.home
        let folder = home.folder + "/drive"
        let store = try DriveStore(folder: folder)
        let account = try DriveAccount(folder: folder, store: store, clock: WalletHome.clock)
        let progress = DriveProgress(invocation)
        self.account = account
        self.progress = progress
        let makeHubWorker: DriveClient.WorkerSource = {
            let store = try DriveStore(folder: folder)
            let account = HubAccount(folder: folder, store: store, clock: WalletHome.clock) { _ in }
            return (store, HubFileServer(account: account))
        }
        client = DriveClient(
            folder: folder, store: store,
            server: try account.makeServer(folder: folder, clock: WalletHome.clock, random: .system),
            environment: DriveEnvironment(
                clock: WalletHome.clock, random: .system, device: try account.device ?? WalletHome.deviceName,
                onProgress: { progress.show($0, $1, $2) }),
            makeWorker: account.hub == nil ? nil : makeHubWorker)
    }

    /// - Throws: ``Failure`` for a drive at a BaluHost.
    func hubAccount() throws -> HubAccount {
        guard let hub = account.hub else {
            throw Failure(
                .failed,
                "This drive is at a BaluHost, which has no such thing for this program: no links, shared spaces or passwords for programs. Use its own pages.",
                showsUsage: false)
        }
        return hub
    }

    func hubServer() throws -> HubFileServer { HubFileServer(account: try hubAccount()) }

    /// Removes the session and the tunnel's key from the disk, and ends the session at the hub if that can be reached. Erasing a
    /// wallet leaves no secret behind; the queue and what is known of the files stay.
    static func endSession(besideWallet folder: String) throws {
        try TunnelFile(besideWallet: folder).remove()
        let folder = folder + "/drive"
        guard ["/session", "/baluhost-session"].contains(where: { access(folder + $0, F_OK) == 0 }) else { return }
        let account = try DriveAccount(
            folder: folder, store: DriveStore(folder: folder), clock: WalletHome.clock)
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
        guard let slash = path.lastIndex(of: "/") else { throw Failure(.usage, "'\(text)' is not a path.") }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), try FileName(String(path[path.index(after: slash)...])))
    }

    // MARK: - Doing

    /// Takes the line with the progress away.
    func clearProgress() { progress.clear() }

    /// Executes the queue and says what has become of the tasks of this command.
    ///
    /// - Throws: ``Failure`` with `.kept` when one of them waits, with `.failed` when one has failed.
    func execute(_ ids: [Int64], excluded: [FilePath] = []) throws {
        let report = try client.drain(isRequested: true)
        clearProgress()
        let tasks = try ids.compactMap { try client.store.task($0) }
        try invocation.log().note(
            report, done: tasks.count { $0.state == .done }, failed: tasks.count { $0.state == .failed })
        if invocation.wantsJSON {
            invocation.console.print([
                "done": .number(Int64(tasks.count { $0.state == .done })),
                "waiting": .number(Int64(tasks.count { $0.state == .waiting })),
                "failed": .number(Int64(tasks.count { $0.state == .failed })),
                "excluded": .array(excluded.map { .string($0.description) }),
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

    func requireDone(_ tasks: [DriveTask], _ report: DrainReport) throws {
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

/// How far the transfers are, on a terminal. Several threads tell of theirs.
final class DriveProgress: Sendable {
    private struct State {
        var line: ProgressLine
        var transfers: [Int64: (done: UInt64, total: UInt64)] = [:]
        /// Not each piece is shown: the terminal would be slower than the network.
        var shown: (percent: UInt64, files: Int) = (0, 0)
    }

    private let state: Mutex<State>

    init(_ invocation: Invocation) { state = Mutex(State(line: invocation.console.progress())) }

    func show(_ task: Int64, _ done: UInt64, _ total: UInt64) {
        state.withLock { state in
            state.transfers[task] = done < total ? (done, total) : nil
            let running = state.transfers.values
            let (sum, all) =
                running.isEmpty ? (done, total) : running.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.total) }
            let percent = all == 0 ? 100 : min(100, sum * 100 / all)
            guard state.shown != (percent, running.count) else { return }
            state.shown = (percent, running.count)
            let files = running.count > 1 ? ", \(running.count) files" : ""
            state.line.show("\(DriveWords.size(sum)) of \(DriveWords.size(all)), \(percent) %\(files)")
        }
    }

    func clear() { state.withLock { $0.line.clear() } }
}

extension Option {
    static let space = Option(
        "space", value: "name", "Name or id of a space. Default: your own. See: satchel drive spaces")
}
