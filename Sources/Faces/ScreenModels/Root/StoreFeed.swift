// SPDX-License-Identifier: MIT
internal import CardStore
internal import Coins
internal import Drive
internal import Synchronization
internal import Vault
internal import Wallet

/// The kinds of stored rows that screens show.
enum StoredKind: Hashable, Sendable, CaseIterable {
    /// Everything that balances are computed from.
    case money
    /// The lines of the wallet's history.
    case history
    /// The hub, the session, and the settings.
    case account
    /// Cached answers of the hub.
    case answers
    case coins
    case cards
    /// The hub's files, as this device knows them.
    case files
    /// What is sent and received, and how far it is.
    case transfers

    /// The kinds that a commit may have changed.
    static func changed(by change: SealedStoreChange) -> Set<StoredKind> {
        var kinds = Set(WalletRows.changed(by: change).map(StoredKind.init))
        if CoinWallet.isConcerned(by: change) { kinds.insert(.coins) }
        if CardLibrary.isConcerned(by: change) { kinds.insert(.cards) }
        return kinds
    }

    init(_ rows: DriveRows) {
        self =
            switch rows {
            case .files: .files
            case .tasks: .transfers
            }
    }

    private init(_ rows: WalletRows) {
        self =
            switch rows {
            case .money: .money
            case .history: .history
            case .account: .account
            case .answers: .answers
            }
    }
}

/// Carries the notes of changes from the wallet's thread to the screens.
final class StoreMailbox: Sendable {
    private struct State {
        var kinds: Set<StoredKind> = []
        var count = 0
        var bell: AsyncStream<Void>.Continuation?
        /// Whether a look for commits of other processes is on its way.
        var isLooking = false
    }

    private let state = Mutex(State())

    /// How many notes were posted.
    var count: Int { state.withLock { $0.count } }

    func post(_ kinds: Set<StoredKind>) {
        guard !kinds.isEmpty else { return }
        state.withLock { state in
            state.kinds.formUnion(kinds)
            state.count += 1
            state.bell?.yield()
        }
    }

    /// Takes the kinds that changed since the last call.
    func take() -> Set<StoredKind> {
        state.withLock { state in
            defer { state.kinds = [] }
            return state.kinds
        }
    }

    /// Returns whether a look for commits of other processes is to begin: one covers all reports before it.
    func beginLook() -> Bool {
        state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
    }

    func endLook() { state.withLock { $0.isLooking = false } }

    /// Rings after each note. It ends the stream of an earlier call.
    func bell() -> AsyncStream<Void> {
        let (bells, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let former = state.withLock { state in
            defer { (state.bell, state.kinds) = (bell, []) }
            return state.bell
        }
        former?.finish()
        return bells
    }
}

/// Keeps the models of an open wallet equal to its store: after a commit, each model reads again what it shows of the
/// changed kinds. Decision 0094
@MainActor
final class StoreFeed {
    private struct Follower {
        let kinds: Set<StoredKind>
        /// Nil once the model is gone.
        let model: @MainActor () -> AnyObject?
        let read: @MainActor () async -> Void
    }

    private let mailbox: StoreMailbox
    private var followers: [Follower] = []
    private var round: Task<Void, Never>?
    private var listening: Task<Void, Never>?

    init(_ mailbox: StoreMailbox) { self.mailbox = mailbox }

    /// How many notes there were so far.
    var position: Int { mailbox.count }

    /// Calls `read` after each commit that may have changed one of these kinds, as long as the model lives. A model
    /// that follows already is not added again.
    ///
    /// - Parameter read: reads the store only; it neither asks a network nor waits for ``caughtUp()``.
    func follow<Model: AnyObject>(
        _ kinds: Set<StoredKind>, by model: Model, _ read: @escaping @MainActor (Model) async -> Void
    ) {
        followers.removeAll { $0.model() == nil }
        guard !followers.contains(where: { $0.model() === model }) else { return }
        followers.append(
            Follower(kinds: kinds) { [weak model] in
                model
            } read: { [weak model] in
                if let model { await read(model) }
            })
    }

    /// Follows the store until ``stop()``.
    func begin() {
        let bells = mailbox.bell()
        listening = Task { [weak self] in
            for await _ in bells { await self?.caughtUp() }
        }
    }

    func stop() { listening?.cancel() }

    /// Waits until the models show everything that the store held at the call.
    func caughtUp() async {
        while true {
            if let round {
                await round.value
                continue
            }
            let kinds = mailbox.take()
            guard !kinds.isEmpty else { return }
            round = Task {
                await tell(kinds)
                round = nil
            }
        }
    }

    private func tell(_ kinds: Set<StoredKind>) async {
        // Reading for the screen never cuts other work of the wallet short.
        await WalletService.$isShowing.withValue(true) {
            for follower in followers where !follower.kinds.isDisjoint(with: kinds) { await follower.read() }
        }
    }
}
