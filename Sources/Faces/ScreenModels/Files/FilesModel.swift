// SPDX-License-Identifier: MIT
internal import Drive
internal import FileModel
package import HubAPI
internal import Observation
package import Tokens

/// The hub's files: the session for them, the spaces, and what is sent and received.
///
///     loading ──▶ noAccount | loggedOut ──log in──▶ open
///                                  ▲──log out, or the session's end──┘
@Observable @MainActor
package final class FilesModel: BusyModel {
    package enum Stage: Equatable, Sendable {
        case loading
        /// The wallet has no account at a hub.
        case noAccount
        /// With the username that the log-in is for.
        case loggedOut(username: String)
        /// The hub does not know of files.
        case unsupported
        /// What is known of the own space can be shown.
        case open(FileSpace)
        case failed(UserMessage)
    }

    package private(set) var stage = Stage.loading
    /// Why the list is not the hub's of now; nil while it is.
    package private(set) var offline: UserMessage?
    /// When the list was last the hub's; nil for never.
    package private(set) var refreshed: Timestamp?
    /// Everything of the queue, the latest first.
    package private(set) var transfers: LoadState<[FileTransfer]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var password = ""
    package var code = ""
    /// Whether the account has a second factor, so that a code is needed too.
    package private(set) var wantsCode = false
    package let session: WalletSession
    private var isUnsupported = false

    @ObservationIgnored private let reads = NewestRead()

    /// How often the hub is asked while files are on the screen.
    private nonisolated static let rhythm = Duration.seconds(15)
    /// So many tasks of each state are listed.
    private nonisolated static let maximumTransfers = 200

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.files, .transfers, .account], by: self) { await $0.read() }
    }

    // MARK: - Reading

    /// Shows what this device knows; uses no network.
    package func read() async {
        let read = reads.begin()
        let next: Stage
        do {
            let account = try await session.files.session()
            if account.isLoggedIn {
                let known = try await session.files.use { client -> (FileSpace, UInt64?)? in
                    guard let space = try client.store.spaces().first else { return nil }
                    return (space, try client.store.refreshed(space.id))
                }
                let rows = try await readTransfers()
                guard reads.isNewest(read) else { return await reads.newest() }
                transfers = LoadState(rows)
                refreshed = known?.1.map(Timestamp.init(seconds:))
                next =
                    known.map { Stage.open($0.0) }
                    ?? (isUnsupported ? .unsupported : offline.map(Stage.failed) ?? .loading)
            } else if let username = account.username ?? session.account.username, session.hub != nil {
                next = .loggedOut(username: username)
            } else {
                next = session.account == .unknown ? .loading : .noAccount
            }
        } catch {
            next = .failed(UserMessage(error))
        }
        guard reads.isNewest(read) else { return await reads.newest() }
        if next != stage { stage = next }
        reads.end(read)
    }

    private func readTransfers() async throws -> [FileTransfer] {
        let percents = session.files.progress.all
        return try await session.files.use { client in
            let tasks =
                try client.store.tasks(.waiting, limit: Self.maximumTransfers)
                + [.failed, .done].flatMap { try client.store.latestTasks($0, limit: Self.maximumTransfers) }
            return try tasks.sorted { $0.id > $1.id }.map { task in
                let name = try client.store.item(task.job.item)?.name?.name.description
                return FileTransfer(task, name: name, percent: percents[task.id])
            }
        }
    }

    /// The transfers that are not over.
    package var pending: [FileTransfer] { transfers.items.filter { !$0.isOver } }
    /// What the user must decide about.
    package var failed: [FileTransfer] {
        transfers.items.filter { if case .failed = $0.state { true } else { false } }
    }

    // MARK: - Asking

    /// Shows what is known, then asks the hub what has changed.
    package func load() async {
        await read()
        await ask()
    }

    /// Asks the hub, as often as is useful while files are on the screen.
    package func follow() async {
        while !Task.isCancelled {
            await load()
            // Safe: a sleep only throws when the screen has gone, and then the loop ends.
            try? await Task.sleep(for: Self.rhythm)
        }
    }

    package func ask() async {
        switch stage {
        case .noAccount, .loggedOut: return
        case .loading, .unsupported, .open, .failed: break
        }
        do {
            try await session.files.ask()
            (offline, isUnsupported) = (nil, false)
        } catch {
            isUnsupported = (error as? DriveError)?.reason == .notFound
            let next = UserMessage(error)
            if next != offline { offline = next }
        }
        await session.caughtUp()
        await read()
    }

    /// Sends and receives what waits.
    ///
    /// - Parameter isRequested: also what is to be tried later.
    package func transfer(isRequested: Bool = true) async {
        do {
            try await session.files.transfer(isRequested: isRequested)
        } catch {
            refusal = UserMessage(error)
        }
        await session.caughtUp()
        await read()
    }

    /// Forgets a transfer that is over.
    package func forget(_ transfer: FileTransfer) async {
        await attempt { _ = try await self.session.files.use { try $0.store.forget(transfer.id) } }
        await session.caughtUp()
    }

    // MARK: - The session

    package var canLogIn: Bool { !isBusy && !password.isEmpty && (!wantsCode || !code.trimmed.isEmpty) }

    /// Begins the session for files with the account's password.
    package func logIn() async {
        guard canLogIn, case .loggedOut(let username) = stage, let hub = session.hub else { return }
        let (password, code) = (password, code.trimmed)
        self.code = ""
        let isDone = await attempt {
            do {
                try await self.session.files.logIn(
                    to: hub, username: username, password: password, code: code.isEmpty ? nil : code)
            } catch is CodeWanted {
                self.wantsCode = true
            }
        }
        guard isDone, !(wantsCode && code.isEmpty) else { return }
        (self.password, wantsCode, offline) = ("", false, nil)
        await load()
    }

    /// Ends the session for files. What waits stays on this device.
    package func logOut() async {
        await attempt { try await self.session.files.logOut() }
        await read()
    }
}
