// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Terminal
import Tokens
import Wallet

extension Operand {
    fileprivate static let address = Operand("url", "Where the server is: https://…")
}

extension Command {
    /// For accounts that the operator has made merchants.
    static let merchant = Command(
        "merchant", "Have your server told of what reaches the account.",
        discussion: "For accounts that the hub's operator has made merchants; see Documentation/Merchants.md.",
        commands: [
            Command(
                "webhook", "Show where the hub tells of payments, and how that went."
            ) { invocation in
                let state = try WalletDesk(invocation).open().webhook()
                invocation.wantsJSON ? invocation.console.print(json(state)) : show(state, invocation.console)
            },
            Command(
                "set-webhook", "Have a server told from now on; prints the secret once.", operands: [.address],
                examples: [.init("satchel merchant set-webhook https://shop.example/paid", "Tell this server.")]
            ) { invocation in
                let secret = try WalletDesk(invocation).open().setWebhook(try invocation.operand(.address))
                invocation.answer(
                    ["secret": .text(Hex.encode(secret.bytes))],
                    "Each message is signed with this secret, which is not shown again:\n\(Hex.encode(secret.bytes))")
            },
            Command("remove-webhook", "Tell no server any more.") { invocation in
                try WalletDesk(invocation).open().removeWebhook()
                invocation.answer([:], "No server is told any more.")
            },
        ])
}

private func show(_ state: WebhookState, _ console: Console) {
    guard let url = state.url else { return console.print("No server is told.") }
    console.print("Told: \(url.printable())")
    if let disabled = state.disabled {
        console.print("Given up at \(Timestamp(seconds: disabled)); set it again to go on.")
    } else if let since = state.failingSince {
        console.print("Failing since \(Timestamp(seconds: since)).")
    }
    guard !state.deliveries.isEmpty else { return }
    var table = Table(.words("when"), .words("what"), .words("event"), .numbers("status"), .words("problem"))
    for delivery in state.deliveries {
        table.add(
            Timestamp(seconds: delivery.time).description, delivery.kind, delivery.event,
            delivery.status.map { String($0) } ?? "", (delivery.problem ?? "").printable())
    }
    console.print(table.text)
}

private func json(_ state: WebhookState) -> JSON {
    [
        "url": .text(state.url), "failingSince": .text(state.failingSince.map { Timestamp(seconds: $0).description }),
        "disabled": .text(state.disabled.map { Timestamp(seconds: $0).description }),
        "deliveries": .array(
            state.deliveries.map {
                [
                    "event": .text($0.event), "kind": .text($0.kind),
                    "time": .text(Timestamp(seconds: $0.time).description),
                    "status": $0.status.map { .integer(Int64($0)) } ?? .null, "problem": .text($0.problem),
                ] as JSON
            }),
    ]
}
