// SPDX-License-Identifier: MIT
import Chains
import Coins
import Parcels
import Terminal

extension Operand {
    fileprivate static let needed = Operand("needed", "How many of the people must sign.")
    fileprivate static let keys = Operand(
        "key", "The key of each person, yours too, as their `satchel coins cosigner` shows it.", count: .many)
}

extension Command {
    /// Accounts of several people. Bitcoin.
    static let coinSharing: [Command] = [
        Command(
            "cosigner", "Show your part of an account of several people. Bitcoin.", options: Carrying.shown,
            operands: [.network],
            examples: [.init("satchel coins cosigner bitcoin --text mine.txt", "To be given to the others.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let key = try desk.coins.cosignerKey(on: try desk.network())
            let place = try invocation.show(key)
            let sentence = "Give it to the others, and take theirs. Then: satchel coins share NETWORK NEEDED KEY…"
            invocation.answerShown(["key": .text(key)], [sentence, place].compactMap { $0 }.joined(separator: " "))
        },
        Command(
            "share", "Add an account of several people: so many of them must sign. Bitcoin.",
            discussion: """
                Everybody types the same keys; the order does not matter. Compare the first address with the others \
                before anything is paid to it. Each payment is exported, signed by enough of them, and completed.
                """,
            options: [.accountName], operands: [.network, .needed, .keys],
            examples: [.init("satchel coins share bitcoin 2 '[73c5…]xpub…' '[5c9e…]xpub…'", "Both must sign.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let keys = invocation.operands(.keys)
            let needed = try invocation.operand(.needed) { text in
                guard let number = Int(text), (1...keys.count).contains(number) else {
                    throw Failure(
                        .usage, "give a whole number from 1 to \(keys.count), which is how many keys there are")
                }
                return number
            }
            let list = keys.map { "\($0)/0/*" }.joined(separator: ",")
            let account = try desk.coins.watch(
                "wsh(sortedmulti(\(needed),\(list)))", on: try desk.network(),
                name: invocation.value(.accountName) ?? "\(needed) of \(keys.count)")
            let first = try desk.coins.receiveAddress(of: account.id).address
            invocation.answer(
                ["account": .integer(account.id), "name": .text(account.name), "address": .text(first)],
                [
                    "Account \(account.id), '\(account.name)', is added: \(needed) of \(keys.count) must sign.",
                    "Its first address, which must be the same for everybody: \(first)",
                ])
        },
        Command(
            "export", "Show once more what the signer of a payment must be given.",
            options: Carrying.offline, operands: [.payment],
            examples: [.init("satchel coins export 7 --file next.psbt", "With the signatures that are there.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let document = try desk.coins.document(of: try desk.payment())
            let carrying = Carrying(invocation: invocation)
            let place = try carrying.show(try Parcel(document))
            invocation.answer(
                ["document": try carrying.json(document)], ["Carry it to the signer. \(place ?? "")".trimmed],
                aside: carrying.isPrinting)
        },
    ]
}
