// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import Observation
internal import Tokens

/// The user's own code: a link that fills in a transfer to this account, for payers who have a network.
@Observable @MainActor
package final class OwnCodeModel {
    /// The amount that the code names; empty to let the payer type it.
    package var amount: AmountEntry { didSet { draw() } }
    package private(set) var code: CodeModel?
    package private(set) var refusal: UserMessage?
    package let session: WalletSession

    package init(_ session: WalletSession) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
        draw()
    }

    /// The account's name; nil while no account is logged in.
    package var username: String? {
        if case .loggedIn(let username) = session.account { username } else { nil }
    }

    private func draw() {
        code = nil
        guard let username else { return }
        let transfer = DeepLink.Transfer(
            recipient: username, amount: amount.value?.decimalText ?? "", note: "",
            hub: session.hub.map { HubID(rootKey: $0.rootKey).short })
        do {
            code = try CodeModel(document: transfer.link)
            refusal = nil
        } catch {
            refusal = UserMessage(error)
        }
    }
}
