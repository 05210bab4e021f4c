// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto

/// One P2WPKH address of a test, and the least that is needed to spend from it.
struct BitcoinKey {
    let key: Secp256k1.PrivateKey

    init(_ number: UInt16) throws {
        key = try Secp256k1.PrivateKey(
            SecretBytes([UInt8](repeating: 1, count: 30) + [UInt8(number >> 8), UInt8(number & 255)]))
    }

    private var keyHash: [UInt8] { Hash160.hash(key.publicKey.compressed) }

    var script: Script { .witness(version: 0, program: keyHash) }

    var address: String {
        get throws { try Address(script, network: .bitcoinRegtest).text }
    }

    /// Spends whole outputs of this key.
    func spend(
        _ coins: [(outPoint: OutPoint, value: UInt64)], to outputs: [(script: Script, value: UInt64)],
        sequence: UInt32 = TransactionInput.replaceable
    ) throws -> Transaction {
        var transaction = Transaction(
            inputs: coins.map { TransactionInput(outPoint: $0.outPoint, sequence: sequence) },
            outputs: try outputs.map { TransactionOutput(value: try Satoshis($0.value), script: $0.script) })
        let spent = try coins.map { TransactionOutput(value: try Satoshis($0.value), script: script) }
        let hash = try SignatureHash(transaction, spending: spent)
        for index in coins.indices {
            let digest = try hash.witnessVersion0(input: index, scriptCode: .publicKeyHash(keyHash))
            let signature = try key.sign(digest: digest, isLowR: true)
            transaction.inputs[index].witness = [signature.der + [1], key.publicKey.compressed]
        }
        return transaction
    }
}
