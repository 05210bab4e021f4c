// SPDX-License-Identifier: MIT
package import Chains

/// The chains that a program knows.
package struct CoinChains {
    package let all: [any CoinChain]

    package init(_ all: [any CoinChain]) { self.all = all }

    /// The chains of Satchel. This list is where a chain is registered.
    package static var standard: CoinChains { CoinChains([BitcoinCoins(), EthereumCoins(), SolanaCoins()]) }

    /// The chain of a network.
    package subscript(network: Network) -> any CoinChain {
        guard let found = all.first(where: { $0.chain == network.chain }) else {
            preconditionFailure("The chain \(network.chain.name) is not registered.")
        }
        return found
    }

    /// The networks of all chains that have a name of their own.
    package var networks: [Network] { all.flatMap(\.networks) }

    /// - Throws: ``ChainsError`` with `.malformed` for a name that no chain knows.
    package func network(named name: String) throws -> Network {
        for chain in all {
            if let found = try chain.network(named: name) { return found }
        }
        // It throws, and lists the names.
        return try Network(named: name)
    }

    /// The kinds of accounts, by their numbers.
    package var schemes: [AccountScheme] {
        ([.address] + all.flatMap(\.schemes)).sorted { $0.rawValue < $1.rawValue }
    }

    /// The kind of account with a stored number.
    ///
    /// - Throws: ``CoinsError`` with code `.newerVersion` for a number that no chain knows.
    func scheme(numbered number: UInt64) throws -> AccountScheme {
        guard let found = schemes.first(where: { $0.rawValue == number }) else {
            throw CoinsError(
                .newerVersion, "An account of the kind \(number) was added by a newer Satchel. Install that to use it.")
        }
        return found
    }

    package var serverKinds: [ServerAddress.Kind] { all.flatMap(\.serverKinds) }

    /// What screens call a kind of server, in every language.
    package func title(of kind: ServerAddress.Kind) -> String {
        all.first { $0.serverKinds.contains(kind) }?.title(of: kind) ?? kind.rawValue
    }

    /// - Throws: ``CoinsError`` with code `.newerVersion` for a stored kind of server that no chain knows.
    func requireKnown(_ kind: ServerAddress.Kind) throws {
        guard serverKinds.contains(kind) else {
            throw CoinsError(
                .newerVersion, "A server of the kind '\(kind.rawValue)' was added by a newer Satchel.")
        }
    }

    /// How a kind of document travels.
    func documents(_ kind: OfflineDocument.Kind) throws -> any DocumentRecords {
        guard let found = all.map(\.documents).first(where: { $0.kind == kind }) else {
            throw CoinsError(.badDocument, "There is no document of the kind '\(kind.rawValue)'.")
        }
        return found
    }
}
