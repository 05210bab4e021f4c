// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal

extension Operand {
    fileprivate static let kind = Operand(
        "kind", "electrum, esplora or core for Bitcoin; ethereum; solana.",
        completion: .choices(ServerAddress.Kind.allCases.map(\.rawValue)))
    fileprivate static let url = Operand("url", "ssl://host:port or tcp://host:port for Electrum, else https://…")
    fileprivate static let someNetwork = Operand(
        "network", "One network; all of them without it.", count: .optional,
        completion: .choices(Network.all.map(\.name)))
    fileprivate static let contactName = Operand("name", "What to call them.")
    fileprivate static let address = Operand("address", "Their address; it is checked.")
    fileprivate static let token = Operand("token", "The token's contract, or its mint.")
    fileprivate static let symbol = Operand("symbol", "As you want to see it, such as USDC.")
    fileprivate static let decimals = Operand("decimals", "How many decimals it has, as its issuer says.")
}

extension Command {
    /// Servers, contacts and tokens that a person accepts.
    static let coinSettings: [Command] = [
        Command(
            "servers", "The servers that may be contacted.",
            discussion: """
                Nothing is contacted before it is added here. Your own node is best: a server learns your addresses. \
                `satchel coins servers suggest` names public ones; longer lists are in servers.json of Electrum \
                (github.com/spesmilo/electrum), at chainlist.org (Ethereum) and at solana.com/docs (Solana).
                """, commands: servers),
        Command("contacts", "Names for addresses.", commands: contacts),
        Command("tokens", "Tokens that you want to see and send.", commands: tokens),
    ]

    private static let servers: [Command] = [
        Command("list", "List the servers, in the order in which they are asked.") { invocation in
            let servers = try CoinDesk(invocation).coins.servers()
            guard !invocation.wantsJSON else { return invocation.console.print(.array(servers.map(json))) }
            var table = Table(.words("network"), .words("kind"), .words("address"))
            for server in servers { table.add(server.network.name, server.kind.rawValue, server.shown) }
            invocation.console.print(table.isEmpty ? "There are none: nothing is contacted." : table.text)
        },
        Command(
            "add", "Accept a server. It learns the addresses that it is asked about.",
            operands: [.network, .kind, .url],
            examples: [
                .init("satchel coins servers add bitcoin electrum ssl://example.org:50002", "An Electrum server."),
                .init("satchel coins servers add bitcoin core http://user:password@127.0.0.1:8332", "Your own node."),
                .init("satchel coins servers add ethereum ethereum https://example.org/key", "An Ethereum server."),
            ]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let server = try invocation.server(on: try desk.network())
            try desk.coins.addServer(server)
            invocation.answer(json(server), "\(server.shown) may be asked about \(server.network.title) from now on.")
        },
        Command(
            "suggest", "Name public servers that you may add. None of them is contacted.", operands: [.someNetwork],
            examples: [.init("satchel coins servers suggest bitcoin", "For one network.")]
        ) { invocation in
            let named = try invocation.optional(.someNetwork).map { [try Network(named: $0)] }
            let servers = (named ?? Network.all).flatMap(ServerAddress.suggested)
            guard !invocation.wantsJSON else { return invocation.console.print(.array(servers.map(json))) }
            guard !servers.isEmpty else {
                return invocation.console.print("None is known. Ask whoever runs the network, or run your own node.")
            }
            for server in servers {
                invocation.console.print(
                    "satchel coins servers add \(server.network.name) \(server.kind.rawValue) \(server.shown)")
            }
            invocation.console.note(
                "\nEach of them learns the addresses that it is asked about. Nothing was asked now.")
        },
        Command("remove", "Take a server back; it is not contacted any more.", operands: [.network, .kind, .url]) {
            invocation in
            let desk = try CoinDesk(invocation)
            let typed = try invocation.server(on: try desk.network())
            // A list shows no passwords, and what a list shows is what people copy.
            let kept = try desk.coins.servers(of: typed.network).first {
                $0.kind == typed.kind && [$0.url, $0.shown].contains(typed.url)
            }
            guard let server = kept else {
                throw Failure(.failed, "There is no such server. See them with `satchel coins servers list`.")
            }
            try desk.coins.removeServer(server)
            invocation.answer(json(server), "\(server.shown) is not contacted any more.")
        },
    ]

