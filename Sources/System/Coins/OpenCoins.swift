// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto
internal import Money
package import Vault

/// The open store with its injected dependencies. Every flow works on it.
package final class OpenCoins {
    let sealed: SealedStore
    let environment: CoinWallet.Environment
    /// True after `onStep` has thrown. Every operation then fails as if the process were dead, until the coins are
    /// reopened.
    private(set) var isStopped = false
    private var seed: Seed?
    /// The last answers of the price source with their times; a nil price means that the source has none.
    var recentPrices: [Unit: (time: UInt64, price: Amount?)] = [:]
    var recentSeries: [SeriesKey: (time: UInt64, history: PriceHistory)] = [:]
    /// The open connections. Each chain has its own kind.
    private var connections: [ServerAddress: Any] = [:]

    struct SeriesKey: Hashable {
        let unit: Unit
        let span: PriceSpan
    }

    init(_ sealed: SealedStore, _ environment: CoinWallet.Environment) {
        self.sealed = sealed
        self.environment = environment
    }

    var chains: CoinChains { environment.chains }
    var random: RandomSource { sealed.random }
    /// Seconds since 1970.
    package var now: UInt64 { environment.clock() }

    package func table<Record: SealedRecord>(_ type: Record.Type) -> SealedTable<Record> { sealed.table(type) }

    @discardableResult
    package func transaction<R>(_ body: () throws -> R) throws -> R { try sealed.transaction(body) }

    /// Calls `onStep` with a named step.
    func step(_ step: CoinStep) throws {
        do {
            try environment.onStep(step)
        } catch {
            isStopped = true
            throw error
        }
    }

    func requireRunning() throws {
        guard !isStopped else {
            throw CoinsError(.stopped, "The wallet was stopped in the middle of something. Open it again.")
        }
    }

    // MARK: - Accounts and the seed

    /// The account of this row, unless it is hidden.
    func account(_ id: Int64) throws -> Stored<AccountRecord> {
        guard let stored = try table(AccountRecord.self).row(id) else {
            throw CoinsError(.noAccount, "There is no account \(id). List the accounts to see their numbers.")
        }
        return try known(stored)
    }

    /// The account with what its chain says of its scheme.
    ///
    /// - Throws: ``CoinsError`` with code `.newerVersion` for a scheme that no chain knows.
    func known(_ account: Stored<AccountRecord>) throws -> Stored<AccountRecord> {
        var account = account
        account.record.kind = try chains.scheme(numbered: account.record.kind.rawValue)
        return account
    }

    package func network(of account: AccountRecord) throws -> Network { try chains.network(named: account.network) }

    /// The address in a record.
    func address(_ record: ServerRecord) throws -> ServerAddress {
        try chains.requireKnown(record.kind)
        return try ServerAddress(
            network: try chains.network(named: record.network), kind: record.kind, url: record.url, of: chains)
    }

    /// The root of all keys, cached in memory while the wallet is open because deriving it again takes about a
    /// millisecond.
    package func rootSeed() throws -> Seed {
        if let seed { return seed }
        guard let stored = try table(PhraseRecord.self).row(1) else {
            throw CoinsError(.noPhrase, "This wallet has no phrase yet. Make a new one, or restore one.")
        }
        let made = try Seed(stored.record)
        seed = made
        return made
    }

    var hasSeed: Bool { get throws { try table(PhraseRecord.self).row(1) != nil } }

    func forgetSeed() { seed = nil }

    // MARK: - Servers

    /// The accepted servers of a network, in the order in which they were added.
    ///
    /// - Throws: ``CoinsError`` with code `.noServer` when there is none.
    func servers(of network: Network) throws -> [ServerAddress] {
        let servers = try table(ServerRecord.self).rows(.accepted).filter { $0.record.network == network.name }
            .map { try address($0.record) }
        guard !servers.isEmpty else {
            throw CoinsError(
                .noServer,
                "No server of \(network.name) was added, so nothing was asked. Add one first; `satchel coins servers suggest` names some."
            )
        }
        return servers
    }

    /// Asks the servers of a network one after another until one answers.
    ///
    /// It skips a server that cannot be reached or that lies. A refusal counts as an answer.
    package func asking<R>(_ network: Network, _ question: (ServerAddress) throws -> R) throws -> R {
        var failure: CoinsError?
        for server in try servers(of: network) {
            do {
                return try question(server)
            } catch let error as CoinsError
                where [.unreachable, .lyingServer, .tooLarge, .interrupted].contains(error.code)
            {
                connections[server] = nil
                // The caller has no time for this server, so it has none for the next.
                if error.code == .interrupted { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? CoinsError(.unreachable, "No server of \(network.name) could be reached.")
    }

    /// A payment's status according to all accepted servers.
    ///
    /// A server that still knows the payment is believed before any that call it dead: a payment that is declared dead
    /// too early is paid twice.
    package func standing(
        on network: Network, by server: (ServerAddress) throws -> SendMachine.Standing
    ) throws -> SendMachine.Standing {
        var dead: SendMachine.Standing?
        var failure: CoinsError?
        for address in try servers(of: network) {
            do {
                let answer = try server(address)
                switch answer {
                case .expired, .displaced: dead = dead ?? answer
                case .failed: dead = answer
                case .unknown, .pending, .confirmed: return answer
                }
            } catch let error as CoinsError where error.isAboutServers {
                // The cancelled server might have known the payment.
                if error.code == .interrupted { throw error }
                failure = failure ?? error
            }
        }
        if let dead { return dead }
        throw failure ?? CoinsError(.unreachable, "No server of \(network.name) could be reached.")
    }

    /// The connection to a server, made at the first call.
    package func connection<Server>(to server: ServerAddress, _ make: () throws -> Server) throws -> Server {
        if let known = connections[server] as? Server { return known }
        let made = try make()
        connections[server] = made
        return made
    }
}
