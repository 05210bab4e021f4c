// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Keys
import Money
import SQLite
import Synchronization
import TestSupport
import Testing
import Tokens
import Wallet

/// Wallets over TLS to a hub whose certificate an authority has signed, and whose root key vouches for that certificate's key.
struct AnnouncedCertificateTests {
    /// What a server was asked for, and what it was told.
    private final class Heard: Sendable {
        let requests = Mutex<[Request]>([])
        var paths: Set<String> { Set(requests.withLock { $0 }.map(\.path)) }
    }

    /// A hub on the disk, whose root key is at hand, and an authority.
    private final class Site {
        let authority: TestAuthority
        let time = ManualTime(1_800_000_000)
        let hub: Hub
        private let random = RandomSource.seeded(7)
        private let folder: ScratchFolder
        private let directory: HubDirectory
        private let rootKey: P256.PrivateKey

        init() throws {
            authority = try TestAuthority()
            folder = try ScratchFolder()
            directory = HubDirectory(folder.file("hub"))
            rootKey = P256.PrivateKey(random: random)
            var configuration = HubConfiguration()
            configuration.passwordCost = .minimum
            configuration.execution = .caller
            try HubSetup.create(
                in: directory, currency: try Currency(code: "USD"), rootKey: rootKey, configuration: configuration,
                clock: time.clock, random: random)
            hub = try Hub.open(
                directory: directory.path, configuration: configuration, clock: time.clock, random: random)
        }

        func announce(_ certificate: String) throws {
            let key = try CertificateKey(try File.read(certificate), from: certificate)
            _ = try HubSetup.announce(key, in: directory, rootKey: rootKey, clock: time.clock, random: random)
            #expect(try hub.takeFreshKeys())
        }

        /// - Returns: whether the certificate's key was announced too.
        @discardableResult
        func rotateKeys(with certificate: String?) throws -> Bool {
            let key = try certificate.map { try CertificateKey(try File.read($0), from: $0) }
            let isAnnounced = try HubSetup.rotateKeys(
                in: directory, rootKey: rootKey, certificate: key, clock: time.clock, random: random)
            #expect(try hub.takeFreshKeys())
            return isAnnounced
        }

        /// Serves the hub, or plays it: whoever answers has the same words, and this certificate.
        func serve(
            _ shown: (certificate: String, key: String), port: UInt16 = 0, heard: Heard = Heard()
        ) throws -> Server {
            let handle = hub.handle
            let credentials = try ServerCredentials(
                certificates: try File.read(shown.certificate), privateKey: try File.read(shown.key))
            return try Server(address: "127.0.0.1", port: port, credentials: credentials) { request, respond in
                heard.requests.withLock { $0.append(request) }
                handle(request, respond)
            }
        }

        func description(_ port: UInt16) -> HubDescription {
            HubDescription(url: "https://127.0.0.1:\(port)", rootKey: hub.rootKey, isProvedByRoot: true)
        }

        func wallet() throws -> Wallet {
            try Wallet.create(
                Wallet.Environment(
                    place: .memory(try Database(path: .inMemory)), epochs: .memory(), clock: time.clock,
                    random: random, connect: { try HubConnection.open($0, trusting: $1, timeoutSeconds: 20) },
                    passphraseCost: .minimum),
                .vaultKey(
                    try SealedVaultKey.create(passphrase: SecretBytes([1]), random: random, cost: .minimum).1))
        }
    }

    private static let password = "lantern river 4827"