    private static let contacts: [Command] = [
        Command("list", "List the contacts.") { invocation in
            let contacts = try CoinDesk(invocation).coins.contacts()
            guard !invocation.wantsJSON else { return invocation.console.print(.array(contacts.map(json))) }
            var table = Table(.words("name"), .words("network"), .words("address"))
            for contact in contacts { table.add(contact.name, contact.network.name, contact.address) }
            invocation.console.print(table.isEmpty ? "There are none." : table.text)
        },
        Command("add", "Keep a name for an address.", operands: [.contactName, .network, .address]) { invocation in
            let desk = try CoinDesk(invocation)
            let typed = try invocation.operand(.address)
            let contact = try desk.coins.addContact(
                try invocation.operand(.contactName), on: try desk.network(), address: typed)
            invocation.answer(
                json(contact), "'\(contact.name)' is \(contact.address) on \(contact.network.title).",
                caution: CoinWallet.caution(about: typed, on: contact.network))
        },
        Command("remove", "Forget a name.", operands: [.contactName, .network]) { invocation in
            let desk = try CoinDesk(invocation)
            try desk.coins.removeContact(try invocation.operand(.contactName), on: try desk.network())
            invocation.answer([:], "Forgotten.")
        },
    ]

    private static let tokens: [Command] = [
        Command("list", "List the tokens.") { invocation in
            let tokens = try CoinDesk(invocation).coins.tokens()
            guard !invocation.wantsJSON else { return invocation.console.print(.array(tokens.map(json))) }
            var table = Table(.words("symbol"), .words("network"), .numbers("decimals"), .words("address"))
            for token in tokens {
                table.add(token.unit.symbol, token.network.name, "\(token.unit.decimals)", token.address)
            }
            invocation.console.print(table.isEmpty ? "There are none." : table.text)
        },
        Command(
            "add", "Accept a token with its symbol and decimals; no server's word changes them afterwards.",
            operands: [.network, .token, .symbol, .decimals]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let decimals = try invocation.operand(.decimals) { text in
                guard let number = Int(text), (0...Unit.maximumDecimals).contains(number) else {
                    throw Failure(.usage, "give a whole number from 0 to \(Unit.maximumDecimals)")
                }
                return number
            }
            let typed = try invocation.operand(.token)
            let token = try desk.coins.addToken(
                typed, on: try desk.network(), symbol: try invocation.operand(.symbol),
                decimals: decimals)
            invocation.answer(
                json(token), "\(token.unit.symbol) is known on \(token.network.title).",
                caution: CoinWallet.caution(about: typed, on: token.network))
        },
        Command(
            "remove", "Remove a token by its symbol or address. Your units of it stay yours.",
            operands: [.network, .token]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let token = try invocation.operand(.token)
            try desk.coins.removeToken(token, on: try desk.network())
            invocation.answer(
                [:], "Removed '\(token)'. Your units of it stay at your address; add the token to see them again.")
        },
    ]
}

extension Invocation {
    fileprivate func server(on network: Network) throws -> ServerAddress {
        let kind = try operand(.kind) { word in
            guard let kind = ServerAddress.Kind(rawValue: word) else {
                throw Failure(.usage, "choose " + ServerAddress.Kind.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return kind
        }
        return try operand(.url) { url in
            let server = try ServerAddress(network: network, kind: kind, url: url)
            // Opening contacts nobody; it refuses what could never be asked.
            switch network.chain {
            case .bitcoin: _ = try server.openBitcoin()
            case .ethereum: _ = try server.openEthereum()
            case .solana: _ = try server.openSolana()
            }
            return server
        }
    }
}

private func json(_ server: ServerAddress) -> JSON {
    ["network": .text(server.network.name), "kind": .text(server.kind.rawValue), "url": .text(server.shown)]
}

private func json(_ contact: CoinWallet.Contact) -> JSON {
    ["name": .text(contact.name), "network": .text(contact.network.name), "address": .text(contact.address)]
}

private func json(_ token: CoinWallet.KnownToken) -> JSON {
    [
        "symbol": .text(token.unit.symbol), "network": .text(token.network.name),
        "decimals": .integer(Int64(token.unit.decimals)), "address": .text(token.address),
    ]
}
