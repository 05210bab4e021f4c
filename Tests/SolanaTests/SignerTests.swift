// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Solana
import Testing

/// What is exchanged with a signer that is never online, texts that are signed, and where keys come from.
struct SignerTests {
    private static let request =
        "a501d825509b1deb4d3b7d4bad9bdd2b0d7b3dcb6d02589601000103c8d842a2f17fd7aab608ce2ea535a6e958dffa20caf669b347b911c4"
        + "171965530f957620b228bae2b94c82ddd4c093983a67365555b737ec7ddc1117e61c72e0000000000000000000000000000000000000"
        + "000000000000000000000000000010295cc2f1f39f3604718496ea00676d6a72ec66ad09d926e3ece34f565f18d201020200010c0200"
        + "000000e1f5050000000003d90130a20188182cf51901f5f500f500f5021a121212120568736f6c666c6172650601"
    private static let answer =
        "a201d825509b1deb4d3b7d4bad9bdd2b0d7b3dcb6d025840d4f0a7bcd95bba1fbb1051885054730e3f47064288575aacc102fbbf6a9a14da"
        + "a066991e360d3e3406c20c00a40973eff37c7d641e5b351ec4a99bfe86f335f7"

    /// Keystone's own example.
    @Test func aSignRequestIsReadAndWritten() throws {
        let bytes = try Hex.decode(Self.request)
        let request = try SignRequest(decoding: bytes)
        #expect(request.keyPath.path.text == "m/44'/501'/0'/0'")
        #expect(request.keyPath.sourceFingerprint == [18, 18, 18, 18])
        #expect(request.origin == "solflare")
        guard case .transaction(let message) = request.content else {
            Issue.record("not read as a transaction")
            return
        }
        let review = try Review(message, on: .solana, knowing: AccountFacts(own: [message.feePayer]))
        #expect(review.movements.map(\.amountText) == ["0.1 SOL"])
        #expect(request.encoded == bytes)
    }

