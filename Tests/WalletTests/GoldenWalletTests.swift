// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Hub
import HubAPI
import Keys
import Money
import TestSupport
import Testing
import Tokens
import Vault
import Wallet

/// Makes the wallet of `Tests/Golden/Stores`: real payments, and then a line of every kind that this version writes.
struct GoldenWalletTests {
    private static let stores =
        String(#filePath.dropLast("WalletTests/GoldenWalletTests.swift".count)) + "Golden/Stores"

    @Test func aWalletWithEveryKindOfLineIsOpenedAgain() throws {
        // In memory no copy is told from its original. Decision 0064
        let home = try ScratchFolder(in: .memory)
        let economy = try TestEconomy()
        let lines = try Self.live(in: home.path, economy)

        do {
            let wallet = try Wallet.open(Self.environment(home.path, economy), .passphrase(Self.passphrase))
            #expect(try wallet.activity(limit: 1_000).count == lines)
        }
        if let place = getenv("SATCHEL_WRITE_STORES") { try Folder.copy(home.path, to: String(cString: place)) }
    }

    private static let passphrase = SecretBytes(Array("phone of alice".utf8))

    private static func environment(_ folder: String, _ economy: TestEconomy) -> Wallet.Environment {
        let pipe = economy.pipe
        return Wallet.Environment(
            place: .folder(folder + "/wallet"), epochs: .folder(folder + "/satchel"), clock: economy.time.clock,
            random: economy.random, connect: { _, _ in pipe }, passphraseCost: .minimum)
    }

    /// Some days of a wallet that is closed at the end; returns how many lines its history has.
    private static func live(in folder: String, _ economy: TestEconomy) throws -> Int {
        let ben = try economy.person("ben", funds: 5_000, offline: 2_000)
        let wallet = try Wallet.create(environment(folder, economy), .passphrase(passphrase))
        try wallet.join(economy.description)
        try wallet.register(username: "alice", password: "lantern river 4827")
        _ = try economy.hub.topUp(.account("alice"), economy.amount(10_000))
        _ = try wallet.sync()
        try wallet.buy(economy.amount(4_000))
        // p1 is handed over, p2 has its receipt, p3 is declined, p4 is taken back.
        var payments: [OutgoingPayment] = []
        for amount: Int64 in [100, 200, 300, 400] {
            let request = try ben.wallet.request(economy.amount(amount))
            payments.append(try wallet.pay(request.text, note: "payment \(amount)"))
        }
        try wallet.acknowledge(try ben.wallet.receive(payments[1].text).receipt)
        try wallet.cancel(try ben.wallet.decline(payments[2].text))
        try wallet.withhold(4)
        // r1 is open, r2 is paid twice.
        _ = try wallet.request(economy.amount(500), note: "open")
        let request = try wallet.request(economy.amount(600), note: "paid")
        _ = try wallet.receive(try ben.wallet.pay(request.text).text)
        try wallet.send(to: "ben", economy.amount(700), note: "queued")
        try wallet.send(to: "ben", economy.amount(800))
        try wallet.cancelSend(2)
        let table = wallet.sealedStore.table(FormerLine.self)
        for line in try File.read(stores + "/wallet-lines.txt").split(separator: UInt8(ascii: "\n")) {
            try table.insert(FormerLine(bytes: try Hex.decode(String(decoding: line, as: UTF8.self))))
        }
        return try wallet.activity(limit: 1_000).count
    }
}

/// A line of the history as it was written, byte for byte.
struct FormerLine: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "activity"
    var state = State.kept
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        bytes = try reader.item()
    }

    func write(to writer: inout CBORWriter) { writer.raw(bytes) }
}
