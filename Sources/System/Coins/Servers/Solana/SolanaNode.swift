// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
package import Solana

/// A Solana node, over JSON-RPC. Its answers are checked against the request, and never decide what is signed.
///
/// All requests use the commitment `confirmed`: two thirds of the validators have voted for the block. Not Sendable.
///
/// Methods: <https://solana.com/docs/rpc>
package struct SolanaNode: SolanaServer {
    /// Accounts and statuses per request; nodes allow this many.
    private static let accountsAtOnce = 100
    private static let statusesAtOnce = 256
    /// The most token accounts of one owner that are read.
    private static let maximumTokenAccounts = 5_000
    /// The largest account that a network has, in bytes.
    private static let maximumData = 10 << 20

    private let network: Network
    /// The name in error messages.
    private let name: String
    private let pipe: (_ method: String, _ params: JSONValue) throws -> JSONValue

    /// - Parameter pipe: calls a method; throws ``RPCRefusal`` with the server's own error, or ``CoinsError``.
    package init(
        network: Network, name: String, pipe: @escaping (_ method: String, _ params: JSONValue) throws -> JSONValue
    ) {
        self.network = network
        self.name = name
        self.pipe = pipe
    }

    package init(network: Network, site: ServerSite) {
        let pipe = RPCPipe(site)
        self.init(network: network, name: pipe.name, pipe: pipe.call)
    }

    /// Throws `.lyingServer` when the server is on another network than the one that it was added for.
    ///
    /// A local network has another genesis block at every start, so any except a public network's is accepted.
    package func checkNetwork() throws {
        let hash = try ask("getGenesisHash", []).string
        guard network.chain == .solana else {
            throw CoinsError(.otherNetwork, "\(network.title) is not a network of Solana.")
        }
        let expected = network.genesisHash
        let publicHashes = Network.all.compactMap(\.genesisHash)
        guard let hash, expected == nil ? !publicHashes.contains(hash) : hash == expected else {
            throw CoinsError(.lyingServer, "\(name) is not on \(network.title): its first block is another.")
        }
    }

    // MARK: - Blocks

    /// A blockhash to sign with, and the last block height that may hold the transaction.
    package func latestBlockhash() throws -> (blockhash: Blockhash, lastValidBlockHeight: UInt64) {
        let value = try value("getLatestBlockhash", [Self.confirmed])
        // Safe: nil is refused.
        guard let blockhash = value["blockhash"]?.string.flatMap({ try? Blockhash(parsing: $0) }),
            let height = value["lastValidBlockHeight"]?.uint64
        else { throw malformed("a blockhash") }
        return (blockhash, height)
    }

    /// The height up to which blocks are final.
    package func finalizedBlockHeight() throws -> UInt64 {
        guard let height = try ask("getBlockHeight", [["commitment": "finalized"]]).uint64 else {
            throw malformed("a height")
        }
        return height
    }

    /// The time of the oldest block that the server has; nil when it does not say. Ordinary nodes drop blocks older
    /// than two days.
    package func oldestTime() throws -> UInt64? {
        guard let slot = try ask("getFirstAvailableBlock", []).uint64 else { throw malformed("a slot") }
        guard slot > 0 else { return 0 }
        return try ask("getBlockTime", [.number(slot)]).uint64
    }

    // MARK: - Accounts

    package func balance(of address: Address) throws -> Lamports {
        guard let units = try value("getBalance", [.string(address.text), Self.confirmed]).uint64 else {
            throw malformed("a balance")
        }
        return Lamports(units)
    }

    /// The account at each address; nil where there is none.
    package func accounts(_ addresses: [Address]) throws -> [SolanaAccount?] {
        var accounts: [SolanaAccount?] = []
        for start in stride(from: 0, to: addresses.count, by: Self.accountsAtOnce) {
            let part = addresses[start..<min(start + Self.accountsAtOnce, addresses.count)]
            let list = JSONValue.array(part.map { .string($0.text) })
            guard let items = try value("getMultipleAccounts", [list, Self.confirmedBase64]).array,
                items.count == part.count
            else { throw malformed("the accounts that were asked for") }
            accounts += try items.map { $0.isNull ? .none : try account($0) }
        }
        return accounts
    }

    /// Every account in which an owner holds tokens, of both token programs.
    package func tokenAccounts(of owner: Address) throws -> [TokenAccount] {
        try [Address.tokenProgram, .token2022Program].flatMap { program in
            let filter: JSONValue = ["programId": .string(program.text)]
            let items = try value("getTokenAccountsByOwner", [.string(owner.text), filter, Self.confirmedBase64]).array
            guard let items else { throw malformed("token accounts") }
            guard items.count <= Self.maximumTokenAccounts else {
                throw CoinsError(
                    .tooLarge,
                    "\(name) reports more than \(Self.maximumTokenAccounts) token accounts of this owner. Choose another server."
                )
            }
            return try items.map { item in
                // Safe: nil is refused.
                guard let address = item["pubkey"]?.string.flatMap({ try? Address(parsing: $0) }) else {
                    throw malformed("token accounts")
                }
                let account = try account(item["account"] ?? .null)
                let token = try reading {
                    try TokenAccount(address: address, owner: account.owner, data: account.data)
                }
                guard token.owner == owner, token.program == program else {
                    throw malformed("the token accounts that were asked for")
                }
                return token
            }
        }
    }

    // MARK: - Fees

    /// The prices that recent transactions writing to these accounts paid per compute unit, in millionths of a lamport.
    package func priorityPrices(writing addresses: [Address]) throws -> [UInt64] {
        let list = JSONValue.array(addresses.prefix(128).map { .string($0.text) })
        guard let items = try ask("getRecentPrioritizationFees", [list]).array else { throw malformed("fees") }
        return try items.map { item in
            guard let fee = item["prioritizationFee"]?.uint64 else { throw malformed("fees") }
            return fee
        }
    }

    // MARK: - Transactions

    /// Simulates a transaction, signed or not; nil when it would succeed, else the reason.
    package func simulate(_ transaction: Transaction) throws -> String? {
        let options: JSONValue = ["encoding": "base64", "commitment": "confirmed", "sigVerify": false]
        let answer = try value("simulateTransaction", [.string(Base64.encode(transaction.encoded)), options])
        guard let error = answer["err"] else { throw malformed("a simulation") }
        return error.isNull ? .none : SolanaRefusal.sentence(error)
    }

    /// Broadcasts a signed transaction. One that the server already knows is accepted as well.
    ///
    /// The server simulates it first and forwards it once. Forwarding does not guarantee arrival: call again every few
    /// seconds until ``statuses(of:)`` shows it, or ``finalizedBlockHeight()`` has passed the last valid height.
    ///
    /// - Throws: ``CoinsError`` with `.refused` for a verdict, `.unreachable` for an error that is not a verdict.
    package func broadcast(_ transaction: Transaction) throws {
        let options: JSONValue = [
            "encoding": "base64", "skipPreflight": false, "preflightCommitment": "confirmed", "maxRetries": 0,
        ]
        do {
            let answer = try pipe("sendTransaction", [.string(Base64.encode(transaction.encoded)), options])
            guard let id = transaction.id, answer.string == id else {
                throw CoinsError(
                    .lyingServer,
                    "\(name) took the transaction and calls it by another signature: check with another server.")
            }
        } catch let refusal as RPCRefusal {
            if SolanaRefusal.isKnown(refusal) { return }
            throw SolanaRefusal.error(refusal, from: name)
        }
    }

    /// The statuses of transactions, in order; nil for those that the server does not know.
    package func statuses(of signatures: [Signature]) throws -> [SolanaStatus?] {
        var statuses: [SolanaStatus?] = []
        for start in stride(from: 0, to: signatures.count, by: Self.statusesAtOnce) {
            let part = signatures[start..<min(start + Self.statusesAtOnce, signatures.count)]
            let list = JSONValue.array(part.map { .string($0.text) })
            let options: JSONValue = ["searchTransactionHistory": true]
            guard let items = try value("getSignatureStatuses", [list, options]).array, items.count == part.count
            else { throw malformed("the statuses that were asked for") }
            statuses += try items.map { item -> SolanaStatus? in
                guard !item.isNull else { return nil }
                guard let slot = item["slot"]?.uint64, let error = item["err"] else { throw malformed("a status") }
                return SolanaStatus(
                    slot: slot, isFinal: item["confirmationStatus"] == "finalized",
                    failure: error.isNull ? .none : SolanaRefusal.sentence(error))
            }
        }
        return statuses
    }

    /// The transactions that name an address and are older than `before`, newest first; at most 1,000.
    package func history(of address: Address, before: Signature?, limit: Int) throws -> [SolanaEntry] {
        let limit = min(max(limit, 1), 1_000)
        var options: [JSONValue.Member] = [.init("limit", .number(limit)), .init("commitment", "confirmed")]
        if let before { options.append(.init("before", .string(before.text))) }
        let answer = try ask("getSignaturesForAddress", [.string(address.text), .object(options)])
        guard let items = answer.array, items.count <= limit else { throw malformed("a history") }
        return try items.map { item in
            // Safe: nil is refused.
            guard let signature = item["signature"]?.string.flatMap({ try? Signature(parsing: $0) }),
                let slot = item["slot"]?.uint64
            else { throw malformed("a history") }
            return SolanaEntry(
                signature: signature, slot: slot, time: item["blockTime"]?.uint64,
                hasFailed: !(item["err"]?.isNull ?? true))
        }
    }

    /// Transactions that the network has executed, with their signatures checked. Their effects are the server's claim.
    ///
    /// Anyone can make a transaction that names an account. One that the server refuses to show, such as one of a later
    /// version, is nil, so that it does not hide the others.
    package func transactions(_ signatures: [Signature]) throws -> [SolanaOutcome?] {
        let options: JSONValue = [
            "encoding": "base64", "commitment": "confirmed", "maxSupportedTransactionVersion": 0,
        ]
        return try signatures.map { signature in
            do {
                let answer = try ask("getTransaction", [.string(signature.text), options])
                return answer.isNull ? .none : try outcome(answer, of: signature)
            } catch let error as CoinsError where error.code == .refused {
                return nil
            }
        }
    }

    private func outcome(_ answer: JSONValue, of signature: Signature) throws -> SolanaOutcome {
        let meta = answer["meta"] ?? .null
        // Safe: nil is refused.
        guard let text = answer["transaction"]?[0]?.string, let bytes = try? Base64.decode(text),
            let fee = meta["fee"]?.uint64
        else { throw malformed("a transaction") }
        let transaction = try reading { try Transaction(parsing: bytes) }
        guard transaction.id == signature.text, try reading({ try transaction.isValid }) else {
            throw malformed("the transaction that was asked for")
        }
        // The message's own accounts, then the looked-up ones: writable ones first.
        let lookedUp = try ["writable", "readonly"].flatMap { kind in
            try (meta["loadedAddresses"]?[kind]?.array ?? []).map(address)
        }
        let accounts = transaction.message.accounts + lookedUp
        guard let before = meta["preBalances"]?.array?.compactMap(\.uint64),
            let after = meta["postBalances"]?.array?.compactMap(\.uint64), before.count == after.count,
            before.count == accounts.count, lookedUp.count == transaction.message.lookedUpCount
        else { throw malformed("balances for every account of the transaction") }
        let balances = zip(accounts, zip(before, after)).map { ($0, (before: Lamports($1.0), after: Lamports($1.1))) }
        return SolanaOutcome(
            transaction: transaction, fee: Lamports(fee),
            balances: Dictionary(balances) { first, _ in first }, tokens: try tokenChanges(meta, count: accounts.count))
    }

    /// The changes of token balances. Nodes send two lists, each with only the accounts that exist at that time.
    ///
    /// For old transactions nodes may omit the owner; then the owner of a change is unknown.
    /// <https://solana.com/docs/rpc/json-structures>
    private func tokenChanges(_ meta: JSONValue, count: Int) throws -> [SolanaOutcome.TokenChange] {
        var changes: [UInt64: SolanaOutcome.TokenChange] = [:]
        for (key, isBefore) in [("preTokenBalances", true), ("postTokenBalances", false)] {
            for item in meta[key]?.array ?? [] where item["owner"]?.isNull == false {
                guard let index = item["accountIndex"]?.uint64, index < UInt64(count),
                    let units = item["uiTokenAmount"]?["amount"]?.string.flatMap({ UInt64($0) })
                else { throw malformed("token balances") }
                let (owner, mint) = (try address(item["owner"] ?? .null), try address(item["mint"] ?? .null))
                let known = changes[index].flatMap { $0.owner == owner && $0.mint == mint ? $0 : nil }
                changes[index] = SolanaOutcome.TokenChange(
                    owner: owner, mint: mint, before: isBefore ? units : known?.before ?? 0,
                    after: isBefore ? 0 : units)
            }
        }
        return changes.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: - Asking

    private static let confirmed: JSONValue = ["commitment": "confirmed"]
    private static let confirmedBase64: JSONValue = ["commitment": "confirmed", "encoding": "base64"]

    private func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
        do {
            return try pipe(method, params)
        } catch let refusal as RPCRefusal {
            throw refusal.error(from: name)
        }
    }

    /// The value of an answer that also states its slot.
    private func value(_ method: String, _ params: JSONValue) throws -> JSONValue {
        guard let value = try ask(method, params)["value"] else { throw malformed("a value") }
        return value
    }

    private func address(_ value: JSONValue) throws -> Address {
        // Safe: nil is refused.
        guard let address = value.string.flatMap({ try? Address(parsing: $0) }) else { throw malformed("an address") }
        return address
    }

    private func account(_ item: JSONValue) throws -> SolanaAccount {
        let owner = try address(item["owner"] ?? .null)
        guard let lamports = item["lamports"]?.uint64, let isExecutable = item["executable"]?.bool,
            let text = item["data"]?[0]?.string, item["data"]?[1] == "base64",
            text.utf8.count <= Self.maximumData / 3 * 4 + 4
        else { throw malformed("an account") }
        // Safe: nil is refused.
        guard let data = try? Base64.decode(text) else { throw malformed("an account") }
        return SolanaAccount(owner: owner, balance: Lamports(lamports), isExecutable: isExecutable, data: data)
    }

    /// Runs a decoder of server data, and reports its failures as a malformed answer.
    private func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SolanaError {
            throw CoinsError(.lyingServer, "\(name): \(error.message)", cause: error)
        }
    }

    private func malformed(_ what: String) -> CoinsError {
        CoinsError(.lyingServer, "\(name) did not answer with \(what): use another server.")
    }
}
