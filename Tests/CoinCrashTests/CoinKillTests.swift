// SPDX-License-Identifier: MIT
import Chains
import CoinCrashRig
import Coins
import CrashRig
import Glibc
import PeerSupport
import TestSupport
import Testing

/// Processes that are really killed, at every named step of everything that the coins do, with chains that nobody here
/// wrote: the shop is paid once or not at all, and the wallet knows all of it.
///
/// To replay a failure: `SATCHEL_COIN_KILL_ONLY="bump 3"` is one situation and step.
@Suite(.needsPeers) struct CoinKillTests {
    @Test func noKillPaysTwiceOrLosesAPaymentOnBitcoin() throws { try killEverywhere(try BitcoinSide()) }
    @Test func noKillPaysTwiceOrLosesAPaymentOnEthereum() throws { try killEverywhere(try EthereumSide()) }
    @Test func noKillPaysTwiceOrLosesAPaymentOnSolana() throws { try killEverywhere(try SolanaSide()) }

    private func killEverywhere(_ side: any ChainSide) throws {
        let start = ContinuousClock.now
        var kills: [String: Int] = [:]
        let only = getenv("SATCHEL_COIN_KILL_ONLY").map { String(cString: $0) }
        for situation in CoinSituation.all(on: side) {
            let count = try Self.pass(situation, 0, on: side).count
            try #require(count > 2, "\(situation.name) has no steps")
            for step in 1...count where only == nil || only == "\(situation.name) \(step)" {
                for name in try Self.pass(situation, step, on: side).suffix(1) { kills[name, default: 0] += 1 }
            }
        }
        let total = kills.values.reduce(0, +)
        print(
            "\(side.network.name): \(total) kills in \(ContinuousClock.now - start): \(kills.sorted { $0.key < $1.key })"
        )
        let sending: [CoinStep] = [
            .refreshAnswered, .refreshStoring, .refreshStored, .sendSigning, .sendSigned, .sendBroadcast,
            .sendRecording,
            .sendRecorded, .sendExporting, .sendExported, .sendImporting, .sendImported, .sendChecked, .sendSettling,
            .sendSettled,
        ]
        if only == nil { #expect(Set(sending.map(\.rawValue)).subtracting(kills.keys).sorted() == []) }
    }

    /// Enters a situation anew and kills its victim at a step; returns the steps that it came to.
    private static func pass(_ situation: CoinSituation, _ step: Int, on side: any ChainSide) throws -> [String] {
        let round = try CoinRound(side)
        do {
            try situation.prepare(round)
            var order = round.order(situation.victim)
            try situation.fill(round, &order)
            let outcome = try round.run(situation.victim, killAt: step) { [order] in
                $0.payment = order.payment
                $0.fee = order.fee
            }
            let steps = round.steps
            switch outcome {
            case .killed where step > 0: break
            case .shown where step == 0: break
            default: throw UnexpectedResult("The victim was not killed at step \(step).")
            }
            try situation.goOn(round)
            try round.settle(payments: situation.payments)
            return steps
        } catch {
            round.folder.keep()
            throw UnexpectedResult(
                "SATCHEL_COIN_KILL_ONLY=\"\(situation.name) \(step)\": \(error)\n\(round.stepLog.joined(separator: "\n"))\n"
                    + "The files are in \(round.folder.path).")
        }
    }
}
