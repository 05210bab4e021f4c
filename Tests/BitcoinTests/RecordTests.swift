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
        /// What is said of the children of a key, and the record that says it.
        let branches: [[String]]
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

    /// N5: no address is shown that the exporter would not show.
    @Test func onlyTheUsualBranchesOfAKeyAreWatched() throws {
        #expect(records.branches.count == 10)
        for pair in records.branches {
            let record = try #require(try keys("crypto-output", pair[1]).first)
            #expect(record.children?.description == pair[0])
            if ["0/*", "<0;1>/*", "0-1/*"].contains(pair[0]) {
                #expect(try record.account(on: .bitcoin).address(.receive, 0).text.hasPrefix("bc1q"))
            } else {
                let error = #expect(throws: BitcoinError.self, "\(pair[0])") { try record.account(on: .bitcoin) }
                #expect(error?.code == .unsupported && error?.message.contains("<0;1>/*") == true)
            }
        }
        // BCR-2020-010's own account: pkh of a key whose children are 1/*.
        let official = try keys("crypto-output", Self.official)
        #expect(official.first?.kind == .legacy && official.first?.children?.description == "1/*")
        #expect(throws: BitcoinError.self) { try official.first?.account(on: .bitcoin) }
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

    /// BCR-2020-010, test vector 4.
    private static let official =
        "d90193d9012fa403582102d2b36900396c9282fa14628566582f206a5dd0bcc8d5e892611806cafb0301f0045820637807030d55d01f9a0cb3a7839515d796bd07706386a6eddf06cc29a65a0e2906d90130a20186182cf500f500f5021ad34db33f07d90130a1018401f480f4"
}
