// SPDX-License-Identifier: MIT
internal import Tokens
internal import Wallet

extension WalletSession {
    /// Syncs when it is due. Call it regularly while the wallet is open.
    ///
    /// As background work, any other work cancels it. It updates only what has changed on the screen.
    ///
    /// - Parameter unused: seconds since the last user action.
    package func syncIfDue(unused: UInt64) async {
        guard case .loggedIn = account, line != .syncing, !isSyncingIdly,
            rhythm.isDue(at: dependencies.clock.now().seconds, unused: unused)
        else { return }
        isSyncingIdly = true
        defer { isSyncingIdly = false }
        let isHurried = rhythm.begin()
        do {
            let (report, quality, wasCut) = try await walletService.sync(everything: false, isIdle: true)
            rhythm.synced(
                at: dependencies.clock.now().seconds, isReached: wasCut || report.failure?.code != .hubUnreachable)
            // A cancelled sync says nothing about the hub.
            if !wasCut { note(report, quality) }
            if wasCut, isHurried { rhythm.hurry() }
        } catch {
            rhythm.synced(at: dependencies.clock.now().seconds, isReached: false)
        }
        // Balances depend on the time too, so they are read even when nothing was stored.
        await load()
        await caughtUp()
    }

    /// Follows the system's network until the task is cancelled. When it changes, everything queued is sent.
    package func followNetwork() async {
        for await _ in dependencies.networkChanges() {
            // A network comes up in several steps.
            do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
            networkChanged()
            await syncIfDue(unused: 0)
        }
    }

    /// The network has changed: a sync is due now.
    package func networkChanged() {
        rhythm.networkChanged()
        eventBell?.ring()
    }
}
