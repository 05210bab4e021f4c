// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Codes
import Coins
import Terminal

extension Option {
    fileprivate static let index = Option(
        "index", value: "number", "Index of the account of this kind; 0 is the first. Default: 0.")
    fileprivate static let path = Option(
        "path", value: "path", "Custom derivation path, such as m/44'/60'/0'/0/7.")
    fileprivate static let fresh = Option("fresh", "Show a new address.")
}

extension Operand {
    fileprivate static let watched = Operand(
        "key",
        """
        Output of `satchel coins key`: a descriptor, an extended public key (xpub, ypub, zpub) or an address. Or the \
        export of a signing device: pictures of its codes, or UR text.
        """, count: .any, completion: .files)
    fileprivate static let newName = Operand("name", "New name.")
    fileprivate static let networks = Operand("network", "Networks to search.", count: .many)
    fileprivate static let label = Operand("label", "Label; an empty text removes it.")
}

extension Command {
    /// Accounts and their addresses.
    static let coinAccounts: [Command] = [
        Command("accounts", "List accounts.") { invocation in
            let accounts = try CoinContext(invocation).coins.accounts()
            guard !invocation.wantsJSON else { return invocation.console.print(.items(accounts.map(json))) }
            guard !accounts.isEmpty else {
                return invocation.console.print("No accounts yet. Add one: satchel coins add bitcoin")
            }
            var table = Table(.numbers("no"), .words("name"), .words("network"), .words("scheme"), .words("keys"))
            for account in accounts {
                table.add(
                    "\(account.id)", account.name, account.network.name, account.scheme.name,
                    account.path ?? "watch-only")
            }
            invocation.console.print(table.text)
        },
        Command(
            "add", "Add an account of the phrase. No server is contacted.",
            options: [.scheme, .index, .path, .accountName], operands: [.network],
            examples: [
                .init("satchel coins add bitcoin", "Add a SegWit account."),
                .init("satchel coins add bitcoin --scheme taproot", "Add a taproot account."),
                .init("satchel coins add polygon", "Add an account on Polygon, also named ethereum-137."),
            ]
        ) { invocation in
            let context = try CoinContext(invocation)
            let index = try invocation.integer(.index, in: 0...Int(Int32.max)) ?? 0
            let account = try context.coins.addAccount(
                on: try context.network(), scheme: try invocation.scheme(), index: UInt32(index),
                path: invocation.value(.path), name: invocation.value(.accountName))
            let hasServer = try !context.coins.servers(of: account.network).isEmpty
            let next = hasServer ? "address \(account.id)" : "servers add \(account.network.name) KIND URL"
            invocation.answer(
                json(account),
                ["Added account \(account.id), '\(account.name)'.", "Next: satchel coins \(next)"])
        },
        Command(
            "watch", "Add a watch-only account: it shows balances and prepares payments for another signer.",
            options: [.scheme, .accountName, .camera], operands: [.network, .watched],
            examples: [
                .init("satchel coins watch bitcoin zpub6r…", "Watch an account of an offline device."),
                .init("satchel coins watch bitcoin photo.jpg", "Read the account from a photo of the device's code."),
            ]
        ) { invocation in
            let context = try CoinContext(invocation)
            let network = try context.network()
            let offer = try invocation.watchOffer(on: network)
            let account = try context.coins.watch(
                offer.text, on: network, scheme: try invocation.scheme(),
                name: invocation.value(.accountName) ?? offer.name)
            invocation.answer(
                json(account), "Added watch-only account \(account.id), '\(account.name)'.",
                caution: CoinWallet.caution(about: offer.text, on: network))
        },
        Command(
            "key", "Show the public key with which another wallet can watch this account.",
            options: DocumentSharing.shown,
            operands: [.account],
            examples: [.init("satchel coins key 1 --text account.txt", "Write it for `satchel coins watch` elsewhere.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            let text = try context.coins.descriptor(of: account.id)
            let place = try invocation.show(text)
            let warning = "Anyone with this key can see the account's balance and history, but cannot spend."
            invocation.answerShown(
                ["account": .number(account.id), "network": .string(account.network.name), "key": .string(text)],
                [warning, place].compactMap { $0 }.joined(separator: " "))
        },
        Command("rename", "Rename an account.", operands: [.account, .newName]) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            try context.coins.rename(account.id, to: try invocation.operand(.newName))
            invocation.answer(json(try context.coins.account(account.id)), "Renamed.")
        },
        Command(
            "hide", "Hide an account. Its keys come from the phrase and are not lost.",
            operands: [.account]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            try context.coins.hide(account.id)
            invocation.answer(json(account), "'\(account.name)' is hidden. To show it, add it again.")
        },
        Command(
            "discover", "Find used accounts of the phrase, at the derivation paths of common wallets.",
            operands: [.networks]
        ) { invocation in
            let context = try CoinContext(invocation)
            let networks = try invocation.operands(.networks).map { try CoinChains.standard.network(named: $0) }
            let found = try context.coins.discover(on: networks)
            guard !invocation.wantsJSON else { return invocation.console.print(.items(found.map(json))) }
            invocation.console.print(found.isEmpty ? "No used accounts." : "Found:")
            for account in found { invocation.console.print("\(account.id)  \(account.name)  \(account.path ?? "")") }
        },
        Command(
            "address", "Show an account's receive address, as text and QR code.",
            options: DocumentSharing.shown + [.fresh],
            operands: [.account]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            let receive = try context.coins.receiveAddress(of: account.id, fresh: invocation.has(.fresh))
            let place = try invocation.show(receive.address)
            invocation.answerShown(
                [
                    "account": .number(account.id), "network": .string(account.network.name),
                    "address": .string(receive.address), "path": .string(receive.path),
                ],
                ["Address of '\(account.name)' on \(account.network.title).", place].compactMap { $0 }.joined(
                    separator: " "))
        },
        Command(
            "label", "Label a transaction. Labels stay in this wallet.",
            operands: [.account, .transaction, .label]
        ) { invocation in
            let context = try CoinContext(invocation)
            let account = try context.account()
            let words = try invocation.operand(.label)
            try context.coins.label(
                transaction: try context.transaction(), of: account.id, as: words.isEmpty ? nil : words)
            invocation.answer([:], words.isEmpty ? "Removed the label." : "Set the label.")
        },
    ]
}

extension Invocation {
    /// The account to watch, from a text or from codes.
    fileprivate func watchOffer(on network: Network) throws -> (text: String, name: String?) {
        let record: OfflineRecord
        switch try DocumentSharing(invocation: self).read(.watched, as: .account) {
        case .text(let text): return (text, nil)
        case .bytes: throw Failure(.badDocument, "This file contains no account to watch. Check the file.")
        case .resource(let resource): record = OfflineRecord(type: resource.type, cbor: resource.cbor)
        }
        let offers = try WatchOffer.offers(in: record, on: network)
        let wanted = try scheme() ?? (offers.count > 1 ? .segwit : offers[0].scheme)
        guard let offer = offers.first(where: { $0.scheme == wanted }) else {
            let names = offers.map(\.scheme.name).joined(separator: ", ")
            throw Failure(.usage, "The code has no \(wanted.name) account. Choose one with --scheme: \(names).")
        }
        return (offer.text, offer.name)
    }
}

extension DocumentSharing.Wanted {
    /// An account to watch; any text may be one.
    fileprivate static let account = DocumentSharing.Wanted(
        name: "an account to watch", types: WatchOffer.types, isText: { !$0.isEmpty })
}

private func json(_ account: CoinAccount) -> JSONValue {
    [
        "id": .number(account.id), "name": .string(account.name), "network": .string(account.network.name),
        "scheme": .string(account.scheme.name), "path": .string(account.path), "address": .string(account.address),
        "extendedKey": .string(account.extendedKey), "isWatchOnly": .bool(account.isWatchOnly),
    ]
}
