// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Wallet

extension WalletSession {
    /// The most events that wait for the screen. The newest are kept, because one sync covers any number.
    private static let longestQueue = 256
    /// The pause between two syncs caused by events.
    private static let rest = Duration.seconds(2)

    /// Follows the account's events at the hub, until the task is cancelled, the wallet is closed or no account is
    /// logged in.
    ///
    /// Call it again for another account. Each event starts a background sync, so that the screen shows the hub's
    /// state. While the hub cannot be reached, it waits without an error.
    package func followEvents() async {
        eventBell?.end()
        guard case .loggedIn = account else { return }
        let bell = EventBell()
        eventBell = bell
        let (news, teller) = AsyncStream.makeStream(
            of: EventNews.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
        let (calls, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = EventListener(walletService: walletService, bell: bell) { teller.yield($0) }
        await withTaskCancellationHandler {
            async let listening: Void = {
                await listener.run()
                teller.finish()
            }()
            async let looking: Void = look(at: calls, bell)
            for await piece in news where !bell.isOver {
                if take(piece) { caller.yield() }
            }
            caller.finish()
            _ = await (listening, looking)
        } onCancel: {
            bell.end()
        }
        // Another account's events may be heard already.
        if eventBell === bell { hears(false) }
        // A session that the hub has ended is gone from the store.
        if !bell.isOver { await caughtUp() }
    }

    /// The wallet closes; no further events are read, and the store is not followed any more.
    package func stopFollowing() {
        eventBell?.end()
        feed.stop()
    }

    /// - Returns: whether to sync.
    private func take(_ news: EventNews) -> Bool {
        switch news {
        case .listening:
            hears(true)
            // The hub is reachable again.
            guard line == .unreachable else { return false }
        case .event(let event):
            told(event)
            noteNews()
            // Where no money moved, a sync would find nothing.
            guard event.transaction != nil else { return false }
        }
        rhythm.hurry()
        return true
    }

    /// Combines several calls at the same time into one.
    private func look(at calls: AsyncStream<Void>, _ bell: EventBell) async {
        for await _ in calls where !bell.isOver {
            await syncIfDue(unused: 0)
            // Safe: a sleep throws only when the task is cancelled, and then the calls end.
            try? await Task.sleep(for: Self.rest)
        }
    }
}
