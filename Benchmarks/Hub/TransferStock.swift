// SPDX-License-Identifier: MIT
import Crypto
import FoundationEssentials
import Hub
import HubAPI
import HubStorage
import Money
import SQL
import SQLite
import Tokens

/// A hub's directory with accounts that have money, and what signs transfers between them, as whole HTTP requests.
struct TransferStock {
    /// Whom the requests pay.
    enum Pattern {
        /// Anybody pays anybody.
        case spread
        /// Everybody pays one account.
        case hot
    }

    let directory: String
    let accounts: Int
    private let senders: [(session: Session, number: Int)]
    private let currency: Currency

    /// Accounts of one commit: the more, the fewer pages are written twice.
    private static let atOnce = 50_000
    private static let balance: Int64 = 100_000_000

    /// Makes the hub in an empty directory and closes it again.
    ///
    /// - Parameters:
    ///   - place: where its database is to be; nil for a file in the directory.
    ///   - senders: how many of the accounts send; every account is paid.
    init(directory: String, on place: StorePlace? = nil, accounts: Int, senders: Int) throws {
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        let currency = try Currency(code: "USD")
        try HubSetup.create(
            in: HubDirectory(directory), on: place, currency: currency, rootKey: P256.PrivateKey(random: .system),
            clock: clock)
        var configuration = HubConfiguration()
        configuration.accessTokenLife = HubProcess.sessionMinutes * 60
        let hub = try Hub.open(directory: directory, configuration: configuration, clock: clock)
        defer { hub.close() }
        var kept: [(session: Session, number: Int)] = []
        let stride = max(1, accounts / senders)
        for first in Swift.stride(from: 0, to: accounts, by: Self.atOnce) {
            let numbers = first..<min(first + Self.atOnce, accounts)
            let sessions = try hub.openInBulk(
                numbers.map(Self.name), each: Amount(minorUnits: Self.balance, currency: currency),
                signedIn: { (first + $0) % stride == 0 })
            kept += zip(sessions, numbers.filter { $0 % stride == 0 }).map { (session: $0, number: $1) }
        }
        self.directory = directory
        self.accounts = accounts
        self.senders = Array(kept.prefix(senders))
        self.currency = currency
    }

    /// Another directory with the same content.
    func copy(to path: String) throws { try FileManager.default.copyItem(atPath: directory, toPath: path) }

    /// Fresh transfers of small amounts, signed now; their ids say when they were made, as those of a wallet do.
    func requests(_ count: Int, _ pattern: Pattern, seed: UInt64) throws -> [[UInt8]] {
        var random = SeededRandom(seed: seed)
        return try (0..<count).map { _ in try request(pattern, &random) }
    }

    /// As many, one after another in memory, made by both processors.
    func tape(_ count: Int, seed: UInt64) throws -> RequestTape {
        try RequestTape(count) { place in
            // Each thread has places of its own, and each place its own chance.
            var random = SeededRandom(seed: seed << 32 + UInt64(place))
            return try request(.spread, &random)
        }
    }

    private func request(_ pattern: Pattern, _ random: inout SeededRandom) throws -> [UInt8] {
        let now = Stopwatch.civil
        let sender = senders[Int.random(in: 1..<senders.count, using: &random)]
        var recipient = pattern == .hot ? 0 : Int.random(in: 0..<accounts, using: &random)
        if recipient == sender.number { recipient = (recipient + 1) % accounts }
        let order = SendOrder(
            id: OperationID(
                at: Timestamp(seconds: now.seconds), milliseconds: now.milliseconds, random: .system),
            recipient: Self.name(recipient),
            amount: Amount(minorUnits: Int64.random(in: 1...500, using: &random), currency: currency), note: "tea")
        return try HubRequest.bytes(Routes.send, order, as: CallerProof(sender.session, at: now.seconds))
    }

    /// What one of the senders signs with, now.
    func proof(_ sender: Int) -> CallerProof { CallerProof(session(sender), at: Stopwatch.civilSeconds) }

    func session(_ sender: Int) -> Session { senders[sender].session }

    /// How many transfers are in the ledger, which is sound.
    ///
    /// - Throws: ``BenchError`` with `.wrongResult` when they are not.
    static func auditedEntries(in directory: String) throws -> Int64 {
        var configuration = HubConfiguration()
        configuration.execution = .caller
        let hub = try Hub.open(
            directory: directory, configuration: configuration,
            clock: Clock { Timestamp(seconds: Stopwatch.civilSeconds) })
        defer { hub.close() }
        let report = try hub.audit()
        guard report.isSound else { throw BenchError(.wrongResult, "The ledger is not sound: \(report.findings)") }
        return report.entries
    }

    /// The same for a database in a file, counted without proving them, which takes minutes for a million accounts.
    func transfers() throws -> Int {
        let database = try Database(path: HubDirectory(directory).database, readOnly: true)
        // Everything else that the stock has is top-ups, which have no sender.
        return Int(try database.row("SELECT count(*) FROM entry WHERE sender IS NOT NULL")?.int(0) ?? 0)
    }

    private static func name(_ number: Int) -> String { "client\(number)" }
}
