// SPDX-License-Identifier: MIT
import Bytes
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
            "request", "Request money without a network: show a code for the payer.",
            options: DocumentSharing.shown + [.note] + NearbyPlace.payeeOptions,
            operands: [.amount],
            examples: [
                .init("satchel request 12.50", "Show the code in this terminal."),
                .init("satchel request 12.50 --png please-pay.png", "Write the code as a picture."),
                .init(
                    "satchel request 12.50 --nearby", "Show the code, and wait for the payment from a device nearby."),
            ]
        ) { invocation in
            let (request, place) = try asked(invocation)
            guard let place else { return try invocation.show(request) }
            try NearbyReceiving(place: place, request: request).run { try invocation.show(request, at: $0, $1) }
        },
        Command(
            "pay", "Pay a request without a network: show a code for the payee.", confirms: true,
            discussion: """
                With --nearby the payment goes over the local network to the payee, and the receipt comes back. Where \
                that fails, the payment's code is shown. Without a request, --nearby lists the payees nearby; you \
                compare six digits with the payee's screen before you pay.
                """,
            options: DocumentSharing.shown + [.camera, .allowOld, .note] + NearbyPlace.payerOptions,
            operands: [.document],
            examples: [
                .init(
                    "satchel pay please-pay.png --png payment.png",
                    "Read the request from a picture and write the payment as one."),
                .init("satchel pay please-pay.png --nearby", "Read the request, and pay over the local network."),
            ]
        ) { invocation in
            guard !invocation.has(.nearby) else { return try payNearby(invocation) }
            let wallet = try CommandContext(invocation).open()
            let text = try invocation.document()
            let summary = try wallet.inspect(requestText: text)
            try confirm(summary, invocation)
            let payment = try wallet.pay(
                text, allowing: invocation.overrides, note: invocation.value(.note))
            try invocation.show(payment)
        },
        Command(
            "receive", "Receive a payment: verify and store it, then show a receipt for the payer.",
            discussion: "With --nearby, name an open request, such as r1, whose payment comes from a device nearby.",
            options: DocumentSharing.shown + [.camera] + NearbyPlace.payeeOptions, operands: [.document],
            examples: [
                .init(
                    "satchel receive payment.png --png receipt.png",
                    "Read the payment from a picture and write the receipt as one."),
                .init("satchel receive --nearby r1", "Wait for the payment of the request r1 from a device nearby."),
            ]
        ) { invocation in
            guard !invocation.has(.nearby) else {
                let (request, place) = try shownAgain(invocation)
                return try NearbyReceiving(place: place, request: request).run {
                    try invocation.show(request, at: $0, $1)
                }
            }
            let payment = try CommandContext(invocation).open().receive(try invocation.document())
            invocation.answer(payment, in: try invocation.show(payment.receipt))
        },
        Command("ack", "Confirm a payee's receipt.", options: [.camera], operands: [.document]) { invocation in
            let payment = try CommandContext(invocation).open().acknowledge(try invocation.document())
            invocation.answer(
                ["payment": .string(payment.subject.description), "amount": .amount(payment.amount)],
                "\(payment.subject): \(payment.amount.formatted) delivered.")
        },
        Command(
            "decline", "Decline a payment for good: show a decline for the payer.", confirms: true,
            options: DocumentSharing.shown + [.camera], operands: [.document]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let payment = try invocation.document()
            try invocation.confirm("Decline this payment for good? The payer then gets the money back.")
            let decline = try wallet.decline(payment)
            let place = try invocation.show(decline)
            invocation.answerShown(
                ["decline": .string(decline)],
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
                    ["transfer": .string(reference?.description)], "Transfer cancelled. It will not be sent.")
            } else if reference?.kind == .payment {
                let (name, until) = try wallet.withhold(try invocation.row(.payment, .document))
                invocation.answer(
                    ["payment": .string(name.description), "until": .string(until.description)],
                    "\(name) is cancelled. The hub refunds the money from \(until), unless the payee redeems it first.")
            } else {
                let (name, amount) = try wallet.cancel(try invocation.document())
                invocation.answer(
                    ["payment": .string(name.description), "until": .string(nil)],
                    "\(name) is cancelled because the payee declined it. The next sync refunds \(amount.formatted).")
            }
        },
        Command(
            "show", "Show the code of a payment (p1) or a request (r1) again.", options: DocumentSharing.shown,
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
func confirm(_ summary: RequestSummary, _ invocation: Invocation) throws {
    guard summary.findings.isEmpty || (summary.isOnlyStale && invocation.has(.allowOld)) else { return }
    try invocation.confirm("Pay \(summary.asked)?")
}

extension Invocation {
    /// What the payer chose to overlook.
    var overrides: Set<RequestCheck.Override> { has(.allowOld) ? [.stale] : [] }

    /// - Parameters:
    ///   - port: at which payers of the local network can call, if they can.
    ///   - name: of this payee in the list, if it is there.
    func show(_ request: OpenRequest, at port: UInt16? = nil, _ name: String? = nil) throws {
        let place = try show(request.text)
        let sentences = [
            "Request \(request.subject) for \(request.amount.formatted).", place,
            port.map { _ in "Waiting for a payer nearby. The code works too." },
            name.map { "In the list as \($0)." },
        ]
        answerShown(
            [
                "request": .string(request.subject.description), "amount": .amount(request.amount),
                "text": .string(request.text),
                "freshUntil": .string(request.freshUntil.description),
                "port": port.map { .number(Int64($0)) } ?? .null, "name": .string(name),
            ], sentences.compactMap { $0 }.joined(separator: " "))
    }

    /// - Parameter isDelivered: whether the payee's receipt is stored; nil if the payment goes by its code.
    func show(_ payment: OutgoingPayment, isDelivered: Bool? = nil) throws {
        let place = isDelivered == true ? "The payee has confirmed it." : try show(payment.text)
        let start = payment.isRepeat ? "Already paid" : "Paid"
        let payee = payment.payee.map { " to \($0)" } ?? ""
        answerShown(
            [
                "payment": .string(payment.subject.description), "amount": .amount(payment.amount),
                "payee": .string(payment.payee),
                "text": .string(payment.text), "tokens": .number(Int64(payment.tokens)),
                "bytes": .number(Int64(payment.payloadBytes)), "isRepeat": .bool(payment.isRepeat),
                "isDelivered": isDelivered.map { .bool($0) } ?? .null,
            ],
            [
                "\(start): \(payment.amount.formatted)\(payee) (\(payment.subject), \(payment.payloadBytes) bytes).",
                place,
            ].compactMap { $0 }.joined(separator: " "))
    }

    /// - Parameter place: where the receipt was written, if it was.
    func answer(_ payment: IncomingPayment, in place: String? = nil) {
        var sentence = payment.isRepeat ? "Already received" : "Received"
        sentence += " \(payment.amount.formatted)"
        if payment.isExtra, !payment.isRepeat { sentence += ", a second payment for the same request" }
        sentence += payment.isHeld ? ". It is on hold until the hub refunds it." : "."
        answerShown(
            [
                "received": .amount(payment.amount), "request": .string(payment.subject.description),
                "receipt": .string(payment.receipt),
                "isRepeat": .bool(payment.isRepeat), "isExtra": .bool(payment.isExtra),
                "isHeld": .bool(payment.isHeld),
            ], [sentence, place].compactMap { $0 }.joined(separator: " "))
    }
}
