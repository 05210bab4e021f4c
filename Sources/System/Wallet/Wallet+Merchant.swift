// SPDX-License-Identifier: MIT
package import HubAPI
internal import Tokens

/// Webhooks, for accounts that the operator has made merchants.
extension Wallet {
    /// The account's webhook and the state of its deliveries; asks the hub.
    package func webhook() throws -> WebhookState { try run { try link.call(Routes.webhook, Nothing()) } }

    /// Sets the server that the hub notifies from now on.
    ///
    /// - Returns: the secret that signs each message; the wallet does not store it.
    package func setWebhook(_ url: String) throws -> Blob {
        try run {
            let id = try open.operation()
            return try link.call(Routes.setWebhook, WebhookOrder(id: id, url: url)).secret
        }
    }

    /// Removes the webhook.
    package func removeWebhook() throws {
        try run {
            let id = try open.operation()
            _ = try link.call(Routes.removeWebhook, WebhookRemoval(id: id))
        }
    }
}
