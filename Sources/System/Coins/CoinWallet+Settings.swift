// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto
internal import Vault

extension CoinWallet {
    // MARK: - Servers

    /// The accepted servers of one network or of all, in the order in which they are asked.
    package func servers(of network: Network? = nil) throws -> [ServerAddress] {
        try run {
            try coins.table(ServerRecord.self).rows(.accepted).compactMap { stored in
                guard network == nil || stored.record.network == network?.name else { return nil }
                return try coins.address(stored.record)
            }
        }
    }

    /// Accepts a server. From now on this wallet may contact it, and the server learns this wallet's addresses.
    package func addServer(_ server: ServerAddress) throws {
        try run {
            let table = coins.table(ServerRecord.self)
            guard try !servers(of: server.network).contains(server) else { return }
            try table.insert(ServerRecord(server))
        }
    }

    package func removeServer(_ server: ServerAddress) throws {
        try run {
            let table = coins.table(ServerRecord.self)
            for var stored in try table.rows(.accepted)
            where stored.record.url == server.url && stored.record.network == server.network.name {
                stored.record.state = .removed
                try table.update(stored)
            }
        }
    }

    // MARK: - Addresses

    /// A warning to show about an address that is stored or watched, such as that a typo in it would go unnoticed.
    ///
    /// Nil when there is nothing to warn about, and for text that is not an address.
    package static func caution(about text: String, on network: Network) -> ReviewFact? {
        do {
            let chain = CoinChains.standard[network]
            return try chain.checked(try chain.place(in: text)?.address ?? text, on: network).caution
        } catch {
            return nil
        }
    }

    // MARK: - Contacts

    /// A contact's address, checked when it was added.
    package struct Contact: Hashable, Sendable {
        package let name: String
        package let network: Network
        package let address: String
    }

    package func contacts() throws -> [Contact] {
        try run {
            try coins.table(ContactRecord.self).rows(.kept).map {
                Contact(
                    name: $0.record.name, network: try coins.chains.network(named: $0.record.network),
                    address: $0.record.address)
            }
        }
    }

    /// Stores a name for an address of a network. The same name on the same network is replaced.
    ///
    /// - Throws: ``CoinsError`` with code `.badAddress` or `.otherNetwork`.
    @discardableResult
    package func addContact(_ name: String, on network: Network, address: String) throws -> Contact {
        try run {
            let name = try Name.checked(name)
            guard !coins.chains.isAddress(name, on: network) else {
                throw CoinsError(.badName, "A contact's name cannot be an address: it would be taken for that one.")
            }
            let checked = try coins.chains.checked(address, on: network).text
            try coins.transaction {
                try removeContact(name, on: network)
                try coins.table(ContactRecord.self).insert(
                    ContactRecord(name: name, network: network.name, address: checked))
            }
            return Contact(name: name, network: network, address: checked)
        }
    }

    package func removeContact(_ name: String, on network: Network) throws {
        try run {
            let table = coins.table(ContactRecord.self)
            for var stored in try table.rows(.kept)
            where stored.record.name == name && stored.record.network == network.name {
                stored.record.state = .removed
                try table.update(stored)
            }
        }
    }

    // MARK: - Tokens

    /// A token that the user added.
    package struct KnownToken: Hashable, Sendable {
        package let network: Network
        /// The contract or the mint.
        package let address: String
        package let unit: Unit
    }

    package func tokens(on network: Network? = nil) throws -> [KnownToken] {
        try run {
            try coins.table(TokenRecord.self).rows(.kept).compactMap { stored in
                guard network == nil || stored.record.network == network?.name else { return nil }
                return KnownToken(
                    network: try coins.chains.network(named: stored.record.network), address: stored.record.address,
                    unit: try Unit(symbol: stored.record.symbol, decimals: stored.record.decimals))
            }
        }
    }

    /// Stores a token with the symbol and decimals that the user accepts. No server can change them afterwards.
    @discardableResult
    package func addToken(_ address: String, on network: Network, symbol: String, decimals: Int) throws -> KnownToken {
        try run {
            guard coins.chains[network].hasTokens else {
                throw CoinsError(.badDocument, "There are no tokens on \(network.title).")
            }
            let checked = try coins.chains.checked(address, on: network).text
            let unit = try Unit(symbol: symbol, decimals: decimals)
            try coins.transaction {
                let table = coins.table(TokenRecord.self)
                for var stored in try table.rows(.kept)
                where stored.record.network == network.name && stored.record.address == checked {
                    stored.record.state = .removed
                    try table.update(stored)
                }
                try table.insert(
                    TokenRecord(network: network.name, address: checked, symbol: unit.symbol, decimals: unit.decimals))
            }
            return KnownToken(network: network, address: checked, unit: unit)
        }
    }

    /// Removes a token: no refresh asks for it and no balance shows it any more. What the account holds of it stays where it
    /// is, and past payments of it stay in the history. Adding the token again shows it again.
    ///
    /// - Parameter text: the token's symbol, or its address.
    /// - Throws: ``CoinsError`` with code `.notFound` for a token that is not there, or a symbol that two tokens have.
    package func removeToken(_ text: String, on network: Network) throws {
        try run {
            try coins.transaction {
                let address = try Tokens(coins: coins, network: network).named(text).address
                let table = coins.table(TokenRecord.self)
                for var stored in try table.rows(.kept)
                where stored.record.network == network.name && stored.record.address == address {
                    stored.record.state = .removed
                    try table.update(stored)
                }
            }
        }
    }
}
