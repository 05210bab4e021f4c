// SPDX-License-Identifier: MIT
import Bytes
import Cards
import CardStore
import Terminal
import Wallet

/// Missing or damaged photos of cards. A backup cannot contain them, so the command reports them.
struct LostFiles {
    private let lost: [CardLibrary.LostFile]
    private let problem: String?

    /// Checks every photo of the cards in a wallet. If the check fails, the failure is a sentence of the report,
    /// because the backup or the restored wallet is still valid.
    init(of wallet: Wallet, _ invocation: Invocation) {
        do {
            lost = try CardContext(invocation, of: wallet).cards.lostFiles()
            problem = nil
        } catch {
            lost = []
            problem = "Could not check the photos of cards: \(WalletProgram.explain(error).message)"
        }
    }

    /// The number of lost files, then a sentence for each; empty when none is lost.
    var sentences: [String] {
        if let problem { return [problem] }
        guard !lost.isEmpty else { return [] }
        return [lost.count == 1 ? "1 card photo is lost:" : "\(lost.count) card photos are lost:"]
            + lost.map { "\($0.photo.map { "photo \($0)" } ?? "the pass") of \($0.card.named): \($0.reason)" }
    }

    var json: JSONValue {
        .array(
            lost.map {
                [
                    "card": .string($0.card.id.text), "store": .string($0.card.store),
                    "photo": $0.photo.map { .number(Int64($0)) } ?? .null, "code": .string($0.remark.code),
                ]
            })
    }
}
