// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import TestSupport
import Testing

struct PhraseTests {
    private static let abandon =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon"

    private static func language(_ name: String) throws -> Phrase.Language {
        let camel = name.split(separator: "_").enumerated().map { $0 == 0 ? String($1) : $1.capitalizedFirst }
        return try #require(Phrase.Language(rawValue: camel.joined()))
    }

    @Test func phrasesMatchTheVectorsOfEveryLanguage() throws {
        let languages = try Vectors.load("bip39.json", as: [String: [[String]]].self)
        #expect(languages.count == 10)
        for (name, rows) in languages {
            let language = try Self.language(name)
            #expect(rows.count == 24)
            for row in rows {
                let phrase = try Phrase(entropy: SecretBytes(Hex.decode(row[0])), language: language)
                #expect(
                    phrase.words.joined(separator: " ")
                        == row[1].split(whereSeparator: \.isWhitespace).joined(separator: " "))
                let read = try Phrase(parsing: row[1])
                #expect(read.entropy == phrase.entropy || read.language != language)
                #expect(try Phrase(parsing: row[1], language: language) == phrase)
                // However it was understood, the wallet is the same.
                let seed = try read.seed(passphrase: SecretBytes(Array("TREZOR".utf8)))
                #expect(try seed == SecretBytes(Hex.decode(row[2])), "\(name)")
                #expect(try PrivateExtendedKey(seed: seed).serialized() == row[3], "\(name)")
            }
        }
    }

    @Test func japanesePhrasesAndPassphrasesAreNormalized() throws {
        struct Row: Decodable { let entropy, mnemonic, passphrase, seed, bip32_xprv: String }
        let rows = try Vectors.load("bip39-japanese.json", as: [Row].self)
        #expect(rows.count == 25)
        for row in rows {
            let phrase = try Phrase(entropy: SecretBytes(Hex.decode(row.entropy)), language: .japanese)
            #expect(phrase.text == row.mnemonic)
            #expect(phrase.text.contains("\u{3000}"))
            #expect(try Phrase(parsing: row.mnemonic) == phrase)
            let seed = try phrase.seed(passphrase: SecretBytes(Array(row.passphrase.utf8)))
            #expect(try seed == SecretBytes(Hex.decode(row.seed)))
            #expect(try PrivateExtendedKey(seed: seed).serialized() == row.bip32_xprv)
        }
    }

    // SHA-256 of the files in `wordlist` of PyPI's mnemonic 0.21, a word a line in NFKD.
    @Test(
        arguments: [
            (.english, "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"),
            (.japanese, "2eed0aef492291e061633d7ad8117f1a2b03eb80a29d0e4e3117ac2528d05ffd"),
            (.korean, "9e95f86c167de88f450f0aaf89e87f6624a57f973c67b516e338e8e8b8897f60"),
            (.spanish, "46846a5a0139d1e3cb77293e521c2865f7bcdb82c44e8d0a06a2cd0ecba48c0b"),
            (.chineseSimplified, "5c5942792bd8340cb8b27cd592f1015edf56a8c5b26276ee18a482428e7c5726"),
            (.chineseTraditional, "417b26b3d8500a4ae3d59717d7011952db6fc2fb84b807f3f94ac734e89c1b5f"),
            (.french, "ebc3959ab7801a1df6bac4fa7d970652f1df76b683cd2f4003c941c63d517e59"),
            (.italian, "d392c49fdb700a24cd1fceb237c1f65dcc128f6b34a8aacb58b59384b5c648c2"),
            (.czech, "7e80e161c3e93d9554c2efb78d4e3cebf8fc727e9c52e03b83b94406bdcc95fc"),
            (.portuguese, "2685e9c194c82ae67e10ba59d9ea5345a23dc093e92276fc5361f6667d79cd3f"),
        ] as [(Phrase.Language, String)])
    func everyListIsThePublishedFile(language: Phrase.Language, digest: String) {
        let file = language.words(beginningWith: "").map { $0 + "\n" }.joined()
        #expect(SHA256.hash(Array(file.utf8)).description == digest)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func everyPhraseReadsBack(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let language = Phrase.Language.allCases[Int(seed % 10)]
        let count = [12, 15, 18, 21, 24][Int(seed / 10)]
        let entropy = random.bytes(count / 3 * 4)
        let phrase = try Phrase.generate(words: count, language: language, random: RandomSource { _ in entropy })
        #expect(phrase.words.count == count && phrase.entropy == SecretBytes(entropy))
        #expect(try Phrase(parsing: phrase.text, language: language) == phrase)
        #expect(try Phrase(parsing: SecretBytes(Array(phrase.text.utf8)), language: language) == phrase)
        #expect(try Phrase(parsing: "\n " + phrase.text.uppercased() + " \t", language: language) == phrase)
        #expect(try Phrase(parsing: phrase.text).seed() == phrase.seed())
    }

    @Test func aMistypedWordIsNamedWithWhatWasMeant() {
        let error = #expect(throws: ChainsError.self) { try Phrase(parsing: "abandn \(Self.abandon)") }
        #expect(error?.code == .badPhrase)
        #expect(error?.message == #"Word 1, "abandn", is in no list. Did you mean abandon?"#)
        let french =
            "abaisser abaisser abaiser abaisser abaisser abaisser abaisser abaisser abaisser abaisser abaisser abaisser"
        let other = #expect(throws: ChainsError.self) { try Phrase(parsing: french) }
        #expect(other?.message.contains(#"Word 3, "abaiser", is in no list. Did you mean abaisser"#) == true)
    }

    @Test(
        arguments: [
            (.english, "acress", "across"), (.english, "recieve", "receive"), (.english, "zoologist", nil),
            (.english, "aban", "abandon"), (.spanish, "ábaco", "ábaco"), (.czech, "abdikce", "abdikace"),
            (.korean, "가걱", "가격"), (.english, "", nil),
        ] as [(Phrase.Language, String, String?)])
    func suggestionsStandNear(language: Phrase.Language, typed: String, meant: String?) {
        let near = language.suggestions(for: typed)
        #expect(near.count <= 3)
        #expect(meant.map(near.contains) ?? near.isEmpty)
    }

    @Test func wordsCompleteThemselves() {
        #expect(Phrase.Language.english.words(beginningWith: "zo") == ["zone", "zoo"])
        #expect(Phrase.Language.english.contains("Zoo") && !Phrase.Language.english.contains("zo"))
    }

    @Test func aWrongChecksumIsRefused() {
        let error = #expect(throws: ChainsError.self) { try Phrase(parsing: "\(Self.abandon) abandon") }
        #expect(error?.message.contains("swapped") == true)
    }

    @Test(arguments: ["", "abandon", "abandon abandon abandon", String(repeating: "abandon ", count: 25)])
    func otherCountsAreRefused(text: String) {
        let error = #expect(throws: ChainsError.self) { try Phrase(parsing: text) }
        #expect(error?.code == .badPhrase)
    }

    @Test func hugeAndBrokenTextIsRefused() throws {
        #expect(throws: ChainsError.self) { try Phrase(parsing: String(repeating: "abandon ", count: 100_000)) }
        #expect(throws: ChainsError.self) { try Phrase(parsing: SecretBytes([0xFF, 0xFE])) }
        let phrase = try Phrase(parsing: "\(Self.abandon) about")
        #expect(throws: ChainsError.self) { try phrase.seed(passphrase: SecretBytes([0xFF])) }
        #expect(throws: ChainsError.self) {
            try phrase.seed(passphrase: SecretBytes([UInt8](repeating: 65, count: 4097)))
        }
        #expect(throws: ChainsError.self) { try Phrase(entropy: SecretBytes([1])) }
        #expect(throws: ChainsError.self) { try Phrase.generate(words: 13, random: .system) }
    }

    @Test func anotherPassphraseIsAnotherWallet() throws {
        let phrase = try Phrase(parsing: "\(Self.abandon) about")
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(try phrase.seed() != phrase.seed(passphrase: SecretBytes([65])))
        #expect(
            try phrase.seed(passphrase: SecretBytes(Array(composed.utf8)))
                == phrase.seed(passphrase: SecretBytes(Array(decomposed.utf8))))
    }
}

extension Substring {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
