// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Testing

struct AddressTests {
    private static func network(_ chain: String) -> Network? {
        switch chain {
        case "main": .bitcoin
        case "test": .bitcoinTestnet3
        case "testnet4": .bitcoinTestnet
        case "signet": .bitcoinSignet
        case "regtest": .bitcoinRegtest
        default: nil
        }
    }

    @Test func everyAddressOfCoreIsReadAndWrittenBack() throws {
        guard case .array(let rows) = try JSONValue(parsing: Array(Vectors.load("key_io_valid.json").utf8)) else {
            return
        }
        var count = 0
        for row in rows where row[2]?["isPrivkey"]?.bool == false {
            let text = try #require(row[0]?.string)
            let network = try #require(Self.network(row[2]?["chain"]?.string ?? ""))
            let address = try Address(parsing: text, network: network)
            #expect(address.script.description == row[1]?.string)
            #expect(try Address(address.script, network: network) == address)
            #expect(address.text == text)
            let flipped = row[2]?["tryCaseFlip"]?.bool == true
            let upper = text.uppercased()
            if flipped {
                #expect(try Address(parsing: upper, network: network) == address)
            } else if upper != text {
                #expect(throws: BitcoinError.self) { try Address(parsing: upper, network: network) }
            }
            count += 1
        }
        #expect(rows.count == 70 && count == 54)
    }

    @Test func everyTextThatIsNoAddressIsRefusedOnEveryNetwork() throws {
        guard case .array(let rows) = try JSONValue(parsing: Array(Vectors.load("key_io_invalid.json").utf8)) else {
            return
        }
        #expect(rows.count == 70)
        for row in rows {
            let text = try #require(row[0]?.string)
            for network in Network.all where network.chain == .bitcoin {
                #expect(throws: BitcoinError.self, "\(text)") { try Address(parsing: text, network: network) }
            }
        }
    }

    /// N12: a refusal says what the text is.
    @Test(arguments: [
        ("0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "an Ethereum address"),
        ("lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq", "a Lightning invoice"),
        ("7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", "a Solana address"),
        ("LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "a Litecoin address"),
        ("alice@example.org", "an e-mail or Lightning address"), ("vitalik.eth", "an ENS name"),
        ("L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k", "a private key"),
        ("4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b", "a transaction id"),
        ("hello", "not a Bitcoin address"),
        ("1BoatSLRHtKNngkdXEeobR76b53LETtp0T", "character 33, '0'"),
        ("1BoatSLRHtKNngkdXEeobR76b53LETtpyS", "its checksum is wrong"),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kb8f3t4", "character 37, 'b'"),
        ("bc1qw508d6qejxtdg4y5r3zaryary0c5xw7kv8f3t4", "a typo near character 26"),
        ("bc1qw508d6qejxtdg4y5r3zaryary0c5xw7kv8f3tq", "its checksum is wrong"),
        ("BC1QW508D6QEJXTDG4Y5R3ZARYARY0C5XW7KV8F3T4", "a typo near character 26"),
    ])
    func aRefusalNamesTheTextOrTheTypo(_ text: String, _ words: String) {
        let error = #expect(throws: BitcoinError.self) { try Address(parsing: text, network: .bitcoin) }
        #expect(error?.code == .badAddress && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func anAddressOfAnotherNetworkSaysSo() throws {
        do {
            _ = try Address(parsing: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", network: .bitcoin)
            Issue.record("It was accepted.")
        } catch let error as BitcoinError {
            #expect(error.code == .otherNetwork)
            #expect(error.message.contains("Testnet"))
        }
        #expect(throws: BitcoinError.self) {
            try Address(parsing: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", network: .bitcoinRegtest)
        }
        #expect(throws: BitcoinError.self) {
            try Address(parsing: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", network: .ethereum)
        }
    }

    @Test(arguments: [
        // BIP-0350: the checksum of another version, mixed letters, wrong lengths, filling that is not zero.
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
        "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
        "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
        "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "bc1pw5dgrnzv",
        "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
        "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq", "bc1gmk9yu", "",
        "1BoatSLRHtKNngkdXEeobR76b53LETtpyU", "1BoatSLRHtKNngkdXEeobR76b53LETtpy",
        "0x52908400098527886E0F7030069857D2E4169EE7",
    ])
    func aDamagedAddressIsRefused(_ text: String) {
        for network in [Network.bitcoin, .bitcoinTestnet] {
            #expect(throws: BitcoinError.self) { try Address(parsing: text, network: network) }
        }
    }

    @Test func aScriptHashIsThatOfTheElectrumProtocol() throws {
        // The example of the protocol's own documentation: the first address that ever was paid.
        let address = try Address(parsing: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", network: .bitcoin)
        #expect(
            ElectrumScriptHash(address.script).text
                == "8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161")
    }

    @Test func everyKindOfScriptIsKnownAgain() throws {
        let hash = [UInt8](repeating: 7, count: 20)
        let program = [UInt8](repeating: 7, count: 32)
        let key = [2] + program
        #expect(Script.publicKeyHash(hash).kind == .publicKeyHash(hash))
        #expect(Script.scriptHash(hash).kind == .scriptHash(hash))
        #expect(Script.witness(version: 0, program: hash).kind == .witnessPublicKeyHash(hash))
        #expect(Script.witness(version: 0, program: program).kind == .witnessScriptHash(program))
        #expect(Script.witness(version: 1, program: program).kind == .taproot(program))
        #expect(Script.witness(version: 16, program: [1, 2]).kind == .futureWitness(version: 16, program: [1, 2]))
        #expect(Script.multisig(threshold: 1, keys: [key, key]).kind == .multisig(threshold: 1, keys: [key, key]))
        #expect(try Script.data([1, 2, 3]).kind == .data([1, 2, 3]))
        #expect(try Script.data([5]).kind == .data([5]))
        #expect(Script([33] + key + [0xac]).kind == .publicKey(key))
        #expect(Script([]).kind == .other)
        #expect(Script([0x4e, 0xff, 0xff, 0xff, 0xff]).kind == .other)
        #expect(throws: BitcoinError.self) { try Script.data([UInt8](repeating: 0, count: 81)) }
    }

    @Test func dustIsWhatCoreSays() {
        let short = [UInt8](repeating: 0, count: 20)
        let long = [UInt8](repeating: 0, count: 32)
        let expected: [(Script, UInt64)] = [
            (.publicKeyHash(short), 546), (.scriptHash(short), 540), (.witness(version: 0, program: short), 294),
            (.witness(version: 0, program: long), 330), (.witness(version: 1, program: long), 330), (Script([0x6a]), 0),
        ]
        for (script, threshold) in expected {
            #expect(TransactionOutput(value: .zero, script: script).dustThreshold.value == threshold)
        }
    }
}
