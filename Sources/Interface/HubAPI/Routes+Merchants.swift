// SPDX-License-Identifier: MIT
internal import HTTP

/// Merchants' webhooks; see Documentation/Protocols/webhooks.md.
extension Routes {
    package static let webhook = Route(
        .get, "/v1/merchant/webhook", .account, in: Nothing.self, out: WebhookState.self)
    package static let setWebhook = Route(
        .post, "/v1/merchant/webhook", .signed, in: WebhookOrder.self, out: WebhookSecret.self)
    package static let removeWebhook = Route(
        .post, "/v1/merchant/webhook/remove", .signed, in: WebhookRemoval.self, out: Nothing.self)
}
