// SPDX-License-Identifier: MIT
import Chains
import CoinCrashRig
import Coins
import CrashRig
import TestSupport

/// One thing that a process may be killed at, and how a person goes on afterwards.
struct CoinSituation: Sendable {
    let name: String
    let victim: CoinOperation
    /// How often the shop is paid in the end.
    let payments: UInt64
    /// The order to the victim besides what is common.
    var fill: @Sendable (CoinRound, inout CoinOrder) throws -> Void = { _, _ in }
    /// Everything before the victim starts.
    let prepare: @Sendable (CoinRound) throws -> Void
    /// What a person does after the victim died, or has finished: in the end it has happened.
    let goOn: @Sendable (CoinRound) throws -> Void

    static func all(on side: any ChainSide) -> [CoinSituation] {
        var all = [sending, exporting, completing, settling, sendingAgain]
        if side.canReplace { all += [bumping, cancelling, evicting] }
        if side is SolanaSide { all += [expiring, payingAgain] }
        return all
    }

    /// Refreshes, and does it again when the wallet knows of nothing.
    private static func repeatUnlessKept(_ round: CoinRound, _ operation: CoinOperation, kept: Int) throws {
        try round.insist(.refresh)
        let sends = try round.sends()
        if sends.count < kept {
            try round.insist(operation) {
                $0.payment = sends.last?.id ?? 0
                $0.fee = round.side.fees[kept - 1]
            }
        }
    }

    private static let sending = CoinSituation(
        name: "send", victim: .send, payments: 1, prepare: { try $0.insist(.refresh) },
        goOn: { try repeatUnlessKept($0, .send, kept: 1) })

    private static let exporting = CoinSituation(
        name: "export", victim: .export, payments: 1, prepare: { try $0.insist(.refresh) },
        goOn: {
            try repeatUnlessKept($0, .export, kept: 1)
            try $0.insist(.complete) { $0.payment = 1 }
        })

    private static let completing = CoinSituation(
        name: "complete", victim: .complete, payments: 1, fill: { $1.payment = 1 },
        prepare: {
            try $0.insist(.refresh)
            try $0.insist(.export)
        },
        goOn: {
            if try $0.sends().first?.state == .exported { try $0.insist(.complete) { $0.payment = 1 } }
        })

    private static let settling = CoinSituation(
        name: "settle", victim: .refresh, payments: 1,
        prepare: {
            try $0.insist(.refresh)
            try $0.insist(.send)
            try $0.side.mine()
        }, goOn: { try $0.insist(.refresh) })

    /// The first process died before anybody else had the bytes.
    private static let sendingAgain = CoinSituation(
        name: "send again", victim: .refresh, payments: 1,
        prepare: {
            try $0.insist(.refresh)
            _ = try $0.run(.send, killAt: 2)
            try require($0.steps == ["sendSigning", "sendSigned"], "The steps are \($0.steps).")
        }, goOn: { try $0.insist(.refresh) })

    private static let bumping = replacing(.bump, payments: 1)
    private static let cancelling = replacing(.cancel, payments: 0)

    private static func replacing(_ victim: CoinOperation, payments: UInt64) -> CoinSituation {
        CoinSituation(
            name: "\(victim)", victim: victim, payments: payments,
            fill: { round, order in
                order.payment = 1
                order.fee = round.side.fees[1]
            },
            prepare: {
                try $0.insist(.refresh)
                try $0.insist(.send)
                try $0.insist(.refresh)
            },
            goOn: {
                try repeatUnlessKept($0, victim, kept: 2)
                let states = try $0.sends().map(\.state)
                try require(states.last == .sent || states.last == .signed, "What was asked for is \(states).")
            })
    }

    /// The chain has forgotten a payment and what cancels it: the wallet hands out the cancellation alone.
    private static let evicting = CoinSituation(
        name: "evict", victim: .refresh, payments: 0,
        prepare: { round in
            try cancelling.prepare(round)
            try round.insist(.cancel) {
                $0.payment = 1
                $0.fee = round.side.fees[1]
            }
            try round.side.forget(try round.sends().compactMap(\.transactionID))
        },
        goOn: {
            // A block comes right after the death.
            try $0.side.mine()
            try $0.insist(.refresh)
        })

    private static func lose(_ round: CoinRound) throws {
        try round.insist(.refresh)
        guard let side = round.side as? SolanaSide else { throw UnexpectedResult("Only Solana's payments expire.") }
        try side.lose()
        try round.insist(.send)
        try side.expire()
        round.time += 1_000
    }

    private static let expiring = CoinSituation(
        name: "expire", victim: .refresh, payments: 1, prepare: lose,
        goOn: {
            try $0.insist(.refresh)
            try $0.insist(.again) { $0.payment = 1 }
        })

    private static let payingAgain = CoinSituation(
        name: "pay again", victim: .again, payments: 1, fill: { $1.payment = 1 },
        prepare: {
            try lose($0)
            try $0.insist(.refresh)
        },
        goOn: { round in
            try repeatUnlessKept(round, .again, kept: 2)
            // Somebody who does not know whether it happened asks for it once more.
            guard case .refused(let code, _) = try round.run(.again, { $0.payment = 1 }) else {
                throw UnexpectedResult("An expired payment was paid twice.")
            }
            try require(code == "tooLate", "Refused with \(code).")
        })
}
