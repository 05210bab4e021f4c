// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import Vault

/// The test chain's implementation of ``AccountChain`` for one account.
struct TestAccount: AccountChain {
    let coins: OpenCoins
    let account: Stored<AccountRecord>
    let support: TestCoins

    static let unsupported = CoinsError(.badDocument, "The test chain cannot do this.")

    private var network: Network { TestCoins.network }
    private var address: String { account.record.address ?? "" }

    func asking<R>(_ question: (TestServer) throws -> R) throws -> R {
        try coins.asking(network) { try question(try support.server($0, coins)) }
    }

    func text(ofID id: [UInt8]) -> String { Hex.encode(id) }

    func receiveAddress(fresh: Bool) throws -> ReceiveAddress { ReceiveAddress(address: address) }

    func refresh() throws {
        let (balance, lines) = try asking { (UInt256($0.balances[address] ?? 0), $0.history(of: address)) }
        try coins.transaction {
            for line in lines { try keep(line.payment, block: line.block) }
            try BalanceKeeping(coins: coins).keep(
                BalanceRecord(
                    account: account.id, token: nil, confirmed: balance, pending: 0, spendable: balance,
                    time: coins.now))
        }
    }

    private func keep(_ payment: TestPayment, block: UInt64?) throws {
        let isOut = payment.from == address
        let record = TransactionRecord(
            state: block == nil ? .pending : .confirmed, account: account.id, id: payment.id, height: block,
            time: coins.now,
            movement: TransactionRecord.BalanceChange(
                direction: isOut ? .outgoing : .incoming, amount: UInt256(payment.amount), token: nil,
                fee: isOut ? UInt256(TestPayment.fee) : nil, counterpart: isOut ? payment.to : payment.from))
        let table = coins.table(TransactionRecord.self)
        guard let stored = try table.row(reference: record.reference) else {
            try table.insert(record, reference: record.reference)
            return
        }
        try table.update(Stored(id: stored.id, record: record))
    }

    func fees() throws -> [FeeQuote] { [FeeQuote(level: .normal, rate: .whole(fee), cost: fee)] }

    private var fee: CoinAmount { CoinAmount(UInt256(TestPayment.fee), network.unit) }

    func plan(_ draft: SendDraft) throws -> SendPlan {
        guard case .exactly(let text) = draft.recipients[0].quantity,
            let amount = try network.unit.amount(parsing: text).uint64
        else { throw Self.unsupported }
        let to = try coins.address(of: draft.recipients[0].to, on: network)
        let number = try asking { UInt64($0.history(of: address).count { $0.payment.from == address }) } + 1
        let payment = TestPayment(from: address, to: to, amount: amount, number: number)
        let review = SendReview(
            network: network, account: account.id,
            payees: [.init(address: to, contact: nil, amount: CoinAmount(UInt256(amount), network.unit))], change: nil,
            fee: fee, rate: .whole(fee), facts: [], warnings: [])
        return SendPlan(review: review) { _ in
            ApprovedSend(
                draft: CoinSendRecord(
                    state: .signed, account: account.id, purpose: .payment, replaces: nil, id: [],
                    unsigned: payment.text, signed: [], claims: [Array("\(number)".utf8)], lastValidHeight: nil,
                    time: 0, payees: [.init(address: to, amount: UInt256(amount))], token: nil, fee: fee.value,
                    label: draft.label)
            ) {
                let path = try DerivationPath(account.record.path ?? "")
                var signed = payment
                signed.signature = try coins.rootSeed().edwards.derived(path).privateKey.sign(payment.text)
                return (signed.encoded, payment.id)
            }
        }
    }

    func noteSigned(_ record: CoinSendRecord) throws {
        guard let payment = TestPayment(record.signed) else { throw Self.unsupported }
        try keep(payment, block: nil)
    }

    func noteSettled(_ send: Stored<CoinSendRecord>) throws {}

    func broadcast(_ record: CoinSendRecord) throws -> SendMachine.Answer {
        guard let payment = TestPayment(record.signed) else { throw Self.unsupported }
        try asking { try $0.broadcast(payment) }
        return .accepted
    }

    func standing(of record: CoinSendRecord) throws -> SendMachine.Standing {
        try asking { $0.block(of: record.id).map { .confirmed(height: $0, isFinal: true) } ?? .unknown }
    }

    // What this chain cannot do.
    func planBump(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw Self.unsupported }
    func planCancel(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw Self.unsupported }
    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan { throw Self.unsupported }
    func planAgain(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw Self.unsupported }
    func document(for send: Stored<CoinSendRecord>) throws -> OfflineDocument { throw Self.unsupported }
    func foreign(_ document: OfflineDocument) throws -> SigningPlan { throw Self.unsupported }
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan { throw Self.unsupported }
    func completed(_ record: CoinSendRecord, with document: [UInt8]) throws -> OfflineAnswer {
        throw Self.unsupported
    }
}
