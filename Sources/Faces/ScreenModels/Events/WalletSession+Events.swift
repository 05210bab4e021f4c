// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Wallet

extension WalletSession {
    /// Events that wait for the screen, at most; the newest are kept, and one look at the hub makes up for any number.
    private static let longestQueue = 256
    /// Between two looks at the hub because of events.
    private static let rest = Duration.seconds(2)

    /// Follows what the hub tells of the account, until the task is cancelled, the wallet is closed or nobody is logged in.
    ///
    /// To be called again for another account. Each event brings wallet and hub together at once, by a sync that gives way
    /// to anybody, so that what is on the screen is what the hub has; a hub that is away is waited for in silence.
    package func followEvents() async {
        stopFollowing()
        guard case .loggedIn = account else { return }
        let bell = EventBell()
        eventBell = bell
        let (news, teller) = AsyncStream.makeStream(
            of: EventNews.self, bufferingPolicy: .bufferingNewest(Self.longestQueue))
        let (calls, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listener = EventListener(custodian: custodian, bell: bell) { teller.yield($0) }
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
        // The hub may have ended the session; then the screen says so.
        if !bell.isOver { await refresh(isIdle: true) }
    }

    /// The wallet closes: nothing is heard any more.
    package func stopFollowing() { eventBell?.end() }

    /// - Returns: whether wallet and hub are to be brought together.
    private func take(_ news: EventNews) -> Bool {
        switch news {
        case .listening:
            // A hub that was away is back.
            guard line == .unreachable else { return false }
        case .event(let event):
            told(event)
            guard event.transaction != nil else {
                // No money moved, so a sync would find nothing; lists at the hub look again.
                noteChange()
                return false
            }
        }
        rhythm.hurry()
        return true
    }

    /// Several calls that come together are one.
    private func look(at calls: AsyncStream<Void>, _ bell: EventBell) async {
        for await _ in calls where !bell.isOver {
            await syncIfDue(unused: 0)
            // Safe: a sleep only throws when the task is cancelled, and then the calls end.
            try? await Task.sleep(for: Self.rest)
        }
    }
}
