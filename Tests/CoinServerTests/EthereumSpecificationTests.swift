// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import PeerSupport
import Testing

/// What the Ethereum module signs, judged by the specification of the network instead of a node.
@Suite(.needsPeers) struct EthereumSpecificationTests {
    private static let nonce: UInt64 = 3
    private static let market = Transaction.Pricing.market(maximumFee: 20_000_000_000, tip: 1_000_000_000)
    private static let forms: [Transaction.Pricing] = [
        .legacy(gasPrice: 20_000_000_000), .listed(gasPrice: 20_000_000_000), market,
    ]
    /// The order of secp256k1's group, SEC 2.
    private static let order = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

    private let specification: EthereumSpecification
    private let key: Secp256k1.PrivateKey
    private let own: Address
    private let other: Address
    private let token: Token

    init() throws {
        specification = try EthereumSpecification()
        key = try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32)))
        own = Address(key.publicKey)
        other = try Address(parsing: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        token = Token(
            contract: try Address(parsing: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"), chainID: 1,
            unit: try Unit(symbol: "USDX", decimals: 6))
    }

    private func payment(
        nonce: UInt64 = nonce, _ pricing: Transaction.Pricing = market, gas: UInt64 = Gas.payment,
        on network: Network = .ethereum
    ) throws -> Transaction {
        try .payment(
            of: 1_000_000_000_000_000_000, to: other, nonce: nonce, pricing: pricing, gasLimit: gas, on: network)
    }

    private func tokenPayment(nonce: UInt64, _ pricing: Transaction.Pricing) throws -> Transaction {
        var made = try Transaction.call(
            .transfer(to: other, amount: 5_000_000), of: token, nonce: nonce, pricing: pricing, gasLimit: 60_000,
            on: .ethereum)
        if case .legacy = pricing { return made }
        made.accessList = [.init(address: token.contract, slots: [[UInt8](repeating: 1, count: 32)])]
        return made
    }

    /// As the programs do it; no warning is expected.
    private func signed(_ transaction: Transaction, on network: Network = .ethereum) throws -> SignedTransaction {
        let review = try Review(transaction, from: own, on: network, knowing: Review.Knowledge(tokens: [token]))
        return try review.approve().signed(by: key)
    }

    /// For what a review refuses already.
    private func signedUnseen(_ transaction: Transaction) throws -> SignedTransaction {
        #expect(throws: EthereumError.self) { try Review(transaction, from: own, on: .ethereum) }
        let made = try key.signRecoverable(digest: transaction.signingHash)
        return try SignedTransaction(
            transaction, signature: RecoverableSignature(made.signature, isOdd: made.recoveryID == 1))
    }

    /// The name of the exception and its text.
    private func refusal(
        of raw: [UInt8], balance: Wei = 10_000_000_000_000_000_000, nonce: UInt64 = nonce
    ) throws -> [String] {
        switch try specification.judge(raw, balance: balance.decimal, nonce: nonce) {
        case .accepted: ["accepted"]
        case .refused(let name, let reason): [name, reason]
        }
    }

    /// A signed transaction with other fields behind the same type.
    private func changed(_ signed: SignedTransaction, _ change: (inout [RLP.Item]) throws -> Void) throws -> [UInt8] {
        let prefix = signed.bytes.prefix(signed.bytes[0] < 0xC0 ? 1 : 0)
        guard case .list(var fields) = try RLP.decode(Array(signed.bytes.dropFirst(prefix.count))) else { return [] }
        try change(&fields)
        let bytes = Array(prefix) + RLP.encode(.list(fields))
        #expect(throws: EthereumError.self) { try SignedTransaction(decoding: bytes) }
        return bytes
    }

    private func bytes(_ item: RLP.Item) -> [UInt8] {
        if case .bytes(let bytes) = item { bytes } else { [] }
    }

    /// With exactly the balance that the review names. One number in 256 begins with a zero byte, so enough nonces
    /// also meet each length of r and s.
    @Test(arguments: forms) func whatIsSignedIsAccepted(pricing: Transaction.Pricing) throws {
        var lengths: Set<Int> = []
        for nonce in 0..<UInt64(150) {
            for transaction in [try payment(nonce: nonce, pricing), try tokenPayment(nonce: nonce, pricing)] {
                let signed = try signed(transaction)
                let verdict = try specification.judge(
                    signed.bytes, balance: transaction.maximumCost.decimal, nonce: nonce)
                #expect(
                    verdict == .accepted(sender: "0x" + Hex.encode(own.bytes), hash: "0x" + Hex.encode(signed.hash)))
                let raw = signed.signature.signature.raw
                for half in [raw[..<32], raw[32...]] { lengths.insert(half.drop { $0 == 0 }.count) }
            }
        }
        #expect(lengths.isSuperset(of: [31, 32]))
    }

    @Test(arguments: forms) func aWeiOrANonceOffIsRefused(pricing: Transaction.Pricing) throws {
        let transaction = try payment(pricing)
        let raw = try signed(transaction).bytes
        #expect(
            try refusal(of: raw, balance: transaction.maximumCost.subtracting(1))
                == ["InsufficientBalanceError", "insufficient sender balance"])
        #expect(try refusal(of: raw, nonce: Self.nonce - 1) == ["NonceMismatchError", "nonce too high"])
        #expect(try refusal(of: raw, nonce: Self.nonce + 1) == ["NonceMismatchError", "nonce too low"])
    }

    @Test(arguments: forms) func gasBelowTheIntrinsicIsRefused(pricing: Transaction.Pricing) throws {
        let raw = try signedUnseen(payment(pricing, gas: 20_999)).bytes
        #expect(try refusal(of: raw) == ["InsufficientTransactionGasError", "Insufficient gas"])
    }

    /// The other spelling of the same signature: n - s with the other point. EIP-2
    @Test(arguments: forms) func anSInTheUpperHalfIsRefused(pricing: Transaction.Pricing) throws {
        let raw = try changed(signed(payment(pricing))) { fields in
            let last = fields.count - 1
            let s = try Wei(hex: Self.order).subtracting(Wei(bigEndian: bytes(fields[last])))
            fields[last] = .bytes(s.minimalBigEndian)
            let parity = bytes(fields[last - 2])
            // 37 and 38 on chain 1, otherwise 0 and 1.
            let flipped: [UInt8] = parity == [37] ? [38] : parity == [38] ? [37] : parity.isEmpty ? [1] : []
            fields[last - 2] = .bytes(flipped)
        }
        #expect(try refusal(of: raw) == ["InvalidSignatureError", "bad s"])
    }

    @Test(arguments: forms) func anIntegerWithALeadingZeroIsRefused(pricing: Transaction.Pricing) throws {
        let signed = try signed(payment(pricing))
        let value = signed.transaction.value.minimalBigEndian
        let raw = try changed(signed) { fields in
            fields = fields.map { $0 == .bytes(value) ? .bytes([0] + value) : $0 }
        }
        #expect(raw.count == signed.bytes.count + 1)
        #expect(try refusal(of: raw).first == "DecodingError")
    }

    @Test func aLegacyTransactionOfAnotherChainIsRefused() throws {
        let raw = try signed(payment(.legacy(gasPrice: 20_000_000_000), on: .sepolia), on: .sepolia).bytes
        #expect(try refusal(of: raw) == ["InvalidSignatureError", "bad v"])
    }

    @Test func aTipAboveTheMaximumIsRefused() throws {
        let raw = try signedUnseen(payment(.market(maximumFee: 20_000_000_000, tip: 20_000_000_001))).bytes
        #expect(try refusal(of: raw).first == "PriorityFeeGreaterThanMaxFeeError")
    }

    @Test func aMaximumBelowTheBaseFeeIsRefused() throws {
        let raw = try signed(payment(.market(maximumFee: 999_999_999, tip: 1))).bytes
        #expect(try refusal(of: raw).first == "InsufficientMaxFeePerGasError")
    }
}
