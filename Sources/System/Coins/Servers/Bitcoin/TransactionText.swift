// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes

/// How servers write transactions and rates, and how their words about them are judged: the same for all three kinds.
enum TransactionText {
    /// A transaction whose id is the one that was asked for.
    ///
    /// - Throws: ``CoinsError`` with `.lyingServer`.
    static func transaction(_ hex: String, id: TransactionID, from name: String) throws -> Transaction {
        let transaction: Transaction
        do {
            transaction = try Transaction(hex: hex)
        } catch {
            throw CoinsError(.lyingServer, "\(name) sent a transaction that is none: use another server.", cause: error)
        }
        guard transaction.id == id else {
            throw CoinsError(.lyingServer, "\(name) sent another transaction than was asked for: use another server.")
        }
        return transaction
    }

    /// A rate from a number of bitcoins for 1,000 virtual bytes, rounded up.
    ///
    /// - Throws: ``CoinsError`` with `.lyingServer` for what is no rate, or an impossible one.
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

    /// What is relayed by the numbers of `getmempoolinfo`; the last one is missing before Core 24.
    static func relayTerms(mempool: JSONValue, from name: String) throws -> RelayTerms {
        let rates = try ["mempoolminfee", "minrelaytxfee"].map { key in
            try feeRate(bitcoinsPerKilobyte: mempool[key] ?? .null, from: name)
        }
        let increment = try mempool["incrementalrelayfee"].map { try feeRate(bitcoinsPerKilobyte: $0, from: name) }
        return RelayTerms(least: rates.max(), increment: increment)
    }

    /// Checks the id that a server gives to a transaction it took.
    static func check(_ text: String?, is id: TransactionID, from name: String) throws {
        guard let text, text == "\(id)" else {
            throw CoinsError(
                .lyingServer, "\(name) took the transaction and calls it by another id: check with another server.")
        }
    }

    /// Accepts a refusal of a transaction that the server has already, in a block or waiting.
    ///
    /// - Throws: ``CoinsError`` with the server's reason otherwise.
    static func accept(
        _ id: TransactionID, refusedWith refusal: RPCRefusal, from name: String,
        lookingUp find: (TransactionID) throws -> [Transaction]
    ) throws {
        // Its outputs may be spent already, and then the reason is missing inputs: so it is asked for.
        // Safe: a server that does not know it refuses again, and the first reason is the one that counts.
        if let found = try? find(id), !found.isEmpty { return }
        guard refusal.isVerdict else { throw refusal.error(from: name) }
        throw BitcoinRefusal.error(refusal.message, from: name)
    }
}
