// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Nearby
import NearbyProtocol
import TestSupport
import Testing
import Tokens
import Wallet

/// Two wallets that meet over a link in memory, with a clock that is set by hand.
final class Meeting {
    let payer: Person
    let payee: Person
    let request: OpenRequest
    let isListed: Bool
    /// How many messages of the payer and of the payee pass before the first link is cut.
    var cut: (payer: Int, payee: Int)?
    /// How often the wallet of one side is in use by another program.
    var busy = (payer: 0, payee: 0)

    private(set) var receipts: [String] = []
    private(set) var payments: Set<String> = []
    private(set) var refusals: [WalletError] = []
    private(set) var shown: (payer: SessionDigits?, payee: SessionDigits?)
    private var now = Duration.zero

    init(_ payer: Person, pays payee: Person, _ minorUnits: Int64, isListed: Bool = false) throws {
        self.payer = payer
        self.payee = payee
        self.isListed = isListed
        request = try payee.wallet.request(payee.economy.amount(minorUnits))
    }

    private var hub: HubID { get throws { HubID(rootKey: try #require(try payer.wallet.hub).rootKey) } }

    /// Meets until it is over, from a new start of both programs on.
    func meet() throws -> PayerMachine.Outcome {
        let doorway = try MemoryDoorway()
        let way = CutWay(doorway, cut)
        cut = nil
        let elapsed: () -> Duration = { [unowned self] in now }
        let receiving = try NearbyPayee(
            request.text, hub: hub, isListed: isListed, at: [doorway],
            access: WalletAccess { [unowned self] in
                busy.payee -= 1
                if busy.payee >= 0 { throw WalletError(.inUse, "Another program has this wallet open.") }
                return payee.wallet
            }, random: .system, elapsed: elapsed)
        let target: PayerMachine.Target =
            isListed ? .listed(nil) : .seen(try Envelope.request(in: request.text).encoded)
        let paying = NearbyPayer(
            target, hub: try hub, over: [way],
            access: WalletAccess { [unowned self] in
                busy.payer -= 1
                if busy.payer >= 0 { throw WalletError(.inUse, "Another program has this wallet open.") }
                return payer.wallet
            }, random: .system, elapsed: elapsed)
        defer { receiving.close() }
        for _ in 0..<20_000 {
            for event in try paying.step(atMost: .zero) {
                switch event {
                case .review(let summary, let digits):
                    shown.payer = digits
                    #expect(summary.findings.isEmpty && summary.amount == request.amount)
                    try paying.agree()
                case .paid(let payment): payments.insert(payment.text)
                case .finished(let outcome): return outcome
                }
            }
            for event in try receiving.step(atMost: .zero) {
                switch event {
                case .received(let received): receipts.append(received.receipt)
                case .refused(let error): refusals.append(error)
                case .digits(let digits): shown.payee = digits
                case .ended, .listingEnded: break
                }
            }
            now += .milliseconds(50)
        }
        throw UnexpectedResult("The meeting did not end.")
    }

    /// Meets, and starts the programs again whenever one of them was killed.
    func meetWhateverDies() throws -> PayerMachine.Outcome {
        while true {
            do { return try meet() } catch is Killer.Killed {
                for person in [payer, payee] { try reopen(person) }
            }
        }
    }

    private func reopen(_ person: Person) throws {
        while true {
            do { return try person.reopen() } catch is Killer.Killed {}
        }
    }
}

/// A way whose first link ends after some messages.
private final class CutWay: Way {
    private let way: any Way
    private var cut: (payer: Int, payee: Int)?

    init(_ way: any Way, _ cut: (payer: Int, payee: Int)?) {
        self.way = way
        self.cut = cut
    }

    func reach(_ name: String) throws -> (any MessagePipe)? {
        guard let pipe = try way.reach(name) else { return nil }
        defer { cut = nil }
        return cut.map { CutPipe(pipe, sends: $0.payer, receives: $0.payee) } ?? pipe
    }
}

/// The payer's end of a link that ends after some messages.
private final class CutPipe: MessagePipe {
    private let pipe: any MessagePipe
    private var sends: Int
    private var receives: Int

    init(_ pipe: any MessagePipe, sends: Int, receives: Int) {
        self.pipe = pipe
        self.sends = sends
        self.receives = receives
    }

    var descriptor: Int32 { pipe.descriptor }
    var peer: String { pipe.peer }
    func close() { pipe.close() }

    func send(_ message: [UInt8]) throws {
        sends -= 1
        if sends >= 0 { try pipe.send(message) } else { pipe.close() }
    }

    func next(limit: Int) throws -> [UInt8]? {
        guard let message = try pipe.next(limit: limit) else { return nil }
        receives -= 1
        guard receives >= 0 else {
            pipe.close()
            throw NearbyError(.closed, "The link was cut.")
        }
        return message
    }
}
