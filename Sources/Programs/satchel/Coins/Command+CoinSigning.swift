// SPDX-License-Identifier: MIT
import Bytes
import Coins
import Sharing
import Terminal

extension Operand {
    fileprivate static let documents = Operand(
        "document", "PSBT or signing request: a file, pictures of its codes, UR text, pasted text, or - .", count: .any,
        completion: .files)
}

extension Option {
    fileprivate static let signer = Option("account", value: "account", "Account to sign with.")
    fileprivate static let kind = Option(
        "kind", value: "kind", "Kind of a binary file: psbt, ethereum or solana.",
        fallback: OfflineDocument.Kind.psbt.rawValue,
        completion: .choices(OfflineDocument.Kind.allCases.map(\.rawValue)))
}

extension Command {
    /// Offline signing: the signer and the sender.
    static let coinSigning: [Command] = [
        Command(
            "sign", "Sign a transaction of another wallet, after showing it decoded. It is not sent.", confirms: true,
            options: [.signer, .dryRun, .accept, .kind, .camera] + DocumentSharing.offline, operands: [.documents],
            examples: [
                .init("satchel coins sign pay.psbt --dry-run", "Show what the PSBT does with your coins."),
                .init("satchel coins sign pay.psbt --yes --file signed.psbt", "Sign it and write it to a file."),
                .init("satchel coins sign code-*.png --yes --png signed.png", "Read pictures of codes, and write one."),
            ]
        ) { invocation in
            let context = try CoinContext(invocation)
            let sharing = DocumentSharing(invocation: invocation)
            let document =
                switch try sharing.readCoins(.documents, types: OfflineDocument.requestTypes) {
                case .record(let record): try OfflineDocument(record)
                case .bytes(let bytes):
                    OfflineDocument(
                        kind: try invocation.choice(.kind, of: OfflineDocument.Kind.self) ?? .psbt, bytes: bytes)
                }
            let account = try invocation.value(.signer).map { try context.account(named: $0).id }
            let plan = try context.coins.review(document, account: account)
            let reviewing = CoinReviewing(context: context)
            let isAside = !invocation.has(.dryRun) && sharing.isPrinting
            if !invocation.wantsJSON { reviewing.show(plan.review, aside: isAside) }
            guard !invocation.has(.dryRun) else {
                let consent = try reviewing.consent(plan.review)
                return invocation.answer(
                    ["signed": false, "review": reviewing.json(plan.review)],
                    ["", "Nothing was signed. To sign, give \(consent) instead of --dry-run."])
            }
            try reviewing.requireAccepted(plan.review)
            try invocation.confirm("Sign this transaction?")
            let signed = try plan.signed(acknowledging: Set(invocation.values(.accept)))
            let answer = try document.answer(signed)
            let place = try sharing.show(try Parcel(answer, file: signed))
            invocation.answer(
                [
                    "signed": true,
                    "document": try sharing.json(answer, kind: document.kind, bytes: signed),
                    "review": reviewing.json(plan.review),
                ], ["", "Signed. Transfer it back to the requesting wallet. \(place ?? "")".trimmed], aside: isAside)
        },
        Command(
            "complete", "Complete an exported payment with its signed document, and send it.", confirms: true,
            options: [.camera], operands: [.payment, .documents],
            examples: [.init("satchel coins complete 7 signed.psbt", "Complete and send payment 7.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let received = try DocumentSharing(invocation: invocation).readCoins(
                .documents, types: OfflineDocument.answerTypes)
            let signed =
                switch received {
                case .record(let record): try OfflineDocument.answer(in: record)
                case .bytes(let bytes): bytes
                }
            let payment = try context.payment()
            let payees = try context.coins.send(payment).payees.map { "\($0.amount) to \($0.contact ?? $0.address)" }
            try invocation.confirm("Send payment \(payment): \(payees.joined(separator: ", "))?")
            let status = try context.coins.complete(payment, with: signed)
            invocation.answer(.coins(status), "Payment \(status.id): \(status.sentence)")
        },
    ]
}
