// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Barcodes
import TestSupport
import Testing

/// Documents and cards too long for one code, from one screen to the other's camera: here its pictures and films.
struct AnimatedSharingTests {
    @Test func cardsTravelAsPicturesThatAreLostSpoiledMixedAndInAnyOrder() throws {
        let network = try TestNetwork()
        let (ann, bob) = (try network.watcher("ann"), try network.watcher("bob"))
        var random = SeededRandom(seed: 3)
        for number in 1...12 {
            let digits = (0..<40).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            try ann.cards("add", "--store", "Store \(number)", "--number", digits, "--as", "code128")
        }
        let names = (1...12).map(String.init)
        try ann.satchel(["cards", "share"] + names + ["--png", network.file("all.png")]).require()
        try ann.satchel(["cards", "share"] + names.dropLast(2) + ["--png", network.file("other.png")]).require()
        var frames = try network.pictures("all")
        #expect(frames.count > 2)
        frames.remove(at: try Self.dispensable(of: frames, type: "x-satchel-cards"))
        let spoiled = try network.write("spoiled.png", Array(try File.read(frames[0]).dropLast(400)))
        var shown = frames + [spoiled] + frames.prefix(2) + (try network.pictures("other")).prefix(1)
        shown.shuffle(using: &random)
        let received = try bob.satchel(["cards", "receive"] + shown + ["--yes"])
        #expect(received.status == 0 && received.output.contains("12 added"), "\(received.all)")
        #expect(try bob.stores() == ann.stores())

        // As a film, as text, and once more: nothing is different.
        try ann.satchel(["cards", "share"] + names + ["--frames", network.file("all.y4m")]).require()
        #expect(try bob.cards("receive", network.file("all.y4m"), "--yes").output.contains("Nothing was changed."))
        try ann.satchel(["cards", "share"] + names + ["--text", network.file("all.txt")]).require()
        #expect(try bob.cards("receive", network.file("all.txt"), "--yes").output.contains("12 already present"))

        let few = try bob.satchel(["cards", "receive", frames[frames.count - 1], "--yes"])
        #expect(few.status == 6 && few.complaint.contains("not complete"), "\(few.all)")
        let payment = try bob.satchel(["coins", "psbt", "show", network.file("all.txt")])
        #expect(payment.status == 6 && payment.complaint.contains("x-satchel-cards"), "\(payment.all)")
    }

    /// A frame that the others make up for: which one it is depends on the message, and so on what was made by chance.
    private static func dispensable(of pictures: [String], type: String) throws -> Int {
        let reader = CodeReader(executable: Programs.reader)
        let texts = try pictures.map { try reader.text(imageFile: $0) }
        let found = try texts.indices.first { lost in
            var receiver = ResourceReceiver(types: [type])
            return try texts.indices.contains { index in
                guard index != lost, case .complete = try receiver.receive(texts[index]) else { return false }
                return true
            }
        }
        return try #require(found)
    }

