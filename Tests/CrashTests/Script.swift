// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import Money
import TestSupport
import Wallet

/// A day in the life of three people whose devices and hub die again and again, all of it decided by one seed.
struct Script {
    let seed: UInt64

    /// Things done in one script.
    private static let length = 7

    /// Returns the step of every kill.
    func run(on stage: Stage) throws -> [String] {
        let folder = try ScratchFolder(in: .memory)
        let round = try stage.round(in: folder, seed: seed)
        round.doom = { operation in Self.doom(of: operation, round) }
        do {
            for _ in 0..<Self.length { try Self.doSomething(in: round) }
            try round.settle()
        } catch {
            folder.keep()
            throw UnexpectedResult(
                "\(error)\n\(round.stepLog.joined(separator: "\n"))\nThe files are in \(folder.path).")
        }
        return round.kills
    }

    private static func doom(of operation: Operation, _ round: Round) -> Doom {
        switch operation {
        case .serve: round.chance(40) ? .step(round.random(1...20)) : .none
        case .enrol: round.chance(70) ? .microseconds(round.random(0...15_000)) : .none
        case .sync, .redeem, .restore:
            round.chance(50) ? .step(round.random(1...24)) : microseconds(round, upTo: 20_000)
        default: round.chance(50) ? .step(round.random(1...8)) : microseconds(round, upTo: 9_000)
        }
    }

    private static func microseconds(_ round: Round, upTo most: Int) -> Doom {
        round.chance(30) ? .microseconds(round.random(0...most)) : .none
    }

    private static func doSomething(in round: Round) throws {
        if round.chance(15) { try round.killHub(outside: true) }
        if round.chance(20) { try round.pass(seconds: UInt64(round.random(1...90_000))) }
        let pair = round.people.shuffled(using: &round.numbers)
        let (one, other) = (pair[0], pair[1])
        let cents = Int64(round.random(1...2_500))
        do {
            switch round.random(1...100) {
            case ...45: try round.transfer(one, to: other, cents)
            case ...55: try round.sync(one)
            case ...65: if try round.look(one).canSpare(cents) { try round.buy(one, cents) }
            case ...75: if try round.look(one).canSpare(cents) { try round.send(one, to: other, cents) }
            case ...81: try round.sync(one, everything: true)
            case ...86: try turnDown(one, other, cents, in: round)
            case ...91: try takeBack(one, other, cents, in: round)
            case ...95: try rollBack(one, other, cents, in: round)
            case ...97: try restore(one, other, cents, in: round)
            default:
                let link = try round.hubClient()
                try round.insist(.enrol, "dora") { $0.text = link }
                try round.transfer(one, to: "dora", cents)
            }
        } catch let refusal as Refusal where refusal.code == "poolEmpty" {
            try round.sync(one)
            try round.sync(other)
        }
    }

    private static func turnDown(_ payer: String, _ payee: String, _ cents: Int64, in round: Round) throws {
        guard let payment = try round.pay(payer, cents, try round.request(payee, cents)) else { return }
        try round.refuse(payee, payer, cents, payment)
    }

    private static func takeBack(_ payer: String, _ payee: String, _ cents: Int64, in round: Round) throws {
        guard try round.pay(payer, cents, try round.request(payee, cents)) != nil else { return }
        let subject = try round.look(payer).activity.first { $0.kind == .paid }?.subject
        guard let row = subject.flatMap({ UInt64(exactly: $0.row) }) else {
            throw UnexpectedResult("The payment is not in the history.")
        }
        try round.withhold(payer, cents, row: row)
    }

    /// Old files come back; what was queued then might be sent twice by a person, so nothing is.
    private static func rollBack(_ one: String, _ other: String, _ cents: Int64, in round: Round) throws {
        try round.sync(one)
        try round.keepForTomorrow(one)
        try round.transfer(one, to: other, cents)
        try round.transfer(other, to: one, cents / 2 + 1)
        try round.bringBackYesterday(of: one)
        try round.sync(other)
        try round.sync(one)
    }

    private static func restore(_ one: String, _ other: String, _ cents: Int64, in round: Round) throws {
        try round.sync(one)
        try round.insist(.backup, one)
        try round.transfer(one, to: other, cents)
        try round.loseDevice(one)
        try round.sync(other)
        try round.insist(.restore, one)
    }
}

extension Round.Glimpse {
    /// Whether the account holds so much beyond what is queued.
    func canSpare(_ cents: Int64) -> Bool {
        guard let available = balances.account?.available.minorUnits else { return false }
        return available - balances.queued.minorUnits >= cents
    }
}