    @Test func anotherCertificateOfTheSameAuthorityHearsNothing() throws {
        let site = try Site()
        let own = try site.authority.issue("own")
        try site.announce(own.certificate)
        let genuine = try site.serve(own)
        let port = genuine.port
        let wallet = try site.wallet()
        #expect(try wallet.join(site.description(port)).isJoined)
        try wallet.register(username: "alice", password: Self.password)
        #expect(try wallet.sync().isComplete)
        genuine.stop()

        let heard = Heard()
        let impostor = try site.serve(try site.authority.issue("other"), port: port, heard: heard)
        try site.authority.requireTrusted(port: Int(port))
        // One that has a session, and one that has a password to send.
        let report = try wallet.sync()
        #expect(!report.isComplete)
        let stranger = try site.wallet()
        #expect(try !stranger.join(site.description(port)).isJoined)
        let error = #expect(throws: WalletError.self) {
            try stranger.register(username: "bob", password: Self.password)
        }
        #expect(error?.code == .hubUnreachable && error?.message.contains("Nothing was sent") == true)
        #expect(heard.paths == [Routes.announcements.path])
        for request in heard.requests.withLock({ $0 }) {
            #expect(request.headers["Authorization"] == nil && request.body.isEmpty)
        }
        impostor.stop()

        let again = try site.serve(own, port: port)
        #expect(try wallet.sync().isComplete)
        again.stop()
    }

    @Test func replacedCertificatesAreFoundByAWalletThatWasAway() throws {
        let site = try Site()
        let first = try site.authority.issue("first")
        try site.announce(first.certificate)
        let server = try site.serve(first)
        let wallet = try site.wallet()
        #expect(try wallet.join(site.description(server.port)).isJoined)
        try wallet.register(username: "alice", password: Self.password)
        server.stop()
        for name in ["second", "third"] { try site.announce(try site.authority.issue(name).certificate) }
        let heard = Heard()
        // The last one, renewed for the same key: that is no replacement.
        let later = try site.serve(try site.authority.renew("third"), port: server.port, heard: heard)
        #expect(try wallet.sync().isComplete)
        #expect(heard.paths.count > 1)
        later.stop()
    }

    /// Announced, heard of, then shown: by the time of the reload the connection that was open is of the key before.
    @Test func aKeyThatWasHeardOfBeforeItIsShownIsBelievedAtTheFirstCall() throws {
        let site = try Site()
        let first = try site.authority.issue("first")
        try site.announce(first.certificate)
        let server = try site.serve(first)
        let wallet = try site.wallet()
        #expect(try wallet.join(site.description(server.port)).isJoined)
        try wallet.register(username: "alice", password: Self.password)
        let second = try site.authority.issue("second")
        try site.announce(second.certificate)
        #expect(try wallet.sync().isComplete)
        server.stop()
        let later = try site.serve(second, port: server.port)
        #expect(try wallet.devices().count == 1)
        later.stop()
    }

    @Test func aKeyIsBelievedUntilAWeekAfterItsUseAndLongerWhenItIsAnnouncedAgain() throws {
        let site = try Site()
        let own = try site.authority.issue("own")
        try site.announce(own.certificate)
        let key = try CertificateKey(try File.read(own.certificate), from: "own").key
        let server = try site.serve(own)
        let (lapsing, renewed) = (try site.wallet(), try site.wallet())
        for wallet in [lapsing, renewed] { #expect(try wallet.join(site.description(server.port)).isJoined) }
        site.time.advance(days: 80)
        try site.rotateKeys(with: nil)
        site.time.advance(days: 11)
        #expect(site.hub.announcedUntil(key) == nil, "its use is over")
        #expect(
            try lapsing.join(site.description(server.port)).isJoined,
            "a wallet whose clock is behind would still meet it")
        site.time.advance(days: 7)
        #expect(try !lapsing.join(site.description(server.port)).isJoined)
        #expect(try !site.rotateKeys(with: own.certificate), "nobody believes it any more")
        #expect(site.hub.announcedUntil(key) == nil)
        try site.announce(own.certificate)
        #expect(try site.rotateKeys(with: own.certificate))
        #expect(site.hub.announcedUntil(key) == site.time.clock.now().adding(days: 90))
        #expect(try renewed.join(site.description(server.port)).isJoined)
        server.stop()
    }
}
