// SPDX-License-Identifier: MIT
package import HubAPI
internal import Tokens

/// For accounts that the operator has made merchants.
extension Wallet {
    /// Where the hub tells of what reaches the account, and how that went; asks the hub.
    package func webhook() throws -> WebhookState { try run { try link.call(Routes.webhook, Nothing()) } }

    /// Has the hub tell a server from now on.
    ///
    /// - Returns: the secret with which each message is signed; the wallet does not keep it.
    package func setWebhook(_ url: String) throws -> Blob {
        try run {
            let id = try open.operation()
            return try link.call(Routes.setWebhook, WebhookOrder(id: id, url: url)).secret
        }
    }

    /// Ends it.
    package func removeWebhook() throws {
        try run {
            let id = try open.operation()
            _ = try link.call(Routes.removeWebhook, WebhookRemoval(id: id))
        }
    }
}
