// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import Testing

/// What others computed: eth-account, eth-abi and rlp.
@Suite(.serialized)
struct VectorTests {
    @Test(arguments: VectorFile.all)
    func aKeyHasTheAddressThatOthersGiveIt(_ file: VectorFile) throws {
        for vector in file["keys"] {
            #expect(try Address(vector.key().publicKey).text == vector["address"]?.string)
        }
    }

    @Test(arguments: VectorFile.all)
    func transactionsAreSignedAndReadByteForByte(_ file: VectorFile) throws {
        for vector in file["transactions"] {
            let bytes = try vector.bytes("signed")
            let unsigned = try vector.bytes("unsigned")
            let key = try vector.key()
            let read = try SignedTransaction(decoding: bytes)
            #expect(read.sender == Address(key.publicKey))
            #expect(read.transaction.unsigned == unsigned)
            if vector["hash"] != nil { #expect(try read.hash == vector.bytes("hash")) }
            // A chain id of zero is nobody's network.
            guard let transaction = try? Transaction(unsigned: unsigned) else {
                #expect(read.transaction.chainID == 0, "\(vector)")
                continue
            }
            #expect(transaction == read.transaction)
            #expect(try Signing.sign(transaction, by: key).bytes == bytes)
        }
    }

    @Test(arguments: VectorFile.all)
    func messagesAreSignedByteForByte(_ file: VectorFile) throws {
        for vector in file["messages"] {
            let message = MessageReview.Message.personal(try PersonalMessage(vector.bytes("message")))
            #expect(try Signing.sign(message, by: vector.key(), on: .ethereum).bytes == vector.bytes("signature"))
        }
    }

    @Test(arguments: VectorFile.all)
    func typedDataHasTheDigestOfOthers(_ file: VectorFile) throws {
        for vector in file["typed"] {
            let data = try TypedData(#require(vector["json"]))
            #expect(try data.digest == vector.bytes("digest"), "\(vector)")
            guard vector["key"] != nil else { continue }
            #expect(
                try Signing.sign(.typed(data), by: vector.key(), on: .ethereum).bytes == vector.bytes("signature"))
        }
    }

    @Test(arguments: VectorFile.all)
    func contractDataIsWrittenAndReadAsCompilersDo(_ file: VectorFile) throws {
        for vector in file["abi"] {
            guard case .tuple(let kinds) = try ABI.Kind(parsing: #require(vector["type"]?.string)) else { return }
            let values = try zip(kinds, #require(vector["values"]?.array)).map { try $0.value($1) }
            let encoded = try vector.bytes("encoded")
            #expect(try ABI.encode(values, as: kinds) == encoded, "\(vector["type"]?.string ?? "")")
            #expect(try ABI.decodeCanonical(encoded, as: kinds) == values)
        }
    }

    @Test(arguments: VectorFile.all)
    func rlpIsWrittenAndRead(_ file: VectorFile) throws {
        for vector in file["rlp"] {
            let encoded = try vector.bytes("encoded")
            let read = try RLP.decode(encoded)
            #expect(RLP.encode(read) == encoded)
            if let item = vector["item"], item != .null { #expect(try read == Self.item(item)) }
        }
    }

    @Test(arguments: VectorFile.all)
    func contractsLandWhereTheirCreatorsPutThem(_ file: VectorFile) throws {
        for vector in file["create"] {
            let nonce = try #require(vector["nonce"]?.uint64)
            #expect(try Address(creator: vector.address("sender"), nonce: nonce) == vector.address("address"))
        }
        for vector in file["create2"] {
            let made = try Address(
                creator: vector.address("sender"), salt: vector.bytes("salt"), codeHash: vector.bytes("hash"))
            #expect(try made == vector.address("address"))
        }
    }

    private static func item(_ json: JSONValue) throws -> RLP.Item {
        if let list = json.array { return .list(try list.map(item)) }
        return .bytes(try Hex.decode(String(#require(json.string).dropFirst(2))))
    }
}