    @Test func anAnswerIsReadAndWritten() throws {
        let bytes = try Hex.decode(Self.answer)
        let answer = try SignAnswer(decoding: bytes)
        #expect(answer.encoded == bytes)
        #expect(try answer.answers(SignRequest(decoding: Hex.decode(Self.request))))
        #expect(
            try !SignAnswer(requestID: nil, signature: answer.signature).answers(
                SignRequest(decoding: Hex.decode(Self.request))))
    }

    @Test func anAnswerCountsForItsOwnTransactionOnly() throws {
        let keyPath = KeyPathRecord(path: try DerivationPath("m/44'/501'/0'/0'"))
        func approved(_ units: UInt64) throws -> ApprovedTransaction {
            let plan = try Fixture.nativeTransfer(.exactly(Lamports(units))).plan(
                lifetime: Fixture.lifetime, unitPrice: 0)
            return try Review(plan.message(), on: .solana, knowing: Fixture.facts()).approve(acknowledging: [])
        }
        let mine = try approved(2_000_000)
        let message = mine.review.transaction.message
        let request = try SignRequest(
            requestID: [UInt8](repeating: 1, count: 16), content: .transaction(message), keyPath: keyPath)
        let signature = try #require(try mine.signed(by: Fixture.key(1)).signatures[0])
        let answer = try SignAnswer(requestID: request.requestID, signature: signature)
        #expect(try mine.signed(with: answer, to: request, by: Fixture.address(1)).isValid)
        #expect(throws: SolanaError.self) { try mine.signed(with: answer, to: request, by: Fixture.address(2)) }
        #expect(throws: SolanaError.self) {
            try approved(2_000_001).signed(with: answer, to: request, by: Fixture.address(1))
        }
        let stray = try SignAnswer(requestID: nil, signature: signature)
        #expect(throws: SolanaError.self) { try mine.signed(with: stray, to: request, by: Fixture.address(1)) }
    }

    @Test func aTransactionIsNeverSignedAsAMessage() throws {
        let bytes = try Hex.decode(String(Self.request.dropLast(2)) + "02")
        #expect(refusal { try SignRequest(decoding: bytes) } == .unsupported)
        let strange = try Hex.decode(String(Self.request.dropLast(2)) + "03")
        #expect(refusal { try SignRequest(decoding: strange) } == .unsupported)
    }

    @Test func aMessageRequestComesBack() throws {
        let text = try OffchainMessage("hello", signers: [Fixture.address(1)])
        let request = try SignRequest(
            requestID: [UInt8](repeating: 1, count: 16), content: .message(text.encoded),
            keyPath: KeyPathRecord(path: DerivationPath("m/44'/501'/0'")), address: Fixture.address(1))
        #expect(try SignRequest(decoding: request.encoded) == request)
        #expect(throws: SolanaError.self) {
            try SignRequest(requestID: [1], content: request.content, keyPath: request.keyPath)
        }
    }

    @Test func everyShorterRecordIsRefused() throws {
        for (hex, read) in [
            (Self.request, { (bytes: [UInt8]) in _ = try SignRequest(decoding: bytes) }),
            (Self.answer, { _ = try SignAnswer(decoding: $0) }),
        ] {
            let bytes = try Hex.decode(hex)
            for count in bytes.indices {
                #expect(throws: SolanaError.self) { try read(Array(bytes.prefix(count))) }
            }
            #expect(throws: SolanaError.self) { try read(bytes + [0]) }
        }
    }

    // MARK: - Texts

    private static let domain = "0d3b730b9e889b4b661ed2a3ce191f68d37da7443206a182b946891e00000000"
    private static let signerA = "0cfe2cc952550e94c725639a4bd11d4ea5a6383651c308b718c3aef286bca1af"
    private static let signerB = "0cfe2cc9525c95efb972c0c5b7ae0fd520d97e948fd8bb2c10a10102ce98b3a6"

    /// Kit's example of each format.
    @Test func aSignedTextHasTheBytesOfTheProposal() throws {
        let signers = try [Self.signerA, Self.signerB].map { try Address(Hex.decode($0)) }
        let mark = "ff736f6c616e61206f6666636861696e00" + Self.domain
        let list = "02" + Self.signerA + Self.signerB
        let hello = try OffchainMessage("Hello world", signers: signers, domain: Hex.decode(Self.domain))
        #expect(Hex.encode(hello.encoded) == mark + "00" + list + "0b00" + "48656c6c6f20776f726c64")
        let accent = try OffchainMessage("✌🏿cool", signers: signers, domain: Hex.decode(Self.domain))
        #expect(
            Hex.encode(accent.encoded) == mark + "01" + list + "0b00" + "e29c8cf09f8fbf636f6f6c")
        for message in [hello, accent] { #expect(try OffchainMessage(parsing: message.encoded) == message) }
    }

    @Test func aLongTextSaysSo() throws {
        let signers = [try Fixture.address(1)]
        let room = 1232 - 53 - 32
        #expect(try OffchainMessage(String(repeating: "a", count: room), signers: signers).format == .ascii)
        #expect(try OffchainMessage(String(repeating: "a", count: room + 1), signers: signers).format == .longUTF8)
        #expect(throws: SolanaError.self) {
            try OffchainMessage(String(repeating: "a", count: 65_536), signers: signers)
        }
        #expect(throws: SolanaError.self) { try OffchainMessage("", signers: signers) }
        #expect(throws: SolanaError.self) { try OffchainMessage("a", signers: []) }
        #expect(throws: SolanaError.self) { try OffchainMessage("a", signers: signers + signers) }
        #expect(throws: SolanaError.self) { try OffchainMessage("a", signers: signers, domain: [1]) }
    }

    @Test func aTextIsNeverATransactionAndTheReverse() throws {
        let text = try OffchainMessage("hello", signers: [Fixture.address(1)])
        #expect(throws: SolanaError.self) { try Message(parsing: text.encoded) }
        var other = text.encoded
        other[16] = 1
        #expect(refusal { try OffchainMessage(parsing: other) } == .unsupported)
        other[0] = 0
        #expect(refusal { try OffchainMessage(parsing: other) } == .malformed)
        for count in text.encoded.indices {
            #expect(throws: SolanaError.self) { try OffchainMessage(parsing: Array(text.encoded.prefix(count))) }
        }
    }

    @Test func aTextIsSignedAfterItWasShown() throws {
        let text = try OffchainMessage("hello", signers: [Fixture.address(1)])
        let approved = MessageReview(text).approve()
        let signature = try approved.signed(by: Fixture.key(1))
        #expect(try signature.isValid(for: text, by: Fixture.address(1)))
        #expect(try !signature.isValid(for: text, by: Fixture.address(2)))
        #expect(throws: SolanaError.self) { try approved.signed(by: Fixture.key(2)) }
    }

    // MARK: - Keys

    /// Computed with PyPI's bip_utils 2.12.3.
    @Test(arguments: [
        (
            "legal winner thank year wave sausage worth useful legal winner thank yellow", "Sollet, given up",
            "2m5G3dvyauHahBbU7PCUqB1xs8nFKApS6TPqsqD8myLr"
        ),
        (
            "legal winner thank year wave sausage worth useful legal winner thank yellow", KnownPath.standard.title,
            "BLeUXTx9thHGT7VJUtF9vHEmfMDgW1nnKZ9UVer2CoLX"
        ),
    ])
    func knownPhrasesGiveKnownAddresses(phrase: String, title: String, address: String) throws {
        let seed = try Phrase(parsing: phrase).seed()
        let row = try #require(KnownPath.all.first { $0.title == title })
        let key = try #require(try row.key(seed: seed, index: 0))
        #expect(try Address(key.publicKey.bytes).text == address)
    }

    @Test func everyRowOfTheImportTableGivesAnotherKey() throws {
        let seed = SecretBytes([UInt8](repeating: 5, count: 64))
        let keys = try KnownPath.all.map { try #require(try $0.key(seed: seed, index: 0)).publicKey.bytes }
        #expect(Set(keys).count == keys.count - 1, "m/44'/501'/0'/0' stands twice, as an account and as a change level")
        for row in KnownPath.all {
            let next = try row.key(seed: seed, index: 1)?.publicKey.bytes
            #expect(next == nil || !keys.contains(next ?? []))
        }
        #expect(try KnownPath.standard.path(3)?.text == "m/44'/501'/3'/0'")
    }

    @Test func nothingSecretIsPrinted() throws {
        #expect("\(try Fixture.key(1))" == "‹redacted›")
        #expect(String(reflecting: try Fixture.key(1)) == "‹redacted›")
    }
}
