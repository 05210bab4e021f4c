// SPDX-License-Identifier: MIT
internal import Crypto
internal import Dispatch
internal import HubAPI
internal import Wallet

/// News from the hub's event stream.
enum EventNews: Sendable {
    /// The hub is connected, and no event is missed from here on.
    case listening
    case event(HubEvent)
}

/// Listens to the hub on its own thread. Before each attempt it asks the wallet for access; in between, the wallet is
/// free.
struct EventListener: Sendable {
    /// The pause after an answer of the hub that cannot be used, in milliseconds.
    private static let longestPause = 60_000

    let walletService: WalletService
    let bell: EventBell
    let tell: @Sendable (EventNews) -> Void

    /// Listens until the bell ends it, the wallet is closed or its session has ended.
    func run() async {
        let thread = DispatchQueue(label: "satchel.events")
        var watch = EventWatch(random: .system)
        while !bell.isOver {
            let access = await way(checking: watch.needsCheck)
            let before = watch
            let after: EventWatch? = await withCheckedContinuation { continuation in
                thread.async { continuation.resume(returning: attempt(before, access)) }
            }
            guard let after else { return }
            watch = after
        }
    }

    private func way(checking: Bool) async -> Result<EventAccess, any Error> {
        do {
            return .success(try await walletService.eventAccess(checking: checking))
        } catch {
            return .failure(error)
        }
    }

    /// Listens once and waits before the next attempt.
    ///
    /// - Returns: nil when there is no next attempt.
    private func attempt(_ before: EventWatch, _ access: Result<EventAccess, any Error>) -> EventWatch? {
        var watch = before
        bell.answer()
        do {
            let pause = try watch.listen(through: access) {
                bell.isSilent
            } listening: { _ in
                tell(.listening)
            } told: { event in
                guard !bell.isOver else { return false }
                tell(.event(event))
                return true
            }
            bell.wait(milliseconds: pause)
        } catch let error as WalletError where error.code == .stopped || error.code == .notLoggedIn {
            return nil
        } catch {
            bell.wait(milliseconds: Self.longestPause)
        }
        return watch
    }
}