    @Test func aRequestIsACodeOfLevelMAtTenPixelsAModule() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let bob = try network.person("bob")
        try bob.succeed("request", "12.50", "--png", network.file("request.png"))
        let seen = try bob.succeed("code", "read", network.file("request.png"), "--json").json()["codes"]?[0]
        #expect(seen?["correction"]?.text == "M" && seen?["text"]?.text?.hasPrefix("OW1Q:") == true)
        // PNG (third edition), section 11.2.1: the width stands behind the header's name.
        let width = try network.bytes("request.png")[16..<20].reduce(0) { $0 << 8 | Int($1) }
        #expect(width % 10 == 0 && (width / 10 - 8 - 17) % 4 == 0)
    }

    @Test func aCardForOtherProgramsIsALink() throws {
        let network = try TestNetwork()
        let (ann, bob) = (try network.watcher("ann"), try network.watcher("bob"))
        try ann.cards("add", "--store", "Grocer", "--number", "4006381333931")
        try ann.cards("share", "1", "--link", "--png", network.file("link.png"))
        let seen = try bob.cards("receive", "--dry-run", network.file("link.png"))
        #expect(seen.output.contains("Grocer") && seen.output.contains("No cards were added."))
        try bob.cards("receive", network.file("link.png"), "--yes")
        #expect(try bob.cardsJSON("show", "1")["codes"]?[0]?["kind"]?.text == "ean13")
    }

    /// Eight coins that changed hands twice are more than one code holds.
    @Test func aPaymentLongerThanOneCodeIsPaidByAnAnimation() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00, buying: 20_00)
        let bob = try network.person("bob")
        let carol = try network.person("carol")
        #expect(network.closeHub() == 0)
        for _ in 1...8 { try network.pay(alice, bob, "1.00") }
        try carol.succeed("request", "8.00", "--png", network.file("request.png"))
        let paid = try bob.satchel(
            [
                "pay", "--yes", network.file("request.png"), "--png", network.file("long.png"), "--frames",
                network.file("long.y4m"),
                "--text", network.file("long.txt"),
            ])
        #expect(paid.status == 0, "\(paid.all)")
        let text = String(decoding: try network.bytes("long.txt"), as: UTF8.self)
        #expect(text.utf8.count > 4_296, "\(text.utf8.count) letters fit one code")
        var frames = try network.pictures("long")
        #expect(frames.count > 1)
        frames.remove(at: try Self.dispensable(of: frames, type: "x-satchel-document"))
        let received = try carol.satchel(["receive"] + frames.reversed() + ["--png", network.file("receipt.png")])
        #expect(received.status == 0 && received.output.contains("Received 8.00 USD"), "\(received.all)")
        #expect(try carol.succeed("receive", network.file("long.y4m")).output.contains("Already received 8.00 USD"))
        try bob.succeed("ack", network.file("receipt.png"))
    }

    @Test func aSeriesOfCodesInTheOtherFormIsAPSBT() throws {
        let network = try TestNetwork()
        let nobody = try network.stranger("nobody")
        // BIP-0174: one input, one output, nobody has signed.
        let transaction =
            [2, 0, 0, 0, 1] + [UInt8](repeating: 0x11, count: 32) + [0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1]
            + [0xE8, 3, 0, 0, 0, 0, 0, 0, 22, 0, 20] + [UInt8](repeating: 0x22, count: 20) + [0, 0, 0, 0]
        let psbt = Array("psbt".utf8) + [0xFF, 1, 0, UInt8(transaction.count)] + transaction + [0, 0, 0]
        // The longer part comes first in that form.
        let half = (psbt.count + 1) / 2
        let parts = [psbt[..<half], psbt[half...]].enumerated().map { number, bytes in
            "B$HP020\(number)" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
        let file = try network.write("series.txt", parts.reversed().joined(separator: "\n") + "\n")
        #expect(try nobody.coins("psbt", "show", file).output.contains("0.00001 BTC"))
        for (number, part) in parts.enumerated() {
            try nobody.succeed("code", "draw", part, "--png", network.file("part\(number).png"))
        }
        let shown = try nobody.coins("psbt", "show", network.file("part1.png"), network.file("part0.png"))
        #expect(shown.output.contains("0.00001 BTC"))
    }

    @Test func aDevicesCodeIsWatchedAndASignedTextIsChecked() throws {
        let network = try TestNetwork()
        let ann = try network.holder("ann")
        try ann.coins("add", "bitcoin-regtest", "--name", "own")
        let address = try #require(try ann.coinsJSON("address", "own")["address"]?.text)
        let signature = try #require(try ann.coinsJSON("message", "own", "I am Ann", "--yes")["signature"]?.text)
        let nobody = try network.stranger("nobody")
        try nobody.coins("verify", "bitcoin-regtest", address, "I am Ann", signature)
        let other = try nobody.satchel(["coins", "verify", "bitcoin-regtest", address, "I am Bob", signature])
        #expect(other.status == 6 && other.complaint.contains("did not sign this text"), "\(other.all)")
        let nonsense = try nobody.satchel(["coins", "verify", "bitcoin-regtest", address, "I am Ann", "AAAA"])
        #expect(nonsense.status == 6, "\(nonsense.all)")
        for (networkName, account) in [("ethereum", "ether"), ("solana", "sol")] {
            try ann.coins("add", networkName, "--name", account)
            let signer = try #require(try ann.coinsJSON("address", account)["address"]?.text)
            let signed = try #require(try ann.coinsJSON("message", account, "hello", "--yes")["signature"]?.text)
            try nobody.coins("verify", networkName, signer, "hello", signed)
            #expect(try nobody.satchel(["coins", "verify", networkName, signer, "hallo", signed]).status == 6)
        }

        // What a device shows of the phrase of BIP-0039's first vector: legacy, nested, SegWit, taproot and shared keys.
        let root = String(#filePath.dropLast("/Tests/ProgramTests/AnimatedSharingTests.swift".count))
        let vectors = try Run(
            output: String(decoding: try File.read("\(root)/Tests/BitcoinTests/Vectors/records.json"), as: UTF8.self),
            complaint: "", status: 0
        ).json()
        let record = try Hex.decode(try #require(vectors["cryptoAccount"]?.text))
        let device = try UniformResource(type: "crypto-account", cbor: record)
        let bob = try network.watcher("bob")
        try QRCode.draw(device.codeText, correction: .low).write(to: network.file("device.png"))
        let watched = try bob.coinsJSON("watch", "bitcoin", network.file("device.png"), "--name", "device")
        #expect(watched["scheme"]?.text == "segwit" && watched["isWatchOnly"] == .bool(true))
        // BIP-0084, first receiving address.
        #expect(
            try bob.coinsJSON("address", "device")["address"]?.text == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        let taproot = try bob.coinsJSON("watch", "bitcoin", device.text, "--scheme", "taproot", "--name", "other")
        #expect(taproot["scheme"]?.text == "taproot")
        let testnet = try bob.satchel(["coins", "watch", "bitcoin-testnet", device.text])
        #expect(testnet.status == 2, "\(testnet.all)")
    }
}
