// SPDX-License-Identifier: MIT
import Money
import Terminal
import Tokens
import Wallet

extension Option {
    static let allowOld = Option("allow-old", "Pay a request that is older than five minutes.")
}

extension Command {
    /// Payments without a network.
    static let paying: [Command] = [
        Command(
            "request", "Request money without a network: show a code for the payer.", options: Carrying.shown + [.note],
            operands: [.amount],
            examples: [
                .init("satchel request 12.50", "Show the code in this terminal."),
                .init("satchel request 12.50 --png please-pay.png", "Write the code as a picture."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let request = try wallet.request(try wallet.amount(invocation), note: invocation.value(.note))
            try invocation.show(request)
        },
        Command(
            "pay", "Pay a request without a network: show a code for the payee.", confirms: true,
            options: Carrying.shown + [.camera, .allowOld, .note],
            operands: [.document],
            examples: [
                .init(
                    "satchel pay please-pay.png --png payment.png",
                    "Read the request from a picture and write the payment as one.")
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let text = try invocation.document()
            let summary = try wallet.inspect(requestText: text)
            try confirm(summary, invocation)
            let payment = try wallet.pay(
                text, allowing: invocation.has(.allowOld) ? [.stale] : [], note: invocation.value(.note))
            try invocation.show(payment)
        },
        Command(
            "receive", "Receive a payment: verify and store it, then show a receipt for the payer.",
            options: Carrying.shown + [.camera], operands: [.document],
            examples: [
                .init(
                    "satchel receive payment.png --png receipt.png",
                    "Read the payment from a picture and write the receipt as one.")
            ]
        ) { invocation in
            let payment = try CommandContext(invocation).open().receive(try invocation.document())
            let place = try invocation.show(payment.receipt)
            var sentence = payment.isRepeat ? "Already received" : "Received"
            sentence += " \(payment.amount.formatted)"
            if payment.isExtra, !payment.isRepeat { sentence += ", a second payment for the same request" }
            sentence += payment.isHeld ? ". It is on hold until the hub refunds it." : "."
            invocation.answerShown(
                [
                    "received": .amount(payment.amount), "request": .text(payment.subject.description),
                    "receipt": .text(payment.receipt),
                    "isRepeat": .bool(payment.isRepeat), "isExtra": .bool(payment.isExtra),
                    "isHeld": .bool(payment.isHeld),
                ], [sentence, place].compactMap { $0 }.joined(separator: " "))
        },
        Command("ack", "Confirm a payee's receipt.", options: [.camera], operands: [.document]) { invocation in
            let payment = try CommandContext(invocation).open().acknowledge(try invocation.document())
            invocation.answer(
                ["payment": .text(payment.subject.description), "amount": .amount(payment.amount)],
                "\(payment.subject): \(payment.amount.formatted) delivered.")
        },
        Command(
            "decline", "Decline a payment for good: show a decline for the payer.", confirms: true,
            options: Carrying.shown + [.camera], operands: [.document]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let payment = try invocation.document()
            try invocation.confirm("Decline this payment for good? The payer then gets the money back.")
            let decline = try wallet.decline(payment)
            let place = try invocation.show(decline)
            invocation.answerShown(
                ["decline": .text(decline)],
                ["Declined. The payer needs this decline to get the money back.", place].compactMap { $0 }.joined(
                    separator: " "))
        },
        Command(
            "cancel", "Cancel a payment, with the payee's decline or by its name such as p1, or a queued transfer.",
            discussion:
                """
                With a decline, the hub refunds the money at the next sync. Without one, it refunds the money after the \
                refund date, unless the payee has redeemed it. A transfer such as s1 can be cancelled until a sync \
                sends it.
                """,
            options: [.camera], operands: [.document],
            examples: [
                .init("satchel cancel p1", "Cancel p1. The hub refunds it unless the payee redeems it."),
                .init("satchel cancel s1", "Cancel the queued transfer s1."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let reference = invocation.optional(.document).flatMap { ReferenceID($0) }
            if reference?.kind == .transfer {
                try wallet.cancelSend(try invocation.row(.transfer, .document))
                invocation.answer(
                    ["transfer": .text(reference?.description)], "Transfer cancelled. It will not be sent.")
            } else if reference?.kind == .payment {
                let (name, until) = try wallet.withhold(try invocation.row(.payment, .document))
                invocation.answer(
                    ["payment": .text(name.description), "until": .text(until.description)],
                    "\(name) is cancelled. The hub refunds the money from \(until), unless the payee redeems it first.")
            } else {
                let (name, amount) = try wallet.cancel(try invocation.document())
                invocation.answer(
                    ["payment": .text(name.description), "until": .text(nil)],
                    "\(name) is cancelled because the payee declined it. The next sync refunds \(amount.formatted).")
            }
        },
        Command(
            "show", "Show the code of a payment (p1) or a request (r1) again.", options: Carrying.shown,
            operands: [.subject]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            if try invocation.operand(.subject).hasPrefix("r") {
                try invocation.show(try wallet.showRequest(try invocation.row(.request)))
            } else {
                try invocation.show(try wallet.showPayment(try invocation.row(.payment)))
            }
        },
    ]
}

/// Asks with the payee and the amount. A request that cannot be paid is not asked about.
private func confirm(_ summary: RequestSummary, _ invocation: Invocation) throws {
    let amount = summary.amount?.formatted ?? "an amount in another currency"
    let payee = summary.payee?.printable() ?? "an unverified payee"
    guard summary.findings.isEmpty || (summary.isOnlyStale && invocation.has(.allowOld)) else { return }
    try invocation.confirm("Pay \(amount) to \(payee)?")
}

extension Invocation {
    fileprivate func show(_ request: OpenRequest) throws {
        let place = try show(request.text)
        answerShown(
            [
                "request": .text(request.subject.description), "amount": .amount(request.amount),
                "text": .text(request.text),
                "freshUntil": .text(request.freshUntil.description),
            ],
            ["Request \(request.subject) for \(request.amount.formatted).", place].compactMap { $0 }
                .joined(separator: " "))
    }

    fileprivate func show(_ payment: OutgoingPayment) throws {
        let place = try show(payment.text)
        let start = payment.isRepeat ? "Already paid" : "Paid"
        let payee = payment.payee.map { " to \($0)" } ?? ""
        answerShown(
            [
                "payment": .text(payment.subject.description), "amount": .amount(payment.amount),
                "payee": .text(payment.payee),
                "text": .text(payment.text), "tokens": .integer(Int64(payment.tokens)),
                "bytes": .integer(Int64(payment.payloadBytes)), "isRepeat": .bool(payment.isRepeat),
            ],
            [
                "\(start): \(payment.amount.formatted)\(payee) (\(payment.subject), \(payment.payloadBytes) bytes).",
                place,
            ].compactMap { $0 }.joined(separator: " "))
    }
}
