// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let address = Operand("url", "URL of your server: https://…")
}

extension Command {
    /// Webhooks, for accounts with the role of merchant.
    static let merchant = Command(
        "merchant", "Manage the webhook for incoming payments.",
        discussion: """
            Only merchant accounts can have a webhook. The hub's operator makes an account a merchant. See \
            Documentation/Merchants.md.
            """,
        commands: [
            Command(
                "webhook", "Show the webhook and its latest deliveries."
            ) { invocation in
                let state = try CommandContext(invocation).open().webhook()
                invocation.wantsJSON ? invocation.console.print(json(state)) : show(state, invocation.console)
            },
            Command(
                "set-webhook", "Set the webhook and print its secret once.", operands: [.address],
                examples: [.init("satchel merchant set-webhook https://shop.example/paid", "Notify this server.")]
            ) { invocation in
                let secret = try CommandContext(invocation).open().setWebhook(try invocation.operand(.address))
                invocation.answer(
                    ["secret": .string(Hex.encode(secret.bytes))],
                    "The hub signs each message with this secret. It is not shown again:\n\(Hex.encode(secret.bytes))")
            },
            Command("remove-webhook", "Remove the webhook and its secret.", confirms: true) { invocation in
                let wallet = try CommandContext(invocation).open()
                try invocation.confirm("Remove the webhook and its secret?")
                try wallet.removeWebhook()
                invocation.answer([:], "Webhook removed.")
            },
        ])
}

private func show(_ state: WebhookState, _ console: Console) {
    guard let url = state.url else { return console.print("No webhook. Set one: satchel merchant set-webhook URL") }
    console.print("Webhook: \(url.printable())")
    if let disabled = state.disabled {
        console.print("Disabled at \(Timestamp(seconds: disabled)) after failed deliveries. Set it again to resume.")
    } else if let since = state.failingSince {
        console.print("Failing since \(Timestamp(seconds: since)).")
    }
    guard !state.deliveries.isEmpty else { return }
    var table = Table(.words("time"), .words("kind"), .words("event"), .numbers("status"), .words("problem"))
    for delivery in state.deliveries {
        table.add(
            Timestamp(seconds: delivery.time).description, delivery.kind, delivery.event,
            delivery.status.map { String($0) } ?? "", delivery.problem.map(sentence) ?? "")
    }
    console.print(table.text)
}

private func sentence(_ fault: WebhookFault) -> String {
    switch fault {
    case .refused: "The server did not accept the message."
    case .unreachable: "The server could not be reached."
    case .cutOff: "The connection broke before the server answered."
    case .timedOut: "The server took too long to answer."
    case .tooLarge: "The server's answer was too large."
    case .insecure: "The address is not public, or its certificate was not accepted."
    case .malformed: "The server's answer was not valid HTTP."
    case .other: "The message could not be delivered."
    }
}

private func json(_ state: WebhookState) -> JSONValue {
    [
        "url": .string(state.url),
        "failingSince": .string(state.failingSince.map { Timestamp(seconds: $0).description }),
        "disabled": .string(state.disabled.map { Timestamp(seconds: $0).description }),
        "deliveries": .array(
            state.deliveries.map {
                [
                    "event": .string($0.event), "kind": .string($0.kind),
                    "time": .string(Timestamp(seconds: $0.time).description),
                    "status": $0.status.map { .number(Int64($0)) } ?? .null, "problem": .string($0.problem?.rawValue),
                ] as JSONValue
            }),
    ]
}
