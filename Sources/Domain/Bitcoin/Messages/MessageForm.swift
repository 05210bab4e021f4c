// SPDX-License-Identifier: MIT
internal import Crypto

/// The two virtual transactions with which BIP-0322 signs a text: one to spend, and one that spends it.
struct MessageForm {
    /// The transaction to spend. Its only input names no transaction, so it can never be broadcast.
    let toSpend: Transaction
    /// The transaction to sign. It pays no one.
    let toSign: Transaction

    init(_ text: String, script: Script) throws {
        let nowhere = OutPoint(transactionID: try TransactionID([UInt8](repeating: 0, count: 32)), index: .max)
        let commitment = Script([Opcode.push0] + Script.push(Self.tag.hash(Array(text.utf8))))
        toSpend = Transaction(
            version: 0, inputs: [TransactionInput(outPoint: nowhere, unlockingScript: commitment, sequence: 0)],
            outputs: [TransactionOutput(value: .zero, script: script)])
        toSign = Transaction(
            version: 0,
            inputs: [TransactionInput(outPoint: OutPoint(transactionID: toSpend.id, index: 0), sequence: 0)],
            outputs: [TransactionOutput(value: .zero, script: Script([Opcode.returns]))])
    }

    private static let tag = TaggedHash("BIP0322-signed-message")

    /// The digest of signatures before BIP-0322. Core: `MESSAGE_MAGIC`
    static func originalDigest(_ text: String) -> [UInt8] {
        var writer = WireWriter(capacity: text.utf8.count + 32)
        writer.append(sized: Array("Bitcoin Signed Message:\n".utf8))
        writer.append(sized: Array(text.utf8))
        return DoubleSHA256.hash(writer.bytes)
    }
}
