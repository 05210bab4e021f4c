// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto

extension FuzzEntry {
    /// What chain servers answer, as any JSON at all.
    func json(_ input: [UInt8]) {
        check(BytesError.self) {
            try JSONValue(parsing: input, maximumCount: 4096)
        } writesBack: { value in
            do {
                return try JSONValue(parsing: Array(value.text.utf8)) == value
                    && JSONValue(parsing: Array(value.prettyText.utf8)) == value
                    && JSONValue(parsing: input, forgiving: true) == value
            } catch { return false }
        }
        // What is forgiven is written as it should have been.
        check(BytesError.self) {
            try JSONValue(parsing: input, maximumCount: 4096, forgiving: true)
        } writesBack: { value in
            do { return try JSONValue(parsing: Array(value.text.utf8)) == value } catch { return false }
        }
    }

    /// The texts of addresses and of transactions: base58, base58 with a checksum, bech32, base64.
    func chainText(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(BytesError.self) {
            try Base58.decode(text)
        } writesBack: {
            Base58.encode($0) == text
        }
        check(BytesError.self) {
            try Base58Check.decode(text)
        } writesBack: {
            Base58Check.encode($0) == text
        }
        check(BytesError.self) {
            try Bech32.decode(text)
        } writesBack: {
            Bech32.encode(prefix: $0.prefix, values: $0.values, variant: $0.variant) == text.lowercased()
        }
        check(BytesError.self) {
            try Base64.decode(text)
        } writesBack: {
            Base64.encode($0) == text
        }
    }

    /// A phrase in whatever language, and the words that were meant.
    func phrase(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(ChainsError.self) {
            try Phrase(parsing: text)
        } writesBack: { phrase in
            do { return try Phrase(parsing: phrase.text, language: phrase.language) == phrase } catch { return false }
        }
    }

    /// Extended keys; the last four bytes are made a right checksum, which no mutation would find.
    func extendedKey(_ input: [UInt8]) {
        for text in [String(decoding: input, as: UTF8.self), Base58Check.encode(Array(input.prefix(256)))] {
            check(ChainsError.self) {
                try PublicExtendedKey(parsing: text)
            } writesBack: {
                $0.serialized() == text
            }
            check(ChainsError.self) {
                try PrivateExtendedKey(parsing: text)
            } writesBack: {
                $0.serialized() == text
            }
        }
    }

    /// A derivation path, and an amount of each chain's unit.
    func typedText(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(ChainsError.self) {
            try DerivationPath(text)
        } writesBack: { path in
            do { return try DerivationPath(path.text) == path } catch { return false }
        }
        for unit in [Unit.bitcoin, .ether, .sol] {
            check(ChainsError.self) {
                try unit.amount(parsing: text)
            } writesBack: { amount in
                do { return try unit.amount(parsing: unit.formatted(amount)) == amount } catch { return false }
            }
        }
    }

    /// Well-formed inputs of the entries in this file.
    static let jsonSeeds = [
        #"{"jsonrpc":"2.0","id":1,"result":{"a":[1,-2.5e+10,true,null,"x\u00e9\ud83d\ude00\n"],"b":{}}}"#, #"[[[]]]"#,
    ].map { Array($0.utf8) }

    static let chainTextSeeds = [
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "cHNidP8BAAo=",
    ].map { Array($0.utf8) }

    static let phraseSeeds = [
        "legal winner thank year wave sausage worth useful legal winner thank yellow",
        "そつう　れきだい　ほんやく　わかす　りくつ　ばいか　ろせん　やちん　そつう　れきだい　ほんやく　わかめ",
    ].map { Array($0.utf8) }

    static let extendedKeySeeds: [[UInt8]] = {
        let texts = [
            "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
        ]
        do {
            return try texts.map { Array($0.utf8) } + texts.map { try Base58Check.decode($0) }
        } catch {
            preconditionFailure("An extended key of BIP-0032 cannot be read: \(error)")
        }
    }()

    static let typedTextSeeds = ["m/84'/0h/0H/0/5", "0.00100000 BTC", "1,234.5", "1'000,25"].map { Array($0.utf8) }
}
