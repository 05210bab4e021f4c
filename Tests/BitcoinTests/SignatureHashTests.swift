// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Crypto
import Testing

struct SignatureHashTests {
    @Test func everyOriginalMessageIsThatOfCore() throws {
        guard case .array(let rows) = try JSONValue(parsing: Array(Vectors.load("sighash.json").utf8)) else { return }
        var count = 0
        for case .array(let row) in rows where row.count == 5 {
            let hex = try #require(row[0].string)
            let script = Script(try Hex.decode(#require(row[1].string)))
            let index = Int(try #require(row[2].int64))
            let type = SignatureHashType(rawValue: UInt32(truncatingIfNeeded: try #require(row[3].int64)))
            let message = try SignatureHash.original(
                Transaction(hex: hex), input: index, scriptCode: script, type: type)
            #expect(Hex.encode(message.reversed()) == row[4].string)
            count += 1
        }
        #expect(count == 500)
    }

    /// BIP-0143, "Native P2WPKH" and "P2SH-P2WPKH".
    @Test(arguments: [
        (
            "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000",
            1, "1d0f172a0ecb48aee1be1f2687d2963ae33f71a1", UInt64(600_000_000),
            "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670"
        ),
        (
            "0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac92040000",
            0, "79091972186c449eb1ded22b78e40d009bdf0089", UInt64(1_000_000_000),
            "64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6"
        ),
    ])
    func witnessMessagesAreThoseOfTheirExamples(
        _ hex: String, _ index: Int, _ keyHash: String, _ value: UInt64, _ expected: String
    ) throws {
        let transaction = try Transaction(hex: hex)
        let code = Script.publicKeyHash(try Hex.decode(keyHash))
        // Only the amount of the output that is spent counts.
        let spent = TransactionOutput(value: try Satoshis(value), script: Script([]))
        let hash = try SignatureHash(
            transaction, spending: [TransactionOutput](repeating: spent, count: transaction.inputs.count))
        #expect(Hex.encode(try hash.witnessVersion0(input: index, scriptCode: code)) == expected)
    }

    @Test func messagesOfEveryTypeAreThoseOfLibwally() throws {
        let vector = try Vectors.load("signed.json", as: SignedVectors.self).messages
        let transaction = try Transaction(hex: vector.unsigned)
        let spent = try zip(vector.amounts, vector.scripts).map {
            TransactionOutput(value: try Satoshis($0), script: Script(try Hex.decode($1)))
        }
        let hash = try SignatureHash(transaction, spending: spent)
        #expect(vector.rows.count == 18)
        for row in vector.rows {
            guard case .witnessPublicKeyHash(let keyHash) = spent[row.input].script.kind else { continue }
            let code = Script.publicKeyHash(keyHash)
            let type = SignatureHashType(rawValue: row.type)
            #expect(Hex.encode(try hash.witnessVersion0(input: row.input, scriptCode: code, type: type)) == row.witness)
            let original = try SignatureHash.original(transaction, input: row.input, scriptCode: code, type: type)
            #expect(Hex.encode(original) == row.original)
        }
    }

    /// Every key-path input of BIP-0341's wallet vectors: tweak, message, signature.
    @Test func taprootMessagesAndSignaturesAreThoseOfTheirVectors() throws {
        let file = try Vectors.load("bip341_wallet_vectors.json", as: TaprootVectors.self)
        let path = try #require(file.keyPathSpending.first)
        let transaction = try Transaction(hex: path.given.rawUnsignedTx)
        let spent = try path.given.utxosSpent.map {
            TransactionOutput(value: try Satoshis($0.amountSats), script: Script(try Hex.decode($0.scriptPubKey)))
        }
        let hash = try SignatureHash(transaction, spending: spent)
        #expect(path.inputSpending.count == 7)
        for input in path.inputSpending {
            let type = SignatureHashType(rawValue: input.given.hashType)
            let message = try hash.taproot(input: input.given.txinIndex, type: type)
            #expect(Hex.encode(message) == input.intermediary.sigHash)
            let key = try Secp256k1.PrivateKey(SecretBytes(Hex.decode(input.given.internalPrivkey)))
            let tweak = Taproot.tweak(key.publicKey.xOnly, root: try input.given.merkleRoot.map(Hex.decode))
            #expect(Hex.encode(tweak) == input.intermediary.tweak)
            // The vectors were signed with 32 zero bytes beside the message.
            let signature = try key.signSchnorr(message, tapTweak: tweak, auxiliary: [UInt8](repeating: 0, count: 32))
            let suffix = type == .implied ? [] : [UInt8(input.given.hashType)]
            #expect(Hex.encode(signature + suffix) == input.expected.witness.first)
        }
    }

    /// Output keys, scripts and leaves of BIP-0341's first half.
    @Test func outputKeysAreThoseOfTheirVectors() throws {
        let file = try Vectors.load("bip341_wallet_vectors.json", as: TaprootVectors.self)
        #expect(file.scriptPubKey.count == 7)
        for vector in file.scriptPubKey {
            let inner = try Secp256k1.XOnlyKey(Hex.decode(vector.given.internalPubkey))
            let root = try vector.intermediary.merkleRoot.map(Hex.decode)
            let key = try Taproot.outputKey(inner, root: root)
            #expect(Hex.encode(key.bytes) == vector.intermediary.tweakedPubkey)
            #expect(Script.witness(version: 1, program: key.bytes).description == vector.expected.scriptPubKey)
        }
    }

    @Test func aTypeThatTaprootDoesNotKnowIsRefused() throws {
        let transaction = try Transaction(hex: TransactionTests.signed)
        let output = TransactionOutput(value: 1, script: Script([]))
        let hash = try SignatureHash(transaction, spending: [output, output])
        for type: UInt32 in [4, 0x80, 0x84, 0x100] {
            #expect(throws: BitcoinError.self) {
                try hash.taproot(input: 0, type: SignatureHashType(rawValue: type))
            }
        }
        #expect(throws: BitcoinError.self) { try hash.taproot(input: 2) }
        #expect(throws: BitcoinError.self) { try SignatureHash(transaction, spending: [output]) }
    }
}

/// The parts of BIP-0341's file that are used here.
struct TaprootVectors: Decodable {
    struct Key: Decodable {
        struct Given: Decodable { let internalPubkey: String }
        struct Intermediary: Decodable {
            let merkleRoot: String?
            let tweakedPubkey: String
        }
        struct Expected: Decodable {
            let scriptPubKey: String
            let bip350Address: String
        }
        let given: Given
        let intermediary: Intermediary
        let expected: Expected
    }

    struct Path: Decodable {
        struct Given: Decodable {
            struct Spent: Decodable {
                let scriptPubKey: String
                let amountSats: UInt64
            }
            let rawUnsignedTx: String
            let utxosSpent: [Spent]
        }
        struct Input: Decodable {
            struct Given: Decodable {
                let txinIndex: Int
                let internalPrivkey: String
                let merkleRoot: String?
                let hashType: UInt32
            }
            struct Intermediary: Decodable {
                let tweak: String
                let sigHash: String
            }
            struct Expected: Decodable { let witness: [String] }
            let given: Given
            let intermediary: Intermediary
            let expected: Expected
        }
        let given: Given
        let inputSpending: [Input]
    }

    let scriptPubKey: [Key]
    let keyPathSpending: [Path]
}
