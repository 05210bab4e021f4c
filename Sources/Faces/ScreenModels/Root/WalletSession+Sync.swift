// SPDX-License-Identifier: MIT
internal import Tokens
internal import Wallet

extension WalletSession {
    /// Syncs when its time has come; to be called now and then while the wallet is open.
    ///
    /// Nobody asked for it: it gives way to whoever wants the wallet, and changes nothing on the screen but what has changed.
    ///
    /// - Parameter unused: seconds since somebody used the app.
    package func syncIfDue(unused: UInt64) async {
        guard case .loggedIn = account, line != .syncing, !isSyncingIdly,
            rhythm.isDue(at: surroundings.clock.now().seconds, unused: unused)
        else { return }
        isSyncingIdly = true
        defer { isSyncingIdly = false }
        let isHurried = rhythm.begin()
        do {
            let (report, quality, wasCut) = try await custodian.sync(everything: false, isIdle: true)
            rhythm.synced(
                at: surroundings.clock.now().seconds, isReached: wasCut || report.failure?.code != .hubUnreachable)
            // What was cut short says nothing about the hub.
            if !wasCut { note(report, quality) }
            if wasCut, isHurried { rhythm.hurry() }
        } catch {
            rhythm.synced(at: surroundings.clock.now().seconds, isReached: false)
        }
        await refresh(isIdle: true)
    }

    /// Follows the machine's network until the task is cancelled: as soon as it is another one, everything waiting goes out.
    package func followNetwork() async {
        for await _ in surroundings.networkChanges() {
            // A network comes up in many steps.
            do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
            networkChanged()
            await syncIfDue(unused: 0)
        }
    }

    /// The network is another one: the next time is now.
    package func networkChanged() {
        rhythm.networkChanged()
        eventBell?.ring()
    }
}
