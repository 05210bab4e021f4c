// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Keys
import Money
import SQLite
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// R1: coming to a hub by its link, and what a later link may change.
struct JoinTests {
    /// What a server was asked for.
    private final class Heard: Sendable {
        let requests = Mutex<[Request]>([])
        var paths: Set<String> { Set(requests.withLock { $0 }.map(\.path)) }

        /// Nothing but the open question has come, and nothing secret with it.
        func requireNothingButTheQuestion(_ location: SourceLocation = #_sourceLocation) {
            for request in requests.withLock({ $0 }) {
                #expect(
                    request.path == Routes.announcements.path && request.headers["Authorization"] == nil
                        && request.body.isEmpty, "\(request.path)", sourceLocation: location)
            }
        }
    }

    private static let password = "lantern river 4827"

    private static func wallet(
        _ economy: TestEconomy, on database: Database? = nil, _ vaultKey: VaultKey? = nil,
        connect: @escaping (HubDescription, HubTrust) throws -> HubPipe = {
            try HubConnection.open($0, trusting: $1, timeoutSeconds: 20)
        }
    ) throws -> Wallet {
        try Wallet.create(
            Wallet.Environment(
                place: .memory(try database ?? Database(path: .inMemory)), epochs: .memory(), clock: economy.time.clock,
                random: economy.random, connect: connect, passphraseCost: .minimum),
            .vaultKey(
                try vaultKey
                    ?? SealedVaultKey.create(passphrase: SecretBytes([1]), random: economy.random, cost: .minimum).1))
    }

    /// A server that passes everything on to the hub and notes it.
    private static func serve(
        _ economy: TestEconomy, as keys: TestEconomy? = nil, port: UInt16 = 0, heard: Heard = Heard()
    ) throws -> Server {
        let handle = economy.hub.handle
        return try Server(
            address: "127.0.0.1", port: port, credentials: try (keys ?? economy).hub.channelCredentials()
        ) { request, respond in
            heard.requests.withLock { $0.append(request) }
            handle(request, respond)
        }
    }

    private static func description(_ server: Server, _ economy: TestEconomy, isProved: Bool = true) -> HubDescription {
        HubDescription(
            url: "https://127.0.0.1:\(server.port)", rootKey: economy.hub.rootKey, isProvedByRoot: isProved)
    }

    // MARK: - Candidates

    @Test func aWrongRootKeyDoesNotBindTheWallet() throws {
        let economy = try TestEconomy()
        let anna = try Person("anna", economy: economy)
        let wrong = HubDescription(url: "http://127.0.0.1:1", rootKey: try TestEconomy(seed: 5).hub.rootKey)
        refuses(.otherHub) { try anna.wallet.join(wrong) }
        #expect(try anna.wallet.hub == nil)
        #expect(try anna.wallet.join(economy.description) == .joined)
        #expect(try anna.wallet.isJoined)
    }

    @Test func aWrongPortIsReplacedByAnyOtherLink() throws {
        let economy = try TestEconomy()
        let server = try Self.serve(economy)
        defer { server.stop() }
        let wallet = try Self.wallet(economy)
        let port = try LocalListener { _ in }.port
        let nowhere = HubDescription(
            url: "https://127.0.0.1:\(port)", rootKey: economy.hub.rootKey, isProvedByRoot: true)
        #expect(try !wallet.join(nowhere).isJoined)
        #expect(try wallet.hub == nowhere && !wallet.isJoined)
        #expect(try wallet.join(Self.description(server, economy)) == .joined)
        try wallet.register(username: "anna", password: Self.password)
    }

    /// Also the store of an older program, which has the same row for a hub that never answered: it was bound for good.
    @Test func aCandidateHearsNoPassword() throws {
        let (economy, other) = (try TestEconomy(), try TestEconomy(seed: 5))
        let anna = try Person("anna", economy: economy)
        economy.network.isDown = true
        let wrong = HubDescription(url: "http://127.0.0.1:1", rootKey: other.hub.rootKey)
        #expect(try !anna.wallet.join(wrong).isJoined)
        try anna.reopen()
        #expect(try anna.wallet.hub == wrong && !anna.wallet.isJoined)
        economy.network.isDown = false
        let calls = economy.network.calls
        refuses(.otherHub) { try anna.wallet.register(username: "anna", password: Self.password) }
        #expect(economy.network.calls == calls + 1, "the question for announcements, and no name or password")
        #expect(try anna.wallet.join(economy.description) == .joined)
        try anna.wallet.register(username: "anna", password: Self.password)
        try anna.sync()
    }

    /// What somebody at the first address has repeated of another hub must not count for the hub that is joined.
    @Test func announcementsOfACandidateAreForgottenWithIt() throws {
        let (economy, other) = (try TestEconomy(), try TestEconomy(seed: 5))
        let impostor = try Self.serve(other, as: economy)
        let server = try Self.serve(economy)
        defer {
            impostor.stop()
            server.stop()
        }
        let wallet = try Self.wallet(economy)
        // Its announcements are genuine, and its connection is not: a candidate that has learned keys.
        #expect(try !wallet.join(Self.description(impostor, other)).isJoined)
        #expect(try wallet.join(Self.description(server, economy)) == .joined)
        try wallet.register(username: "anna", password: Self.password)
        #expect(try wallet.sync().isComplete)
        let thief = Heard()
        server.stop()
        let taken = try Self.serve(economy, as: other, port: server.port, heard: thief)
        #expect(try !wallet.sync().isComplete)
        thief.requireNothingButTheQuestion()
        taken.stop()
    }

    @Test func aServerThatShowsNothingOfTheRootKeyIsNotJoined() throws {
        let economy = try TestEconomy()
        let key = economy.hub.rootKey
        let wallet = try Self.wallet(economy) { _, _ in
            { _ in
                Response(
                    status: 200, headers: ["Content-Type": "application/json"],
                    body: try Wire.encode(
                        HubAnnouncements(
                            rootKey: Blob(key.compressed), announcements: [], revocations: nil, currency: "USD",
                            time: 1_800_000_000)))
            }
        }
        refuses(.unprovedHub) { try wallet.join(economy.description) }
        #expect(try wallet.hub == nil)
    }

    // MARK: - Joined

    @Test(arguments: [true, false])
    func aLinkWithoutTheProofLeavesItDemanded(isSameAddress: Bool) throws {
        let (economy, stranger) = (try TestEconomy(), try TestEconomy(seed: 9))
        let heard = Heard()
        let genuine = try Self.serve(economy)
        let relay = try Self.serve(economy, as: stranger, heard: heard)
        defer { relay.stop() }
        let wallet = try Self.wallet(economy)
        #expect(try wallet.join(Self.description(genuine, economy)) == .joined)
        try wallet.register(username: "anna", password: Self.password)
        var link = Self.description(relay, economy, isProved: false)
        var taken: Server?
        if isSameAddress {
            let port = genuine.port
            genuine.stop()
            taken = try Self.serve(economy, as: stranger, port: port, heard: heard)
            link = HubDescription(url: "https://127.0.0.1:\(port)", rootKey: economy.hub.rootKey)
            #expect(try !wallet.join(link).isJoined)
        } else {
            #expect(try wallet.join(link) == .asks(leaving: Self.description(genuine, economy)))
            refuses(.unprovedHub) { try wallet.join(link, leaving: Self.description(genuine, economy)) }
            genuine.stop()
        }
        #expect(try wallet.hub?.isProvedByRoot == true)
        #expect(try wallet.hub?.url == "https://127.0.0.1:\(genuine.port)")
        #expect(try !wallet.sync().isComplete)
        #expect(throws: WalletError.self) { try wallet.login(username: "anna", password: Self.password) }
        #expect(!heard.paths.isEmpty)
        heard.requireNothingButTheQuestion()
        taken?.stop()
    }

    @Test func anotherAddressIsBelievedOnceTheRootKeyHasProvedItThere() throws {
        let economy = try TestEconomy()
        let first = try Self.serve(economy)
        let wallet = try Self.wallet(economy)
        #expect(try wallet.join(Self.description(first, economy)) == .joined)
        try wallet.register(username: "anna", password: Self.password)
        let second = try Self.serve(economy)
        defer { second.stop() }
        let link = Self.description(second, economy, isProved: false)
        let present = Self.description(first, economy)
        #expect(try wallet.join(link) == .asks(leaving: present))
        #expect(try wallet.hub == present, "nothing is changed before a person agrees")
        // What a person has agreed to leave is that address and no other.
        #expect(try wallet.join(link, leaving: link) == .asks(leaving: present))
        #expect(try wallet.join(link, leaving: present) == .joined)
        first.stop()
        #expect(try wallet.hub == Self.description(second, economy), "the proof that was given is demanded from now on")
        #expect(try wallet.sync().isComplete)
    }

    /// A wallet that trusts authorities, or its own machine, has no other proof of an address than the root key either.
    @Test func aWalletWithoutProofGetsItWithAnotherAddress() throws {
        let economy = try TestEconomy()
        let server = try Self.serve(economy)
        defer { server.stop() }
        let pipe = economy.pipe
        let wallet = try Self.wallet(economy) { hub, trust in
            hub.url.hasPrefix("http:") ? pipe : try HubConnection.open(hub, trusting: trust, timeoutSeconds: 20)
        }
        #expect(try wallet.join(economy.description) == .joined)
        try wallet.register(username: "anna", password: Self.password)
        let other = HubDescription(url: "http://127.0.0.1:2", rootKey: economy.hub.rootKey)
        #expect(try wallet.join(other) == .asks(leaving: economy.description))
        refuses(.unprovedHub) { try wallet.join(other, leaving: economy.description) }
        #expect(try wallet.hub == economy.description)
        #expect(try wallet.join(Self.description(server, economy), leaving: economy.description) == .joined)
        #expect(try wallet.hub?.isProvedByRoot == true)
        #expect(try wallet.sync().isComplete)
    }

    @Test func aLinkOfAnotherHubSaysSo() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna")
        let other = HubDescription(url: "https://other.example", rootKey: try TestEconomy(seed: 5).hub.rootKey)
        let sentence = refuses(.otherHub) { try anna.wallet.join(other) }
        #expect(sentence.contains("another hub's") && sentence.contains(economy.description.url))
        #expect(try anna.wallet.hub == economy.description)
        try anna.sync()
    }

    /// A wallet of an older program, joined, has the same row as one of today.
    @Test func aJoinedWalletIsJoinedWhenItIsOpenedAgain() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna")
        try anna.reopen()
        #expect(try anna.wallet.isJoined && anna.wallet.hub == economy.description)
    }

    // MARK: - Links

    @Test(arguments: [
        "hub=http://hub.example", "hub=http://10.0.0.1:8440", "hub=https://a:b@hub.example", "hub=https://",
        "hub=https://hub.example&hub=https://other.example", "hub=https://hub.example&proof=",
        "hub=https://hub.example&proof",
    ])
    func aLinkThatWouldBeRefusedLaterIsRefusedAtOnce(fields: String) throws {
        let root = Base64URL.encode(try TestEconomy().hub.rootKey.compressed)
        #expect(throws: HubProblem.self) { try HubDescription(link: "satchel://join?\(fields)&root=\(root)") }
    }
}
