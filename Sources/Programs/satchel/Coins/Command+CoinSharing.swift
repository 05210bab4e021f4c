// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Sharing
import Terminal

extension Operand {
    fileprivate static let needed = Operand("needed", "Number of required signatures.")
    fileprivate static let keys = Operand(
        "key", "Key of each cosigner, including yours, from `satchel coins cosigner`.", count: .many)
}

extension Command {
    /// Shared (multisig) accounts of Bitcoin.
    static let coinSharing: [Command] = [
        Command(
            "cosigner", "Show your key for a shared (multisig) account (Bitcoin).", options: DocumentSharing.shown,
            operands: [.network],
            examples: [.init("satchel coins cosigner bitcoin --text mine.txt", "Write your key for the others.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let key = try context.coins.cosignerKey(on: try context.network())
            let place = try invocation.show(key)
            let sentence = "Exchange keys with the other cosigners. Next: satchel coins share NETWORK NEEDED KEY…"
            invocation.answerShown(["key": .string(key)], [sentence, place].compactMap { $0 }.joined(separator: " "))
        },
        Command(
            "share", "Add a shared (multisig) account with a number of required signatures (Bitcoin).",
            discussion: """
                Each cosigner enters the same keys, in any order. Compare the first address with the others before \
                you receive money on it. To pay, export the payment, collect the required signatures, and complete \
                it.
                """,
            options: [.accountName], operands: [.network, .needed, .keys],
            examples: [.init("satchel coins share bitcoin 2 '[73c5…]xpub…' '[5c9e…]xpub…'", "Require both signatures.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let keys = invocation.operands(.keys)
            let needed = try invocation.operand(.needed) { text in
                guard let number = Int(text), (1...keys.count).contains(number) else {
                    throw Failure(
                        .usage, "use a whole number from 1 to \(keys.count), the number of keys")
                }
                return number
            }
            let list = keys.map { "\($0)/0/*" }.joined(separator: ",")
            let account = try context.coins.watch(
                "wsh(sortedmulti(\(needed),\(list)))", on: try context.network(),
                name: invocation.value(.accountName) ?? "\(needed) of \(keys.count)")
            let first = try context.coins.receiveAddress(of: account.id).address
            invocation.answer(
                ["account": .number(account.id), "name": .string(account.name), "address": .string(first)],
                [
                    "Added account \(account.id), '\(account.name)', with \(needed) of \(keys.count) required signatures.",
                    "First address, which must be the same for every cosigner: \(first)",
                ])
        },
        Command(
            "export", "Show the document of an exported payment again.",
            options: DocumentSharing.offline, operands: [.payment],
            examples: [.init("satchel coins export 7 --file next.psbt", "Write payment 7 with its present signatures.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let document = try context.coins.document(of: try context.payment())
            let sharing = DocumentSharing(invocation: invocation)
            let place = try sharing.show(try Parcel(document))
            invocation.answer(
                ["document": try sharing.json(document)], ["Transfer this to the signer. \(place ?? "")".trimmed],
                aside: sharing.isPrinting)
        },
    ]
}
