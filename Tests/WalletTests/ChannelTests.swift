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
import Testing
import Tokens
import Wallet

/// Wallets over TLS to a hub that proves itself by what its root key has announced.
struct ChannelTests {
    private final class Heard: Sendable {
        let paths = Mutex<[String]>([])
    }

    private static func wallet(_ economy: TestEconomy) throws -> Wallet {
        try Wallet.create(
            Wallet.Environment(
                place: .memory(try Database(path: .inMemory)), epochs: .memory(), clock: economy.time.clock,
                random: economy.random, connect: { try HubConnection.open($0, trusting: $1, timeoutSeconds: 20) },
                passphraseCost: .minimum),
            .vaultKey(
                try SealedVaultKey.create(passphrase: SecretBytes([1]), random: economy.random, cost: .minimum).1))
    }

    private static func description(_ server: Server, _ rootKey: P256.PublicKey) -> HubDescription {
        HubDescription(url: "https://127.0.0.1:\(server.port)", rootKey: rootKey, isProvedByRoot: true)
    }

    @Test func aWalletKnowsItsHubByTheRootKeyAlone() throws {
        let economy = try TestEconomy()
        let server = try Server(
            address: "127.0.0.1", credentials: try economy.hub.channelCredentials(), handler: economy.hub.handle)
        let wallet = try Self.wallet(economy)
        #expect(try wallet.join(Self.description(server, economy.hub.rootKey)) == .joined)
        try wallet.register(username: "alice", password: "lantern river 4827")
        #expect(try wallet.sync().isComplete)
        server.stop()
    }

    @Test func anImpostorHearsNothingButTheOpenQuestion() throws {
        let economy = try TestEconomy()
        let stranger = try TestEconomy(seed: 9)
        let heard = Heard()
        // It passes on what the genuine hub answers, and has a key of its own, which any authority might have signed.
        let hub = economy.hub.handle
        let impostor = try Server(address: "127.0.0.1", credentials: try stranger.hub.channelCredentials()) {
            request, respond in
            heard.paths.withLock { $0.append(request.path) }
            hub(request, respond)
        }
        let wallet = try Self.wallet(economy)
        #expect(try !wallet.join(Self.description(impostor, economy.hub.rootKey)).isJoined)
        let error = #expect(throws: WalletError.self) {
            try wallet.register(username: "alice", password: "lantern river 4827")
        }
        #expect(error?.code == .hubUnreachable)
        #expect(error?.message.contains("Nothing was sent") == true)
        #expect(Set(heard.paths.withLock { $0 }) == [Routes.announcements.path])
        impostor.stop()
    }

    @Test func aLinkSaysHowTheHubIsProved() throws {
        let key = P256.PrivateKey(random: .system).publicKey
        let plain = HubDescription(url: "https://hub.example", rootKey: key)
        let proved = HubDescription(url: "https://hub.example", rootKey: key, isProvedByRoot: true)
        #expect(try HubDescription(link: plain.link) == plain)
        #expect(try HubDescription(link: proved.link) == proved)
        #expect(throws: HubProblem.self) { try HubDescription(link: plain.link + "&proof=guess") }
        let open = HubDescription(url: "http://127.0.0.1:1", rootKey: key)
        #expect(throws: HubProblem.self) { try HubDescription(link: open.link + "&proof=root") }
    }
}

/// Devices whose clocks are wrong, by more than a signature may be old.
struct WrongClockTests {
    @Test(arguments: [-7_200, 7_200])
    func aWalletWithAWrongClockSignsByTheHubs(seconds: Int) throws {
        let economy = try TestEconomy()
        let (time, pipe) = (economy.time.clock, economy.pipe)
        let clock = Clock { Timestamp(seconds: UInt64(Int(time.now().seconds) + seconds)) }
        let wallet = try Wallet.create(
            Wallet.Environment(
                place: .memory(try Database(path: .inMemory)), epochs: .memory(), clock: clock, random: economy.random,
                connect: { _, _ in pipe }, passphraseCost: .minimum),
            .vaultKey(
                try SealedVaultKey.create(passphrase: SecretBytes([1]), random: economy.random, cost: .minimum).1))
        try wallet.join(economy.description)
        try wallet.register(username: "alice", password: "lantern river 4827")
        _ = try economy.person("bob")
        _ = try economy.hub.topUp(.account("alice"), economy.amount(1_000))
        _ = try wallet.send(to: "bob", economy.amount(400))
        let report = try wallet.sync()
        #expect(report.isComplete, "\(String(describing: report.failure))")
        #expect(try wallet.balances().account?.balance.minorUnits == 600)
    }
}
