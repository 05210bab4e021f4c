// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes

/// Parses transactions, rates and errors in the answers of all three kinds of servers.
enum TransactionText {
    /// Decodes a transaction whose id must be the requested one.
    ///
    /// - Throws: ``CoinsError`` with `.lyingServer`.
    static func transaction(_ hex: String, id: TransactionID, from name: String) throws -> Transaction {
        let transaction: Transaction
        do {
            transaction = try Transaction(hex: hex)
        } catch {
            throw CoinsError(.lyingServer, "\(name) sent an invalid transaction. Use another server.", cause: error)
        }
        guard transaction.id == id else {
            throw CoinsError(.lyingServer, "\(name) sent another transaction than was asked for: use another server.")
        }
        return transaction
    }

    /// Parses a rate in bitcoins per 1,000 virtual bytes, rounded up.
    ///
    /// - Throws: ``CoinsError`` with `.lyingServer` for a value that is not a rate, or an impossible one.
    static func feeRate(bitcoinsPerKilobyte value: JSONValue, from name: String) throws -> FeeRate {
        let units = value.number.flatMap(DecimalText.init)?.units(decimals: 8, .up)
        return try feeRate(satoshisPerKilobyte: units, from: name)
    }

    static func feeRate(satoshisPerKilobyte units: UInt64?, from name: String) throws -> FeeRate {
        // Safe: nil is refused.
        guard let units, let rate = try? FeeRate(satoshisPerKilobyte: units) else {
            throw CoinsError(.lyingServer, "\(name) names a fee rate that cannot be: use another server.")
        }
        return rate
    }

    /// The relay policy from the numbers of `getmempoolinfo`; `incrementalrelayfee` is missing before Core 24.
    static func relayTerms(mempool: JSONValue, from name: String) throws -> RelayTerms {
        let rates = try ["mempoolminfee", "minrelaytxfee"].map { key in
            try feeRate(bitcoinsPerKilobyte: mempool[key] ?? .null, from: name)
        }
        let increment = try mempool["incrementalrelayfee"].map { try feeRate(bitcoinsPerKilobyte: $0, from: name) }
        return RelayTerms(least: rates.max(), increment: increment)
    }

    /// Checks the id that a server returned for a transaction that it accepted.
    static func check(_ text: String?, is id: TransactionID, from name: String) throws {
        guard let text, text == "\(id)" else {
            throw CoinsError(
                .lyingServer, "\(name) took the transaction and calls it by another id: check with another server.")
        }
    }

    /// Accepts the refusal of a transaction that the server already has, in a block or waiting.
    ///
    /// - Throws: ``CoinsError`` with the server's reason otherwise.
    static func accept(
        _ id: TransactionID, refusedWith refusal: RPCRefusal, from name: String,
        lookingUp find: (TransactionID) throws -> [Transaction]
    ) throws {
        // Its outputs may already be spent, and then the reason is missing inputs, so the server is asked for it.
        // Safe: a server that does not know it refuses again, and the first reason is the one that counts.
        if let found = try? find(id), !found.isEmpty { return }
        guard refusal.isVerdict else { throw refusal.error(from: name) }
        throw BitcoinRefusal.error(refusal.message, from: name)
    }
}
