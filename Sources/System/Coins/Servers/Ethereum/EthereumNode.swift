// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
package import Ethereum

/// An Ethereum node, over JSON-RPC. Its answers are checked against the request, and never decide what is signed.
///
/// Nodes keep no index of accounts: they report balances and the transfers of known tokens, but not which transactions
/// paid ether to an address. `MovementReader` finds those by balances. Not Sendable.
///
/// Methods: <https://ethereum.github.io/execution-apis/>
package struct EthereumNode: EthereumServer {
    /// The largest answer of a contract, in bytes.
    private static let maximumAnswer = 1 << 20

    /// The number of blocks from which fees are estimated: four minutes.
    private static let feeBlocks = 20

    let network: Network
    /// The name in error messages.
    let name: String
    let pipe: (_ method: String, _ params: JSONValue) throws -> JSONValue

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
    package func checkNetwork() throws {
        let chainID = try quantity("eth_chainId", [])
        guard chainID.uint64 == network.chainID else {
            throw CoinsError(
                .lyingServer, "\(name) is not on \(network.title): it has the chain id \(chainID.decimal).")
        }
    }

    // MARK: - Accounts

    /// In wei, as of the latest block.
    package func balance(of address: Address) throws -> Wei {
        try quantity("eth_getBalance", [.string(address.text), "latest"])
    }

    /// The number of the account's transactions in blocks, which is the next nonce when none waits.
    package func nonce(of address: Address) throws -> UInt64 {
        try count("eth_getTransactionCount", [.string(address.text), "latest"])
    }

    /// Whether the address has a contract's code, unlike a user's account.
    package func hasCode(at address: Address) throws -> Bool {
        try !bytes(ask("eth_getCode", [.string(address.text), "latest"]), "code").isEmpty
    }

    // MARK: - Blocks and fees

    package func blockNumber() throws -> UInt64 { try count("eth_blockNumber", []) }

    /// The time of a block, in seconds since 1970.
    package func time(ofBlock number: UInt64) throws -> UInt64 {
        let block = try ask("eth_getBlockByNumber", [hex(number), false])
        guard try block["number"].map({ try self.number($0, "a block").uint64 }) == number,
            let time = try block["timestamp"].map({ try self.number($0, "a block") })?.uint64
        else { throw malformed("the block that was asked for") }
        return time
    }

    /// Three fee levels, estimated from the last blocks.
    ///
    /// - Throws: ``CoinsError`` with `.lyingServer` also for absurd prices.
    package func feeSuggestion() throws -> FeeSuggestion {
        let blocks = Self.feeBlocks
        let percentiles = FeeSuggestion.percentiles.map { JSONValue.number($0) }
        let answer = try ask("eth_feeHistory", [hex(UInt64(blocks)), "latest", .array(percentiles)])
        guard let fees = answer["baseFeePerGas"]?.array, let ratios = answer["gasUsedRatio"]?.array,
            fees.count == ratios.count + 1, ratios.count <= blocks
        else { throw malformed("a fee history") }
        let rewards = answer["reward"]?.array ?? []
        let columns = try ratios.enumerated().map { index, ratio -> [Wei]? in
            // Nodes report tips of zero for empty blocks, and some omit them.
            let isEmpty = ratio.number.map { $0.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") } }
            guard isEmpty != true, rewards.indices ~= index else { return nil }
            return try (rewards[index].array ?? []).map { try number($0, "a fee history") }
        }
        do {
            return try FeeSuggestion(baseFees: try fees.map { try number($0, "a fee history") }, rewards: columns)
        } catch let error as EthereumError {
            throw CoinsError(.lyingServer, "\(name): \(error.message)", cause: error)
        }
    }

    // MARK: - Contracts

    /// The result of a contract call that changes nothing.
    ///
    /// - Throws: ``CoinsError`` with `.refused` when the contract refuses, with its reason.
    package func call(_ contract: Address, _ data: [UInt8]) throws -> [UInt8] {
        try bytes(ask("eth_call", [["to": .string(contract.text), "data": hex(data)], "latest"]), "a result")
    }

    /// The gas that a transaction would use; the wallet adds a margin.
    ///
    /// - Throws: ``CoinsError`` with `.refused` when it would fail, with the contract's reason.
    package func gasEstimate(for transaction: Transaction, from sender: Address) throws -> UInt64 {
        var members: [JSONValue.Member] = [
            .init("from", .string(sender.text)), .init("value", .string(transaction.value.hex)),
        ]
        if let receiver = transaction.to { members.append(.init("to", .string(receiver.text))) }
        if !transaction.data.isEmpty { members.append(.init("data", hex(transaction.data))) }
        let gas = try count("eth_estimateGas", [.object(members)])
        guard gas <= Gas.maximum else { throw malformed("an amount of gas that can be") }
        return gas
    }

    // MARK: - Transactions

    /// Broadcasts a signed transaction. A transaction that the server already knows, in a block or not, is accepted as
    /// well.
    ///
    /// The network is checked first, because a transaction without a chain id would be valid on other networks.
    ///
    /// - Throws: ``CoinsError`` with `.underpriced` or `.tooLate` as ``EthereumServer`` says; `.refused` for every
    ///   other verdict, `.unreachable` for an error that is not a verdict.
    package func broadcast(_ transaction: SignedTransaction) throws {
        try checkNetwork()
        do {
            let answer = try pipe("eth_sendRawTransaction", [hex(transaction.bytes)])
            guard answer.string?.lowercased() == "\(transaction)" else {
                throw CoinsError(
                    .lyingServer,
                    "\(name) took the transaction and calls it by another hash: check with another server.")
            }
        } catch let refusal as RPCRefusal {
            if EthereumRefusal.isKnown(refusal) { return }
            // A mined transaction is refused for its nonce.
            // Safe: a server that fails now has refused before, and that reason counts.
            if (try? isKnown(transaction.hash)) == true { return }
            throw EthereumRefusal.error(refusal, from: name)
        }
    }

    /// Whether the server knows a transaction, in a block or not.
    package func isKnown(_ hash: [UInt8]) throws -> Bool {
        let answer = try ask("eth_getTransactionByHash", [hex(hash)])
        guard !answer.isNull else { return false }
        guard answer["hash"]?.string?.lowercased() == hex(hash).string else {
            throw malformed("the transaction that was asked for")
        }
        return true
    }

    /// The outcome of a transaction; nil while it is in no block.
    package func receipt(of hash: [UInt8]) throws -> EthereumReceipt? {
        let answer = try ask("eth_getTransactionReceipt", [hex(hash)])
        guard !answer.isNull else { return nil }
        guard answer["transactionHash"]?.string?.lowercased() == hex(hash).string,
            let blockNumber = try number(answer["blockNumber"] ?? .null, "a receipt").uint64,
            let gasUsed = try number(answer["gasUsed"] ?? .null, "a receipt").uint64,
            let status = try number(answer["status"] ?? .null, "a receipt").uint64, status <= 1
        else { throw malformed("the receipt that was asked for") }
        let dataFee = answer["l1Fee"] ?? .null
        return EthereumReceipt(
            block: blockNumber, hasSucceeded: status == 1, gasUsed: gasUsed,
            price: try number(answer["effectiveGasPrice"] ?? .null, "a receipt"),
            dataFee: network.dataFee == .none || dataFee.isNull ? 0 : try number(dataFee, "a receipt"))
    }

    // MARK: - Asking

    /// - Throws: ``CoinsError``.
    func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
        do {
            return try pipe(method, params)
        } catch let refusal as RPCRefusal {
            throw refusal.error(from: name)
        }
    }

    private func quantity(_ method: String, _ params: JSONValue) throws -> UInt256 {
        try number(ask(method, params), "a number")
    }

    private func count(_ method: String, _ params: JSONValue) throws -> UInt64 {
        guard let count = try quantity(method, params).uint64 else { throw malformed("a number that can be") }
        return count
    }

    func number(_ value: JSONValue, _ what: String) throws -> UInt256 {
        // Safe: nil is refused.
        guard let text = value.string, let number = try? UInt256(hex: text) else { throw malformed(what) }
        return number
    }

    func address(_ value: JSONValue?) throws -> Address {
        // Servers write small letters, which carry no checksum.
        let bytes = try bytes(value ?? .null, "an address", count: Address.count)
        return try Address(bytes)
    }

    func bytes(_ value: JSONValue, _ what: String, count: Int? = nil) throws -> [UInt8] {
        // Safe: nil is refused.
        guard let text = value.string, text.hasPrefix("0x"), text.utf8.count <= 2 + 2 * Self.maximumAnswer,
            let bytes = try? Hex.decode(String(text.dropFirst(2))), count == nil || bytes.count == count
        else { throw malformed(what) }
        return bytes
    }

    func hex(_ bytes: [UInt8]) -> JSONValue { .string("0x" + Hex.encode(bytes)) }

    func hex(_ number: UInt64) -> JSONValue { .string("0x" + String(number, radix: 16)) }

    func malformed(_ what: String) -> CoinsError {
        CoinsError(.lyingServer, "\(name) did not answer with \(what): use another server.")
    }
}
