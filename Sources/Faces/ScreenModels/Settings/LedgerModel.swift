// SPDX-License-Identifier: MIT
internal import Bytes
internal import Observation
package import Tokens
package import Wallet

/// The states of the hub's ledger that this wallet has seen, and the handling of a contradicting one.
///
///     follows ─the hub shows one that does not continue it─▶ contradicted ─accept, or the hub's own again─▶ follows
@Observable @MainActor
package final class LedgerModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The newest state that the hub has signed for this wallet; nil before the first sync.
    package private(set) var newest: LedgerHead?
    /// Signed states that contradict each other, the newest last: evidence.
    package private(set) var contradictions: [LedgerFork] = []
    package let session: WalletSession

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.account], by: self) { model in
            // Safe: the last known states stay; the next use of the wallet meets the error again, and shows it.
            try? await model.read()
        }
    }

    package func load() async { await attempt { try await self.read() } }

    /// Asks the hub whether its ledger continues the last seen state, as each sync does.
    package func check() async {
        await attempt { try await self.session.walletService.ask { try $0.checkLedger() } }
        await readAgain()
    }

    /// Accepts the hub's current state, after its operator has explained the contradiction; the evidence stays.
    package func accept() async {
        guard !contradictions.isEmpty else { return }
        let isAccepted = await attempt { try await self.session.walletService.use { try $0.acceptLedger() } }
        await readAgain()
        if isAccepted { await session.sync() }
    }

    /// A short form of a state for comparison by eye: the beginning of its root.
    package static func fingerprint(of head: LedgerHead) -> String {
        let digits = Array(Hex.encode(Array(head.root.prefix(8))))
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: " ")
    }

    /// The signed states as text that anyone can check: `satchel ledger check` takes each line.
    package var evidence: [UInt8] {
        let heads = contradictions.flatMap { [$0.before, $0.after] }
        return Array(heads.map { Hex.encode($0.encoded) + "\n" }.joined().utf8)
    }

    /// The known states are shown even after a refusal.
    private func readAgain() async {
        let before = refusal
        await attempt { try await self.read() }
        refusal = before ?? refusal
    }

    private func read() async throws {
        (newest, contradictions) = try await session.walletService.use { wallet in
            let known = try wallet.ledger()
            return (known.newest, known.forks)
        }
    }
}
