// SPDX-License-Identifier: MIT
import Cards
import Pocket
import Terminal
import Wallet

/// Photos that cards name and that are missing or damaged: a backup cannot hold them, so it says which.
struct LostFiles {
    private let lost: [CardCase.LostFile]
    private let problem: String?

    /// Looks at every photo of the cards in a wallet. What hinders the look is a sentence too: the backup, or what was
    /// restored, is good without it.
    init(of wallet: Wallet, _ invocation: Invocation) {
        do {
            lost = try CardDesk(invocation, of: wallet).cards.lostFiles()
            problem = nil
        } catch {
            lost = []
            problem = "Whether all photos of cards are there is not known: \(WalletProgram.explain(error).message)"
        }
    }

    /// A sentence for each, after the one that says how many there are; none when all are there.
    var sentences: [String] {
        if let problem { return [problem] }
        guard !lost.isEmpty else { return [] }
        return [lost.count == 1 ? "1 photo of the cards is lost:" : "\(lost.count) photos of the cards are lost:"]
            + lost.map { "\($0.photo.map { "photo \($0)" } ?? "the pass") of \($0.card.named): \($0.reason)" }
    }

    var json: JSON {
        .array(
            lost.map {
                [
                    "card": .text($0.card.id.text), "store": .text($0.card.store),
                    "photo": $0.photo.map { .integer(Int64($0)) } ?? .null, "reason": .text($0.reason),
                ]
            })
    }
}
