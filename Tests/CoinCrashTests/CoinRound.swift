// SPDX-License-Identifier: MIT
import Chains
import CoinCrashRig
import Coins
import CrashRig
import Glibc
import TestSupport
import Wallet

/// One wallet with one account on a chain, and somebody to pay; processes come and go.
final class CoinRound {
    let side: any ChainSide
    let folder: ScratchFolder
    let phrase: String
    /// Where the account was paid.
    let address: String
    /// Whom it pays.
    let shop: String
    var time = Scene.start
    /// What was given to the account altogether, in smallest units.
    var given: UInt64
    /// The names of the steps of the last process.
    private(set) var steps: [String] = []
    /// What was done, for whoever must understand a failure.
    private(set) var stepLog: [String] = []
    /// Every process draws other numbers.
    private var seed: UInt64 = 100

    /// - Parameter url: where the wallet's server is; nil for the chain itself.
    init(_ side: any ChainSide, url: String? = nil) throws {
        self.side = side
        folder = try ScratchFolder(in: .memory)
        mkdir("\(folder.path)/\(CoinHand.person)", 0o700)
        let chances = UInt64.random(in: 0...UInt64.max)
        stepLog = ["seed \(chances)"]
        let hand = try CoinHand(folder.path, seed: chances)
        phrase = try hand.coins.makePhrase().text
        let server = try ServerAddress(network: side.network, kind: side.kind, url: url ?? side.url)
        try hand.coins.addServer(server)
        let account = try hand.coins.addAccount(on: side.network)
        address = try hand.coins.receiveAddress(of: account.id).address
        let next = try hand.coins.addAccount(on: side.network, index: 7)
        shop = try hand.coins.receiveAddress(of: next.id).address
        given = side.fund
        try side.pay(address, side.fund)
    }

    // MARK: - Processes

    func order(_ operation: CoinOperation, _ fill: (inout CoinOrder) -> Void = { _ in }) -> CoinOrder {
        seed += 1
        var order = CoinOrder(operation, in: folder.path)
        order.time = time
        order.seed = seed
        order.network = side.network.name
        order.to = shop
        order.amount = side.amount
        order.fee = side.fees[0]
        fill(&order)
        return order
    }

    /// Runs one process to its end, however that comes.
    func run(
        _ operation: CoinOperation, killAt: Int = 0, _ fill: (inout CoinOrder) -> Void = { _ in }
    ) throws -> Outcome {
        let trace = folder.file("trace")
        unlink(trace)
        let outcome = try Child(
            "CoinCrashDriver",
            order(operation) {
                fill(&$0)
                $0.killAt = killAt
                $0.trace = trace
            }.words
        ).finish()
        steps = File.lines(trace)
        stepLog.append("\(operation) \(killAt): \(outcome.brief), steps \(steps.joined(separator: " "))")
        return outcome
    }

    /// Runs one process, which must come to its own end.
    @discardableResult
    func insist(_ operation: CoinOperation, _ fill: (inout CoinOrder) -> Void = { _ in }) throws -> String {
        guard case .shown(let text) = try run(operation, fill) else { throw UnexpectedResult("\(operation) failed.") }
        return text
    }

    /// Looks into the wallet without any server.
    func look<R>(_ body: (CoinWallet) throws -> R) throws -> R {
        let hand = try CoinHand(folder.path, at: time)
        defer { withExtendedLifetime(hand) {} }
        return try body(hand.coins)
    }

    func sends() throws -> [SendStatus] { try look { try $0.sends() }.reversed() }

    // MARK: - What must hold

    /// Lets everything come to rest, then holds the wallet against the chain.
    ///
    /// - Parameter payments: how often the shop was paid.
    func settle(payments: UInt64) throws {
        try insist(.refresh)
        try side.mine()
        try insist(.refresh)
        try side.mine()
        try insist(.refresh)
        let paid = try side.held(by: shop)
        try require(
            paid == payments * side.payment, "The shop holds \(paid), which is not \(payments) times \(side.payment).")
        let made = try side.made(by: address)
        try look { coins in
            let sends = try coins.sends()
            let done = sends.filter { [.confirmed, .final].contains($0.state) }
            try require(
                Set(done.compactMap(\.transactionID)) == Set(made.keys),
                "The chain has \(made.keys.sorted()), the wallet \(sends.map { ($0.state, $0.transactionID ?? "") }).")
            try require(done.count == made.count, "The wallet has a payment twice.")
            let open = sends.filter { [.exported, .signed, .sent, .refused].contains($0.state) }
            try require(open.isEmpty, "Still open: \(open.map(\.sentence))")
            let left = given - paid - made.values.reduce(0, +)
            let balances = try coins.balances(of: 1, refreshing: false).balances
            let own = [balances.first?.confirmed, balances.first?.pending, balances.first?.spendable].map {
                $0?.value.uint64
            }
            try require(own == [left, 0, left], "The wallet says \(own), the chain leaves \(left).")
            if side.network.chain != .bitcoin { try require(try side.held(by: address) == left, "Money is missing.") }
            let history = Set(
                try coins.history(of: 1).filter { if case .confirmed = $0.status { true } else { false } }.map(\.id))
            try require(history.isSuperset(of: made.keys), "The history lacks a transaction of the chain.")
            try require(try coins.revealPhrase().text == phrase, "The phrase is another one.")
            try require(try coins.accounts().map(\.id) == [1, 2], "The accounts are others.")
            try require(try coins.receiveAddress(of: 2).address == shop, "An address is another one.")
        }
    }
}
