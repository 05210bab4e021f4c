// SPDX-License-Identifier: MIT
import Bytes
import Coins
import Parcels
import Terminal

extension Operand {
    fileprivate static let documents = Operand(
        "document", "A PSBT or a request: a file, pictures of its codes, a UR, pasted text, or - .", count: .any,
        completion: .files)
}

extension Option {
    fileprivate static let signer = Option("account", value: "account", "The account that shall sign.")
    fileprivate static let sign = Option("yes", short: "y", "Sign it; without this it is only shown.")
    fileprivate static let kind = Option(
        "kind", value: "kind", "What a file of bytes is: psbt, ethereum or solana.",
        fallback: OfflineDocument.Kind.psbt.rawValue,
        completion: .choices(OfflineDocument.Kind.allCases.map(\.rawValue)))
}

extension Command {
    /// Both ends of signing without a network.
    static let coinSigning: [Command] = [
        Command(
            "sign", "Sign what another wallet asks for: shows it decoded; with --yes signs it. Nothing is sent.",
            options: [.signer, .sign, .accept, .kind, .camera] + Carrying.offline, operands: [.documents],
            examples: [
                .init("satchel coins sign pay.psbt", "Show what the PSBT does with your coins."),
                .init("satchel coins sign pay.psbt --yes --file signed.psbt", "Sign it."),
                .init("satchel coins sign code-*.png --yes --png signed.png", "From codes to codes."),
            ]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let carrying = Carrying(invocation: invocation)
            let document =
                switch try carrying.readCoins(.documents, types: OfflineDocument.requestTypes) {
                case .record(let record): try OfflineDocument(record)
                case .bytes(let bytes):
                    OfflineDocument(
                        kind: try invocation.choice(.kind, of: OfflineDocument.Kind.self) ?? .psbt, bytes: bytes)
                }
            let account = try invocation.value(.signer).map { try desk.account(named: $0).id }
            let plan = try desk.coins.review(document, account: account)
            let reviewing = CoinReviewing(desk: desk)
            let isAside = invocation.has(.sign) && carrying.isPrinting
            if !invocation.wantsJSON { reviewing.show(plan.review, aside: isAside) }
            guard invocation.has(.sign) else {
                return invocation.answer(
                    ["signed": false, "review": reviewing.json(plan.review)],
                    ["", "Nothing was signed. To sign it, repeat this with \(try reviewing.consent(plan.review))."])
            }
            try reviewing.requireAccepted(plan.review)
            let signed = try plan.signed(acknowledging: Set(invocation.values(.accept)))
            let answer = try document.answer(signed)
            let place = try carrying.show(try Parcel(answer, file: signed))
            invocation.answer(
                [
                    "signed": true,
                    "document": try carrying.json(answer, kind: document.kind, bytes: signed),
                    "review": reviewing.json(plan.review),
                ], ["", "Signed. Carry it back to the wallet that asked. \(place ?? "")".trimmed], aside: isAside)
        },
        Command(
            "complete", "Take back what the signer signed, and send it.",
            options: [.camera], operands: [.payment, .documents],
            examples: [.init("satchel coins complete 7 signed.psbt", "Finish payment 7.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let carried = try Carrying(invocation: invocation).readCoins(
                .documents, types: OfflineDocument.answerTypes)
            let signed =
                switch carried {
                case .record(let record): try OfflineDocument.answer(in: record)
                case .bytes(let bytes): bytes
                }
            let status = try desk.coins.complete(try desk.payment(), with: signed)
            invocation.answer(.coins(status), "Payment \(status.id): \(status.sentence)")
        },
    ]
}
