// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Testing

/// What signing devices show in codes.
struct RecordTests {
    struct Records: Decodable {
        let cryptoAccount: String
        let accountDescriptor: String
        let psbt: String
        let masterKey: String
        let testKey: String
        let testKeyText: String
        let olderTestKey: String
        let addressAccount: String
        let addressOutput: String
        /// Origin and key of each descriptor in the account.
        let descriptors: [String]
    }

    let records: Records

    init() throws { records = try Vectors.load("records.json", as: Records.self) }

    private func keys(_ type: String, _ hex: String) throws -> [KeyRecord] {
        try WatchRecord.keys(type: type, Hex.decode(hex))
    }

    @Test func aPSBTIsReadUnderBothNamesAndWrittenAsItWas() throws {
        let bytes = try Hex.decode(records.psbt)
        for type in ["psbt", "crypto-psbt"] {
            #expect(try PSBTRecord.encode(PSBTRecord.decode(type: type, bytes)) == bytes)
        }
        #expect(throws: BitcoinError.self) { try PSBTRecord.decode(type: "bytes", bytes) }
        #expect(throws: BitcoinError.self) { try PSBTRecord.decode(type: "psbt", bytes + [0]) }
        #expect(throws: BitcoinError.self) { try PSBTRecord.decode(type: "psbt", [0x41, 7]) }
        #expect(throws: BitcoinError.self) { try PSBTRecord.decode(type: "psbt", [7]) }
    }

    @Test func anAccountGivesItsKeysInBothForms() throws {
        for (type, hex) in [
            ("crypto-account", records.cryptoAccount), ("account-descriptor", records.accountDescriptor),
        ] {
            let found = try keys(type, hex)
            #expect(try found.map { "[\(try #require($0.origin))]" + $0.key.serialized() } == records.descriptors)
            #expect(found.map(\.kind) == [.legacy, .nested, .segwit, nil, nil, nil, .taproot])
            #expect(found.map(\.isShared) == [false, false, false, true, true, true, false])
        }
    }

    @Test func aWatchedAccountHasTheAddressesOfItsPhrase() throws {
        let phrase = try Phrase(parsing: String(repeating: "abandon ", count: 11) + "about")
        let master = try PrivateExtendedKey(seed: phrase.seed(passphrase: SecretBytes([])))
        for record in try keys("crypto-account", records.cryptoAccount) where !record.isShared {
            let kind = try #require(record.kind)
            let own = try Account(network: .bitcoin, kind: kind, master: master)
            #expect(try record.account(on: .bitcoin).address(.receive, 5) == own.address(.receive, 5))
            #expect(throws: BitcoinError.self) { try record.account(on: .bitcoinTestnet) }
        }
    }

    @Test func aSharedKeyIsNoAccountByItself() throws {
        let shared = try keys("crypto-account", records.cryptoAccount).filter(\.isShared)
        #expect(shared.count == 3)
        for record in shared { #expect(throws: BitcoinError.self) { try record.account(on: .bitcoin) } }
    }

    @Test func aKeyAloneIsReadWithItsPlace() throws {
        for hex in [records.testKey, records.olderTestKey] {
            let key = try #require(try keys("crypto-hdkey", hex).first)
            #expect(key.key.serialized() == records.testKeyText)
            #expect(!key.isMainnet)
            #expect(key.kind == nil)
        }
    }

    @Test func privateKeysAreRefusedWithASentence() throws {
        let error = #expect(throws: BitcoinError.self) { try keys("hdkey", records.masterKey) }
        #expect(error?.message.contains("private key") == true)
    }

    @Test func keysThatDeriveNothingAreRefused() throws {
        #expect(throws: BitcoinError.self) { try keys("crypto-account", records.addressAccount) }
        #expect(throws: BitcoinError.self) { try keys("crypto-output", records.addressOutput) }
    }

    @Test(arguments: ["", "a0", "f6", "a10141", "a2011a37b5eed40280", "a1035821", "d9012fa0", "01"])
    func whatIsNoAccountIsRefused(hex: String) {
        for type in WatchRecord.types.sorted() {
            #expect(throws: BitcoinError.self, "\(type)") { try keys(type, hex) }
        }
        #expect(throws: BitcoinError.self) { try keys("bytes", hex) }
    }
}
