// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import HTTP
import Hub
import HubAPI
import Money
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

    private static let atOnce = 2_000
    private static let balance: Int64 = 100_000_000

    /// Makes the hub in an empty directory and closes it again.
    ///
    /// - Parameter senders: how many of the accounts send; every account is paid.
    init(directory: String, accounts: Int, senders: Int) throws {
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        let currency = try Currency(code: "USD")
        try HubSetup.create(
            in: HubDirectory(directory), currency: currency, rootKey: P256.PrivateKey(random: .system), clock: clock)
        var configuration = HubConfiguration()
        // The sessions are used for as long as the longest run lasts.
        configuration.accessTokenLife = 4 * 3_600
        let hub = try Hub.open(directory: directory, configuration: configuration, clock: clock)
        defer { hub.close() }
        var kept: [(session: Session, number: Int)] = []
        let stride = max(1, accounts / senders)
        for first in Swift.stride(from: 0, to: accounts, by: Self.atOnce) {
            let numbers = first..<min(first + Self.atOnce, accounts)
            let sessions = try hub.openInBulk(
                numbers.map(Self.name), each: Amount(minorUnits: Self.balance, currency: currency))
            for (number, session) in zip(numbers, sessions) where number % stride == 0 && kept.count < senders {
                kept.append((session, number))
            }
        }
        self.directory = directory
        self.accounts = accounts
        self.senders = kept
        self.currency = currency
    }

    /// Another directory with the same content.
    func copy(to path: String) throws { try FileManager.default.copyItem(atPath: directory, toPath: path) }

    /// Fresh transfers of small amounts, signed now.
    func requests(_ count: Int, _ pattern: Pattern, seed: UInt64) throws -> [[UInt8]] {
        var random = SeededRandom(seed: seed)
        let now = Timestamp(seconds: Stopwatch.civilSeconds)
        return try (0..<count).map { _ in
            let sender = senders[Int.random(in: 1..<senders.count, using: &random)]
            var recipient = pattern == .hot ? 0 : Int.random(in: 0..<accounts, using: &random)
            if recipient == sender.number { recipient = (recipient + 1) % accounts }
            let order = SendOrder(
                id: OperationID(at: now, random: .system), recipient: Self.name(recipient),
                amount: Amount(minorUnits: Int64.random(in: 1...500, using: &random), currency: currency), note: "tea")
            return try Self.request(order, as: CallerProof(sender.session, at: now.seconds))
        }
    }

    /// The request of one account for its balance, again and again.
    func balanceRequest() -> [UInt8] {
        """
        GET \(Routes.balance.path) HTTP/1.1\r
        Host: 127.0.0.1\r
        Authorization: Bearer \(senders[1].session.accessToken)\r
        \r\n
        """.utf8.map { $0 }
    }

    /// How many transfers are in the books, which are sound.
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
        guard report.isSound else { throw BenchError(.wrongResult, "The books are not sound: \(report.findings)") }
        return report.entries
    }

    private static func name(_ number: Int) -> String { "client\(number)" }

    private static func request(_ order: SendOrder, as proof: CallerProof) throws -> [UInt8] {
        let body = try Wire.encode(order)
        var request = Request(method: .post, path: Routes.send.path, body: body)
        proof.prove(&request, for: .signed)
        let head = """
            POST \(Routes.send.path) HTTP/1.1\r
            Host: 127.0.0.1\r
            \(request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\r\n"))\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r\n
            """
        return Array(head.utf8) + body
    }
}
