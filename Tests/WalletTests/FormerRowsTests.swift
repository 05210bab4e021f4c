// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Vault
import Wallet

/// Stores of programs before Decision 0076, whose rows had a state beside their machine's. These tests write the rows as
/// those programs did: the machine's state as it was before, and what is newer in the column alone.
struct FormerRowsTests {
    @Test func whatWasTakenBackStaysTakenBack() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        _ = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        try anna.rewrite(1, column: .withheld)
        let payment = try anna.payment(1)
        #expect(payment.machine.isHandedOver && payment.state == .withheld)

        try anna.reopen()

        refuses(.tooLate) { try anna.wallet.showPayment(1) }
        #expect(try anna.held == 300)
        try anna.sync()
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)
        #expect(try economy.balance(anna) == 1_000 && anna.held == 0)
        #expect(try anna.payment(1).state == .returned)
        refuses(.tooLate) { try anna.wallet.showPayment(1) }
    }

    @Test func whatWasTakenBackBeforeItWasSignedIsNeverSigned() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(300))
        anna.killer.step = .payCommitted
        #expect(throws: Killer.Killed.self) { try anna.wallet.pay(request.text) }
        try anna.rewrite(1, column: .withheld)

        try anna.reopen()

        refuses(.tooLate) { try anna.wallet.pay(request.text) }
        #expect(try anna.held == 300)
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)
        #expect(try economy.balance(anna) == 1_000 && anna.held == 0)
        refuses(.tooLate) { try anna.wallet.pay(request.text) }
    }

    @Test(arguments: [true, false]) func whatCameBackStaysBack(isAcknowledged: Bool) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        let receipt = try ben.wallet.receive(payment.text).receipt
        // A late receipt could change the machine under the column.
        if isAcknowledged { try anna.wallet.acknowledge(receipt) }
        try anna.rewrite(1, column: .returned)

        try anna.reopen()

        refuses(.tooLate) { try anna.wallet.showPayment(1) }
        refuses(.tooLate) { try anna.wallet.acknowledge(receipt) }
        #expect(try anna.sync().outcome(of: .uploads) == .idle)
    }

    @Test(arguments: [(FormerPayment.State.settled, true), (.settled, false), (.returned, false)])
    func whatEndedAtTheRefundDateStaysEnded(column: FormerPayment.State, isAcknowledged: Bool) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        if isAcknowledged {
            try anna.wallet.acknowledge(try ben.wallet.receive(payment.text).receipt)
        } else {
            try anna.wallet.cancel(try ben.wallet.decline(payment.text))
        }
        try anna.rewrite(1, column: column)

        try anna.reopen()

        #expect(try anna.wallet.balances().awaiting.isZero)
        #expect(try anna.sync().outcome(of: .uploads) == .idle)
        if !isAcknowledged { refuses(.paymentRefused) { try anna.wallet.showPayment(1) } }
        #expect(try anna.payment(1).state == column)
    }

    @Test(arguments: [WalletStep.redeemCommitted, .redeemReady])
    func aRedemptionThatWasGivenUpIsNeitherSignedNorUploaded(step: WalletStep) throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 400)
        anna.killer.step = step
        #expect(throws: Killer.Killed.self) { try anna.wallet.sync(everything: true) }
        let table = anna.wallet.sealedStore.table(FormerRedemption.self)
        for var stored in try table.rows(.committed, .ready) {
            stored.record.state = step == .redeemReady ? .refused : .dropped
            try table.update(stored)
        }

        try anna.reopen()

        #expect(try anna.sync(everything: true).outcome(of: .uploads) == .idle)
        #expect(try economy.balance(anna) == 600)
        #expect(try anna.wallet.balances().awaiting.isZero)
    }
}

/// A payment's row as it was written before.
struct FormerPayment: SealedRecord {
    enum State: Int64 {
        case committed = 0, handedOver = 1, acknowledged = 2, withheld = 3, declined = 4, settled = 5, returned = 6
    }

    static let table = "outgoing"
    var state: State
    var machine: PayMachine
    var isUploaded: Bool
    var activity: Int64
    var coins: [Int64]

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        machine = try PayMachine(decoding: try reader.blob())
        isUploaded = try reader.bool()
        activity = try reader.row()
        let count = try reader.array(maximum: RowBound.list)
        coins = try (0..<count).map { _ in try reader.row() }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.bytes(machine.encoded)
        writer.bool(isUploaded)
        writer.row(activity)
        writer.array(coins.count)
        for coin in coins { writer.row(coin) }
    }
}

/// A redemption's row as it was written before.
private struct FormerRedemption: SealedRecord {
    enum State: Int64 { case committed = 0, ready = 1, settled = 2, refused = 3, dropped = 4, claiming = 5 }

    static let table = "redemption"
    var state: State
    var machine: [UInt8]
    var coin: Int64
    var units: UInt64
    var activity: Int64

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        machine = try reader.blob()
        coin = try reader.row()
        units = try reader.uint()
        activity = try reader.row()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.bytes(machine)
        writer.row(coin)
        writer.uint(units)
        writer.row(activity)
    }
}

extension PayMachine {
    fileprivate var isHandedOver: Bool { if case .handedOver = state { true } else { false } }
}

extension Person {
    fileprivate func payment(_ row: Int64) throws -> FormerPayment {
        try wallet.sealedStore.table(FormerPayment.self).require(row).record
    }

    /// Writes a payment's column and leaves its machine as it is.
    fileprivate func rewrite(_ row: Int64, column: FormerPayment.State) throws {
        let table = wallet.sealedStore.table(FormerPayment.self)
        var stored = try table.require(row)
        stored.record.state = column
        try table.update(stored)
    }
}
