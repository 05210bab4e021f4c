// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Ethereum
import SQLite
import TestSupport
import Testing
import Vault

/// What comes in on a chain whose servers have no list of it.
struct EthereumMovementTests {
    private static let ether: Wei = 1_000_000_000_000_000_000
    private static func ethers(_ count: UInt64) -> Wei { Wei(count * 1_000_000_000_000_000_000) }
    private let shop = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
    private let payer: Address

    init() throws { payer = try Address([UInt8](repeating: 0x55, count: 20)) }

    private func begun() throws -> (CoinFixture, CoinAccount, Address) {
        let fixture = try CoinFixture()
        let account = try fixture.begin(.sepolia)
        return (fixture, account, try Address(parsing: try #require(account.address)))
    }

    /// What the lines of a history add up to, which is the balance: in, out and fees.
    private func expectSum(
        _ fixture: CoinFixture, _ account: CoinAccount, location: SourceLocation = #_sourceLocation
    ) throws {
        var (gained, spent) = (Wei.zero, Wei.zero)
        for line in try fixture.wallet.history(of: account.id, limit: 10_000) where line.status != .gone {
            if let fee = line.fee { spent = try spent.adding(fee.value) }
            if case .failed = line.status { continue }
            guard line.token == nil else { continue }
            switch line.direction {
            case .incoming: gained = try gained.adding(line.amount.value)
            case .outgoing: spent = try spent.adding(line.amount.value)
            case .own: break
            }
        }
        let held = try fixture.wallet.balances(of: account.id, refreshing: false).balances.first?.confirmed.value ?? 0
        #expect(
            gained == (try held.adding(spent)), "\(gained) in, \(spent) out, \(held) held", sourceLocation: location)
    }

    private func lines(_ fixture: CoinFixture, _ account: CoinAccount) throws -> [HistoryLine] {
        try fixture.wallet.refresh(account.id)
        try expectSum(fixture, account)
        return try fixture.wallet.history(of: account.id, limit: 1_000)
    }

    private func send(_ fixture: CoinFixture, _ account: CoinAccount, _ amount: String, to: String? = nil) throws {
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: to ?? shop, .exactly(amount))]))
        try fixture.wallet.send(plan.approved(acknowledging: ["fee-share"]))
    }

    /// N7
    @Test func etherThatCameInIsListedWithItsPayer() throws {
        let (fixture, account, own) = try begun()
        try fixture.wallet.addContact("Ann", on: .sepolia, address: payer.text)
        let hash = try fixture.ethereum.give(Self.ethers(2), to: own, from: payer)

        let line = try #require(try lines(fixture, account).first)

        #expect(line.id == "0x" + Hex.encode(hash) && line.origin == .transaction && line.direction == .incoming)
        #expect(line.amount.description == "2 ETH" && line.counterpart == payer.text && line.contact == "Ann")
        #expect(line.time == 1_700_000_000 + 1_000 * 12 && line.fee == nil)
        // A block may still be reorganised away until it is two epochs old.
        #expect(line.status == .settling(1_000))
        fixture.ethereum.mine(63)
        #expect(try lines(fixture, account).map(\.status) == [.settling(1_000)])
        fixture.ethereum.mine()
        #expect(try lines(fixture, account).map(\.status) == [.confirmed(1_000)])
        try fixture.wallet.label(transaction: line.id, of: account.id, as: "rent")
        fixture.ethereum.mine(500)
        #expect(try lines(fixture, account).map(\.label) == ["rent"])
    }

    @Test func everyKindOfChangeIsCounted() throws {
        let (fixture, account, own) = try begun()
        // Two in one block, then one that a contract paid, beside a transaction.
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        try fixture.ethereum.give(3, to: own, from: payer)
        fixture.ethereum.mine(1_000)
        try fixture.ethereum.give(Self.ether, to: own, from: nil)
        try fixture.ethereum.give(5, to: own, from: payer)
        fixture.ethereum.mine(1_000)
        try fixture.ethereum.give(7, to: own, from: nil)
        fixture.ethereum.mine()
        // A validator, a payment of somebody that failed, a payment to oneself, one that failed, one that went out.
        fixture.ethereum.withdrawals[fixture.ethereum.block] = [
            .init(index: 9, amount: 11), .init(index: 10, amount: 13),
        ]
        try fixture.ethereum.give(24, to: own, from: nil)
        fixture.ethereum.mine()
        let failed = [UInt8](repeating: 8, count: 32)
        fixture.ethereum.failed = [failed]
        fixture.ethereum.gifts[fixture.ethereum.block] = [.init(hash: failed, from: payer, to: own, value: 19)]
        try fixture.ethereum.give(17, to: own, from: nil)
        try send(fixture, account, "0.25", to: own.text)
        fixture.ethereum.mine(3)
        try send(fixture, account, "0.125")
        for hash in fixture.ethereum.papers.keys where fixture.ethereum.papers[hash]?.block == nil {
            fixture.ethereum.papers[hash]?.hasSucceeded = false
        }
        fixture.ethereum.mine()
        try send(fixture, account, "0.5")
        fixture.ethereum.mine(3)

        let found = try lines(fixture, account)

        let incoming = found.filter { $0.direction == .incoming }.map { ($0.origin, $0.amount.value) }
        let kinds: [(HistoryLine.Origin, Wei)] = [
            (.transaction, Self.ether), (.transaction, 3), (.transaction, 5), (.block(2_000), Self.ether),
            (.block(3_000), 7), (.withdrawal, 11), (.withdrawal, 13), (.block(3_002), 17),
        ]
        #expect(incoming.count == kinds.count, "\(incoming)")
        for kind in kinds { #expect(incoming.contains { $0 == kind }, "\(kind) is not in \(incoming)") }
        #expect(found.count { $0.direction == .own } == 1)
        #expect(found.count { if case .failed = $0.status { true } else { false } } == 1)
        #expect(found.filter { $0.fee != nil }.count == 3)
    }

    @Test func whatAnotherDeviceSentIsListedWithItsFee() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine()
        try send(fixture, account, "0.25")
        fixture.ethereum.mine()
        // Another wallet of the same phrase knows nothing of the payment.
        let other = try CoinFixture()
        let same = try other.begin(.sepolia)
        other.ethereum = fixture.ethereum

        let found = try lines(other, same)

        let line = try #require(found.first { $0.direction == .outgoing })
        #expect(found.count == 2 && line.amount.description == "0.25 ETH" && line.counterpart == shop)
        #expect(line.fee?.value == 210_000_000_000_000)
    }

    // MARK: - Servers that forget

    @Test func whatAServerHasForgottenIsOneSum() throws {
        let (fixture, account, own) = try begun()
        fixture.ethereum.keptStates = 128
        try fixture.ethereum.give(Self.ethers(2), to: own, from: payer)
        fixture.ethereum.mine(1_000)

        let first = try #require(try lines(fixture, account).first)
        let until = UInt64(1_700_000_000 + (2_000 - 127) * 12)
        #expect(first.origin == .between(since: nil, until: until) && first.direction == .incoming)
        #expect(first.amount.description == "2 ETH" && first.counterpart == nil)

        // What came since the last look, no longer ago than the server remembers, is found.
        fixture.ethereum.mine(100)
        let hash = try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine(20)
        #expect(try lines(fixture, account).map(\.id).contains("0x" + Hex.encode(hash)))

        // It stays when it is forgotten; what came and went meanwhile is a sum without the payment made here.
        fixture.ethereum.mine(30)
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine()
        try send(fixture, account, "0.5")
        fixture.ethereum.mine()
        fixture.ethereum.mine(1_000)
        let later = try lines(fixture, account)
        #expect(later.contains { $0.id == "0x" + Hex.encode(hash) && $0.status == .confirmed(2_100) })
        let gaps = later.filter { if case .between = $0.origin { true } else { false } }
        #expect(gaps.map(\.amount.description).sorted() == ["1 ETH", "2 ETH"])
        #expect(later.count == 4, "\(later)")
        for _ in 0..<3 {
            fixture.ethereum.mine(300)
            #expect(try lines(fixture, account).count == 4)
        }
    }

    @Test func anotherServerIsAskedBeforeASumWillDo() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine(1_000)
        fixture.ethereum.keptStates = 128
        let archive = PaperEthereum()
        try archive.give(Self.ether, to: own, from: payer)
        archive.mine(1_000)
        fixture.otherEthereum["http://127.0.0.1:2"] = archive
        try fixture.wallet.addServer(try ServerAddress(network: .sepolia, kind: .ethereum, url: "http://127.0.0.1:2"))

        #expect(try lines(fixture, account).map(\.origin) == [.transaction])
    }

    @Test func aServerThatSaysNothingOfThePastLeavesOneLine() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.keptStates = 0

        let line = try #require(try lines(fixture, account).first)
        #expect(line.origin == .unread && line.status == .pending && line.amount.description == "1 ETH")
        fixture.ethereum.keptStates = nil
        #expect(try lines(fixture, account).map(\.origin) == [.transaction])
    }

    // MARK: - Reorganisations

    @Test func whatAReorganisationTookAwayIsGone() throws {
        let (fixture, account, own) = try begun()
        fixture.ethereum.balances[own] = 0
        fixture.ethereum.mine(10)
        let hash = try fixture.ethereum.give(Self.ether, to: own, from: payer)
        try fixture.ethereum.give(5, to: own, from: nil)
        fixture.ethereum.mine(3)
        #expect(try lines(fixture, account).count == 2)

        fixture.ethereum.reorganise(5)
        fixture.ethereum.mine(2)
        let gone = try lines(fixture, account)
        #expect(gone.map(\.status) == [.gone] && gone.map(\.id) == ["0x" + Hex.encode(hash)])

        fixture.ethereum.gifts[fixture.ethereum.block] = [.init(hash: hash, from: payer, to: own, value: Self.ether)]
        fixture.ethereum.balances[own] = Self.ether
        fixture.ethereum.mine(100)
        #expect(try lines(fixture, account).map(\.status) == [.confirmed(1_010)])
    }

    // MARK: - Bounds

    @Test func aLongPastIsReadInSeveralLooks() throws {
        let (fixture, account, own) = try begun()
        for _ in 0..<60 {
            try fixture.ethereum.give(Self.ether, to: own, from: payer)
            fixture.ethereum.mine(7_001)
        }
        var counts: [Int] = []
        for _ in 0..<30 {
            let before = fixture.ethereum.questions
            let found = try lines(fixture, account)
            #expect(fixture.ethereum.questions - before <= 256)
            counts.append(found.count { $0.origin == .transaction })
            if found.allSatisfy({ $0.origin == .transaction }) { break }
            #expect(found[0].origin == .unread)
        }
        #expect(counts.last == 60 && counts.count > 3 && counts.count < 30, "\(counts)")
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
        // Nothing is asked again then.
        let before = fixture.ethereum.questions
        _ = try lines(fixture, account)
        #expect(fixture.ethereum.questions - before == 2)
    }

    @Test func aBlockOfManyPaymentsIsOneSum() throws {
        let (fixture, account, own) = try begun()
        for _ in 0..<500 { try fixture.ethereum.give(3, to: own, from: payer) }
        let found = try lines(fixture, account)
        #expect(found.map(\.origin) == [.block(1_000)] && found.map(\.amount.value) == [1_500])
    }

    @Test func aLookThatIsCutOffGoesOn() throws {
        for question in stride(from: 1, through: 120, by: 7) {
            for code in [CoinsError.Code.unreachable, .refused, .interrupted] {
                let (fixture, account, own) = try begun()
                for _ in 0..<4 {
                    try fixture.ethereum.give(Self.ether, to: own, from: payer)
                    fixture.ethereum.mine(700)
                }
                fixture.ethereum.pastOutage = (question, CoinsError(code, "The line is dead."))
                do {
                    try fixture.wallet.refresh(account.id)
                } catch let error as CoinsError {
                    #expect(code == .interrupted && error.code == .interrupted)
                }
                try expectSum(fixture, account)
                fixture.ethereum.pastOutage = nil
                #expect(try lines(fixture, account).map(\.origin) == Array(repeating: .transaction, count: 4))
            }
        }
    }

    // MARK: - Servers that lie

    @Test func aBlockThatContradictsTheBalanceIsNotBelieved() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ethers(3), to: own, from: nil)
        let invented = EthereumBlock.Payment(
            hash: [UInt8](repeating: 9, count: 32), from: payer, to: own, value: Self.ethers(5))
        fixture.ethereum.blockLie = { EthereumBlock(number: $0, time: 5, payments: [invented], withdrawals: []) }
        fixture.ethereum.gifts[1_000] = [invented]

        #expect(try lines(fixture, account).map(\.origin) == [.unread])
        // The receipt is of another block.
        fixture.ethereum.gifts = [999: [invented]]
        #expect(try lines(fixture, account).map(\.origin) == [.unread])
        fixture.ethereum.blockLie = { number in
            EthereumBlock(number: number, time: 5, payments: [], withdrawals: [.init(index: 1, amount: .max)])
        }
        #expect(try lines(fixture, account).map(\.origin) == [.unread])
        fixture.ethereum.blockLie = nil
        fixture.ethereum.gifts = [:]
        #expect(try lines(fixture, account).map(\.amount.value) == [Self.ethers(3)])
    }

    @Test func aBalanceThatJumpsEndsInABoundedTime() throws {
        let (fixture, account, own) = try begun()
        fixture.ethereum.balances[own] = Self.ether
        var random = SeededRandom(seed: 7)
        fixture.ethereum.block = 30_000_000
        fixture.ethereum.stateLie = { _ in
            let bytes = random.bytes(2)
            return EthereumState(balance: Wei(UInt64(bytes[0])), nonce: UInt64(bytes[1] & 1))
        }
        for _ in 0..<10 {
            let before = fixture.ethereum.questions
            try fixture.wallet.refresh(account.id)
            #expect(fixture.ethereum.questions - before <= 256)
            #expect(
                try fixture.wallet.history(of: account.id).allSatisfy { $0.origin != .transaction })
        }
        // An honest server takes the place of what was said.
        fixture.ethereum.stateLie = nil
        fixture.ethereum.block = 1_000
        fixture.ethereum.balances[own] = 0
        let hash = try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.block = 30_000_100
        for _ in 0..<3 { try fixture.wallet.refresh(account.id) }
        #expect(try lines(fixture, account).map(\.id) == ["0x" + Hex.encode(hash)])
    }

    @Test func aNonceThatFallsIsALie() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.stateLie = { $0 == 1_000 ? nil : EthereumState(balance: 0, nonce: 5) }
        #expect(try lines(fixture, account).map(\.origin) == [.unread])
    }

    @Test func aServerThatLagsBehindTakesNothingBack() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine(1_000)
        let known = try lines(fixture, account)
        fixture.ethereum.block = 1_500
        #expect(try lines(fixture, account) == known)
    }

    // MARK: - The store

    @Test func aStoreOfTheVersionBeforeGainsWhatCameIn() throws {
        let (fixture, account, own) = try begun()
        try fixture.ethereum.give(Self.ether, to: own, from: payer)
        fixture.ethereum.mine()
        try send(fixture, account, "0.25")
        fixture.ethereum.mine(100)
        try fixture.wallet.refresh(account.id)
        // As the program before left it: no table of readings, and no line of what came in.
        #expect(try fixture.wallet.history(of: account.id).map(\.direction) == [.outgoing, .incoming])
        try fixture.store.database.execute(
            """
            DROP TABLE chain_reading;
            DELETE FROM chain_transaction WHERE id = (SELECT max(id) FROM chain_transaction);
            UPDATE part SET version = 2 WHERE name = 'coins';
            """)
        try fixture.reopen()
        #expect(try fixture.wallet.history(of: account.id).map(\.direction) == [.outgoing])

        #expect(try lines(fixture, account).map(\.direction) == [.outgoing, .incoming])
    }
}
