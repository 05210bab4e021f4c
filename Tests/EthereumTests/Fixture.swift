// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum

/// Values that several suites start from.
enum Fixture {
    static let key = made { try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32))) }
    static let sender = Address(key.publicKey)
    static let recipient = made { try Address(parsing: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed") }
    static let contract = made { try Address(parsing: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359") }
    static let token = made {
        Token(contract: contract, chainID: 1, unit: try Unit(symbol: "USDX", decimals: 6))
    }
    static let gwei: Wei = 1_000_000_000
    static let ether: Wei = 1_000_000_000_000_000_000
    static let pricing = Transaction.Pricing.market(maximumFee: 20_000_000_000, tip: 1_000_000_000)

    static func payment(_ amount: Wei = ether, to recipient: Address = recipient) throws -> Transaction {
        try .payment(of: amount, to: recipient, nonce: 3, pricing: pricing, on: .ethereum)
    }

    static func call(_ data: [UInt8], value: Wei = 0, to contract: Address = contract) -> Transaction {
        Transaction(
            chainID: 1, nonce: 3, pricing: pricing, gasLimit: 200_000, to: contract, value: value, data: data)
    }

    private static func made<T>(_ body: () throws -> T) -> T {
        do { return try body() } catch { preconditionFailure("A fixture is broken: \(error)") }
    }
}
