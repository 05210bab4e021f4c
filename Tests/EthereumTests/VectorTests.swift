// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import Testing

/// What others computed: eth-account always, ethereum/tests and ethers.js where they were fetched.
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
    func transactionsFromBeforeChainIDsAreReadButNeverSigned(_ file: VectorFile) throws {
        for vector in file["unprotected"] {
            let read = try SignedTransaction(decoding: vector.bytes("signed"))
            #expect(try read.sender == Address(vector.key().publicKey))
            #expect(read.transaction.chainID == nil)
            #expect(throws: EthereumError.self) { try Transaction(unsigned: read.transaction.unsigned) }
            #expect(throws: EthereumError.self) { try Review(read.transaction, from: read.sender, on: .ethereum) }
        }
    }

    @Test(arguments: VectorFile.all)
    func transactionsOfOtherTypesAreNamedAndRefused(_ file: VectorFile) throws {
        for vector in file["unsupported"] {
            let bytes = try Hex.decode(String(#require(vector.string).dropFirst(2)))
            let error = #expect(throws: EthereumError.self) { try SignedTransaction(decoding: bytes) }
            #expect(error?.code == .unsupported)
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
        for vector in file["invalidRLP"] {
            let bytes = try Hex.decode(String(#require(vector.string).dropFirst(2)))
            #expect(throws: EthereumError.self) { try RLP.decode(bytes) }
        }
    }

    @Test(arguments: VectorFile.all)
    func officialTransactionsAreTakenOrRefused(_ file: VectorFile) throws {
        for vector in file["validTransactions"] {
            let read = try SignedTransaction(decoding: vector.bytes("bytes"))
            #expect(try read.hash == vector.bytes("hash"))
            #expect(try read.sender.bytes == vector.bytes("sender"))
            #expect(try Gas.intrinsic(read.transaction) == UInt256(hex: #require(vector["gas"]?.string)).uint64)
        }
        for vector in file["invalidTransactions"] {
            let name = "\(vector["name"]?.string ?? ""): \(vector["why"]?.string ?? "")"
            // What is not in the encoding, as another chain, is for the review to find.
            let error = #expect(throws: EthereumError.self, "\(name)") {
                let read = try SignedTransaction(decoding: vector.bytes("bytes"))
                _ = try Review(read.transaction, from: read.sender, on: .ethereum)
            }
            #expect(error?.code != .badAmount, "\(name)")
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
