// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension Operand {
    fileprivate static let kind = Operand(
        "kind", "Kind of server: electrum, esplora or core for Bitcoin; ethereum; solana.",
        completion: .choices(ServerAddress.Kind.allCases.map(\.rawValue)))
    fileprivate static let url = Operand("url", "ssl://host:port or tcp://host:port for Electrum, otherwise https://…")
    fileprivate static let someNetwork = Operand(
        "network", "Network. Default: all networks.", count: .optional,
        completion: .choices(CoinChains.standard.networks.map(\.name)))
    fileprivate static let contactName = Operand("name", "Name of the contact.")
    fileprivate static let address = Operand("address", "Address of the contact. Its checksum is verified.")
    fileprivate static let token = Operand("token", "Contract address of the token, or its mint.")
    fileprivate static let symbol = Operand("symbol", "Symbol to show, such as USDC.")
    fileprivate static let decimals = Operand("decimals", "Number of decimals, as its issuer publishes it.")
}

extension Command {
    /// Accepted servers, contacts and tokens.
    static let coinSettings: [Command] = [
        Command(
            "servers", "Manage the servers that this wallet contacts.",
            discussion: """
                The wallet contacts only servers that you add. A server learns your addresses, so your own node is \
                best. `satchel coins servers suggest` lists public servers. Longer lists are in servers.json of \
                Electrum (github.com/spesmilo/electrum), at chainlist.org (Ethereum) and at solana.com/docs \
                (Solana).
                """, commands: servers),
        Command("contacts", "Manage names for addresses.", commands: contacts),
        Command("tokens", "Manage the tokens to show and send.", commands: tokens),
    ]

    private static let servers: [Command] = [
        Command("list", "List servers in the order in which the wallet asks them.") { invocation in
            let servers = try CoinContext(invocation).coins.servers()
            guard !invocation.wantsJSON else { return invocation.console.print(.items(servers.map(json))) }
            var table = Table(.words("network"), .words("kind"), .words("address"))
            for server in servers { table.add(server.network.name, server.kind.rawValue, server.shown) }
            invocation.console.print(table.isEmpty ? "No servers yet. Add one: satchel coins servers add" : table.text)
        },
        Command(
            "add", "Add a server. It learns the addresses that the wallet asks about.",
            operands: [.network, .kind, .url],
            examples: [
                .init("satchel coins servers add bitcoin electrum ssl://example.org:50002", "Add an Electrum server."),
                .init("satchel coins servers add bitcoin core http://user:password@127.0.0.1:8332", "Add your node."),
                .init("satchel coins servers add ethereum ethereum https://example.org/key", "Add an Ethereum server."),
            ]
        ) { invocation in
            let context = try CoinContext(invocation)
            let server = try invocation.server(on: try context.network())
            try context.coins.addServer(server)
            invocation.answer(json(server), "Added \(server.shown) for \(server.network.title).")
        },
        Command(
            "suggest", "List public servers that you can add. None is contacted.", operands: [.someNetwork],
            examples: [.init("satchel coins servers suggest bitcoin", "List servers for one network.")]
        ) { invocation in
            let named = try invocation.optional(.someNetwork).map { [try CoinChains.standard.network(named: $0)] }
            let servers = (named ?? CoinChains.standard.networks).flatMap(ServerAddress.suggested)
            guard !invocation.wantsJSON else { return invocation.console.print(.items(servers.map(json))) }
            guard !servers.isEmpty else {
                return invocation.console.print("No known servers. Ask the network's operator or run your own node.")
            }
            for server in servers {
                invocation.console.print(
                    "satchel coins servers add \(server.network.name) \(server.kind.rawValue) \(server.shown)")
            }
            invocation.console.note(
                "\nA server learns the addresses that the wallet asks about. None was contacted now.")
        },
        Command(
            "remove", "Remove a server. The wallet no longer contacts it.", confirms: true,
            operands: [.network, .kind, .url]
        ) { invocation in
            let context = try CoinContext(invocation)
            let typed = try invocation.server(on: try context.network())
            // Lists show no passwords, and people copy the URL from a list.
            let kept = try context.coins.servers(of: typed.network).first {
                $0.kind == typed.kind && [$0.url, $0.shown].contains(typed.url)
            }
            guard let server = kept else {
                throw Failure(.failed, "There is no such server. List the servers: satchel coins servers list")
            }
            try invocation.confirm("Remove the server \(server.shown)?")
            try context.coins.removeServer(server)
            invocation.answer(json(server), "Removed \(server.shown).")
        },
    ]

