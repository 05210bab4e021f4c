// SPDX-License-Identifier: MIT
package import Chains
internal import Coins
internal import Observation

/// Verifies that the owner of an address signed a text. It contacts no server and needs no account.
@Observable @MainActor
package final class CoinVerifyModel {
    package enum Verdict: Hashable, Sendable {
        case unknown
        case signedBy(String)
        case notSignedBy(String)
    }

    package private(set) var verdict = Verdict.unknown
    package private(set) var refusal: UserMessage?
    package var network = Network.bitcoin { didSet { forget() } }
    package var address = "" { didSet { forget() } }
    package var text = "" { didSet { forget() } }
    package var signature = "" { didSet { forget() } }
    /// Whether the text is typed data as JSON. Ethereum, EIP-712
    package var isTyped = false { didSet { forget() } }
    package let session: WalletSession

    package init(_ session: WalletSession) { self.session = session }

    /// A verdict belongs to exactly the current text.
    private func forget() { (verdict, refusal) = (.unknown, nil) }

    package var canBeTyped: Bool { network.chain == .ethereum }

    package var canVerify: Bool { !address.trimmed.isEmpty && !text.isEmpty && !signature.trimmed.isEmpty }

    package func verify() {
        guard canVerify else { return }
        let message: CoinMessage = isTyped && canBeTyped ? .typed(Array(text.utf8)) : .text(text)
        refusal = nil
        do {
            let signer = address.trimmed
            verdict =
                try SignedText.isValid(signature.trimmed, of: message, by: signer, on: network)
                ? .signedBy(signer) : .notSignedBy(signer)
        } catch {
            (verdict, refusal) = (.unknown, UserMessage(error))
        }
    }
}
