// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Tokens

/// One thing that somebody asks of the hub, for ``TransferBatcherSimulationTests``.
struct ModelOrder {
    enum Matter {
        /// Nobody has the name of nil.
        case send(to: Int?, cents: Int64)
        case pay(request: Int, cents: Int64)
        /// Makes a token that a key owns.
        case buy(cents: Int64, owner: P256.PrivateKey)
        case redeem(token: Int)
    }

    let account: Int
    /// A redemption has none: it is known by its record.
    let id: OperationID?
    let matter: Matter
    let path: String
    let body: [UInt8]

    /// Which request it is, as one number.
    var digest: UInt64 { TransferBatcherModel.digest(of: Array(path.utf8) + body) }
}

/// What the ledger should be: balances, requests for money and tokens, and what was answered under which id.
struct TransferBatcherModel {
    struct Key: Hashable {
        let account: Int
        let id: OperationID
    }

    /// What an id stands for. Of what was asked and of the answer there is a number each, because there are a million of them.
    struct Known {
        let order: UInt64
        let status: Int
        var answer: UInt64?
    }

    struct Request {
        let id: String
        let payee: Int
        /// Nil lets anybody pay.
        var payer: Int?
        /// Nil lets the payer choose.
        let cents: Int64?
        var isOpen = true

        func isSeen(by account: Int) -> Bool { payee == account || payer == account || payer == nil && isOpen }
    }

    /// A token that was bought, with the record that redeems it.
    struct Token {
        let cents: Int64
        let redeemer: Int
        let record: [UInt8]
        /// Once it is credited.
        var receipt: Blob?
    }

    var balances: [Int64]
    private(set) var known: [Key: Known] = [:]
    /// By their number; the older ones are forgotten.
    var requests: [Int: Request] = [:]
    var tokens: [Int: Token] = [:]

    init(balances: [Int64]) { self.balances = balances }

    /// FNV-1a
    static func digest(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Whether an order is answered without the writer, from what it has written before.
    func isAnsweredAtOnce(_ order: ModelOrder) -> Bool {
        switch order.matter {
        case .send, .pay: false
        case .buy: order.id.map { known[Key(account: order.account, id: $0)] != nil } ?? false
        case .redeem(let token): tokens[token]?.receipt != nil
        }
    }

    /// Whether an id stands for this order, so that it will always be answered alike.
    func isKept(_ order: ModelOrder) -> Bool {
        order.id.flatMap { known[Key(account: order.account, id: $0)] }?.order == order.digest
    }

    /// Does what is asked, unless that was done before.
    ///
    /// - Returns: the status of the answer, as the documentation of the routes says.
    mutating func decide(_ order: ModelOrder) -> Int {
        guard let id = order.id else { return 200 }
        let key = Key(account: order.account, id: id)
        if let known = known[key] { return known.order == order.digest ? known.status : 422 }
        let status: Int
        switch order.matter {
        case .send(let payee, let cents): status = payee == nil ? 404 : move(cents, from: order.account, to: payee)
        case .buy(let cents, _): status = move(cents, from: order.account, to: nil)
        case .pay(let number, let cents):
            // That nobody here knows the request is no answer worth keeping.
            guard let request = requests[number], request.isSeen(by: order.account) else { return 404 }
            status = pay(request, number, cents, from: order.account)
        case .redeem: return 200
        }
        known[key] = Known(order: order.digest, status: status)
        return status
    }

    /// Keeps the answer to an order.
    ///
    /// - Returns: whether it is what was answered before.
    mutating func keep(_ answer: [UInt8], to order: ModelOrder) -> Bool {
        let digest = Self.digest(of: answer)
        guard let id = order.id, let before = known[Key(account: order.account, id: id)], before.order == order.digest
        else { return true }
        known[Key(account: order.account, id: id)]?.answer = digest
        return before.answer ?? digest == digest
    }

    /// Credits a token the first time, and keeps the receipt.
    ///
    /// - Returns: whether it is the receipt that was given before.
    mutating func redeem(_ number: Int, _ receipt: Blob?) -> Bool {
        guard let receipt, let token = tokens[number] else { return false }
        guard token.receipt == nil else { return token.receipt == receipt }
        balances[token.redeemer] += token.cents
        tokens[number]?.receipt = receipt
        return true
    }

    private mutating func pay(_ request: Request, _ number: Int, _ cents: Int64, from payer: Int) -> Int {
        guard request.payee != payer else { return 400 }
        guard request.isOpen else { return 409 }
        guard cents == request.cents ?? cents else { return 422 }
        let status = move(cents, from: payer, to: request.payee)
        guard status == 200 else { return status }
        requests[number]?.isOpen = false
        requests[number]?.payer = payer
        return 200
    }

    /// - Parameter payee: nil for what becomes a token.
    private mutating func move(_ cents: Int64, from payer: Int, to payee: Int?) -> Int {
        guard balances[payer] >= cents else { return 422 }
        balances[payer] -= cents
        if let payee { balances[payee] += cents }
        return 200
    }
}