    private static let contacts: [Command] = [
        Command("list", "List contacts.") { invocation in
            let contacts = try CoinContext(invocation).coins.contacts()
            guard !invocation.wantsJSON else { return invocation.console.print(.items(contacts.map(json))) }
            var table = Table(.words("name"), .words("network"), .words("address"))
            for contact in contacts { table.add(contact.name, contact.network.name, contact.address) }
            invocation.console.print(table.isEmpty ? "No contacts." : table.text)
        },
        Command("add", "Add a name for an address.", operands: [.contactName, .network, .address]) { invocation in
            let context = try CoinContext(invocation)
            let typed = try invocation.operand(.address)
            let contact = try context.coins.addContact(
                try invocation.operand(.contactName), on: try context.network(), address: typed)
            invocation.answer(
                json(contact), "Added '\(contact.name)': \(contact.address) on \(contact.network.title).",
                caution: CoinWallet.caution(about: typed, on: contact.network))
        },
        Command("remove", "Remove a contact.", confirms: true, operands: [.contactName, .network]) { invocation in
            let context = try CoinContext(invocation)
            let (name, network) = (try invocation.operand(.contactName), try context.network())
            try invocation.confirm("Remove the contact \(name) on \(network.title)?")
            try context.coins.removeContact(name, on: network)
            invocation.answer([:], "Removed the contact.")
        },
    ]

    private static let tokens: [Command] = [
        Command("list", "List tokens.") { invocation in
            let tokens = try CoinContext(invocation).coins.tokens()
            guard !invocation.wantsJSON else { return invocation.console.print(.items(tokens.map(json))) }
            var table = Table(.words("symbol"), .words("network"), .numbers("decimals"), .words("address"))
            for token in tokens {
                table.add(token.unit.symbol, token.network.name, "\(token.unit.decimals)", token.address)
            }
            invocation.console.print(table.isEmpty ? "No tokens." : table.text)
        },
        Command(
            "add", "Add a token with its symbol and decimals. No server can change them.",
            operands: [.network, .token, .symbol, .decimals]
        ) { invocation in
            let context = try CoinContext(invocation)
            let decimals = try invocation.operand(.decimals) { text in
                guard let number = Int(text), (0...Unit.maximumDecimals).contains(number) else {
                    throw Failure(.usage, "use a whole number from 0 to \(Unit.maximumDecimals)")
                }
                return number
            }
            let typed = try invocation.operand(.token)
            let token = try context.coins.addToken(
                typed, on: try context.network(), symbol: try invocation.operand(.symbol),
                decimals: decimals)
            invocation.answer(
                json(token), "Added \(token.unit.symbol) on \(token.network.title).",
                caution: CoinWallet.caution(about: typed, on: token.network))
        },
        Command(
            "remove", "Remove a token by its symbol or address. Your units of it stay yours.", confirms: true,
            operands: [.network, .token]
        ) { invocation in
            let context = try CoinContext(invocation)
            let token = try invocation.operand(.token)
            let network = try context.network()
            try invocation.confirm("Remove the token \(token) on \(network.title)?")
            try context.coins.removeToken(token, on: network)
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
            // Opening makes no connection. It refuses an address that can never work.
            try CoinChains.standard[network].requireUsable(server)
            return server
        }
    }
}

private func json(_ server: ServerAddress) -> JSONValue {
    ["network": .string(server.network.name), "kind": .string(server.kind.rawValue), "url": .string(server.shown)]
}

private func json(_ contact: CoinWallet.Contact) -> JSONValue {
    ["name": .string(contact.name), "network": .string(contact.network.name), "address": .string(contact.address)]
}

private func json(_ token: CoinWallet.KnownToken) -> JSONValue {
    [
        "symbol": .string(token.unit.symbol), "network": .string(token.network.name),
        "decimals": .number(Int64(token.unit.decimals)), "address": .string(token.address),
    ]
}
