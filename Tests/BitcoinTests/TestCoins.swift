// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import TestSupport

/// Coins of one test account, made from a seed.
struct TestCoins {
    let account: Account
    var random: SeededRandom
    private var made: UInt32 = 0

    init(_ kind: AccountKind = .segwit, seed: UInt64 = 1) throws {
        account = try Account(network: .bitcoinRegtest, kind: kind, master: AccountTests.master())
        random = SeededRandom(seed: seed)
    }

    mutating func coin(
        _ value: UInt64, _ standing: UTXO.Standing = .confirmed(height: 100), isCoinbase: Bool = false,
        isFrozen: Bool = false
    ) throws -> UTXO {
        made += 1
        // A few keys are enough: deriving one for each coin would be most of a test's time.
        let spending = try account.spending(.receive, made % 4)
        let output = TransactionOutput(value: try Satoshis(value), script: try spending.lockingScript)
        let previous = Transaction(
            inputs: [
                TransactionInput(outPoint: OutPoint(transactionID: try TransactionID(random.bytes(32)), index: made))
            ],
            outputs: [output])
        return try UTXO(
            outPoint: OutPoint(transactionID: previous.id, index: 0), output: output, spending: spending,
            standing: standing, isCoinbase: isCoinbase, isFrozen: isFrozen, previousTransaction: previous)
    }

    func order(_ coins: [UTXO], _ amount: UInt64?, _ rate: String = "5") throws -> PaymentIntent {
        PaymentIntent(
            [.init(try Self.stranger(), try amount.map { try Satoshis($0) })], feeRate: try FeeRate(parsing: rate),
            coins: coins,
            change: try account.spending(.change, 0), height: 1_000)
    }

    static func stranger() throws -> Address {
        try Address(Script.witness(version: 1, program: [UInt8](repeating: 0x79, count: 32)), network: .bitcoinRegtest)
    }
}

extension TransactionPlan {
    /// What everybody gets who is not this wallet.
    var paid: Satoshis {
        get throws {
            try Satoshis.sum(outputs.filter { if case .change = $0.role { false } else { true } }.map(\.value))
        }
    }

    var changeValue: Satoshis? { change.first.map { outputs[$0].value } }
}
