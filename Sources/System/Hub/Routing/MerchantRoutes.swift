// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// The routes of merchants' webhooks.
struct MerchantRoutes: Sendable {
    let context: HubContext

    private static let maximumURL = 512

    func add(to router: inout Router) {
        router.account(Routes.webhook) { call, caller in
            call.answer(try context.store.read { try WebhookTable(database: $0).state(of: caller.id) })
        }
        router.account(Routes.setWebhook) { try set($0, $1) }
        router.account(Routes.removeWebhook) { call, caller in
            let order = call.input
            let request = try Operations.fingerprint(Routes.removeWebhook.path, order)
            context.store.write { store in
                try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                    if try WebhookTable(database: store.database).remove(caller.id) {
                        try store.log(.webhookRemoved, of: caller.id, by: caller.username, from: call.address)
                    }
                    return (Nothing(), nil)
                }
            } reply: {
                call.finish($0)
            }
        }
    }

    private func set(_ call: Call<WebhookOrder, WebhookSecret>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.setWebhook.path, order)
        guard order.url.utf8.count <= Self.maximumURL else {
            throw HubProblem(.badRequest, "The address has more than \(Self.maximumURL) bytes.")
        }
        do {
            // Checks only the form. Host names are resolved at delivery, on a thread that may block.
            try PublicAddress.requireForm(order.url, allowsLoopback: context.configuration.allowsLoopbackWebhooks)
        } catch let error as HTTPError {
            throw HubProblem(.badRequest, error.message, details: ["field": "url"])
        }
        let secret = context.random.bytes(32)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                guard try Accounts.merchantName(of: caller.id, in: store.database) != nil else {
                    throw HubProblem(.forbidden, "Only merchants' servers are told. Ask the operator to make you one.")
                }
                let end = try context.events.log.end(of: caller.id, from: store.database)
                try WebhookTable(database: store.database).set(
                    caller.id, url: order.url, secret: secret, entry: end.entry, at: store.now)
                // The path of a webhook's URL may be a secret of its owner.
                let server = order.url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
                try store.log(.webhookSet, of: caller.id, by: caller.username, from: call.address, server)
                return (WebhookSecret(secret: Blob(secret)), nil)
            }
        } reply: {
            call.finish($0)
        }
    }
}
