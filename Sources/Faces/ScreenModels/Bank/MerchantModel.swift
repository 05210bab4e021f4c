// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
internal import Observation
internal import Wallet

/// The server that the hub notifies of payments to a merchant's account (the webhook).
@Observable @MainActor
package final class MerchantModel: BusyModel {
    package private(set) var state: LoadState<WebhookState> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var url = ""
    /// The key that signs each message, in hexadecimal digits. It is shown once and not stored.
    package private(set) var secret: String?
    package let session: WalletSession

    package init(_ session: WalletSession) { self.session = session }

    package func load() async {
        do {
            let state = try await session.walletService.ask { try $0.webhook() }
            self.state = .ready(state)
            if url.isEmpty { url = state.url ?? "" }
        } catch {
            state = .failed(UserMessage(error))
        }
    }

    package var canSet: Bool { !isBusy && url.trimmed.hasPrefix("https://") && url.trimmed.utf8.count <= 512 }

    /// Registers the server with the hub. The secret is on the screen afterwards.
    package func set() async {
        guard canSet else { return }
        let address = url.trimmed
        await attempt {
            let secret = try await self.session.walletService.use { try $0.setWebhook(address) }
            self.secret = Hex.encode(secret.bytes)
        }
        await load()
    }

    /// Removes the server.
    package func remove() async {
        let isGone = await attempt { try await self.session.walletService.use { try $0.removeWebhook() } }
        if isGone { (url, secret) = ("", nil) }
        await load()
    }

    package func forgetSecret() { secret = nil }
}
